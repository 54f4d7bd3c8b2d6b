import { relativeHeights } from '@truemark/ui/figures/heights'
import { ChartPointer, usePointed } from '@truemark/ui/primitives/ChartPointer'

export interface DayValue {
  /** A day of UTC, by the moment at which it begins. */
  readonly time: number
  /** Zero or more; null where it is not known. */
  readonly value: string | null
}

interface DayBarsProps {
  label: string
  /** In order of time; at least one. */
  values: readonly DayValue[]
  /** Says a day aloud: which one and how much. */
  describe: (value: DayValue) => string
  /** Tells which day the reader points at; null when they are done. */
  onPoint: (value: DayValue | null) => void
}

const height = 300
/** What is little is still seen. */
const heightMin = 4

/** One bar a day, from nothing upward; a day that is not known has none. Pointing or moving along by keys reads a day off. */
export function DayBars({ label, values, describe, onPoint }: DayBarsProps) {
  const pointed = usePointed(values, onPoint)
  const { at, last, read } = pointed
  const heights = relativeHeights([...values.map(({ value }) => value ?? '0'), '0'])
  const width = 1000 / values.length
  const isNothing = values.every(({ value }) => value === null || value === '0')
  return (
    <div className="relative h-44 has-[:focus-visible]:rounded-control has-[:focus-visible]:outline-2 has-[:focus-visible]:outline-primary">
      <svg
        aria-hidden="true"
        viewBox={`0 0 1000 ${height}`}
        preserveAspectRatio="none"
        className="absolute inset-0 size-full text-primary"
      >
        {values.map(({ time, value }, place) => {
          const tall = isNothing || value === null || value === '0' ? 0 : ((heights[place] ?? 0) * height) / 1000
          const shown = tall === 0 ? 0 : Math.max(heightMin, tall)
          return (
            <rect
              key={time}
              x={place * width + width * 0.12}
              width={width * 0.76}
              y={height - shown}
              height={shown}
              fill="currentColor"
              opacity={at === null || at === place ? 0.9 : 0.4}
            />
          )
        })}
        <line x1="0" x2="1000" y1={height} y2={height} stroke="var(--line)" vectorEffect="non-scaling-stroke" />
      </svg>
      <ChartPointer
        label={label}
        text={read === undefined ? '' : describe(read)}
        pointed={pointed}
        placeAt={(share) => Math.min(last, Math.max(0, Math.floor(share * values.length)))}
      />
    </div>
  )
}
