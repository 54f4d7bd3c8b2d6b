import { useState } from 'react'
import { useTranslations } from 'use-intl'
import * as z from 'zod/mini'
import { useDraft } from '../data/draft.ts'
import { serverNow } from '@truemark/ui/device/serverTime'
import { useFigure } from '../parts/useFigure.ts'
import {
  amountFault,
  cashoutPlaces,
  payeeFault,
  reckonCashout,
  type CashoutFacts,
  type CashoutField,
  type Payee,
} from './cashoutForm.ts'
import { placeOf, useRefusalText } from './refusal.ts'

const draftSchema = z.object({
  currency: z.string(),
  method: z.enum(['address', 'card']),
  payeeId: z.string(),
  amount: z.string(),
})

function isDraft(kept: unknown): kept is Draft {
  return draftSchema.safeParse(kept).success
}

interface Draft {
  readonly currency: string
  readonly method: Payee['method']
  readonly payeeId: string
  readonly amount: string
}

const currencyFirst = 'USDT'

/** What stands in the form of a withdrawal, what it comes to, and what is wrong with it. */
export function useCashoutForm(facts: CashoutFacts) {
  const { terms, scaleOf } = facts
  const refusalText = useRefusalText()
  const currencies = terms.currencies.map((one) => one.currency)
  const first: Draft = {
    currency: currencies.includes(currencyFirst) ? currencyFirst : (currencies[0] ?? ''),
    method: 'address',
    payeeId: '',
    amount: '',
  }
  const [draft, setDraft, forget] = useDraft('withdrawal', first, isDraft)
  const [tried, setTried] = useState(false)
  const [refusal, refuse] = useState<unknown>(null)
  const payees = payeesFor(draft, facts)
  const payee = payees.find((one) => one.of.id === draft.payeeId) ?? null
  const scale = scaleOf.get(draft.currency) ?? 0
  const texts = useFaultTexts(draft, payee, scale, facts)
  const place = placeOf(refusal, cashoutPlaces)
  return {
    ...draft,
    currencies,
    payees,
    payee,
    scale,
    reckoned: reckonCashout(draft.amount, draft.currency, terms, scale),
    /** Takes the server's refusal in, to be shown at its field until something is changed. */
    refuse,
    change(part: Partial<Draft>) {
      setDraft({ ...draft, ...part })
      refuse(null)
    },
    // a payee that is chosen and cannot be paid is told at once, what is missing when it was tried
    errorAt: (field: 'payee' | 'amount'): string | undefined => {
      const own = tried || (field === 'payee' && payee !== null) ? texts[field] : undefined
      return own ?? (place === field ? refusalText(refusal) : undefined)
    },
    /** Forgets what was typed: it has been sent. */
    forget,
    check() {
      setTried(true)
      return texts.payee === undefined && texts.amount === undefined
    },
  }
}

function payeesFor({ currency, method }: Draft, { addresses, cards }: CashoutFacts): Payee[] {
  if (method === 'card') return cards.map((of) => ({ method, of }))
  return addresses.filter((one) => one.currency === currency).map((of) => ({ method, of }))
}

function useFaultTexts(
  { currency, method, amount }: Draft,
  payee: Payee | null,
  scale: number,
  { terms }: CashoutFacts,
): Record<Exclude<CashoutField, 'form'>, string | undefined> {
  const errors = useTranslations('errors')
  const notices = useTranslations('notices')
  const t = useTranslations('wallet.cashout')
  const figure = useFigure()
  const payeeText = (): string | undefined => {
    if (method === 'card' && !terms.card_withdrawals.includes(currency)) return t('noCardCurrency', { currency })
    if (payee === null) return method === 'address' ? notices('walletAddressRequired') : t('cardRequired')
    const fault = payeeFault(payee, serverNow())
    if (fault) return errors(fault.reason, fault.params)
    return isPaused(payee, terms.networks) ? t('noNetwork') : undefined
  }
  const amountText = (): string | undefined => {
    const fault = amountFault({ currency, amount }, terms, scale)
    if (fault === null) return undefined
    const min = fault.params?.['min']
    return errors(fault.reason, min === undefined ? fault.params : { ...fault.params, min: figure(min) })
  }
  return { payee: payeeText(), amount: amountText() }
}

function isPaused(payee: Payee, networks: CashoutFacts['terms']['networks']): boolean {
  if (payee.method === 'card') return false
  const { currency, network } = payee.of
  return !networks.some((one) => one.currency === currency && one.network === network && one.withdraw)
}
