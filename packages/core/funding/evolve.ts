import type { Venue } from '../book/venue.ts'
import type { DerivativeEvent } from '../derivative/event.ts'
import type { DerivativeState } from '../derivative/state.ts'
import { holderName, realms } from '../ledger/holders.ts'
import type { FundingEvent, FundingPaid } from './event.ts'
import { fundingMoves } from './moves.ts'
import { premiumSum, type FundingState } from './state.ts'

/** Changes the durable state by a funding event. */
export function evolveFunding(
  funding: FundingState,
  derivative: DerivativeState,
  venue: Venue,
  event: FundingEvent,
  now: number,
): void {
  switch (event.type) {
    case 'premiumSampled':
      for (const { realm, listing, rate } of event.premiums) {
        const running = premiumSum(funding, realm, listing)
        running.sum += rate
        running.count++
      }
      break
    case 'fundingSet':
      funding.settledTo = event.stamp
      for (const realm of realms) funding.sums[realm].length = 0
      for (const rate of event.rates) {
        if (rate.rate !== 0) funding.due.push({ ...rate, stamp: event.stamp, through: 0, changed: new Map() })
      }
      break
    case 'fundingPaid':
      venue.ledger.apply(fundingMoves(event))
      pay(funding, derivative, event, now)
  }
}

/**
 * Remembers what a position was at a stamp that it still has to pay for, before an event changes or ends it: who closes
 * while others pay escapes nothing, and who adds to a position receives no more.
 */
export function noteFundingLots(funding: FundingState, derivative: DerivativeState, event: DerivativeEvent): void {
  if (funding.due.length === 0) return
  if (event.type === 'positionTakenOver') note(funding, derivative, event.position)
  else if (event.type === 'derivativeTraded') {
    for (const { closing, opening } of [event.maker, event.taker]) {
      note(funding, derivative, closing)
      note(funding, derivative, opening)
    }
  }
}

function note({ due }: FundingState, derivative: DerivativeState, id: number): void {
  const position = derivative.positions.get(id)
  if (!position) return
  const { holder, side, lots, listing, openedAt } = position
  const realm = derivative.accounts.get(holder)?.realm
  for (const one of due) {
    const concerns = one.listing === listing && one.realm === realm && id > one.through && openedAt <= one.stamp
    if (concerns && !one.changed.has(id)) one.changed.set(id, { holder, side, lots })
  }
}

function pay(funding: FundingState, derivative: DerivativeState, event: FundingPaid, now: number): void {
  for (const { position: id, holder, amount, marginChange, perpetualChange } of event.lines) {
    const position = derivative.positions.get(id)
    const account = derivative.accounts.get(holder)
    if (!account) throw new RangeError(`holder ${holderName(holder)} has no derivatives`)
    account.perpetualHold += perpetualChange
    derivative.touched.holders.add(holder)
    // one that was closed since the stamp has paid from its holder's account
    if (!position) continue
    position.funding += amount
    position.margin += marginChange
    position.updatedAt = now
    derivative.touched.positions.add(id)
  }
  const [first] = funding.due
  if (event.done) {
    funding.due.shift()
    funding.order = null
  } else first.through = event.through
}
