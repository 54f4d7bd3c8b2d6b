import { formatDecimal } from '@truemark/core/money/decimal'
import { formatFigure } from '@truemark/ui/figures/format'
import { useFigureLocale } from '@truemark/ui/primitives/FigureLocale'
import { useTranslations } from 'use-intl'
import { useFigure } from '../parts/useFigure.ts'
import type { LotContext } from './lotContext.ts'
import type { LotForm } from './lotForm.ts'
import { integerOf, lotDecimals, type LotTerms } from './lotTerms.ts'

/** Lots with their word, in number and case of the reader's language: "1 lot", "0.5 lots". */
export function useLotsText(): (lots: string) => string {
  const t = useTranslations('trade')
  const figure = useFigure()
  return (lots) => t('lotsCount', { lots: figure(lots), count: (integerOf(lots, lotDecimals) ?? 0) / 100 })
}

/** What the button of a form says it will do: "Buy 0.5 lots, long 10×". Without lots: "Buy (long)". */
export function useLotAction(): (form: LotForm, context: LotContext) => string {
  const t = useTranslations('trade')
  const text = useLotsText()
  return (form, { multiple }) => {
    const long = form.side === 'buy'
    if (form.lots === '') return t(long ? 'long' : 'short')
    const lots = text(form.lots)
    if (form.reduceOnly) return t(long ? 'reduceBuy' : 'reduceSell', { lots })
    return t(long ? 'longSubmit' : 'shortSubmit', { lots, multiple: multiple.toString() })
  }
}

/** The order in one plain sentence, for the confirmation. */
export function useLotSentence(): (form: LotForm, context: LotContext) => string {
  const t = useTranslations('trade')
  const figure = useFigure()
  const text = useLotsText()
  return (form, { terms, multiple }) => {
    const values = {
      lots: text(form.lots),
      pair: `${terms.base}/${terms.quote}`,
      multiple: multiple.toString(),
      price: figure(form.price),
    }
    const long = form.side === 'buy'
    if (form.reduceOnly) return t(long ? 'sentenceReduceBuy' : 'sentenceReduceSell', values)
    if (form.type === 'market') return t(long ? 'sentenceLongMarket' : 'sentenceShortMarket', values)
    return t(long ? 'sentenceLongLimit' : 'sentenceShortLimit', values)
  }
}

/** Writes an amount of the quote currency to two decimals, cut. */
export function useMoneyText(): (units: bigint, terms: Pick<LotTerms, 'quoteScale'>) => string {
  const locale = useFigureLocale()
  return (units, { quoteScale }) => formatFigure(formatDecimal(units, quoteScale), locale, { decimalsMax: 2 })
}

/** Whether a stop-loss or take-profit ended it, by the reason that it is told with. */
export function hasFired(reason: string): boolean {
  return reason === 'stop_loss' || reason === 'take_profit'
}
