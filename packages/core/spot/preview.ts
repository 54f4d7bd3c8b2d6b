import { Book, type Side } from '../book/book.ts'
import type { Listing } from '../book/listing.ts'
import { planFills, type HouseDepth, type PlanEnd } from './matching.ts'
import { rateOne } from '../money/units.ts'
import { divide } from '../money/round.ts'
import type { OrderKind } from './order.ts'

/** What a preview must know of a listing. */
export type PreviewTerms = Pick<
  Listing,
  'quotePerTickStep' | 'basePerStep' | 'feeRateMaker' | 'feeRateTaker' | 'quantityMax'
>

/** What a form would send: ticks, steps and quote units; `price` is 0 for a market order. */
export interface PreviewAsk {
  readonly side: Side
  readonly kind: OrderKind
  readonly price: number
  readonly quantity: number
  /** What a market buy may spend; 0n where the quantity counts. */
  readonly budget: bigint
  /** The worst price a market order may take, in ticks. */
  readonly collar: number
}

/** Amounts in smallest units: `quote` and `base` change hands, `fee` is off what is received. */
export interface Preview {
  /** Steps that would trade at once against the levels that are shown. */
  readonly filledNow: number
  /** Whole cost (buy) or proceeds (sell) in quote units: what fills at once at its prices, the rest at the limit. */
  readonly quote: bigint
  readonly base: bigint
  /** The fee at the taker rate on what fills at once and at the maker rate on the rest. */
  readonly fee: bigint
  readonly receive: bigint
  /** What the engine would hold or spend of the currency that is given. */
  readonly need: bigint
  readonly end: PlanEnd
}

const noOrders = new Book<never>()

// a form may ask for more than an order may be worth, so that these are not the engine's numbers
function quoteUnits(terms: PreviewTerms, price: number, quantity: number): bigint {
  return BigInt(price) * BigInt(quantity) * BigInt(terms.quotePerTickStep)
}

function baseUnits(terms: PreviewTerms, quantity: number): bigint {
  return BigInt(quantity) * BigInt(terms.basePerStep)
}

// an order's fees are rounded up together
function feeOf(taken: bigint, made: bigint, { feeRateTaker, feeRateMaker }: PreviewTerms): bigint {
  return divide(taken * BigInt(feeRateTaker) + made * BigInt(feeRateMaker), BigInt(rateOne), 'up')
}

/**
 * What an order would come to against the book levels that are shown (the side it trades against, best first), by the
 * functions that the engine itself runs.
 */
export function previewSpot(terms: PreviewTerms, ask: PreviewAsk, against: HouseDepth): Preview {
  const byBudget = ask.budget > 0n
  const plan = planFills(noOrders, against, terms, {
    holder: 0,
    side: ask.side,
    limit: ask.kind === 'limit' ? ask.price : ask.collar,
    quantity: byBudget ? terms.quantityMax : ask.quantity,
    budget: byBudget ? Number(ask.budget) : Number.POSITIVE_INFINITY,
    passesOwn: false,
  })
  let quote = 0n
  for (const fill of plan.fills) quote += quoteUnits(terms, fill.price, fill.quantity)
  const base = baseUnits(terms, plan.filled)
  const buys = ask.side === 'buy'
  const left = ask.kind === 'limit' ? ask.quantity - plan.filled : 0
  const restQuote = quoteUnits(terms, ask.price, left)
  const restBase = baseUnits(terms, left)
  const fee = feeOf(buys ? base : quote, buys ? restBase : restQuote, terms)
  const received = buys ? base + restBase : quote + restQuote
  const limitNeed = buys ? quoteUnits(terms, ask.price, ask.quantity) : baseUnits(terms, ask.quantity)
  const marketNeed = buys ? (byBudget ? ask.budget : quote) : baseUnits(terms, ask.quantity)
  return {
    filledNow: plan.filled,
    quote: quote + restQuote,
    base: base + restBase,
    fee,
    receive: received - fee,
    need: ask.kind === 'limit' ? limitNeed : marketNeed,
    end: plan.end,
  }
}
