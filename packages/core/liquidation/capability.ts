import type { Venue } from '../book/venue.ts'
import type { Capability } from '../capability/capability.ts'
import { bool, big, holderId, list, struct, u53 } from '../codec/codec.ts'
import type { DerivativeState } from '../derivative/state.ts'
import { liquidationEvents } from './event.ts'
import { evolveLiquidation } from './evolve.ts'
import { thinMargins } from './thin.ts'

const thinCodec = struct({
  holder: holderId,
  position: u53,
  listing: u53,
  ticket: bool,
  equity: big,
  maintenance: big,
})

const words = {
  events: liquidationEvents,
  /** What has little margin left, among a page of accounts after the first `skip`. */
  queries: { thinMargins: [140, struct({ skip: u53, count: u53 })] },
  replies: { thinMargins: [140, struct({ thin: list(thinCodec), done: bool })] },
} as const

type World = { readonly venue: Venue; readonly derivative: DerivativeState }

/** The closing of what its margin carries no longer. */
export const liquidationCapability: Capability<World, typeof words> = {
  ...words,
  evolve: ({ derivative }, event) => evolveLiquidation(derivative, event),
  query: ({ derivative, venue }, ask, now) => ({ type: 'thinMargins', ...thinMargins(derivative, venue, ask, now) }),
}
