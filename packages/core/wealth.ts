import type { Answer, InvestedView, Query, Reply } from './answer.ts'
import { ieoCommands, type IeoCommand } from './ieo/command.ts'
import { decideIeo } from './ieo/decide.ts'
import { isIeoEvent } from './ieo/event.ts'
import { evolveIeo } from './ieo/evolve.ts'
import { ieoMoves } from './ieo/moves.ts'
import { settleIeo } from './ieo/settle.ts'
import { answerIeo, ieoAnswerTo } from './ieo/view.ts'
import { investCommands, type InvestCommand } from './invest/command.ts'
import { decideInvest } from './invest/decide.ts'
import { isInvestEvent } from './invest/event.ts'
import { evolveInvest, noteForInvest, type IndexSampled } from './invest/evolve.ts'
import { investMoves } from './invest/moves.ts'
import { settleInvest } from './invest/settle.ts'
import { answerInvest, investAnswerTo } from './invest/view.ts'
import type { CurrencyId, HolderId, Realm } from './ledger/holders.ts'
import type { Move } from './ledger/move.ts'
import { decideMining } from './mining/decide.ts'
import { evolveMining } from './mining/evolve.ts'
import { miningForecast } from './mining/forecast.ts'
import { miningMoves } from './mining/moves.ts'
import { miningSteps } from './mining/pay.ts'
import type { MiningOrder } from './mining/state.ts'
import { miningProductViews, miningViewOf, miningViewsOf } from './mining/view.ts'
import { usdt } from './money/units.ts'
import { decidePool, evolvePool, poolViews } from './pool/pool.ts'
import type { Result } from './result/result.ts'
import type { State } from './state.ts'
import type { Command, Event } from './vocabulary.ts'
import {
  wealthCommands,
  wealthEvents,
  wealthQueries,
  type WealthCommand,
  type WealthEvent,
  type WealthState,
} from './wealthParts.ts'

export type WealthQuery = Extract<Query, { type: keyof typeof wealthQueries }>

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

/**
 * What a holder has put into products that took it into the house's pool and have not paid yet, by product and currency:
 * an investment's amount until it is settled, what passes cost until their coin is delivered.
 */
export function investedOf({ invest, ieo }: WealthState, holder: HolderId): InvestedView[] {
  const found = new Map<CurrencyId, bigint>()
  for (const id of invest.byHolder.get(holder) ?? []) {
    const order = invest.orders.get(id)
    if (order) found.set(order.currency, (found.get(order.currency) ?? 0n) + order.amount)
  }
  const rows = [...found].sort(([a], [b]) => a - b)
  const invested = rows.map(([currency, amount]): InvestedView => ({ product: 'invest', currency, amount }))
  let paid = 0n
  for (const project of ieo.projects.values()) paid += project.paid.get(holder) ?? 0n
  return paid === 0n ? invested : [...invested, { product: 'ieo', currency: usdt, amount: paid }]
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
