import type { Venue } from '../book/venue.ts'
import type { Capability } from '../capability/capability.ts'
import {
  createPoolState,
  decidePool,
  evolvePool,
  keepPool,
  keptPoolCodec,
  poolCommands,
  poolEvents,
  poolQueries,
  poolReplies,
  poolViews,
  restorePool,
  type KeptPool,
  type PoolState,
} from './pool.ts'

const words = { commands: poolCommands, events: poolEvents, queries: poolQueries, replies: poolReplies }

type World = { readonly venue: Venue; readonly pool: PoolState }

/** The pool that pays what wealth products promise. */
export const poolCapability: Capability<World, typeof words, PoolState, KeptPool> = {
  ...words,
  create: createPoolState,
  decide: ({ venue }, command) => decidePool(venue, command),
  evolve: ({ pool }, event) => evolvePool(pool, event),
  query: ({ pool, venue }, { realm }) => ({ type: 'pool', pools: poolViews(pool, venue, realm) }),
  kept: keptPoolCodec,
  keep: ({ pool }) => keepPool(pool),
  restore: ({ pool }, kept) => restorePool(pool, kept),
}
