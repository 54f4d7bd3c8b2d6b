import type { Side } from '../book/book.ts'
import type { OrderKind, TimeInForce } from '../book/orderWords.ts'
import type { BracketTerms } from '../margin/brackets.ts'
import { usdtScale } from '../money/units.ts'
import type { PlaceAsk } from './ask.ts'
import type { DerivativeOrder, Position } from './state.ts'

/** What a form knows of a market. Rates at 10⁻⁹, amounts in units of USDT, the mark in tenths of a tick. */
export interface PreviewMarket {
  readonly symbol: string
  /** Units of USDT that a hundredth of a lot is worth at a tenth of a tick: {@link tenthLotWorth}. */
  readonly quotePerTenthLot: number
  readonly priceDecimals: number
  readonly priceMax: number
  readonly collarRate: number
  readonly multiples: readonly number[]
  readonly brackets: readonly BracketTerms[]
  readonly feeRateContract: number
  readonly feeRatePerpetualMaker: number
  readonly feeRatePerpetualTaker: number
  readonly limitRateMax: number
  readonly openInterestUserMax: bigint
  readonly openInterestMax: bigint
  /** The hundredths of a lot that all holders together could have open on each side, were all that rests filled. */
  readonly reach: { readonly long: number; readonly short: number }
  readonly markTenths: number
  /** Whether the mark decides what is open: see `markDecides`. */
  readonly markDecides: boolean
}

/** An open position as a form knows it; `market` is its place among the markets that are given. */
export type PreviewPosition = Pick<Position, 'kind' | 'side' | 'lots' | 'cost' | 'margin' | 'multiple'> & {
  readonly market: number
  /** Its own brackets; null where they are those in force. */
  readonly brackets: readonly BracketTerms[] | null
}

/** An order that rests and may open, as a form knows it; `lots` are those that are left. */
export type PreviewResting = Pick<DerivativeOrder, 'product' | 'side' | 'lots' | 'multiple'> & {
  readonly market: number
}

/** What a form knows of its holder: the contract account, all open positions, and the orders that may open more. */
export interface PreviewHolder {
  readonly available: bigint
  readonly perpetualHold: bigint
  readonly positions: readonly PreviewPosition[]
  readonly resting: readonly PreviewResting[]
}

/** The order that a form would send. */
export interface PreviewAsk {
  readonly market: number
  readonly position: PlaceAsk['position']
  readonly side: Side
  readonly kind: OrderKind
  readonly timeInForce: TimeInForce
  readonly price: number
  readonly lots: number
  readonly multiple: number
  readonly reduceOnly: boolean
  readonly stopLoss: number | null
  readonly takeProfit: number | null
  /** Where it is a change of an order that rests, which the holder is then given without. */
  readonly standing?: PreviewStanding
}

/** What is left of an order that rests and is changed: where its fills go, and what they bear. */
export interface PreviewStanding {
  /** The place of its ticket among the holder's positions; null for none. */
  readonly ticket: number | null
  /** The brackets that it keeps; null for those in force. */
  readonly brackets: readonly BracketTerms[] | null
}

/** The levels that the order would trade against, best first, in lots. */
export interface PreviewDepth {
  readonly price: readonly number[]
  readonly quantity: readonly number[]
}

/** What a hundredth of a lot is worth at a tenth of a tick, from the contract size in units of `sizeDecimals`. */
export function tenthLotWorth(contractSize: bigint, sizeDecimals: number, priceDecimals: number): number {
  const shift = usdtScale - priceDecimals - 3 - sizeDecimals
  return Number((contractSize * 10n ** BigInt(Math.max(shift, 0))) / 10n ** BigInt(Math.max(-shift, 0)))
}
