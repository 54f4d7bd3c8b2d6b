import { Button } from '@truemark/ui/primitives/Button'
import { Segmented } from '@truemark/ui/primitives/Segmented'
import { useState, type FormEvent } from 'react'
import { useTranslations } from 'use-intl'
import { serverNow } from '../data/clock.ts'
import { focusFault } from '../identity/door.ts'
import { useFigure } from '../trade/door.ts'
import { AmountField } from './AmountField.tsx'
import { CashoutFigures } from './CashoutFigures.tsx'
import {
  amountFault,
  payeeFault,
  reckonCashout,
  type CashoutFacts,
  type CashoutField,
  type Payee,
} from './cashoutForm.ts'
import { ConfirmCashout } from './ConfirmCashout.tsx'
import { CurrencyField } from './NetworkFields.tsx'
import { Notice } from './Notice.tsx'
import { PayeeField } from './PayeeField.tsx'

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
          {terms.withdrawal_pending && <WithdrawalWaits />}
          <CurrencyField currencies={form.currencies} value={currency} onChange={form.setCurrency} />
          <Segmented
            label={t('method')}
            value={method}
            items={[
              { value: 'address', label: t('address') },
              { value: 'card', label: t('card') },
            ]}
            onValueChange={form.setMethod}
          />
          <PayeeField
            currency={currency}
            method={method}
            terms={terms}
            payees={payees}
            value={payee}
            error={errorAt('payee')}
            onChange={form.setPayee}
          />
          <AmountField
            currency={currency}
            scale={scale}
            terms={terms}
            value={amount}
            error={errorAt('amount')}
            onChange={form.setAmount}
          />
          <CashoutFigures reckoned={form.reckoned} terms={terms} currency={currency} scale={scale} />
          <Button type="submit" wide disabled={terms.withdrawal_pending}>
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
          onClose={() => setConfirming(false)}
        />
      )}
    </>
  )
}

function useCashoutForm({ terms, scaleOf, addresses, cards }: CashoutFacts) {
  const errors = useTranslations('errors')
  const notices = useTranslations('notices')
  const t = useTranslations('wallet.cashout')
  const figure = useFigure()
  const currencies = terms.currencies.map((one) => one.currency)
  const [currency, setCurrency] = useState(currencies.includes('USDT') ? 'USDT' : (currencies[0] ?? ''))
  const [method, setMethod] = useState<Payee['method']>('address')
  const [chosen, setChosen] = useState('')
  const [amount, setAmount] = useState('')
  const [tried, setTried] = useState(false)
  const payees: Payee[] =
    method === 'address'
      ? addresses.filter((one) => one.currency === currency).map((of) => ({ method: 'address', of }))
      : cards.map((of) => ({ method: 'card', of }))
  const payee = payees.find((one) => one.of.id === chosen) ?? null
  const scale = scaleOf.get(currency) ?? 0
  const isCardRefused = method === 'card' && !terms.card_withdrawals.includes(currency)

  const payeeText = (): string | undefined => {
    if (isCardRefused) return t('noCardCurrency', { currency })
    if (payee === null) return method === 'address' ? notices('walletAddressRequired') : t('cardRequired')
    const fault = payeeFault(payee, serverNow())
    if (fault) return errors(fault.reason, fault.params)
    return isPaused(payee, terms.networks) ? t('noNetwork') : undefined
  }
  const amountText = (): string | undefined => {
    const fault = amountFault({ currency, amount }, terms, scale)
    const min = fault?.params?.['min']
    return fault
      ? errors(fault.reason, min === undefined ? fault.params : { ...fault.params, min: figure(min) })
      : undefined
  }
  const texts: Partial<Record<CashoutField, string | undefined>> = { payee: payeeText(), amount: amountText() }
  return {
    currencies,
    currency,
    setCurrency,
    method,
    setMethod,
    payees,
    payee,
    amount,
    setAmount,
    scale,
    setPayee: (next: Payee) => setChosen(next.of.id),
    reckoned: reckonCashout(amount, currency, terms, scale),
    // a payee that is chosen and cannot be paid is told at once, what is missing when it was tried
    errorAt: (field: CashoutField) => (tried || (field === 'payee' && payee !== null) ? texts[field] : undefined),
    check() {
      setTried(true)
      return texts.payee === undefined && texts.amount === undefined
    },
  }
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

function isPaused(payee: Payee, networks: CashoutFacts['terms']['networks']): boolean {
  if (payee.method === 'card') return false
  const { currency, network } = payee.of
  return !networks.some((one) => one.currency === currency && one.network === network && one.withdraw)
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
