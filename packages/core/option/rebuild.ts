import type { Listing } from '../book/listing.ts'
import type { Venue } from '../book/venue.ts'
import { divide } from '../money/round.ts'
import { accepted, rejected, type Result } from '../result/result.ts'
import type { RebuildOptionExit, TradeEvidence } from './command.ts'
import type { OptionEvent } from './event.ts'
import type { Expiry, OptionState } from './order.ts'
import { rebuildUntil } from './sample.ts'

/** How long before or after the moment a trade counts as evidence of its price (ms). */
export const tradeReachMs = 10_000
/** The least number of sources that must agree … */
export const agreeingSourcesMin = 2
/** … within this rate, at 10⁻³: 0.1 %. */
const agreePermille = 1n
const evidenceMax = 16
const priceScale = 12
const priceMax = 10n ** 24n

/** Trades that agree, and the price in tenths of a tick that they come to. */
export interface Rebuilt {
  readonly trades: readonly TradeEvidence[]
  readonly indexTenths: number
}

/**
 * The price at a moment from one public trade a source: the largest group of sources within 0.1 % of one another, at
 * least two and more than half of all, and their mean at a tenth of a tick, half-even. Null where they do not agree.
 */
export function priceFromTrades(
  trades: readonly TradeEvidence[],
  moment: number,
  listing: Pick<Listing, 'priceDecimals'>,
): Rebuilt | null {
  const near = trades.filter(({ time, price }) => {
    return Math.abs(time - moment) <= tradeReachMs && price > 0n && price < priceMax
  })
  if (near.length !== trades.length || trades.length > evidenceMax) return null
  if (new Set(trades.map(({ source }) => source)).size !== trades.length) return null
  const sorted = trades.toSorted((a, b) =>
    a.price < b.price ? -1 : a.price > b.price ? 1 : a.source < b.source ? -1 : 1,
  )
  const agreeing = largestAgreeing(sorted)
  if (agreeing.length < agreeingSourcesMin || agreeing.length * 2 <= trades.length) return null
  const sum = agreeing.reduce((total, { price }) => total + price, 0n)
  const unit = 10n ** BigInt(priceScale - listing.priceDecimals - 1)
  const tenths = divide(sum, unit * BigInt(agreeing.length), 'half-even')
  if (tenths <= 0n || tenths > BigInt(Number.MAX_SAFE_INTEGER)) return null
  return { trades: agreeing, indexTenths: Number(tenths) }
}

// of trades in rising price: the longest run whose highest lies within 0.1 % of its lowest
function largestAgreeing(sorted: readonly TradeEvidence[]): readonly TradeEvidence[] {
  let best: readonly TradeEvidence[] = []
  for (let from = 0; from < sorted.length; from++) {
    const lowest = sorted[from].price
    const run = sorted.slice(from).filter(({ price }) => (price - lowest) * 1_000n <= lowest * agreePermille)
    if (run.length > best.length) best = run
  }
  return best
}

/** Decides the price of a missing exit from public trades; reads only. */
export function rebuildExit(
  option: OptionState,
  venue: Venue,
  command: RebuildOptionExit,
  now: number,
): Result<OptionEvent[]> {
  const { listing: id, expiry } = command
  const missing = [...option.missing.values()].filter((one) => one.listing === id && one.expiry === expiry)
  if (missing.length === 0) return rejected('order_unknown')
  const rebuilt = priceFromTrades(command.trades, expiry, venue.listings[id])
  const inTime = missing.filter((one) => now <= rebuildUntil(one))
  if (!rebuilt || inTime.length === 0) return rejected('price_invalid')
  return accepted(inTime.map((one) => rebuiltOf(one, rebuilt)))
}

function rebuiltOf({ realm, listing, kind, expiry }: Expiry, { indexTenths, trades }: Rebuilt): OptionEvent {
  return { type: 'optionExitRebuilt', realm, listing, kind, expiry, indexTenths, trades }
}
