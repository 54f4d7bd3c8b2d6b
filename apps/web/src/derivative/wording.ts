import { formatDecimal } from '@truemark/core/money/decimal'
import type { PriceFraction } from '@truemark/core/margin/liquidation'
import { divide } from '@truemark/core/money/round'
import { useTranslations } from 'use-intl'
import { useFigure } from '../trade/door.ts'
import type { LotContext } from './lotContext.ts'
import type { LotForm } from './lotForm.ts'
import type { LotTerms } from './lotTerms.ts'

/** What the button of a form says it will do: "Buy 0.5 lots, long 10×". Without lots: "Buy (long)". */
export function useLotAction(): (form: LotForm, context: LotContext) => string {
  const t = useTranslations('trade')
  const figure = useFigure()
  return (form, { multiple }) => {
    const long = form.side === 'buy'
    if (form.lots === '') return t(long ? 'long' : 'short')
    const lots = figure(form.lots)
    if (form.reduceOnly) return t(long ? 'reduceBuy' : 'reduceSell', { lots })
    return t(long ? 'longSubmit' : 'shortSubmit', { lots, multiple: multiple.toString() })
  }
}

/** The order in one plain sentence, for the confirmation. */
export function useLotSentence(): (form: LotForm, context: LotContext) => string {
  const t = useTranslations('trade')
  const figure = useFigure()
  return (form, { terms, multiple }) => {
    const values = {
      lots: figure(form.lots),
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

/** A price as an exact fraction (quote units per hundredth of a lot), written to the tenth of a tick. */
export function fractionText({ numerator, denominator }: PriceFraction, terms: LotTerms): string {
  const tenths = divide(numerator, denominator * BigInt(terms.quotePerTenthLot), 'half-even')
  return formatDecimal(tenths, terms.priceDecimals + 1)
}
