import { struct, type Of } from './codec/codec.ts'
import { ieoCommands, type IeoCommand } from './ieo/command.ts'
import { ieoEvents, type IeoEvent } from './ieo/event.ts'
import { keepIeo, keptIeoCodec, restoreIeo } from './ieo/kept.ts'
import { createIeoState, type IeoState } from './ieo/state.ts'
import { ieoAnswers, ieoQueries, ieoReplies } from './ieo/view.ts'
import { investCommands, type InvestCommand } from './invest/command.ts'
import { investEvents, type InvestEvent } from './invest/event.ts'
import { keepInvest, keptInvestCodec, restoreInvest } from './invest/kept.ts'
import { createInvestState, type InvestState } from './invest/state.ts'
import { investAnswers, investQueries, investReplies } from './invest/view.ts'
import { miningCommands, type MiningCommand } from './mining/command.ts'
import { miningEvents, type MiningEvent } from './mining/event.ts'
import { keepMining, keptMiningCodec, restoreMining } from './mining/kept.ts'
import { createMiningState, type MiningState } from './mining/state.ts'
import { miningAnswers, miningQueries, miningReplies } from './mining/view.ts'
import {
  createPoolState,
  keepPool,
  keptPoolCodec,
  poolCommands,
  poolEvents,
  poolQueries,
  poolReplies,
  restorePool,
  type PoolCommand,
  type PoolEvent,
  type PoolState,
} from './pool/pool.ts'

/** Commands, events, queries, replies and answers of the wealth products, by their tags in the exchange's unions. */
export const wealthCommands = { ...poolCommands, ...miningCommands, ...investCommands, ...ieoCommands } as const
export const wealthEvents = { ...poolEvents, ...miningEvents, ...investEvents, ...ieoEvents } as const
export const wealthQueries = { ...poolQueries, ...miningQueries, ...investQueries, ...ieoQueries } as const
export const wealthReplies = { ...poolReplies, ...miningReplies, ...investReplies, ...ieoReplies } as const
export const wealthAnswers = { ...miningAnswers, ...investAnswers, ...ieoAnswers } as const

export type WealthCommand = PoolCommand | MiningCommand | InvestCommand | IeoCommand
export type WealthEvent = PoolEvent | MiningEvent | InvestEvent | IeoEvent

/** What the wealth products know: each its own, and the pool that pays for all of them. */
export interface WealthState {
  readonly pool: PoolState
  readonly mining: MiningState
  readonly invest: InvestState
  readonly ieo: IeoState
}

export function createWealthState(): WealthState {
  return {
    pool: createPoolState(),
    mining: createMiningState(),
    invest: createInvestState(),
    ieo: createIeoState(),
  }
}

/** The durable part in a snapshot. */
export const keptWealthCodec = struct({
  pool: keptPoolCodec,
  mining: keptMiningCodec,
  invest: keptInvestCodec,
  ieo: keptIeoCodec,
})

export function keepWealth({ pool, mining, invest, ieo }: WealthState): Of<typeof keptWealthCodec> {
  return { pool: keepPool(pool), mining: keepMining(mining), invest: keepInvest(invest), ieo: keepIeo(ieo) }
}

export function restoreWealth({ pool, mining, invest, ieo }: WealthState, kept: Of<typeof keptWealthCodec>): void {
  restorePool(pool, kept.pool)
  restoreMining(mining, pool, kept.mining)
  restoreInvest(invest, pool, kept.invest)
  restoreIeo(ieo, pool, kept.ieo)
}
