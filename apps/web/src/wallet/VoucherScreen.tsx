import { useMutation, useQueryClient } from '@tanstack/react-query'
import { depositMake, type WalletTerms } from '@truemark/protocol/routes/wallet'
import { TextInput } from '@truemark/ui/primitives/TextInput'
import { useState } from 'react'
import { toast } from 'sonner'
import { useTranslations } from 'use-intl'
import { Navigate } from '../parts/router/Navigate.tsx'
import { useNavigate, useSearch } from '../parts/router/useRouter.ts'
import { call } from '../data/api.ts'
import { isText, useDraft } from '../data/draft.ts'
import { FigureInput } from '../parts/FigureInput.tsx'
import { Loaded } from '../parts/Loaded.tsx'
import { Refused } from '../parts/Refused.tsx'
import { useFigure } from '../parts/useFigure.ts'
import { useTried } from '../parts/useTried.ts'
import { SendButton } from '../i18n/door.ts'
import { depositFaults, depositPlaces, type DepositField } from './depositForm.ts'
import { ImageField } from './ImageField.tsx'
import { PictureForm } from './PictureForm.tsx'
import type { Route } from './NetworkFields.tsx'
import { DepositWaits } from './DepositWaits.tsx'
import { placeOf, useRefusalText } from './refusal.ts'
import { routeInSearch } from './search.ts'
import type { SmallImage } from './smallImage.ts'
import { useScales, useWalletTerms, walletKey } from './walletQueries.ts'
import { WalletFrame } from './WalletFrame.tsx'

// an explorer's link
const transactionLengthMax = 400

/** How much was sent, with the image that shows it. */
export function VoucherScreen() {
  const route = routeInSearch(useSearch())
  return (
    <WalletFrame title="submitVoucher" demo="demo_no_deposit">
      {route === null ? <Navigate to="/recharge/deposit" /> : <Voucher route={route} />}
    </WalletFrame>
  )
}

function Voucher({ route }: { route: Route }) {
  const terms = useWalletTerms()
  const scales = useScales()
  return (
    <Loaded query={terms}>
      {(known) => (
        <Loaded query={scales}>
          {(scaleOf) => <VoucherForm route={route} terms={known} scale={scaleOf.get(route.currency) ?? 0} />}
        </Loaded>
      )}
    </Loaded>
  )
}

interface VoucherFormProps {
  route: Route
  terms: WalletTerms
  scale: number
}

function VoucherForm({ route, terms, scale }: VoucherFormProps) {
  const t = useTranslations('wallet')
  const figure = useFigure()
  const name = `deposit ${route.currency} ${route.network}`
  const [amount, setAmount, forgetAmount] = useDraft(name, '', isText)
  const [transaction, setTransaction, forgetTransaction] = useDraft(`${name} transaction`, '', isText)
  const [image, setImage] = useState<SmallImage | null>(null)
  const { send, progress } = useSubmit(() => {
    forgetAmount()
    forgetTransaction()
  })
  const faults = depositFaults({ currency: route.currency, amount, hasVoucher: image !== null }, terms, scale)
  const sendIt = () =>
    image !== null && send.mutate({ body: { ...route, amount, transaction_id: transaction.trim() }, image: image.blob })
  const { tried, onSubmit } = useTried(faults.length > 0, sendIt, send.isPending)
  const errorAt = useErrorAt(tried ? faults : [], send.error)
  const least = terms.currencies.find((one) => one.currency === route.currency)?.deposit_min ?? null
  const forget = () => send.isError && send.reset()

  return (
    <PictureForm onSubmit={onSubmit} className="flex max-w-144 flex-col gap-4">
      {(waits) => (
        <>
          <DepositWaits terms={terms} />
          <p className="text-16 font-medium">{`${route.currency} · ${route.network}`}</p>
          <FigureInput
            label={t('deposit.amountSent')}
            value={amount}
            decimals={scale}
            unit={route.currency}
            error={errorAt('amount')}
            hint={least === null ? undefined : t('deposit.min', { amount: `${figure(least)} ${route.currency}` })}
            onValueChange={(text) => {
              setAmount(text)
              forget()
            }}
          />
          <TransactionInput value={transaction} onValueChange={setTransaction} />
          <ImageField
            image={image}
            error={errorAt('voucher')}
            disabled={send.isPending}
            onChange={(next) => {
              setImage(next)
              forget()
            }}
          />
          {send.isPending && <Progress share={progress} />}
          <Refused text={errorAt('form')} />
          <SendButton type="submit" wide busy={send.isPending || waits} disabled={terms.deposit_pending}>
            {t('deposit.submit')}
          </SendButton>
          <p className="text-12 text-quiet">{t('deposit.consequence')}</p>
        </>
      )}
    </PictureForm>
  )
}

function TransactionInput({ value, onValueChange }: { value: string; onValueChange: (text: string) => void }) {
  const t = useTranslations('wallet.deposit')
  return (
    <TextInput
      label={t('transaction')}
      hint={t('transactionHint')}
      autoComplete="off"
      maxLength={transactionLengthMax}
      value={value}
      onChange={(event) => onValueChange(event.target.value)}
    />
  )
}

function Progress({ share }: { share: number }) {
  const t = useTranslations('wallet.deposit')
  const percent = Math.round(share * 100)
  const label = t('sending', { percent: String(percent) })
  return (
    <div className="flex flex-col gap-1.5">
      <span aria-hidden="true" className="figures text-12 text-quiet">
        {label}
      </span>
      <progress
        aria-label={label}
        value={percent}
        max={100}
        className="h-1.5 w-full appearance-none overflow-hidden rounded-full bg-raised [&::-moz-progress-bar]:bg-primary [&::-webkit-progress-bar]:bg-raised [&::-webkit-progress-value]:bg-primary"
      />
    </div>
  )
}

interface Submission {
  readonly body: Route & { readonly amount: string; readonly transaction_id: string }
  readonly image: Blob
}

function useSubmit(sent: () => void) {
  const successes = useTranslations('successes')
  const queries = useQueryClient()
  const navigate = useNavigate()
  const [progress, setProgress] = useState(0)
  const send = useMutation({
    mutationFn: ({ body, image }: Submission) => {
      setProgress(0)
      return call(depositMake, { body, files: [image], progress: setProgress })
    },
    async onSuccess() {
      toast.success(successes('deposit_submitted'))
      sent()
      await queries.invalidateQueries({ queryKey: walletKey })
      await navigate({ to: '/recharge/recharge-records', replace: true })
    },
    onError: () => void queries.invalidateQueries({ queryKey: walletKey }),
  })
  return { send, progress }
}

/** The sentence at a field: what the form says, else what the server said. */
function useErrorAt(faults: ReturnType<typeof depositFaults>, failure: unknown) {
  const errors = useTranslations('errors')
  const refusalText = useRefusalText()
  const place = placeOf(failure, depositPlaces)
  return (field: DepositField) => {
    const fault = faults.find((one) => one.field === field)
    if (fault) return errors(fault.reason, fault.params)
    return place === field ? refusalText(failure) : undefined
  }
}
