import { intervals, type Interval, type SymbolView } from '@truemark/protocol/routes/market'
import { Badge } from '@truemark/ui/primitives/Badge'
import { Button } from '@truemark/ui/primitives/Button'
import { IconButton } from '@truemark/ui/primitives/IconButton'
import { joined } from '@truemark/ui/primitives/joined'
import { Skeleton } from '@truemark/ui/primitives/Skeleton'
import { ChartSpline } from 'lucide-react'
import { lazyPart } from '@truemark/ui/primitives/lazyPart'
import { Suspense, useCallback, useMemo, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useMarketCondition } from '../data/markets.ts'
import { useHour12, useTimezone } from '../i18n/door.ts'
import type { ChartLine } from './chartLine.ts'
import { chartSettings, toggleIndicator, useChartSettings } from './chartSettings.ts'
import { indicatorNames } from './indicatorNames.ts'

const CandleChart = lazyPart(() => import('./CandleChart.tsx').then((m) => m.default))

interface ChartPanelProps {
  market: SymbolView
  /** Must keep its identity while nothing in it changes: each new list is drawn anew. */
  lines: readonly ChartLine[]
  className?: string
}

/** These candles begin at midnight of UTC: west of it, a zone of one's own would date each a day early. */
const utcIntervals: ReadonlySet<string> = new Set(['1D', '1W'])

/** The chart with its intervals and indicators. */
export function ChartPanel({ market, lines, className }: ChartPanelProps) {
  const t = useTranslations('spot')
  const shell = useTranslations('shell')
  const { interval, indicators } = useChartSettings()
  const timezone = useTimezone()
  const hour12 = useHour12()
  const { simulated } = useMarketCondition(market)
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
            lines={lines}
            timezone={utcIntervals.has(interval) ? 'UTC' : timezone}
            hour12={hour12}
            summary={summary}
            onFailed={onFailed}
          />
        </Suspense>
        {simulated && (
          <span className="pointer-events-none absolute bottom-8 left-2 z-10 flex rounded-chip bg-background">
            <Badge tone="info">{shell('label.simulated')}</Badge>
          </span>
        )}
        {failed && (
          <div className="absolute inset-0 z-10 grid place-items-center bg-background/80">
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

const indicatorWords = {
  MA: 'movingAverage',
  EMA: 'exponentialAverage',
  BOLL: 'bollinger',
  VOL: 'volume',
  MACD: 'macd',
  RSI: 'rsi',
} as const

function ChartBar({ interval }: { interval: Interval }) {
  const t = useTranslations('spot')
  const { indicators } = useChartSettings()
  const [unfolded, setUnfolded] = useState(false)
  return (
    <div className="flex flex-wrap items-center gap-x-2 px-1 hairline-b">
      <fieldset
        aria-label={t('interval')}
        className="flex min-w-0 flex-1 overflow-x-auto [scrollbar-width:none] desk:flex-none"
      >
        {intervals.map((each) => (
          <BarButton
            key={each}
            label={t(`interval${each}`)}
            pressed={each === interval}
            onClick={() => chartSettings.setState({ interval: each })}
          />
        ))}
      </fieldset>
      <IconButton
        label={t('indicators')}
        aria-expanded={unfolded}
        className="desk:hidden"
        onClick={() => setUnfolded(!unfolded)}
      >
        <ChartSpline size={18} strokeWidth={1.5} aria-hidden="true" />
      </IconButton>
      <fieldset
        aria-label={t('indicators')}
        className={joined('min-w-0 basis-full overflow-x-auto desk:flex desk:basis-auto', unfolded ? 'flex' : 'hidden')}
      >
        {indicatorNames.map((name) => (
          <BarButton
            key={name}
            label={name}
            title={t(indicatorWords[name])}
            pressed={indicators.includes(name)}
            onClick={() => toggleIndicator(name)}
          />
        ))}
      </fieldset>
    </div>
  )
}

interface BarButtonProps {
  label: string
  title?: string
  pressed: boolean
  onClick: () => void
}

function BarButton({ label, title, pressed, onClick }: BarButtonProps) {
  return (
    <button
      type="button"
      aria-pressed={pressed}
      {...(title === undefined ? {} : { 'aria-label': title, title })}
      onClick={onClick}
      className={joined(
        'feedback min-h-11 min-w-10 shrink-0 px-1.5 text-12 font-medium -outline-offset-2 desk:min-w-11',
        pressed ? 'text-primary' : 'text-quiet hover:text-text',
      )}
    >
      {label}
    </button>
  )
}
