import { useTranslations } from 'use-intl'
import { useFigure } from '../parts/useFigure.ts'
import { byBudget, type TicketForm } from './ticketForm.ts'
import type { TicketTerms } from './terms.ts'

/** What the button of a ticket says it will do, exactly: "Buy 0.012 BTC". Without figures: "Buy". */
export function useTicketAction(): (form: TicketForm, terms: TicketTerms) => string {
  const t = useTranslations('spot')
  const figure = useFigure()
  return (form, terms) => {
    const { base, quote } = terms
    if (byBudget(form)) {
      if (form.budget === '') return t('buy')
      return t('buyForSubmit', { base, quote, amount: figure(form.budget) })
    }
    if (form.quantity === '') return t(form.side)
    return t(form.side === 'buy' ? 'buySubmit' : 'sellSubmit', { quantity: figure(form.quantity), base })
  }
}

/** The order in one plain sentence, for the confirmation. */
export function useTicketSentence(): (form: TicketForm, terms: TicketTerms) => string {
  const t = useTranslations('spot')
  const figure = useFigure()
  return (form, { base, quote }) => {
    if (byBudget(form)) return t('confirmBuyFor', { base, quote, amount: figure(form.budget) })
    const quantity = figure(form.quantity)
    if (form.type === 'market')
      return t(form.side === 'buy' ? 'confirmBuyMarket' : 'confirmSellMarket', { quantity, base })
    const price = figure(form.price)
    return t(form.side === 'buy' ? 'confirmBuyLimit' : 'confirmSellLimit', { quantity, base, quote, price })
  }
}
