import type { Answer, Query, Reply } from './answer.ts'
import { struct, type Of } from './codec/codec.ts'
import { ieoCommands, type IeoCommand } from './ieo/command.ts'
import { decideIeo } from './ieo/decide.ts'
import { ieoEvents, isIeoEvent, type IeoEvent } from './ieo/event.ts'
import { evolveIeo } from './ieo/evolve.ts'
import { keepIeo, keptIeoCodec, restoreIeo } from './ieo/kept.ts'
import { ieoMoves } from './ieo/moves.ts'
import { settleIeo } from './ieo/settle.ts'
import { createIeoState, type IeoState } from './ieo/state.ts'
import { answerIeo, ieoAnswerTo, ieoAnswers, ieoQueries, ieoReplies } from './ieo/view.ts'
import { investCommands, type InvestCommand } from './invest/command.ts'
import { decideInvest } from './invest/decide.ts'
import { investEvents, isInvestEvent, type InvestEvent } from './invest/event.ts'
import { evolveInvest, noteForInvest, type IndexSampled } from './invest/evolve.ts'
import { keepInvest, keptInvestCodec, restoreInvest } from './invest/kept.ts'
import { investMoves } from './invest/moves.ts'
import { settleInvest } from './invest/settle.ts'
import { createInvestState, type InvestState } from './invest/state.ts'
import { answerInvest, investAnswerTo, investAnswers, investQueries, investReplies } from './invest/view.ts'
import type { CurrencyId, Realm } from './ledger/holders.ts'
import type { Move } from './ledger/move.ts'
import { miningCommands, type MiningCommand } from './mining/command.ts'
import { decideMining } from './mining/decide.ts'
import { miningEvents, type MiningEvent } from './mining/event.ts'
import { evolveMining } from './mining/evolve.ts'
import { miningForecast } from './mining/forecast.ts'
import { keepMining, keptMiningCodec, restoreMining } from './mining/kept.ts'
import { miningMoves } from './mining/moves.ts'
import { miningSteps } from './mining/pay.ts'
import { createMiningState, type MiningOrder, type MiningState } from './mining/state.ts'
import {
  miningAnswers,
  miningProductViews,
  miningQueries,
  miningReplies,
  miningViewOf,
  miningViewsOf,
} from './mining/view.ts'
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
  type PoolCommand,
  type PoolEvent,
  type PoolState,
} from './pool/pool.ts'
import type { Result } from './result/result.ts'
import type { State } from './state.ts'
import type { Command, Event } from './vocabulary.ts'

/** Commands, events, queries, replies and answers of the wealth products, by their tags in the exchange's unions. */
export const wealthCommands = { ...poolCommands, ...miningCommands, ...investCommands, ...ieoCommands } as const
export const wealthEvents = { ...poolEvents, ...miningEvents, ...investEvents, ...ieoEvents } as const
export const wealthQueries = { ...poolQueries, ...miningQueries, ...investQueries, ...ieoQueries } as const
export const wealthReplies = { ...poolReplies, ...miningReplies, ...investReplies, ...ieoReplies } as const
export const wealthAnswers = { ...miningAnswers, ...investAnswers, ...ieoAnswers } as const

export type WealthCommand = PoolCommand | MiningCommand | InvestCommand | IeoCommand
export type WealthEvent = PoolEvent | MiningEvent | InvestEvent | IeoEvent
export type WealthQuery = Extract<Query, { type: keyof typeof wealthQueries }>

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

export function isWealth(command: Command): command is WealthCommand {
  return command.type in wealthCommands
}

export function isWealthEvent(event: Event): event is WealthEvent {
  return event.type in wealthEvents
}

export function isWealthQuery(ask: Query): ask is WealthQuery {
  return ask.type in wealthQueries
}

function isInvest(command: WealthCommand): command is InvestCommand {
  return command.type in investCommands
}

function isIeo(command: WealthCommand): command is IeoCommand {
  return command.type in ieoCommands
}

/** What an index sample says for the products that settle on its mean. */
export function noteForWealth({ venue, wealth }: State, sample: IndexSampled): void {
  noteForInvest(wealth.invest, venue, sample)
}

/** Decides a command of a wealth product; reads only. */
export function decideWealth(state: State, command: WealthCommand, now: number): Result<WealthEvent[]> {
  const { venue, wealth } = state
  if (command.type === 'boundPool') return decidePool(venue, command)
  if (isInvest(command)) return decideInvest(wealth.invest, wealth.pool, venue, command, now)
  if (isIeo(command)) return decideIeo(wealth.ieo, wealth.pool, venue, command, now)
  return decideMining(wealth.mining, wealth.pool, venue, command, now)
}

/** Changes the durable state by an event of a wealth product. */
export function evolveWealth(state: State, event: WealthEvent, now: number): void {
  const { venue, wealth } = state
  if (event.type === 'poolBounded') evolvePool(wealth.pool, event)
  else if (isInvestEvent(event)) evolveInvest(wealth.invest, wealth.pool, venue, event, now)
  else if (isIeoEvent(event)) evolveIeo(wealth.ieo, wealth.pool, venue, event, now)
  else evolveMining(wealth.mining, wealth.pool, venue, event, now)
}

/** The ledger moves of a wealth event, from the event alone. */
export function wealthMoves(event: WealthEvent): Move[] {
  if (event.type === 'poolBounded') return []
  if (isInvestEvent(event)) return investMoves(event)
  return isIeoEvent(event) ? ieoMoves(event) : miningMoves(event)
}

/** What falls due by the sample of `stamp`, in steps that are each evolved before the next is asked for. */
export function* wealthSteps(
  { venue, wealth }: State,
  stamp: number,
): Generator<{ readonly events: readonly WealthEvent[]; readonly more: boolean }> {
  yield* miningSteps(wealth.mining, stamp)
  yield* settleInvest(wealth.invest, venue.lastStamp, stamp)
  yield* settleIeo(wealth.ieo, stamp)
}

/** What open products hold of their holders' money. */
export function* wealthHolds({
  mining,
  ieo,
}: WealthState): Generator<{ readonly realm: Realm; readonly currency: CurrencyId; readonly amount: bigint }> {
  for (const { realm, currency, amount } of mining.orders.values()) yield { realm, currency, amount }
  for (const { terms, subscriptions } of ieo.projects.values()) {
    for (const { state, amount } of subscriptions.values()) {
      if (state === 'subscribed') yield { realm: terms.realm, currency: 0, amount }
    }
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

function miningAnswer(order: MiningOrder | undefined): Answer {
  return { type: 'mining', view: order ? miningViewOf(order) : null }
}

/** The answer to an accepted command, from its events and the state after them. */
export function answerWealth({ wealth }: State, command: WealthCommand, events: readonly Event[]): Answer {
  switch (command.type) {
    case 'openMining': {
      const opened = events.find((event) => event.type === 'miningOpened')
      return miningAnswer(wealth.mining.orders.get(opened?.order ?? 0))
    }
    case 'publishMining': {
      const published = events.find((event) => event.type === 'miningPublished')
      return { type: 'miningProduct', product: published?.product ?? 0, version: published?.version ?? 0 }
    }
    case 'publishInvest':
    case 'buyInvest':
      return investAnswerTo(wealth.invest, events)
    case 'launchIeo':
    case 'subscribeIeo':
      return ieoAnswerTo(wealth.ieo, events)
    default:
      return { type: 'done' }
  }
}

/** Answers a question about wealth products. */
export function queryWealth({ venue, wealth }: State, ask: WealthQuery, now: number): Reply {
  const { mining, pool, invest, ieo } = wealth
  switch (ask.type) {
    case 'pool':
      return { type: 'pool', pools: poolViews(pool, venue, ask.realm) }
    case 'miningProducts':
      return { type: 'miningProducts', products: miningProductViews(mining, ask.realm, now) }
    case 'miningOrders':
      return { type: 'miningOrders', orders: miningViewsOf(mining, ask.holder) }
    case 'miningForecast':
      return { type: 'miningForecast', days: miningForecast(mining, ask.realm) }
    case 'investProducts':
    case 'investOrders':
    case 'investPromises':
      return answerInvest(invest, ask)
    case 'ieoProjects':
    case 'ieoApplications':
      return answerIeo(ieo, ask)
  }
}
