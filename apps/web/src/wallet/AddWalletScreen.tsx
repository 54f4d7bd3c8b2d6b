import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter, useSearch } from '@tanstack/react-router'
import { readAddress } from '@truemark/payee/readAddress'
import { addressAdd } from '@truemark/protocol/routes/payees'
import type { WalletTerms } from '@truemark/protocol/routes/wallet'
import { Button } from '@truemark/ui/primitives/Button'
import { EmptyState } from '@truemark/ui/primitives/EmptyState'
import { TextInput } from '@truemark/ui/primitives/TextInput'
import { useState } from 'react'
import { toast } from 'sonner'
import { useTranslations } from 'use-intl'
import * as z from 'zod/mini'
import { call } from '../data/api.ts'
import { useDraft } from '../data/draft.ts'
import { Loaded } from '../parts/Loaded.tsx'
import { Refused } from '../parts/Refused.tsx'
import { useTried } from '../parts/useTried.ts'
import { NetworkFields, routeIn, type Route } from './NetworkFields.tsx'
import { addressFault } from './payeeForm.ts'
import { placeOf, useRefusalText } from './refusal.ts'
import { ScanButton } from './ScanButton.tsx'
import { isProofWhole, proven, useProof, type Proof } from './proof.ts'
import { isAboutProof, StepUpFields } from './stepUp.tsx'
import { useWalletTerms, walletKey } from './walletQueries.ts'
import { WalletFrame } from './WalletFrame.tsx'

const labelLengthMax = 40
// a link with an amount, in groups of four
const addressLengthMax = 300

const places: Readonly<Record<string, 'network' | 'address'>> = {
  network_unknown: 'network',
  withdrawal_address_wrong: 'address',
  address_trc20_invalid: 'address',
  address_erc20_invalid: 'address',
  address_bitcoin_invalid: 'address',
  address_solana_invalid: 'address',
  payee_lost: 'address',
  payee_own: 'address',
  payee_exists: 'address',
}

const draftSchema = z.object({
  route: z.nullable(z.object({ currency: z.string(), network: z.string() })),
  address: z.string(),
  label: z.string(),
})

interface AddressDraft {
  /** The network that was chosen; null where none was yet. */
  readonly route: Route | null
  readonly address: string
  readonly label: string
}

const noAddress: AddressDraft = { route: null, address: '', label: '' }

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
  const search: Record<string, unknown> = useSearch({ strict: false })
  const networks = terms.networks.filter((one) => one.withdraw)
  const [draft, setDraft, forgetDraft] = useDraft(nameOf(search), noAddress, isAddressDraft)
  const { address, label } = draft
  const [proof, setProof] = useProof()
  const save = useSave(forgetDraft)
  const route = routeIn(networks, draft.route ?? search)
  const form = networks.find((one) => one.currency === route.currency && one.network === route.network)?.form
  const fault = form === undefined ? null : addressFault(form, address)
  const place = isAboutProof(save.error) ? null : placeOf(save.error, places)
  const refused = (field: typeof place) => (place === field ? refusalText(save.error) : undefined)
  const put = (change: () => void) => {
    change()
    if (save.isError) save.reset()
  }

  const { tried, onSubmit } = useTried(
    fault !== null || !isProofWhole(proof),
    () => save.mutate({ ...route, address: readAddress(address), label: label.trim(), ...proof }),
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
      router.history.back()
    },
  })
}
