import { useMutation, useQueryClient } from '@tanstack/react-query'
import { addressFault } from '@truemark/payee/payeeFault'
import type { AddressForm } from '@truemark/payee/addressForm'
import { hasMemo } from '@truemark/payee/memo'
import { readAddress } from '@truemark/payee/readAddress'
import { addressAdd } from '@truemark/protocol/routes/payees'
import type { WalletTerms } from '@truemark/protocol/routes/wallet'
import { Button } from '@truemark/ui/primitives/Button'
import { EmptyState } from '@truemark/ui/primitives/EmptyState'
import { Switch } from '@truemark/ui/primitives/Switch'
import { TextInput } from '@truemark/ui/primitives/TextInput'
import { useState } from 'react'
import { toast } from 'sonner'
import { useTranslations } from 'use-intl'
import * as z from 'zod/mini'
import { useRouter, useSearch } from '../parts/router/useRouter.ts'
import { call } from '../data/api.ts'
import { useDraft } from '../data/draft.ts'
import { Loaded } from '../parts/Loaded.tsx'
import { Refused } from '../parts/Refused.tsx'
import { useTried } from '../parts/useTried.ts'
import { NetworkFields, routeIn, type Route } from './NetworkFields.tsx'
import { memoFault } from './payeeForm.ts'
import { placeOf, useRefusalText } from './refusal.ts'
import { ScanButton } from './ScanButton.tsx'
import { isProofWhole, proven, useProof, type Proof } from './proof.ts'
import { isAboutProof, StepUpFields } from './stepUp.tsx'
import { useWalletTerms, walletKey } from './walletQueries.ts'
import { WalletFrame } from './WalletFrame.tsx'

const labelLengthMax = 40
// a link with an amount, in groups of four
const addressLengthMax = 300
const memoTypedMax = 100

const places: Readonly<Record<string, 'network' | 'address' | 'memo'>> = {
  network_unknown: 'network',
  withdrawal_address_wrong: 'address',
  address_trc20_invalid: 'address',
  address_erc20_invalid: 'address',
  address_bitcoin_invalid: 'address',
  address_solana_invalid: 'address',
  address_form_invalid: 'address',
  memo_missing: 'memo',
  memo_invalid: 'memo',
  payee_lost: 'address',
  payee_own: 'address',
  payee_exists: 'address',
}

const draftSchema = z.object({
  route: z.nullable(z.object({ currency: z.string(), network: z.string() })),
  address: z.string(),
  memo: z._default(z.string(), ''),
  noMemo: z._default(z.boolean(), false),
  label: z.string(),
})

interface AddressDraft {
  /** The network that was chosen; null where none was yet. */
  readonly route: Route | null
  readonly address: string
  /** What stands beside it, or that the receiver needs none. */
  readonly memo: string
  readonly noMemo: boolean
  readonly label: string
}

const noAddress: AddressDraft = { route: null, address: '', memo: '', noMemo: false, label: '' }

// an address that a link asks for is another one than that which was begun without
function nameOf({ currency = '', network = '' }: Readonly<Record<string, unknown>>): string {
  return `address ${String(currency)} ${String(network)}`
}

function isAddressDraft(kept: unknown): kept is AddressDraft {
  return draftSchema.safeParse(kept).success
}

/** Saves an address that money can be withdrawn to. */
export function AddWalletScreen() {
  return (
    <WalletFrame title="addWallet" demo="demo_no_addresses">
      <AddWallet />
    </WalletFrame>
  )
}

function AddWallet() {
  const query = useWalletTerms()
  return <Loaded query={query}>{(terms) => <AddressForm terms={terms} />}</Loaded>
}

function AddressForm({ terms }: { terms: WalletTerms }) {
  const t = useTranslations('wallet')
  const errors = useTranslations('errors')
  const refusalText = useRefusalText()
  const search = useSearch()
  const networks = terms.networks.filter((one) => one.withdraw)
  const [draft, setDraft, forgetDraft] = useDraft(nameOf(search), noAddress, isAddressDraft)
  const { address, memo, noMemo, label } = draft
  const [proof, setProof] = useProof()
  const save = useSave(forgetDraft)
  const route = routeIn(networks, draft.route ?? search)
  const form = networks.find((one) => one.currency === route.currency && one.network === route.network)?.form
  const fault = form === undefined ? null : addressFault(form, address)
  const aboutMemo = form === undefined ? null : memoFault(form, memo, noMemo)
  const place = isAboutProof(save.error) ? null : placeOf(save.error, places)
  const refused = (field: typeof place) => (place === field ? refusalText(save.error) : undefined)
  const put = (change: () => void) => {
    change()
    if (save.isError) save.reset()
  }

  const { tried, onSubmit } = useTried(
    fault !== null || aboutMemo !== null || !isProofWhole(proof),
    () => save.mutate({ ...bodyOf({ ...route, form }, draft), ...proof }),
    save.isPending,
  )
  if (form === undefined) {
    return <EmptyState drawing="coins" title={t('deposit.none')} text={t('cashout.noNetwork')} />
  }
  return (
    <form noValidate onSubmit={onSubmit} className="flex max-w-144 flex-col gap-4">
      <NetworkFields
        networks={networks}
        value={route}
        hint={t('address.networkHint')}
        error={refused('network')}
        onChange={(next) => put(() => setDraft({ ...draft, route: next }))}
      />
      <AddressBox
        value={address}
        error={tried && fault !== null ? errors(fault) : refused('address')}
        onChange={(next) => put(() => setDraft({ ...draft, address: next }))}
      />
      {hasMemo(form) && (
        <MemoFields
          draft={draft}
          error={tried && aboutMemo !== null ? errors(aboutMemo) : refused('memo')}
          onChange={(next) => put(() => setDraft({ ...draft, ...next }))}
        />
      )}
      <TextInput
        label={t('address.label')}
        hint={t('address.labelHint')}
        autoComplete="off"
        maxLength={labelLengthMax}
        value={label}
        onChange={(event) => setDraft({ ...draft, label: event.target.value })}
      />
      <StepUpFields proof={proof} tried={tried} failure={save.error} onChange={(next) => put(() => setProof(next))} />
      <Refused text={refused('form')} />
      <Button type="submit" wide busy={save.isPending}>
        {t('address.save')}
      </Button>
    </form>
  )
}

interface MemoFieldsProps {
  draft: Pick<AddressDraft, 'memo' | 'noMemo'>
  error: string | undefined
  onChange: (next: Pick<AddressDraft, 'memo' | 'noMemo'>) => void
}

/** What has to stand beside the address; that nothing has to is said, and never assumed. */
function MemoFields({ draft: { memo, noMemo }, error, onChange }: MemoFieldsProps) {
  const t = useTranslations('wallet.address')
  return (
    <div className="flex flex-col gap-2">
      <TextInput
        label={t('memo')}
        hint={t('memoHint')}
        autoComplete="off"
        autoCorrect="off"
        maxLength={memoTypedMax}
        disabled={noMemo}
        value={noMemo ? '' : memo}
        error={error}
        onChange={(event) => onChange({ memo: event.target.value, noMemo })}
      />
      <div className="flex items-center justify-between gap-3">
        <span className="flex min-w-0 flex-col">
          <span className="text-14">{t('noMemo')}</span>
          <span className="text-12 text-quiet">{t('noMemoText')}</span>
        </span>
        <Switch
          label={t('noMemo')}
          checked={noMemo}
          onCheckedChange={(on) => onChange({ memo: on ? '' : memo, noMemo: on })}
        />
      </div>
    </div>
  )
}

// what was typed for another network says nothing of this one
function bodyOf(
  route: Route & { readonly form: AddressForm | undefined },
  { address, memo, noMemo, label }: AddressDraft,
) {
  const { currency, network, form } = route
  const said =
    form !== undefined && hasMemo(form) ? { memo: memo.trim(), no_memo: noMemo } : { memo: '', no_memo: false }
  return { currency, network, address: readAddress(address), ...said, label: label.trim() }
}

interface AddressBoxProps {
  value: string
  error: string | undefined
  onChange: (address: string) => void
}

/** The address, typed, pasted, or read from an image. */
function AddressBox({ value, error, onChange }: AddressBoxProps) {
  const t = useTranslations('wallet.address')
  const [scanned, setScanned] = useState(false)
  return (
    <div className="flex flex-col gap-1">
      <TextInput
        label={t('address')}
        autoComplete="off"
        autoCorrect="off"
        maxLength={addressLengthMax}
        value={value}
        error={error}
        hint={scanned ? t('scanned') : undefined}
        onChange={(event) => {
          onChange(event.target.value)
          setScanned(false)
        }}
      />
      <ScanButton
        onRead={(text) => {
          onChange(text)
          setScanned(true)
        }}
      />
    </div>
  )
}

interface AddressBody extends Route, Proof {
  readonly address: string
  readonly memo: string
  readonly no_memo: boolean
  readonly label: string
}

function useSave(sent: () => void) {
  const notices = useTranslations('notices')
  const queries = useQueryClient()
  const router = useRouter()
  return useMutation({
    mutationFn: async (body: AddressBody) => call(addressAdd, { body: await proven(body) }),
    async onSuccess() {
      toast.success(notices('added'))
      sent()
      await queries.invalidateQueries({ queryKey: walletKey })
      router.back()
    },
  })
}
