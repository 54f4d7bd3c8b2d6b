import { joined } from './joined.tsx'

export interface SliderProps {
  label: string
  /** Whole steps. */
  value: number
  min: number
  max: number
  /** What is read out for a value: "10×", "−5 %". */
  valueText: string
  onValueChange: (value: number) => void
  tone?: 'up' | 'down' | 'primary'
  disabled?: boolean
}

const fills = { up: 'bg-up', down: 'bg-down', primary: 'bg-primary' }

/** A value between two ends. Filled from zero where zero lies between them, else from the lower end. */
export function Slider(props: SliderProps) {
  const { label, value, min, max, valueText, onValueChange, tone = 'primary', disabled = false } = props
  const origin = placeOf(Math.min(Math.max(0, min), max), min, max)
  const place = placeOf(value, min, max)
  const fill = fills[tone]
  return (
    <div
      className={joined(
        'relative mx-2.5 h-11 has-[:focus-visible]:rounded-control has-[:focus-visible]:outline-2 has-[:focus-visible]:outline-primary',
        disabled && 'opacity-45',
      )}
    >
      <div className="absolute inset-x-0 top-1/2 h-1 -translate-y-1/2 rounded-full bg-raised hairline" />
      <div
        className={joined('absolute top-1/2 h-1 -translate-y-1/2 rounded-full', fill)}
        style={{ left: `${Math.min(origin, place)}%`, width: `${Math.abs(place - origin)}%` }}
      />
      {origin > 0 && (
        <span
          aria-hidden="true"
          className="absolute top-1/2 h-3 w-0.5 -translate-x-1/2 -translate-y-1/2 rounded-full bg-quiet"
          style={{ left: `${origin}%` }}
        />
      )}
      <span
        aria-hidden="true"
        className={joined(
          'absolute top-1/2 size-5 -translate-x-1/2 -translate-y-1/2 rounded-full border-4 border-surface',
          fill,
        )}
        style={{ left: `${place}%` }}
      />
      <input
        type="range"
        min={min}
        max={max}
        step={1}
        value={value}
        disabled={disabled}
        aria-label={label}
        aria-valuetext={valueText}
        onChange={(event) => onValueChange(event.target.valueAsNumber)}
        className="absolute -inset-x-2.5 inset-y-0 w-[calc(100%+1.25rem)] cursor-pointer touch-pan-y opacity-0"
      />
    </div>
  )
}

function placeOf(value: number, min: number, max: number): number {
  return max === min ? 0 : ((value - min) / (max - min)) * 100
}
