import { parseDecimal } from '@truemark/core/money/decimal'
import type { HouseDepth } from '@truemark/core/spot/matching'
import type { PreviewTerms } from '@truemark/core/spot/preview'
import type { Book, Coin, Level, SymbolView } from '@truemark/protocol/routes/market'
import type { Side } from '@truemark/protocol/routes/spot'

const rateDecimals = 9

/** A market's terms as the form computes with them: prices in ticks, quantities in steps, amounts in smallest units. */
export interface TicketTerms extends PreviewTerms {
  readonly symbol: string
  readonly base: string
  readonly quote: string
  readonly priceDecimals: number
  readonly quantityDecimals: number
  readonly baseScale: number
  readonly quoteScale: number
  readonly priceMax: number
  /** A spot order's amount must be above this, in quote units. */
  readonly amountMin: bigint
  readonly amountMinText: string
  readonly quantityMaxText: string
  /** An integer at 10⁻⁹. */
  readonly collarRate: number
}

/** Reads a market's terms; null where they don't fit together, which no order could then be made of. */
export function ticketTerms(market: SymbolView, coins: readonly Coin[]): TicketTerms | null {
  const baseScale = coins.find((coin) => coin.currency === market.base)?.scale
  const quoteScale = coins.find((coin) => coin.currency === market.quote)?.scale
  if (baseScale === undefined || quoteScale === undefined) return null
  const { price_decimals: priceDecimals, quantity_decimals: quantityDecimals } = market
  const quoteShift = quoteScale - priceDecimals - quantityDecimals
  const baseShift = baseScale - quantityDecimals
  const priceMax = integerOf(market.price_max, priceDecimals)
  const quantityMax = integerOf(market.quantity_max, quantityDecimals)
  const feeRateMaker = integerOf(market.fee_rate_maker, rateDecimals)
  const feeRateTaker = integerOf(market.fee_rate_taker, rateDecimals)
  const collarRate = integerOf(market.collar_rate, rateDecimals)
  const amountMin = parseDecimal(market.amount_min, quoteScale)
  if (quoteShift < 0 || baseShift < 0 || priceMax === null || quantityMax === null) return null
  if (feeRateMaker === null || feeRateTaker === null || collarRate === null || amountMin === null) return null
  return {
    symbol: market.symbol,
    base: market.base,
    quote: market.quote,
    priceDecimals,
    quantityDecimals,
    baseScale,
    quoteScale,
    quotePerTickStep: 10 ** quoteShift,
    basePerStep: 10 ** baseShift,
    priceMax,
    quantityMax,
    quantityMaxText: market.quantity_max,
    amountMin,
    amountMinText: market.amount_min,
    feeRateMaker,
    feeRateTaker,
    collarRate,
  }
}

/** A canonical decimal text as a safe integer at `decimals`; null where it is none or not on that grid. */
export function integerOf(text: string, decimals: number): number | null {
  const units = parseDecimal(text, decimals)
  if (units === null || units > BigInt(Number.MAX_SAFE_INTEGER)) return null
  return Number(units)
}

/** The levels that an order of a side would trade against, best first. */
export function depthAgainst(terms: TicketTerms, side: Side, book: Book | undefined): HouseDepth {
  const levels = side === 'buy' ? book?.asks : book?.bids
  const read = (levels ?? []).flatMap((level) => readLevel(terms, level))
  return { price: read.map((level) => level.price), quantity: read.map((level) => level.quantity) }
}

function readLevel(terms: TicketTerms, level: Level): { price: number; quantity: number }[] {
  const price = integerOf(level.price, terms.priceDecimals)
  const quantity = integerOf(level.amount, terms.quantityDecimals)
  return price === null || quantity === null ? [] : [{ price, quantity }]
}

/** The index that a book came with, in tenths of a tick; null where it came with none. */
export function indexTenthsOf(terms: Pick<TicketTerms, 'priceDecimals'>, book: Book | undefined): number | null {
  return typeof book?.mark === 'string' ? integerOf(book.mark, terms.priceDecimals + 1) : null
}
