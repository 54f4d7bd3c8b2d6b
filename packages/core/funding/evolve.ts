import type { Venue } from '../book/venue.ts'
import type { DerivativeState } from '../derivative/state.ts'
import { realms } from '../ledger/holders.ts'
import type { FundingEvent, FundingPaid } from './event.ts'
import { fundingMoves } from './moves.ts'
import { premiumSum, type FundingState } from './state.ts'

/** Changes the durable state by a funding event. */
export function evolveFunding(
  funding: FundingState,
  derivative: DerivativeState,
  venue: Venue,
  event: FundingEvent,
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
        if (rate.rate !== 0) funding.due.push({ ...rate, stamp: event.stamp, through: 0 })
      }
      break
    case 'fundingPaid':
      venue.ledger.apply(fundingMoves(event))
      pay(funding, derivative, event)
  }
}

function pay(funding: FundingState, derivative: DerivativeState, event: FundingPaid): void {
  for (const { position: id, holder, amount, marginChange, perpetualChange } of event.lines) {
    const position = derivative.positions.get(id)
    const account = derivative.accounts.get(holder)
    if (!position || !account) throw new RangeError(`position ${id} is not open`)
    position.funding += amount
    position.margin += marginChange
    account.perpetualHold += perpetualChange
    derivative.touched.positions.add(id)
  }
  const [first] = funding.due
  if (event.done) {
    funding.due.shift()
    funding.order = null
  } else first.through = event.through
}
