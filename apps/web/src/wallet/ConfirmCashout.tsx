import { useMutation, useQueryClient } from '@tanstack/react-query'
import { formatDecimal } from '@truemark/core/money/decimal'
import { hourMs } from '@truemark/core/money/units'
import { withdrawalMake } from '@truemark/protocol/routes/wallet'
import { Amount } from '@truemark/ui/primitives/Amount'
import { useId, useState } from 'react'
import { toast } from 'sonner'
import { useTranslations } from 'use-intl'
import { useNavigate } from '../parts/router/useRouter.ts'
import { refreshAccount } from '../data/account.ts'
import { call } from '../data/api.ts'
import { useClock } from '../data/clock.ts'
import { focusFault } from '../parts/focusFault.ts'
import { Line, DeadlineLine } from '../parts/Line.tsx'
import { OwnSheet } from '../parts/OwnSheet.tsx'
import { Refused } from '../parts/Refused.tsx'
import { useFigure } from '../parts/useFigure.ts'
import { SendButton } from '../i18n/door.ts'
import { cashoutPlaces, type Payee, type Reckoning } from './cashoutForm.ts'
import { placeOf, useRefusalText } from './refusal.ts'
import { isProofWhole, proven, useProof, type Proof } from './proof.ts'
import { isAboutProof, provingAnew, StepUpFields } from './stepUp.tsx'
import { walletKey } from './walletQueries.ts'
import { WholeAddress } from './WholeAddress.tsx'

interface ConfirmCashoutProps {
  payee: Payee
  currency: string
  scale: number
  amount: string
  reckoned: Reckoning
  reviewHours: number
  /** The version of the terms that the form shows. */
  termsVersion: number
  /** The server refused something of the form, which is to be mended there. */
  onRefused: (failure: unknown) => void
  onClose: () => void
  /** It is submitted: what was typed is done with. */
  onSent: () => void
}

/** Repeats all of it, the address whole; who confirms proves once more who they are. */
export function ConfirmCashout(props: ConfirmCashoutProps) {
  const { payee, currency, amount, scale, reckoned, termsVersion, onRefused, onClose, onSent } = props
  const t = useTranslations('wallet')
  const figure = useFigure()
  const refusalText = useRefusalText()
  const [proof, setProof] = useProof()
  const [tried, setTried] = useState(false)
  const form = useId()
  const send = useCashout(() => {
    onSent()
    onClose()
  }, onRefused)
  const submit = () => {
    setTried(true)
    if (!isProofWhole(proof)) return false
    if (!send.isPending) {
      // what is shown binds: another fee or other terms are refused, and shown before they are confirmed
      const shown = { fee: formatDecimal(reckoned.fee, scale), terms_version: termsVersion }
      send.mutate({ currency, amount, method: payee.method, payee_id: payee.of.id, ...shown, ...proof })
    }
    return true
  }
  return (
    <OwnSheet
      busy={send.isPending}
      onClose={onClose}
      title={t('cashout.confirmTitle')}
      footer={
        <SendButton wide type="submit" form={form} busy={send.isPending}>
          {t('cashout.submit', { amount: `${figure(amount)} ${currency}` })}
        </SendButton>
      }
    >
      <form
        id={form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (!submit()) focusFault(event.currentTarget)
        }}
        className="flex flex-col gap-4"
      >
        <Summary {...props} />
        <StepUpFields proof={proof} tried={tried} failure={send.error} onChange={provingAnew(send, setProof)} />
        <Refused text={send.isError && !isAboutProof(send.error) ? refusalText(send.error) : undefined} />
      </form>
    </OwnSheet>
  )
}

function Summary({ payee, currency, scale, reckoned, reviewHours }: ConfirmCashoutProps) {
  const t = useTranslations('wallet')
  const now = useClock()
  const money = (units: bigint) => <Amount value={formatDecimal(units, scale)} unit={currency} />
  return (
    <>
      <dl className="flex flex-col gap-1.5 text-14">
        <Line label={t('amount')}>{money(reckoned.amount)}</Line>
        <Line label={t('cashout.fee')}>{money(reckoned.fee)}</Line>
        <Line label={t('cashout.receive')} strong>
          {money(reckoned.payout)}
        </Line>
        {payee.method === 'address' && <Line label={t('network')}>{payee.of.network}</Line>}
        <DeadlineLine label={t('cashout.reviewBy')} at={now + reviewHours * hourMs} />
      </dl>
      <div className="flex flex-col gap-1.5 rounded-card bg-raised p-4">
        <span className="text-14 text-quiet">{t('cashout.to')}</span>
        {payee.method === 'address' ? (
          <>
            {payee.of.label !== '' && <span className="text-14 text-secondary">{payee.of.label}</span>}
            <WholeAddress address={payee.of.address} />
            <MemoLine memo={payee.of.memo} />
            <p className="text-12 text-warning">{t('cashout.compare')}</p>
          </>
        ) : (
          <>
            <span className="text-14 text-secondary">{payee.of.payee_name}</span>
            <span className="text-14 text-secondary">
              {payee.of.bank_name} · {payee.of.international_code}
            </span>
            <WholeAddress address={payee.of.account_number} />
          </>
        )}
      </div>
      <p className="text-12 text-quiet">
        {t('cashout.consequence', { hours: String(reviewHours) })} {t('noFeeAsked')}
      </p>
    </>
  )
}

/** What stands beside the address: its memo, or that its owner said it needs none. */
function MemoLine({ memo }: { memo: string | null }) {
  const t = useTranslations('wallet')
  if (memo === null) return null
  if (memo === '') return <p className="text-14 text-warning">{t('cashout.noMemo')}</p>
  return (
    <div className="flex flex-col gap-1 pt-1">
      <span className="text-14 text-quiet">{t('address.memo')}</span>
      <span className="figures text-16 font-medium break-all select-all">{memo}</span>
    </div>
  )
}

interface CashoutBody extends Proof {
  readonly currency: string
  readonly amount: string
  readonly method: Payee['method']
  readonly payee_id: string
  readonly fee: string
  readonly terms_version: number
}

function useCashout(onDone: () => void, onRefused: (failure: unknown) => void) {
  const successes = useTranslations('successes')
  const queries = useQueryClient()
  const navigate = useNavigate()
  return useMutation({
    mutationFn: async (body: CashoutBody) => call(withdrawalMake, { body: await proven(body) }),
    async onSuccess() {
      toast.success(successes('withdrawal_submitted'))
      void refreshAccount()
      await queries.invalidateQueries({ queryKey: walletKey })
      onDone()
      await navigate({ to: '/withdrawal/withdraw-records' })
    },
    onError(failure) {
      void queries.invalidateQueries({ queryKey: walletKey })
      if (placeOf(failure, cashoutPlaces) !== 'form') onRefused(failure)
    },
  })
}
