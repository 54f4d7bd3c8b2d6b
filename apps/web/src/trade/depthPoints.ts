import type { Level } from '@truemark/protocol/routes/market'
import { deepRows, type DeepRow } from './deepRows.ts'
import { plotValue } from './plot.ts'

/** A level where it is drawn: across and up as shares of the picture, from its left and its foot. */
export interface DepthPoint extends DeepRow {
  readonly side: 'ask' | 'bid'
  readonly x: number
  readonly height: number
}

/** A book as a picture of what lies how far from its middle. */
export interface DepthPicture {
  /** From the lowest bid to the highest ask. */
  readonly levels: readonly DepthPoint[]
  /** Between the best two, as a number to draw with. */
  readonly middle: number
  /** From the middle to either edge, in the same. */
  readonly reach: number
  /** The largest amount, as a decimal text. */
  readonly most: string
}

/** Places the levels of a book; null where a side is empty, since there is no middle then. */
export function depthPoints(asks: readonly Level[], bids: readonly Level[]): DepthPicture | null {
  const rows = deepRows(asks, bids)
  const [ask, bid] = [rows.asks[0], rows.bids[0]]
  if (ask === undefined || bid === undefined) return null
  const middle = (plotValue(ask.price) + plotValue(bid.price)) / 2
  const all = [...rows.bids.toReversed(), ...rows.asks]
  const reach = Math.max(...all.map((row) => Math.abs(plotValue(row.price) - middle))) || 1
  const amounts = all.map((row) => plotValue(row.total))
  const most = Math.max(...amounts) || 1
  const levels = all.map((row, place) => ({
    ...row,
    side: place < rows.bids.length ? ('bid' as const) : ('ask' as const),
    x: (plotValue(row.price) - middle + reach) / (2 * reach),
    height: (amounts[place] ?? 0) / most,
  }))
  return { levels, middle, reach, most: all[amounts.indexOf(most)]?.total ?? '0' }
}
