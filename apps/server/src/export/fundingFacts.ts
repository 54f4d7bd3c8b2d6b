import { fundingSteps } from '@truemark/core/funding/steps'
import type { FundingEvent } from '@truemark/core/funding/event'
import type { State } from '@truemark/core/state'
import type { Event } from '@truemark/core/vocabulary'
import { differing } from './differing.ts'
import type { Moment } from './optionFacts.ts'

/**
 * Reckons rates and payments of funding anew, at the state before them: the mean of the interval's premiums, the formula
 * with the terms in force, the mark, and what each position owes. As `optionFault`.
 */
export function fundingFault(state: State, event: Event, { now }: Pick<Moment, 'now'>): string | null {
  if (event.type !== 'fundingSet' && event.type !== 'fundingPaid') return null
  const { funding, derivative, venue } = state
  const until = event.type === 'fundingSet' ? event.stamp : funding.settledTo
  const found = fundingSteps(funding, derivative, venue, until).next().value?.events[0]
  const where = `the funding at ${event.stamp}`
  if (found?.type !== event.type || event.stamp > now) return `${where}: it is not due`
  if (event.type === 'fundingSet' && found.type === 'fundingSet') return ratesFault(where, event, found)
  if (event.type === 'fundingPaid' && found.type === 'fundingPaid') return paymentsFault(where, event, found)
  return null
}

type FundingOf<T extends FundingEvent['type']> = Extract<FundingEvent, { type: T }>

function ratesFault(where: string, event: FundingOf<'fundingSet'>, found: FundingOf<'fundingSet'>): string | null {
  for (const [place, rate] of found.rates.entries()) {
    const fault = differing(`${where} of listing ${rate.listing} (${rate.realm})`, event.rates[place] ?? {}, rate)
    if (fault !== null) return fault
  }
  return differing(where, event, { stamp: found.stamp, rates: found.rates })
}

function paymentsFault(where: string, event: FundingOf<'fundingPaid'>, found: FundingOf<'fundingPaid'>): string | null {
  for (const [place, line] of found.lines.entries()) {
    const fault = differing(`${where}, position ${line.position}`, event.lines[place] ?? {}, line)
    if (fault !== null) return fault
  }
  return differing(where, event, { ...found })
}
