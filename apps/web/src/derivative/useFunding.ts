import { perpetualFunding } from '@truemark/protocol/routes/perpetual'
import { formatFigure } from '@truemark/ui/figures/format'
import { useFigureLocale } from '@truemark/ui/primitives/FigureLocale'
import { useTranslations } from 'use-intl'
import { call } from '../data/api.ts'
import { usePages } from '../data/usePages.ts'
import { ratePercent } from './fundingText.ts'

const pollMs = 60_000

/** A market's funding: the rate so far and the next payment, asked for anew each minute, and past ones page after page. */
export function useFunding(symbol: string) {
  return usePages(['perpetual', 'funding', symbol], (page) => call(perpetualFunding, { query: { symbol, ...page } }), {
    refetchInterval: pollMs,
  })
}

/** Writes a funding rate in percent, with its sign. */
export function useRatePercent(): (rate: string) => string {
  const trade = useTranslations('trade')
  const locale = useFigureLocale()
  const format = { decimalsMin: 4, decimalsMax: 4, signed: true }
  return (rate) => trade('percent', { percent: formatFigure(ratePercent(rate), locale, format) })
}
