import { joined } from './joined.tsx'

const stops = [0, 25, 50, 75, 100]

export interface PercentSliderProps {
  label: string
  /** Whole percent, 0 to 100. */
  value: number
  onValueChange: (percent: number) => void
  disabled?: boolean
  tone?: 'up' | 'down' | 'primary'
}

const fills = { up: 'bg-up', down: 'bg-down', primary: 'bg-primary' }

/** A share of what is there, with stops at 0, 25, 50, 75 and 100 percent that can be pressed. */
export function PercentSlider({ label, value, onValueChange, disabled = false, tone = 'primary' }: PercentSliderProps) {
  const fill = fills[tone]
  return (
    <div className={joined('flex flex-col', disabled && 'opacity-45')}>
      <div className="relative mx-2 h-11 has-[:focus-visible]:rounded-control has-[:focus-visible]:outline-2 has-[:focus-visible]:outline-primary">
        <div className="absolute inset-x-0 top-1/2 h-1 -translate-y-1/2 rounded-full bg-raised hairline" />
        <div
          className={joined('absolute top-1/2 left-0 h-1 -translate-y-1/2 rounded-full', fill)}
          style={{ width: `${value}%` }}
        />
        {stops.map((stop) => (
          <span
            key={stop}
            aria-hidden="true"
            className={joined(
              'absolute top-1/2 size-2.5 -translate-x-1/2 -translate-y-1/2 rotate-45 rounded-[2px]',
              stop <= value ? fill : 'bg-overlay hairline',
            )}
            style={{ left: `${stop}%` }}
          />
        ))}
        <span
          aria-hidden="true"
          className={joined(
            'absolute top-1/2 size-5 -translate-x-1/2 -translate-y-1/2 rounded-full border-4 border-surface',
            fill,
          )}
          style={{ left: `${value}%` }}
        />
        <input
          type="range"
          min={0}
          max={100}
          step={1}
          value={value}
          disabled={disabled}
          aria-label={label}
          aria-valuetext={`${value}%`}
          onChange={(event) => onValueChange(event.target.valueAsNumber)}
          className="absolute -inset-x-2 inset-y-0 w-[calc(100%+1rem)] cursor-pointer touch-pan-y opacity-0"
        />
      </div>
      <fieldset className="flex min-w-0 justify-between">
        <legend className="sr-only">{label}</legend>
        {stops.map((stop) => (
          <button
            key={stop}
            type="button"
            disabled={disabled}
            aria-pressed={stop === value}
            onClick={() => onValueChange(stop)}
            className={joined(
              'figures min-h-11 min-w-11 text-12',
              stop === value ? 'text-text' : 'text-quiet hover:text-text',
            )}
          >
            {stop}%
          </button>
        ))}
      </fieldset>
    </div>
  )
}
