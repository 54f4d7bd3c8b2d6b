import type { SymbolView } from '@truemark/protocol/routes/market'
import { formatFigure } from '@truemark/ui/figures/format'
import { Button } from '@truemark/ui/primitives/Button'
import { useFigureLocale } from '@truemark/ui/primitives/FigureLocale'
import { lazyPart } from '@truemark/ui/primitives/lazyPart'
import { Skeleton } from '@truemark/ui/primitives/Skeleton'
import { Suspense, useCallback, useMemo, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useHour12, useTimezone } from '../i18n/door.ts'
import type { ChartLine, MovedLine } from './chartLine.ts'
import { useChartSettings } from './chartSettings.ts'

const CandleChart = lazyPart(() => import('./CandleChart.tsx').then((m) => m.default))

interface CandlesPaneProps {
  market: SymbolView
  /** Must keep its identity while nothing in it changes. */
  lines: readonly ChartLine[]
  onMove: (moved: MovedLine) => void
  /** Whether one draws over the candles. */
  drawing: boolean
}

/** These candles begin at midnight of UTC: west of it, a zone of one's own would date each a day early. */
const utcIntervals: ReadonlySet<string> = new Set(['1D', '1W'])

/** The candles of a market, or that they could not be loaded. */
export function CandlesPane({ market, lines, onMove, drawing }: CandlesPaneProps) {
  const t = useTranslations('spot')
  const shell = useTranslations('shell')
  const { interval, indicators } = useChartSettings()
  const timezone = useTimezone()
  const locale = useFigureLocale()
  const hour12 = useHour12()
  const [history, setHistory] = useState<'awaited' | 'there' | 'failed'>('awaited')
  const [turn, setTurn] = useState(0)
  const onFailed = useCallback((lost: boolean) => setHistory(lost ? 'failed' : 'there'), [])
  const summary = useMemo(() => {
    const decimals = { decimalsMin: market.price_decimals, decimalsMax: market.price_decimals }
    const figure = (price: string | null) => (price === null ? '--' : formatFigure(price, locale, decimals))
    return t('chartSummary', {
      symbol: `${market.base}/${market.quote}`,
      interval: t(`interval${interval}`),
      last: figure(market.lastPrice),
      high: figure(market.high),
      low: figure(market.low),
    })
  }, [t, market, interval, locale])
  return (
    <>
      <Suspense fallback={<Skeleton className="absolute inset-0 rounded-none" />}>
        <CandleChart
          key={turn}
          symbol={market.symbol}
          interval={interval}
          priceDecimals={market.price_decimals}
          quantityDecimals={market.quantity_decimals}
          indicators={indicators}
          lines={lines}
          timezone={utcIntervals.has(interval) ? 'UTC' : timezone}
          hour12={hour12}
          summary={summary}
          onMove={onMove}
          drawing={drawing}
          onFailed={onFailed}
        />
      </Suspense>
      {/* axes without a candle between them would say what is not so */}
      {history === 'awaited' && <Skeleton className="absolute inset-0 rounded-none" />}
      {history === 'failed' && (
        <div className="absolute inset-0 z-10 grid place-items-center bg-background/80">
          <div className="flex flex-col items-center gap-2 text-14 text-secondary">
            {shell('failure.loadTitle')}
            <Button kind="secondary" compact onClick={() => setTurn(turn + 1)}>
              {shell('action.retry')}
            </Button>
          </div>
        </div>
      )}
    </>
  )
}
