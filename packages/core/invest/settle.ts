import { divide } from '../money/round.ts'
import type { InvestEvent, InvestOrder } from './event.ts'
import type { InvestState, Window } from './state.ts'
import { lateMaxMs, paysCoin, samplesMin, sampleWaitMs } from './terms.ts'

/** The products settled or voided in one command; the rest follows in the next. */
export const investStepMax = 2_000

export interface InvestStep {
  readonly events: readonly InvestEvent[]
  /** Whether the command's bound was reached and work is left. */
  readonly more: boolean
}

/**
 * What follows for products from time having come to `now`, in order of maturity: the settlement price of what matures
 * together, then each one's payout. `stamp` is the last recorded sample's, which was evolved before. Each step's events must be
 * evolved before the next is asked for.
 */
export function* settleInvest(state: InvestState, stamp: number, now: number): Generator<InvestStep> {
  let left = investStepMax
  while (left > 0) {
    const events = nextDue(state, stamp, now, left)
    if (events.length === 0) return
    left -= events.length
    yield { events, more: left <= 0 }
  }
}

/** The mean of a window's samples, half-even to a tenth of a tick. */
export function settlementPrice({ sum, samples }: Pick<Window, 'sum' | 'samples'>): number {
  return Number(divide(sum, BigInt(samples), 'half-even'))
}

// windows stand by maturity, so that the first whose price is not yet due or known ends the search only for later ones
function nextDue(state: InvestState, stamp: number, now: number, max: number): InvestEvent[] {
  for (const window of state.windows) {
    if (window.maturity > stamp && window.maturity + sampleWaitMs > now) return []
    if (window.settlementTenths !== 0) return settled(window, max)
    const priced = priceOf(window, now)
    if (priced) return [priced]
  }
  return []
}

function priceOf(window: Window, now: number): InvestEvent | null {
  const { listing, maturity, samples, first, last } = window
  if (samples >= samplesMin) {
    const settlementTenths = settlementPrice(window)
    return { type: 'investPriced', listing, maturity, settlementTenths, samples, first, last }
  }
  return now > maturity + lateMaxMs ? { type: 'investLost', listing, maturity } : null
}

function settled({ orders, settlementTenths }: Window, max: number): InvestEvent[] {
  const events: InvestEvent[] = []
  for (const order of orders.values()) {
    if (events.length === max) break
    events.push(settlementTenths > 0 ? payout(order, settlementTenths) : voided(order))
  }
  return events
}

function payout(bought: InvestOrder, settlementTenths: number): InvestEvent {
  const { order, holder, product, terms, coin, coinPayout, usdtPayout } = bought
  const inCoin = paysCoin(terms.direction, terms.referencePrice, settlementTenths)
  const paid = inCoin ? { currency: coin, amount: coinPayout } : { currency: 0, amount: usdtPayout }
  return { type: 'investSettled', order, holder, product, inCoin, ...paid, settlementTenths }
}

function voided({ order, holder, product, currency, amount }: InvestOrder): InvestEvent {
  return { type: 'investVoided', order, holder, product, currency, amount }
}
