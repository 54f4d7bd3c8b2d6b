import { parseDecimal } from '@truemark/core/money/decimal'
import type { Point } from './payoff.ts'

const width = 320n
const height = 150n
const top = 10n
const scale = 12

/** Where the lines of a payoff stand in a picture of 320 × 150; `now` is null where it is outside of it. */
export interface Places {
  readonly product: string
  readonly held: string
  readonly reference: string
  readonly now: string | null
}

/** Places the points of a chart, and the reference price and the index along its width. */
export function placesOf(points: readonly Point[], reference: string, index: string | null): Places {
  const [first] = points
  const last = points.at(-1)
  if (first === undefined || last === undefined) return { product: '', held: '', reference: '0', now: null }
  const worths = points.flatMap(({ product, held }) => [product, held])
  const least = worths.reduce((a, b) => (a < b ? a : b))
  const most = worths.reduce((a, b) => (a > b ? a : b))
  const span = most > least ? most - least : 1n
  const across = last.priceUnits > first.priceUnits ? last.priceUnits - first.priceUnits : 1n
  const x = (units: bigint): string => tenth((10n * width * (units - first.priceUnits)) / across)
  const y = (worth: bigint): string =>
    tenth(10n * (height - top) - (10n * (height - 2n * top) * (worth - least)) / span)
  const line = (of: (point: Point) => bigint): string =>
    points.map((point) => `${x(point.priceUnits)},${y(of(point))}`).join(' ')
  const at = unitsOf(reference, first)
  const now = index === null ? null : unitsOf(index, first)
  return {
    product: line(({ product }) => product),
    held: line(({ held }) => held),
    reference: x(at),
    now: now !== null && now >= first.priceUnits && now <= last.priceUnits ? x(now) : null,
  }
}

// a price in the units of the chart's first point, whose price is known both as text and in them
function unitsOf(price: string, { price: known, priceUnits }: Point): bigint {
  const parsed = parseDecimal(price, scale) ?? 0n
  const base = parseDecimal(known, scale) ?? 1n
  return base === 0n ? 0n : (parsed * priceUnits) / base
}

function tenth(tenths: bigint): string {
  const sign = tenths < 0n ? '-' : ''
  const size = tenths < 0n ? -tenths : tenths
  return `${sign}${size / 10n}.${size % 10n}`
}
