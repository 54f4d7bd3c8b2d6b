import { houseOf } from '@truemark/core/ledger/holders'
import type { State } from '@truemark/core/state'
import type { Command, Event } from '@truemark/core/vocabulary'

type Quote = Extract<Command, { type: 'quote' }>
type Traded = Extract<Event, { type: 'spotTraded' | 'derivativeTraded' }>

interface LadderTerms {
  readonly levels: number
  readonly halfSpreadRate: number
  readonly gapRate: number
}

const rateOne = 1_000_000_000n
/** An index older than this is nothing that the house stands by. */
const freshMs = 1_000

function ceil(n: bigint, d: bigint): bigint {
  return n % d === 0n ? n / d : n / d + 1n
}

/** At which prices the house stands on a side, best first: by the index and the dispersion in tenths of a tick. */
export function levelsOf(terms: LadderTerms, side: 'buy' | 'sell', indexTenths: number, dispersion: number): bigint[] {
  const index = BigInt(indexTenths)
  const spread = ceil(index * BigInt(terms.halfSpreadRate), rateOne)
  const half = spread < BigInt(dispersion) ? BigInt(dispersion) : spread
  // where nothing lies between both sides on a whole tick, the house sells a tick higher
  const shut = half === 0n && index % 10n === 0n && side === 'sell' && index > 0n ? 1n : 0n
  const found: bigint[] = []
  for (let level = 0; level < terms.levels; level += 1) {
    const away = half + ceil(index * BigInt(terms.gapRate) * BigInt(level), rateOne)
    const last = found.at(-1)
    // rounded away from the index, and a tick behind the level before
    const price = side === 'buy' ? (index - away) / 10n : ceil(index + away, 10n) + shut
    if (last === undefined) found.push(price)
    else if (side === 'buy') found.push(price < last ? price : last - 1n)
    else found.push(price > last ? price : last + 1n)
  }
  return found.filter((price) => price > 0n)
}

/** Remembers by what the house's levels were last placed, and says where a trade with it was at a price of its own. */
export class HouseLevels {
  readonly #placed = new Map<
    number,
    { readonly quote: Quote; readonly spot: LadderTerms; readonly lots?: LadderTerms }
  >()

  /** A tick that was taken, by the terms that stand. */
  placed(quote: Quote, { venue, derivative }: State): void {
    const ladder = venue.listings[quote.listing]?.ladder
    if (ladder === undefined) return
    const lots = derivative.terms[quote.listing]?.ladder
    this.#placed.set(quote.listing, { quote, spot: ladder, ...(lots === undefined ? {} : { lots }) })
  }

  /** What is wrong with a trade; null where nothing is, or the house has no part in it. */
  wrong(event: Traded, now: number): string | null {
    const [maker, taker] =
      event.type === 'spotTraded' ? [event.makerHolder, event.takerHolder] : [event.maker.holder, event.taker.holder]
    const isMaker = Boolean(houseOf(maker))
    if (!isMaker && !houseOf(taker)) return null
    const placed = this.#placed.get(event.listing)
    const terms = event.type === 'spotTraded' ? placed?.spot : placed?.lots
    if (placed === undefined || terms === undefined) return `the house trades ${event.listing} without an index`
    const age = now - placed.quote.time
    if (age > freshMs) return `the house trades ${event.listing} by an index of ${age} ms ago`
    const buys = event.takerSide === 'buy'
    const { indexTenths, dispersionTenths } = placed.quote
    // who takes from the house's sellers buys; the house itself takes with its own side's levels
    const side = isMaker === buys ? 'sell' : 'buy'
    const levels = levelsOf(terms, side, indexTenths, dispersionTenths)
    const price = BigInt(event.price)
    const [best] = levels
    const isRight = isMaker
      ? levels.includes(price)
      : best !== undefined && (side === 'buy' ? price <= best : price >= best)
    return isRight ? null : `the house trades at ${price} by an index of ${indexTenths}: ${levels.join()}`
  }
}
