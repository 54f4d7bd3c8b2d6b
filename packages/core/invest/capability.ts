import type { Venue } from '../book/venue.ts'
import type { Capability } from '../capability/capability.ts'
import type { PoolState } from '../pool/pool.ts'
import { investCommands } from './command.ts'
import { decideInvest } from './decide.ts'
import { investEvents } from './event.ts'
import { evolveInvest, noteForInvest, type IndexSampled } from './evolve.ts'
import { keepInvest, keptInvestCodec, restoreInvest, type KeptInvest } from './kept.ts'
import { investFlows, investMoves } from './moves.ts'
import { settleInvest } from './settle.ts'
import { createInvestState, type InvestState } from './state.ts'
import { answerInvest, investAnswers, investAnswerTo, investedIn, investQueries, investReplies } from './view.ts'

const words = {
  commands: investCommands,
  events: investEvents,
  queries: investQueries,
  replies: investReplies,
  answers: investAnswers,
}

type World = { readonly venue: Venue; readonly pool: PoolState; readonly invest: InvestState }

/** Products that pay in one of two currencies, by the price at their maturity. */
export const investCapability: Capability<World, typeof words, InvestState, KeptInvest> = {
  ...words,
  create: createInvestState,
  decide: ({ invest, pool, venue }, command, now) => decideInvest(invest, pool, venue, command, now),
  evolve: ({ invest, pool, venue }, event, now) => evolveInvest(invest, pool, venue, event, now),
  moves: investMoves,
  flows: investFlows,
  answer:
    ({ invest }) =>
    (events) =>
      investAnswerTo(invest, events),
  query: ({ invest }, ask) => answerInvest(invest, ask),
  after: { indexSampled: ({ invest, venue }, sample: IndexSampled) => noteForInvest(invest, venue, sample) },
  steps: ({ invest, venue }, { stamp }) => settleInvest(invest, venue.lastStamp, stamp),
  invested: ({ invest }, holder) => investedIn(invest, holder),
  investors: ({ invest }) => invest.byHolder.keys(),
  kept: keptInvestCodec,
  keep: ({ invest }) => keepInvest(invest),
  restore: ({ invest, pool }, kept) => restoreInvest(invest, pool, kept),
}
