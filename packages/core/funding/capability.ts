import type { Venue } from '../book/venue.ts'
import type { Capability } from '../capability/capability.ts'
import type { DerivativeEvent } from '../derivative/event.ts'
import type { DerivativeState } from '../derivative/state.ts'
import { fundingEvents } from './event.ts'
import { evolveFunding, noteFundingLots } from './evolve.ts'
import { fundingMoves } from './moves.ts'
import { samplePremiums } from './sample.ts'
import { createFundingState, keepFunding, keptFundingCodec, restoreFunding } from './state.ts'
import type { FundingState, KeptFunding } from './state.ts'
import { fundingSteps } from './steps.ts'
import { answerFunding, fundingQueries, fundingReplies } from './view.ts'

const words = { events: fundingEvents, queries: fundingQueries, replies: fundingReplies }

type World = { readonly venue: Venue; readonly derivative: DerivativeState; readonly funding: FundingState }

const note = ({ derivative, funding }: World, event: DerivativeEvent): void =>
  noteFundingLots(funding, derivative, event)

/** What longs and shorts pay each other every eight hours. */
export const fundingCapability: Capability<World, typeof words, FundingState, KeptFunding> = {
  ...words,
  create: createFundingState,
  evolve: ({ derivative, funding, venue }, event, now) => evolveFunding(funding, derivative, venue, event, now),
  moves: fundingMoves,
  isRisk: true,
  query: ({ derivative, funding }, ask, now) => answerFunding(funding, derivative, ask, now),
  before: { derivativeTraded: note, positionTakenOver: note },
  overdue: ({ derivative, funding, venue }, stamp) => fundingSteps(funding, derivative, venue, stamp),
  *steps({ derivative, funding, venue }, { stamp, now, isNew }) {
    if (isNew) yield { events: samplePremiums(derivative, venue, stamp, now), more: false }
    yield* fundingSteps(funding, derivative, venue, stamp)
  },
  kept: keptFundingCodec,
  keep: ({ funding }) => keepFunding(funding),
  restore: ({ funding }, kept) => restoreFunding(funding, kept),
}
