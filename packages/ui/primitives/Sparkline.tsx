import { relativeHeights } from '../figures/heights.ts'
import { joined } from './joined.tsx'

export interface SparklineProps {
  /** Canonical decimal texts in order of time; fewer than two draw nothing. */
  values: readonly string[]
  width?: number
  height?: number
  tone?: 'up' | 'down' | 'quiet'
  className?: string
}

const strokes = { up: 'text-up', down: 'text-down', quiet: 'text-quiet' }

/** The course of a day as one quiet line, with a faint fill under it. */
export function Sparkline({ values, width = 72, height = 28, tone = 'quiet', className }: SparklineProps) {
  const inset = 2
  const heights = relativeHeights(values)
  const points = heights.map((share, i) => {
    const x = (i / Math.max(1, heights.length - 1)) * width
    const y = height - inset - (share / 1000) * (height - 2 * inset)
    return `${Math.round(x * 10) / 10},${Math.round(y * 10) / 10}`
  })
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${width} ${height}`}
      width={width}
      height={height}
      preserveAspectRatio="none"
      className={joined('overflow-visible', strokes[tone], className)}
    >
      {points.length > 1 && (
        <>
          <polygon points={`0,${height} ${points.join(' ')} ${width},${height}`} fill="currentColor" opacity="0.08" />
          <polyline
            points={points.join(' ')}
            fill="none"
            stroke="currentColor"
            strokeWidth="1.5"
            strokeLinecap="round"
            strokeLinejoin="round"
            vectorEffect="non-scaling-stroke"
          />
        </>
      )}
    </svg>
  )
}
