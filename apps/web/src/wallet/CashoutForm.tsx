import { Button } from '@truemark/ui/primitives/Button'
import { Segmented } from '@truemark/ui/primitives/Segmented'
import { type FormEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { WalletTerms } from '@truemark/protocol/routes/wallet'
import { focusFault } from '../parts/focusFault.ts'
import { useDeadline } from '../i18n/door.ts'
import { Available, FigureInput } from '../parts/FigureInput.tsx'
import { FieldButton } from '../parts/TextLink.tsx'
import { useFigure } from '../parts/useFigure.ts'
import { CashoutFigures } from './CashoutFigures.tsx'
import type { CashoutFacts, Payee } from './cashoutForm.ts'
import { ConfirmCashout } from './ConfirmCashout.tsx'
import { CurrencyField } from './NetworkFields.tsx'
import { Notice } from './Notice.tsx'
import { PayeeField } from './PayeeField.tsx'
import { useCashoutForm } from './useCashoutForm.ts'

/** How much of what goes where; one button leads to the confirmation. */
export function CashoutForm({ facts }: { facts: CashoutFacts }) {
  const t = useTranslations('wallet.cashout')
  const { terms } = facts
  const form = useCashoutForm(facts)
  const { currency, method, payees, payee, amount, scale, errorAt } = form
  const [confirming, setConfirming] = useState(false)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (form.check()) setConfirming(true)
    else focusFault(event.currentTarget)
  }
  return (
    <>
      <form
        noValidate
        onSubmit={submit}
        className="grid items-start gap-6 tablet:grid-cols-[minmax(0,1fr)_minmax(0,20rem)]"
      >
        <div className="flex min-w-0 flex-col gap-4">
          <Hindrances terms={terms} />
          <CurrencyField
            currencies={form.currencies}
            value={currency}
            onChange={(next) => form.change({ currency: next, amount: '' })}
          />
          <MethodField value={method} onChange={(next) => form.change({ method: next })} />
          <PayeeField
            currency={currency}
            method={method}
            terms={terms}
            payees={payees}
            value={payee}
            error={errorAt('payee')}
            onChange={(next) => form.change({ payeeId: next.of.id })}
          />
          <AmountField
            currency={currency}
            scale={scale}
            terms={terms}
            value={amount}
            error={errorAt('amount')}
            onChange={(next) => form.change({ amount: next })}
          />
          <CashoutFigures reckoned={form.reckoned} terms={terms} currency={currency} scale={scale} />
          <Button type="submit" wide disabled={terms.withdrawal_pending || terms.withdrawals_held_until !== null}>
            {t('next')}
          </Button>
        </div>
        <Consequence hours={terms.review_hours} />
      </form>
      {confirming && payee !== null && form.reckoned !== null && (
        <ConfirmCashout
          payee={payee}
          currency={currency}
          scale={scale}
          amount={amount}
          reckoned={form.reckoned}
          reviewHours={terms.review_hours}
          termsVersion={terms.terms_version}
          onRefused={(failure) => {
            form.refuse(failure)
            setConfirming(false)
          }}
          onClose={() => setConfirming(false)}
          onSent={form.forget}
        />
      )}
    </>
  )
}

function MethodField({ value, onChange }: { value: Payee['method']; onChange: (method: Payee['method']) => void }) {
  const t = useTranslations('wallet.cashout')
  return (
    <Segmented
      label={t('method')}
      value={value}
      items={[
        { value: 'address', label: t('address') },
        { value: 'card', label: t('card') },
      ]}
      onValueChange={onChange}
    />
  )
}

/** Why nothing can be asked for now. */
function Hindrances({ terms: { withdrawal_pending, withdrawals_held_until } }: Pick<CashoutFacts, 'terms'>) {
  return (
    <>
      {withdrawal_pending && <WithdrawalWaits />}
      {withdrawals_held_until !== null && <WithdrawalsHeld until={withdrawals_held_until} />}
    </>
  )
}

function WithdrawalWaits() {
  const t = useTranslations('wallet.cashout')
  const errors = useTranslations('errors')
  return (
    <Notice to="/withdrawal/withdraw-records" link={t('pendingLink')}>
      {errors('withdrawal_pending')}
    </Notice>
  )
}

function WithdrawalsHeld({ until }: { until: number }) {
  const t = useTranslations('wallet.cashout')
  const deadline = useDeadline()
  return <Notice>{t('held', { until: deadline(until) })}</Notice>
}

function Consequence({ hours }: { hours: number }) {
  const t = useTranslations('wallet')
  return (
    <section className="flex flex-col gap-2 rounded-card bg-surface p-4 text-14 text-secondary">
      <p>{t('cashout.consequence', { hours: String(hours) })}</p>
      <p className="text-quiet">{t('noFeeAsked')}</p>
    </section>
  )
}

interface AmountFieldProps {
  currency: string
  scale: number
  terms: WalletTerms
  value: string
  error: string | undefined
  onChange: (amount: string) => void
}

/** How much is taken out, of how much there is. */
function AmountField({ currency, scale, terms, value, error, onChange }: AmountFieldProps) {
  const t = useTranslations('wallet')
  const figure = useFigure()
  const known = terms.currencies.find((one) => one.currency === currency)
  const available = known?.available ?? '0'
  const least = known?.withdrawal_min ?? '0'
  return (
    <FigureInput
      label={t('amount')}
      aside={<Available label={t('cashout.available')} value={available} unit={currency} />}
      value={value}
      decimals={scale}
      unit={currency}
      error={error}
      hint={`${t('deposit.min', { amount: `${figure(least)} ${currency}` })}. ${t('cashout.wholeBelow')}`}
      after={<FieldButton onPress={() => onChange(available)}>{t('all')}</FieldButton>}
      onValueChange={onChange}
    />
  )
}
