import type { Answer, Query, Reply } from './answer.ts'
import { contractCommands } from './contract/command.ts'
import { decideContract } from './contract/decide.ts'
import { contractAfter, contractViewOf, contractViewsOf } from './contract/view.ts'
import { heldAnew } from './derivative/account.ts'
import { takeOver } from './derivative/close.ts'
import { derivativeCommands, type DerivativeCommand } from './derivative/command.ts'
import { decideTerms } from './derivative/measure.ts'
import { isDerivativeEvent, type DerivativeEvent } from './derivative/event.ts'
import { derivativeBookReply, houseReply, keptBracketsReply, termsReply } from './derivative/house.ts'
import type { Step } from './derivative/match.ts'
import { cancelOrders } from './derivative/orders.ts'
import { orderViewOf, viewAfter } from './derivative/orderView.ts'
import { derivativeQueries, type ClosingView, type ContractView, type DerivativeOrderView } from './derivative/view.ts'
import { lastMark } from './derivative/worth.ts'
import { thinMargins } from './liquidation/thin.ts'
import { touchedSince } from './liquidation/watch.ts'
import type { HolderId } from './ledger/holders.ts'
import { perpetualCommands } from './perpetual/command.ts'
import { decidePerpetual } from './perpetual/decide.ts'
import {
  perpetualAccountOf,
  perpetualOrderViews,
  positionViewOf,
  positionViewsOf,
  settingViewOf,
} from './perpetual/view.ts'
import type { Result } from './result/result.ts'
import type { State } from './state.ts'
import type { Command, Event } from './vocabulary.ts'

type Names = keyof typeof contractCommands | keyof typeof perpetualCommands | keyof typeof derivativeCommands

/** The commands of contracts and perpetuals: they run in steps, each evolved before the next is decided. */
export type LeveragedCommand = Extract<Command, { type: Names }>

export function isLeveraged(command: Command): command is LeveragedCommand {
  return command.type in contractCommands || command.type in perpetualCommands || command.type in derivativeCommands
}

/** Starts a command of contracts or perpetuals: refuses it, or gives its steps. */
export function startLeveraged(state: State, command: LeveragedCommand, now: number): Result<Iterable<Step>> {
  const { derivative, venue } = state
  if (isTerms(command)) return decideTerms(derivative, venue, command, now)
  if (isContract(command)) return decideContract(derivative, venue, command, now)
  return decidePerpetual(derivative, venue, command, now)
}

type ContractPart = Extract<LeveragedCommand, { type: keyof typeof contractCommands }>

function isTerms(command: LeveragedCommand): command is DerivativeCommand {
  return command.type in derivativeCommands
}

function isContract(command: Exclude<LeveragedCommand, DerivativeCommand>): command is ContractPart {
  return command.type in contractCommands
}

/**
 * Ends a demo account's derivatives: its orders are cancelled, the house takes its positions at the last mark. One that
 * no mark has ever valued stays.
 */
export function* resetLeveraged(
  state: State,
  holder: HolderId,
  cause: 'demo_reset' | 'prices_changed',
  now: number,
): Generator<Step> {
  const { derivative, venue } = state
  yield cancelOrders(derivative, holder, null, null, cause)
  for (const position of derivative.accounts.get(holder)?.positions.values() ?? []) {
    if (lastMark(venue, position.listing) > 0) yield* takeOver(derivative, venue, position, cause, now)
  }
}

/** Whether all positions of a holder can be valued, so that the house can take them. */
export function canReset(state: State, holder: HolderId): boolean {
  const positions = [...(state.derivative.accounts.get(holder)?.positions.values() ?? [])]
  return positions.every((position) => lastMark(state.venue, position.listing) > 0)
}

/**
 * The holds of cross accounts that what happened has left above or below where they belong, put right: of all whose
 * contract account the ledger says has moved since the last command, whatever moved it.
 */
export function heldAfter({ derivative, venue }: State): DerivativeEvent[] {
  const { holds } = touchedSince(derivative, venue)
  if (holds.size === 0) return []
  const events = [...holds].flatMap((holder) => heldAnew(derivative, venue, holder))
  holds.clear()
  return events
}

/**
 * The last sample is the last mark of a symbol that no tick was heard of: where it has moved, what is open there counts as
 * touched. Live only.
 */
export function touchUnheard({ derivative, venue }: State, events: readonly Event[]): void {
  const moved = events
    .flatMap((event) => (event.type === 'indexSampled' ? event.samples : []))
    .filter(({ listing, change }) => change !== 0 && venue.marks.peek(listing).indexTenths === 0)
  if (moved.length === 0) return
  for (const { id, holder, listing } of derivative.positions.values()) {
    if (!moved.some((sample) => sample.listing === listing)) continue
    derivative.touched.positions.add(id)
    derivative.touched.holders.add(holder)
  }
}

/** What an answer needs of the state before its command. */
export interface Before {
  readonly contract: ContractView | null
  readonly order: DerivativeOrderView | null
}

/** The view of what a command names, before it. */
export function beforeLeveraged(state: State, command: LeveragedCommand, now: number): Before {
  if (!('order' in command)) return { contract: null, order: null }
  const order = state.derivative.orders.get(command.order)
  return {
    contract: contractViewOf(state.derivative, state.venue, command.order, now),
    order: order ? orderViewOf(order) : null,
  }
}

function closings(state: State, events: readonly DerivativeEvent[], now: number): Answer {
  const found: ClosingView[] = []
  const canceled: number[] = []
  for (const event of events) {
    if (event.type === 'derivativeOrderAccepted') {
      const order = viewAfter(null, event.order, events, now)
      const left = state.derivative.positions.get(event.closes)?.lots ?? 0
      if (order) found.push({ order, position: event.closes, left })
    } else if (event.type === 'derivativeOrderClosed') canceled.push(event.order)
  }
  const sent = new Set(found.map(({ order }) => order.order))
  return { type: 'closings', closings: found, canceled: canceled.filter((order) => !sent.has(order)) }
}

function contractAnswer(
  state: State,
  id: number,
  before: Before,
  events: readonly DerivativeEvent[],
  now: number,
): Answer {
  const view = contractAfter(state.derivative, state.venue, id, before.contract, events, now)
  return view ? { type: 'contract', view } : { type: 'done' }
}

function orderAnswer(before: Before, id: number, events: readonly DerivativeEvent[], now: number): Answer {
  const view = viewAfter(before.order, id, events, now)
  return view ? { type: 'derivativeOrder', view } : { type: 'done' }
}

function firstOrder(events: readonly DerivativeEvent[]): number {
  const first = events[0]
  return first?.type === 'derivativeOrderAccepted' ? first.order : 0
}

/** The answer to an accepted command, from its events and the state after them. */
export function answerLeveraged(
  state: State,
  command: LeveragedCommand,
  all: readonly Event[],
  before: Before,
  now: number,
): Answer {
  const events = all.filter(isDerivativeEvent)
  const { derivative, venue } = state
  switch (command.type) {
    case 'placeContractOrder':
      return contractAnswer(state, firstOrder(events), before, events, now)
    case 'setContractTargets':
    case 'amendContractOrder':
    case 'addContractMargin':
    case 'cancelContractOrder':
      return contractAnswer(state, command.order, before, events, now)
    case 'placePerpetualOrder':
      return orderAnswer(before, firstOrder(events), events, now)
    case 'amendPerpetualOrder':
    case 'cancelPerpetualOrder':
      return orderAnswer(before, command.order, events, now)
    case 'closeContract':
    case 'closeAllContracts':
    case 'closePerpetual':
    case 'closeAllPerpetual':
      return closings(state, events, now)
    case 'cancelAllContractOrders':
    case 'cancelAllPerpetualOrders': {
      const orders = events.flatMap((event) => (event.type === 'derivativeOrderClosed' ? [event.order] : []))
      return { type: 'closed', orders }
    }
    case 'setPerpetual': {
      const setting = settingViewOf(derivative, command.holder, venue.listingByCode.get(command.symbol) ?? -1)
      return setting ? { type: 'perpetualSetting', setting } : { type: 'done' }
    }
    case 'setPerpetualTargets':
    case 'addPerpetualMargin': {
      const position = derivative.positions.get(command.position)
      return position ? { type: 'position', view: positionViewOf(derivative, venue, position, now) } : { type: 'done' }
    }
    case 'configureDerivative':
    case 'announceBrackets':
    case 'withdrawBrackets':
      return { type: 'done' }
  }
}

export type LeveragedQuery = Extract<Query, { type: keyof typeof derivativeQueries }>

export function isLeveragedQuery(ask: Query): ask is LeveragedQuery {
  return ask.type in derivativeQueries
}

const depthMax = 50

/** Answers a question about contracts and perpetuals. */
export function queryLeveraged(state: State, ask: LeveragedQuery, now: number): Reply {
  const { derivative, venue } = state
  const was = (id: number): boolean => id > 0 && id < derivative.nextOrder
  switch (ask.type) {
    case 'derivativeTerms':
      return { type: 'derivativeTerms', ...termsReply(derivative, venue) }
    case 'contractOrders':
      return { type: 'contractOrders', orders: contractViewsOf(derivative, venue, ask.holder, now) }
    case 'contractOrder': {
      const view = contractViewOf(derivative, venue, ask.order, now)
      const own = view?.holder === ask.holder
      return { type: 'contractOrder', order: own ? view : null, known: was(ask.order), own }
    }
    case 'perpetualAccount':
      return { type: 'perpetualAccount', account: perpetualAccountOf(derivative, venue, ask.holder, now) }
    case 'perpetualPositions':
      return { type: 'perpetualPositions', positions: positionViewsOf(derivative, venue, ask.holder, now) }
    case 'perpetualPosition': {
      const found = derivative.positions.get(ask.position)
      const position = found && found.kind !== 'ticket' ? positionViewOf(derivative, venue, found, now) : null
      const own = position?.holder === ask.holder
      return { type: 'perpetualPosition', position: own ? position : null, known: was(ask.position), own }
    }
    case 'perpetualOrders':
      return { type: 'perpetualOrders', orders: perpetualOrderViews(derivative, ask.holder) }
    case 'perpetualOrder': {
      const found = derivative.orders.get(ask.order)
      const own = found?.holder === ask.holder
      const order = found && own && found.product === 'perpetual' ? orderViewOf(found) : null
      return { type: 'perpetualOrder', order, known: was(ask.order), own }
    }
    case 'derivativeBook': {
      const depth = Math.min(ask.depth, depthMax)
      return { type: 'derivativeBook', ...derivativeBookReply(derivative, venue, ask.realm, ask.listing, depth, now) }
    }
    case 'derivativeHouse':
      return { type: 'derivativeHouse', ...houseReply(derivative, venue, ask.realm) }
    case 'keptBrackets':
      return { type: 'keptBrackets', ...keptBracketsReply(derivative, ask.holder) }
    case 'thinMargins':
      return { type: 'thinMargins', ...thinMargins(derivative, venue, ask, now) }
  }
}
