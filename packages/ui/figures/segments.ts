import { relativeHeights } from './heights.ts'

/** A value at a moment: UTC milliseconds and a canonical decimal text. */
export interface TimedValue {
  readonly time: number
  readonly value: string
}

/** A point in thousandths of the width from the left and of the height from the bottom. */
export interface Placed {
  readonly x: number
  readonly y: number
}

/**
 * Where values stand between two moments and between the lowest and the highest of them, cut where two neighbours lie
 * further apart than `gapMs`: what was not recorded is not drawn.
 */
export function segmentsOf(values: readonly TimedValue[], from: number, to: number, gapMs: number): Placed[][] {
  const heights = relativeHeights(values.map(({ value }) => value))
  const span = Math.max(1, to - from)
  const segments: Placed[][] = []
  let last: number | null = null
  for (const [place, { time }] of values.entries()) {
    const point = { x: Math.round(((time - from) * 1000) / span), y: heights[place] ?? 500 }
    if (last === null || time - last > gapMs) segments.push([point])
    else segments.at(-1)?.push(point)
    last = time
  }
  return segments
}
