import { intervals, type Interval } from '@truemark/protocol/routes/market'
import { IconButton } from '@truemark/ui/primitives/IconButton'
import { joined } from '@truemark/ui/primitives/joined'
import { ChartSpline } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { chartSettings, toggleIndicator, useChartSettings } from './chartSettings.ts'
import { indicatorNames } from './indicatorNames.ts'

const indicatorWords = {
  MA: 'movingAverage',
  EMA: 'exponentialAverage',
  BOLL: 'bollinger',
  VOL: 'volume',
  MACD: 'macd',
  RSI: 'rsi',
} as const

/** The intervals and the indicators of a chart, and what else it has to offer. */
export function ChartBar({ interval, children }: { interval: Interval; children: ReactNode }) {
  const t = useTranslations('spot')
  const { indicators } = useChartSettings()
  const [unfolded, setUnfolded] = useState(false)
  return (
    <div className="flex flex-wrap items-center gap-x-2 px-1 hairline-b">
      <fieldset aria-label={t('interval')} className="flex min-w-0 flex-1 overflow-x-auto [scrollbar-width:none]">
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
        className="min-[1680px]:hidden"
        onClick={() => setUnfolded(!unfolded)}
      >
        <ChartSpline size={18} strokeWidth={1.5} aria-hidden="true" />
      </IconButton>
      <fieldset
        aria-label={t('indicators')}
        className={joined(
          'order-1 min-w-0 basis-full overflow-x-auto min-[1680px]:flex min-[1680px]:basis-auto min-[1680px]:order-none',
          unfolded ? 'flex' : 'hidden',
        )}
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
      {children}
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
        'feedback min-h-11 min-w-10 shrink-0 px-1.5 text-12 font-medium -outline-offset-2 desk:min-w-9',
        pressed ? 'text-primary' : 'text-quiet hover:text-text',
      )}
    >
      {label}
    </button>
  )
}
