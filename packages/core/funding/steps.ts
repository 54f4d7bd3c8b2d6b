import type { Venue } from '../book/venue.ts'
import { derivativeOf, type DerivativeState, type Position } from '../derivative/state.ts'
import { holderName, houseHolder, realms } from '../ledger/holders.ts'
import { fundingPayment, fundingRate } from '../margin/funding.ts'
import { valueAt } from '../margin/position.ts'
import { usdt } from '../money/units.ts'
import type { FundingEvent, FundingLine, FundingPaid, FundingRate } from './event.ts'
import { fundingEveryMs, meanRate } from './premium.ts'
import type { DueFunding, FundingState } from './state.ts'

/** How many positions one event pays (each is a line or more in the ledger), and how many such events a command sends. */
const linesMax = 400
const stepsMax = 64

/**
 * Sets the rates of all stamps up to `until` (UTC milliseconds) that have passed, then lets positions pay them: the
 * events of each step must be evolved before the next is asked for. A stamp is a moment in the engine's order of
 * commands: what is open when its rates are set pays, what is opened afterwards does not. The first time it only
 * begins an interval.
 */
export function* fundingSteps(
  funding: FundingState,
  derivative: DerivativeState,
  venue: Venue,
  until: number,
): Generator<{ events: FundingEvent[]; more: boolean }> {
  if (derivative.terms.length === 0) return
  if (funding.settledTo === 0) {
    const stamp = Math.floor(until / fundingEveryMs) * fundingEveryMs
    yield { events: [{ type: 'fundingSet', stamp, rates: [] }], more: false }
    return
  }
  // all rates first: what is sampled later belongs to later stamps
  while (funding.settledTo + fundingEveryMs <= until) {
    const stamp = funding.settledTo + fundingEveryMs
    yield { events: [{ type: 'fundingSet', stamp, rates: ratesOf(funding, derivative, venue) }], more: false }
  }
  for (let step = 1; funding.due.length > 0; step++) {
    yield { events: [paymentOf(funding, derivative, venue, funding.due[0])], more: step === stepsMax }
    if (step === stepsMax) return
  }
}

function ratesOf(funding: FundingState, derivative: DerivativeState, venue: Venue): FundingRate[] {
  const rates: FundingRate[] = []
  for (const realm of realms) {
    for (const terms of derivative.terms) {
      if (!terms) continue
      const { listing } = terms
      const { sum, count } = funding.sums[realm][listing] ?? { sum: 0, count: 0 }
      const markTenths = venue.lastSamples[listing]
      const premium = meanRate(sum, count)
      const rate = count === 0 || markTenths === 0 ? 0 : fundingRate(premium, terms)
      rates.push({ realm, listing, premiumRate: premium, samples: count, rate, markTenths })
    }
  }
  return rates
}

// one pass over all positions for each listing and realm that pays, not one for each event
function orderOf(derivative: DerivativeState, venue: Venue, due: DueFunding): number[] {
  const ids: number[] = []
  for (const { id, listing, holder } of derivative.positions.values()) {
    if (listing !== due.listing || id <= due.through || venue.holders.realm(holder) !== due.realm) continue
    ids.push(id)
  }
  for (const id of due.changed.keys()) if (id > due.through && !derivative.positions.has(id)) ids.push(id)
  // the last first, so that the next is popped
  return ids.sort((a, b) => b - a)
}

function paymentOf(funding: FundingState, derivative: DerivativeState, venue: Venue, due: DueFunding): FundingPaid {
  const order = (funding.order ??= orderOf(derivative, venue, due))
  const { quotePerTenthLot } = derivativeOf(derivative, due.listing)
  const lines: FundingLine[] = []
  let { through } = due
  let wanted = 0n
  let short = 0n
  while (lines.length < linesMax) {
    const id = order.pop()
    if (id === undefined) break
    through = id
    const position = derivative.positions.get(id)
    // a ticket may be younger than its order's number
    const was = due.changed.get(id) ?? (position && position.openedAt <= due.stamp ? position : undefined)
    if (!was) continue
    const value = valueAt(quotePerTenthLot, was.lots, due.markTenths)
    const full = fundingPayment(was.side, value, due.rate)
    if (full === 0n) continue
    const line =
      position && position.kind !== 'cross'
        ? ownLine(position, full)
        : accountLine(derivative, venue, { position: id, holder: was.holder, kind: 'cross' }, full)
    wanted += full
    short += line.amount - full
    lines.push(line)
  }
  const fund = venue.ledger.posted(houseHolder(due.realm, 'insurance'), 'coin', usdt)
  const insurance = fund < short ? fund : short
  return {
    type: 'fundingPaid',
    stamp: due.stamp,
    realm: due.realm,
    listing: due.listing,
    rate: due.rate,
    markTenths: due.markTenths,
    lines,
    insurance,
    liquidity: insurance - short - wanted,
    through,
    done: order.length === 0,
  }
}

// a position pays with its own margin, and no more than that
function ownLine({ id: position, holder, kind, margin }: Position, full: bigint): FundingLine {
  const amount = full < -margin ? -margin : full
  return { position, holder, kind, amount, marginChange: amount, perpetualChange: 0n }
}

// a cross one pays with its account's balance, and so does one of any kind that was closed since the stamp
function accountLine(
  derivative: DerivativeState,
  venue: Venue,
  payer: Pick<FundingLine, 'position' | 'holder' | 'kind'>,
  full: bigint,
): FundingLine {
  const account = derivative.accounts.get(payer.holder)
  if (!account) throw new RangeError(`holder ${holderName(payer.holder)} has no derivatives`)
  const balance = venue.ledger.available(payer.holder, 'contract', usdt) + account.perpetualHold
  const amount = full < -balance ? -balance : full
  const left = balance + amount
  const held = account.required < left ? account.required : left
  return { ...payer, amount, marginChange: 0n, perpetualChange: held - account.perpetualHold }
}
