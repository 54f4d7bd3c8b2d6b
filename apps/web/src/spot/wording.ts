import { useTranslations } from 'use-intl'
import { useFigure } from '../parts/useFigure.ts'
import { byBudget, isPair, type TicketForm } from './ticketForm.ts'
import type { TicketTerms } from './terms.ts'

/** What the button of a ticket says it will do, exactly: "Buy 0.012 BTC". Without figures: "Buy". */
export function useTicketAction(): (form: TicketForm, terms: TicketTerms) => string {
  const t = useTranslations('spot')
  const figure = useFigure()
  return (form, terms) => {
    if (form.waits) return t('conditionalSubmit')
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
  const order = (form: TicketForm, { base, quote }: TicketTerms): string => {
    if (byBudget(form)) return t('confirmBuyFor', { base, quote, amount: figure(form.budget) })
    const quantity = figure(form.quantity)
    if (form.type === 'market')
      return t(form.side === 'buy' ? 'confirmBuyMarket' : 'confirmSellMarket', { quantity, base })
    const price = figure(form.price)
    return t(form.side === 'buy' ? 'confirmBuyLimit' : 'confirmSellLimit', { quantity, base, quote, price })
  }
  return (form, terms) => {
    if (!form.waits) return order(form, terms)
    if (form.follows) {
      const turn = form.side === 'sell' ? 'confirmWhenTurnsDown' : 'confirmWhenTurnsUp'
      return `${t(turn, { percent: figure(form.distance) })} ${order(form, terms)}`
    }
    const when = t(form.when === 'at_or_below' ? 'confirmWhenBelow' : 'confirmWhenAbove', {
      price: figure(form.trigger),
      quote: terms.quote,
    })
    const first = `${when} ${order(form, terms)}`
    if (!isPair(form)) return first
    const second = t(form.when === 'at_or_below' ? 'confirmOrAbove' : 'confirmOrBelow', {
      price: figure(form.otherTrigger),
      limit: figure(form.otherPrice),
      quote: terms.quote,
    })
    return `${first} ${second}`
  }
}
