import type { Venue } from '../book/venue.ts'
import type { Capability } from '../capability/capability.ts'
import type { Of } from '../codec/codec.ts'
import {
  keptSelfLimitsCodec,
  selfLimitCommands,
  selfLimitEvents,
  selfLimitQueries,
  selfLimitReplies,
} from './selfLimit.ts'

const words = {
  commands: selfLimitCommands,
  events: selfLimitEvents,
  queries: selfLimitQueries,
  replies: selfLimitReplies,
}

type World = { readonly venue: Venue }

/** What people bound themselves by. */
export const selfLimitCapability: Capability<World, typeof words, null, Of<typeof keptSelfLimitsCodec>> = {
  ...words,
  decide: ({ venue }, command, now) => venue.selfLimits.decide(venue.holders, command, now),
  evolve: ({ venue }, event, now) => venue.selfLimits.evolve(venue.holders, event, now),
  query: ({ venue }, { holder }, now) => ({ type: 'selfLimits', ...venue.selfLimits.view(holder, now) }),
  *steps({ venue }, { now }) {
    for (const events of venue.selfLimits.steps(now)) yield { events, more: false }
  },
  endsRisk: (_, event) => (event.type === 'riskPaused' ? { holder: event.holder } : null),
  kept: keptSelfLimitsCodec,
  keep: ({ venue }) => venue.selfLimits.keep(),
  restore: ({ venue }, kept) => venue.selfLimits.restore(kept),
}
