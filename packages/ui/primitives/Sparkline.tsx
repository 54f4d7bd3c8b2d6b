import { joined } from './joined.ts'

export interface SparklineProps {
  /** Values in order of time, any scale; fewer than two draw nothing. */
  values: readonly number[]
  width?: number
  height?: number
  tone?: 'up' | 'down' | 'quiet'
  className?: string
}

const strokes = { up: 'text-up', down: 'text-down', quiet: 'text-quiet' }

/** The course of a day as one quiet line, with a faint fill under it. */
export function Sparkline({ values, width = 72, height = 28, tone = 'quiet', className }: SparklineProps) {
  const low = Math.min(...values)
  const high = Math.max(...values)
  const inset = 2
  const points = values.map((value, i) => {
    const x = (i / Math.max(1, values.length - 1)) * width
    const share = high === low ? 0.5 : (value - low) / (high - low)
    const y = height - inset - share * (height - 2 * inset)
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
      {values.length > 1 && (
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
