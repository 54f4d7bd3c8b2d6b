import { intervals, type Interval, type SymbolView } from '@truemark/protocol/routes/market'
import { Badge } from '@truemark/ui/primitives/Badge'
import { Button } from '@truemark/ui/primitives/Button'
import { joined } from '@truemark/ui/primitives/joined'
import { Skeleton } from '@truemark/ui/primitives/Skeleton'
import { lazy, Suspense, useCallback, useMemo, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useOpenOrders } from '../data/account.ts'
import { useAppData } from '../data/appData.ts'
import type { MarketFigures } from '../data/markets.ts'
import { chartSettings, toggleIndicator, useChartSettings } from './chartSettings.ts'
import { indicatorNames } from './indicatorNames.ts'

const CandleChart = lazy(() => import('./CandleChart.tsx'))

const noOrders: never[] = []

interface ChartPanelProps {
  market: SymbolView
  figures: MarketFigures
  className?: string
}

/** The chart with its intervals and indicators. */
export function ChartPanel({ market, figures, className }: ChartPanelProps) {
  const t = useTranslations('spot')
  const shell = useTranslations('shell')
  const { interval, indicators } = useChartSettings()
  const orders = useOpenOrders() ?? noOrders
  const timezone = useAppData()?.app.timezone ?? 'UTC'
  const [failed, setFailed] = useState(false)
  const [turn, setTurn] = useState(0)
  const onFailed = useCallback((lost: boolean) => setFailed(lost), [])
  const summary = useMemo(
    () =>
      t('chartSummary', {
        symbol: `${market.base}/${market.quote}`,
        interval: t(`interval${interval}`),
        last: market.lastPrice ?? '--',
        high: market.high ?? '--',
        low: market.low ?? '--',
      }),
    [t, market, interval],
  )
  return (
    <section aria-label={t('chart')} className={joined('flex min-h-0 flex-col', className)}>
      <ChartBar interval={interval} />
      <div className="relative min-h-0 flex-1">
        <Suspense fallback={<Skeleton className="absolute inset-0 rounded-none" />}>
          <CandleChart
            key={turn}
            symbol={market.symbol}
            interval={interval}
            priceDecimals={market.price_decimals}
            quantityDecimals={market.quantity_decimals}
            indicators={indicators}
            orders={orders}
            timezone={timezone}
            summary={summary}
            onFailed={onFailed}
          />
        </Suspense>
        {figures.simulated && (
          <Badge tone="info" className="pointer-events-none absolute bottom-8 left-2">
            {shell('label.simulated')}
          </Badge>
        )}
        {failed && (
          <div className="absolute inset-0 grid place-items-center bg-background/80">
            <div className="flex flex-col items-center gap-2 text-14 text-secondary">
              {shell('failure.loadTitle')}
              <Button kind="secondary" compact onClick={() => setTurn(turn + 1)}>
                {shell('action.retry')}
              </Button>
            </div>
          </div>
        )}
      </div>
    </section>
  )
}

function ChartBar({ interval }: { interval: Interval }) {
  const t = useTranslations('spot')
  const { indicators } = useChartSettings()
  const names = {
    MA: 'movingAverage',
    EMA: 'exponentialAverage',
    BOLL: 'bollinger',
    VOL: 'volume',
    MACD: 'macd',
    RSI: 'rsi',
  } as const
  return (
    <div className="flex flex-wrap items-center gap-x-2 px-1 hairline-b">
      <fieldset aria-label={t('interval')} className="flex min-w-0 overflow-x-auto [scrollbar-width:none]">
        {intervals.map((each) => (
          <button
            key={each}
            type="button"
            aria-pressed={each === interval}
            onClick={() => chartSettings.setState({ interval: each })}
            className={joined(
              'feedback min-h-11 min-w-11 shrink-0 px-2 text-12 font-medium -outline-offset-2',
              each === interval ? 'text-primary' : 'text-quiet hover:text-text',
            )}
          >
            {t(`interval${each}`)}
          </button>
        ))}
      </fieldset>
      <fieldset aria-label={t('indicators')} className="flex min-w-0 overflow-x-auto [scrollbar-width:none]">
        {indicatorNames.map((name) => (
          <button
            key={name}
            type="button"
            aria-pressed={indicators.includes(name)}
            aria-label={t(names[name])}
            title={t(names[name])}
            onClick={() => toggleIndicator(name)}
            className={joined(
              'feedback min-h-11 min-w-11 shrink-0 px-2 text-12 font-medium -outline-offset-2',
              indicators.includes(name) ? 'text-primary' : 'text-quiet hover:text-text',
            )}
          >
            {name}
          </button>
        ))}
      </fieldset>
    </div>
  )
}
