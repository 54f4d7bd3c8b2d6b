import { useId } from 'react'
import { useTranslations } from 'use-intl'
import { percentOf } from '../parts/percentOf.ts'
import { useFigure } from '../parts/useFigure.ts'
import type { TradeMode } from './ticketForm.ts'
import { useDuration } from './wording.ts'

interface DurationCardsProps {
  modes: readonly TradeMode[]
  value: number
  onChange: (tradeMode: number) => void
}

/** One card a duration, with what a win pays on top. */
export function DurationCards({ modes, value, onChange }: DurationCardsProps) {
  const t = useTranslations('option')
  const figure = useFigure()
  const duration = useDuration()
  const name = useId()
  return (
    <fieldset className="flex flex-col gap-1.5">
      <legend className="pb-1.5 text-14 text-secondary">{t('duration')}</legend>
      <div className="grid auto-cols-fr grid-flow-col gap-1.5 max-[22rem]:grid-flow-row max-[22rem]:grid-cols-3">
        {modes.map((mode) => (
          <label
            key={mode.trade_mode}
            className="feedback relative flex min-h-14 min-w-0 cursor-pointer flex-col items-center justify-center rounded-control bg-raised px-0.5 py-1.5 text-center hairline hover:bg-overlay has-checked:bg-primary-soft has-checked:inset-ring-1 has-checked:inset-ring-primary has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-primary"
          >
            <input
              type="radio"
              name={name}
              value={mode.trade_mode}
              checked={mode.trade_mode === value}
              onChange={() => onChange(mode.trade_mode)}
              className="absolute inset-0 cursor-pointer opacity-0"
            />
            <span className="text-14 leading-tight font-medium">{duration(mode.trade_mode)}</span>
            <span className="figures text-12 text-secondary">
              {t('gain', { percent: figure(percentOf(mode.payout_rate)) })}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
