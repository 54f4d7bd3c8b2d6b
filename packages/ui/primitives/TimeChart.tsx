import { segmentsOf, type Placed, type TimedValue } from '../figures/segments.ts'
import { ChartPointer, usePointed } from './ChartPointer.tsx'
import { joined } from './joined.tsx'

export interface TimeChartProps {
  label: string
  /** In order of time; at least one. */
  values: readonly TimedValue[]
  from: number
  to: number
  /** Neighbours further apart than this are not joined. */
  gapMs: number
  /** Says a value aloud and beneath the chart: when and how much. */
  describe: (value: TimedValue) => string
  /** Tells which value the reader points at; null when they are done. */
  onPoint?: (value: TimedValue | null) => void
  className?: string
}

const height = 300

/** A value over time as one line with a faint fill; pointing at it or moving along by keys reads a moment off. */
export function TimeChart({ label, values, from, to, gapMs, describe, onPoint, className }: TimeChartProps) {
  const pointed = usePointed(values, onPoint)
  const { at, read } = pointed
  const segments = segmentsOf(values, from, to, gapMs)
  const points = segments.flat()
  const chosen = at === null ? null : (points[at] ?? null)
  return (
    <div
      className={joined(
        'relative h-44 has-[:focus-visible]:rounded-control has-[:focus-visible]:outline-2 has-[:focus-visible]:outline-primary',
        className,
      )}
    >
      <svg
        aria-hidden="true"
        viewBox={`0 0 1000 ${height}`}
        preserveAspectRatio="none"
        className="absolute inset-0 size-full overflow-visible text-primary"
      >
        {segments.map((segment) => (
          <Segment key={segment[0]?.x} points={segment} />
        ))}
      </svg>
      {chosen !== null && (
        <span aria-hidden="true" className="pointer-events-none absolute inset-0">
          <span className="absolute inset-y-0 w-px bg-line" style={{ left: `${chosen.x / 10}%` }} />
          <span
            className="absolute size-2.5 -translate-x-1/2 translate-y-1/2 rounded-full bg-primary"
            style={{ left: `${chosen.x / 10}%`, bottom: `${shareOf(chosen) * 100}%` }}
          />
        </span>
      )}
      <ChartPointer
        label={label}
        text={read === undefined ? '' : describe(read)}
        pointed={pointed}
        placeAt={(share) => nearest(points, share * 1000)}
      />
    </div>
  )
}

/** The share of the height at which a point is drawn: a little room is left above and beneath. */
function shareOf({ y }: Placed): number {
  return (y * 0.9 + 50) / 1000
}

function nearest(points: readonly Placed[], x: number): number | null {
  let found: number | null = null
  for (const [place, point] of points.entries()) {
    const best = found === null ? undefined : points[found]
    if (best === undefined || Math.abs(point.x - x) < Math.abs(best.x - x)) found = place
  }
  return found
}

function Segment({ points }: { points: readonly Placed[] }) {
  const drawn = points.map((point) => `${point.x},${Math.round((1 - shareOf(point)) * height * 10) / 10}`)
  // one moment alone is a dot: a line to itself with a round end
  const line = drawn.length === 1 ? [...drawn, ...drawn] : drawn
  const first = points[0]?.x ?? 0
  const end = points.at(-1)?.x ?? first
  return (
    <>
      <polygon points={`${first},${height} ${line.join(' ')} ${end},${height}`} fill="currentColor" opacity="0.08" />
      <polyline
        points={line.join(' ')}
        fill="none"
        stroke="currentColor"
        strokeWidth={drawn.length === 1 ? 5 : 1.5}
        strokeLinecap="round"
        strokeLinejoin="round"
        vectorEffect="non-scaling-stroke"
      />
    </>
  )
}
