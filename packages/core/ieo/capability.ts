import type { Venue } from '../book/venue.ts'
import type { Capability } from '../capability/capability.ts'
import type { PoolState } from '../pool/pool.ts'
import { ieoCommands } from './command.ts'
import { decideIeo } from './decide.ts'
import { ieoEvents } from './event.ts'
import { evolveIeo } from './evolve.ts'
import { keepIeo, keptIeoCodec, restoreIeo, type KeptIeo } from './kept.ts'
import { ieoFlows, ieoMoves } from './moves.ts'
import { settleIeo } from './settle.ts'
import { createIeoState, type IeoState } from './state.ts'
import { answerIeo, ieoAnswers, ieoAnswerTo, ieoHolds, ieoQueries, ieoReplies, paidIn } from './view.ts'

const words = {
  commands: ieoCommands,
  events: ieoEvents,
  queries: ieoQueries,
  replies: ieoReplies,
  answers: ieoAnswers,
}

type World = { readonly venue: Venue; readonly pool: PoolState; readonly ieo: IeoState }

/** Launches of new coins. */
export const ieoCapability: Capability<World, typeof words, IeoState, KeptIeo> = {
  ...words,
  create: createIeoState,
  decide: ({ ieo, pool, venue }, command, now) => decideIeo(ieo, pool, venue, command, now),
  evolve: ({ ieo, pool, venue }, event, now) => evolveIeo(ieo, pool, venue, event, now),
  moves: ieoMoves,
  flows: ieoFlows,
  answer:
    ({ ieo }) =>
    (events) =>
      ieoAnswerTo(ieo, events),
  query: ({ ieo }, ask) => answerIeo(ieo, ask),
  steps: ({ ieo }, { stamp }) => settleIeo(ieo, stamp),
  holds: ({ ieo }, holder) => ieoHolds(ieo, holder),
  invested: ({ ieo }, holder) => paidIn(ieo, holder),
  investors: ({ ieo }) => [...ieo.projects.values()].flatMap(({ paid }) => [...paid.keys()]),
  kept: keptIeoCodec,
  keep: ({ ieo }) => keepIeo(ieo),
  restore: ({ ieo, pool }, kept) => restoreIeo(ieo, pool, kept),
}
