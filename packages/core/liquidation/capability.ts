import type { Venue } from '../book/venue.ts'
import type { Capability } from '../capability/capability.ts'
import { bool, big, holderId, list, struct, u53, type Of } from '../codec/codec.ts'
import { accountOf } from '../derivative/keep.ts'
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

/** Which holders' takeovers wait, or have waited, and until when. */
const keptWaitsCodec = list(struct({ holder: holderId, until: u53 }))

type World = { readonly venue: Venue; readonly derivative: DerivativeState }

/** The closing of what its margin carries no longer. */
export const liquidationCapability: Capability<World, typeof words> = {
  ...words,
  evolve: ({ derivative }, event) => evolveLiquidation(derivative, event),
  later: {
    kept: keptWaitsCodec,
    keep: ({ derivative }) =>
      [...derivative.accounts.values()].flatMap(({ holder, takeoverAfter }) =>
        takeoverAfter > 0 ? [{ holder, until: takeoverAfter }] : [],
      ),
    restore({ derivative, venue }, kept: Of<typeof keptWaitsCodec>) {
      for (const { holder, until } of kept) accountOf(derivative, venue, holder).takeoverAfter = until
    },
  },
  query: ({ derivative, venue }, ask, now) => ({ type: 'thinMargins', ...thinMargins(derivative, venue, ask, now) }),
}
