import type { Side } from '@truemark/core/book/book'
import type { DerivativeTraded, Effect, EventOf } from '@truemark/core/derivative/event'
import type { EndReason } from '@truemark/core/derivative/words'
import type { derivativeOrderStatuses } from '@truemark/core/derivative/view'
import { isHouse, type HolderId } from '@truemark/core/ledger/holders'
import type { PositionSide } from '@truemark/core/margin/position'
import type { Event } from '@truemark/core/vocabulary'
import type { Fact } from '../engine/door.ts'
import { type FillRow, type PositionStatus } from './tables.ts'

type OrderStatus = (typeof derivativeOrderStatuses)[number]
/** What the facts at hand change of an order. Sums are added; null leaves a field as it is. */
export interface OrderChange {
  readonly order: number
  /** Whether the facts may speak of an order that there is not: a target's number is a ticket's or a position's. */
  loose: boolean
  price: number | null
  lots: number | null
  filled: number
  quoteFilled: bigint
  feePaid: bigint
  realised: bigint
  released: bigint
  made: boolean
  took: boolean
  stopLoss: number | null
  takeProfit: number | null
  status: OrderStatus | null
  reason: EndReason | null
  updatedAt: number
}

/** An order that was accepted within the facts at hand, as it stands after them. */
export interface NewOrder extends EventOf<'derivativeOrderAccepted'> {
  readonly acceptedAt: number
  readonly changed: OrderChange
}

/** What the facts at hand change of a position. Sums are added; null leaves a field as it is. */
export interface PositionChange {
  readonly position: number
  loose: boolean
  lots: number | null
  cost: bigint | null
  margin: bigint | null
  /** On top of `margin`, or of what stood before. */
  marginAdded: bigint
  lotsOpened: number
  costOpened: bigint
  lotsClosed: number
  proceeds: bigint
  feePaid: bigint
  realised: bigint
  funding: bigint
  stopLoss: number | null
  takeProfit: number | null
  tradeLast: number | null
  status: Exclude<PositionStatus, 'open'> | null
  reason: EndReason | null
  updatedAt: number
}

/** A position that was opened within the facts at hand, as it stands after them. */
export interface NewPosition {
  readonly position: number
  readonly holder: HolderId
  readonly listing: number
  readonly kind: Effect['kind']
  readonly side: PositionSide
  readonly multiple: number
  readonly tradeFirst: number
  readonly openedAt: number
  readonly changed: PositionChange
}

/** Stop-loss and take-profit that an order bears for what it opens; ticks, 0 for none. */
export interface Targets {
  readonly stopLoss: number
  readonly takeProfit: number
}

/** What facts do to the tables of contracts and perpetuals. */
export interface DerivativeRows {
  readonly orders: readonly NewOrder[]
  readonly orderChanges: readonly OrderChange[]
  readonly positions: readonly NewPosition[]
  readonly positionChanges: readonly PositionChange[]
  readonly fills: readonly FillRow[]
}

/** The orders whose targets the fold needs and the facts do not bring: those that open something and came earlier. */
export function ordersWanted(facts: readonly Fact<Event>[]): number[] {
  const accepted = new Set<number>()
  const wanted = new Set<number>()
  for (const { event } of facts) {
    if (event.type === 'derivativeOrderAccepted') accepted.add(event.order)
    if (event.type !== 'derivativeTraded') continue
    for (const { order, opening } of [event.maker, event.taker]) {
      if (opening > 0 && order > 0 && !accepted.has(order)) wanted.add(order)
    }
  }
  return [...wanted]
}

/** Folds facts, in order, into what is to be written; `known` are the targets of {@link ordersWanted}. */
export function derivativeRowsOf(facts: readonly Fact<Event>[], known: ReadonlyMap<number, Targets>): DerivativeRows {
  const fold = new Fold(known)
  for (const { event, time } of facts) fold.take(event, time)
  return fold.rows()
}

class Fold {
  readonly #targets: Map<number, Targets>
  readonly #orders = new Map<number, NewOrder>()
  readonly #orderChanges = new Map<number, OrderChange>()
  readonly #positions = new Map<number, NewPosition>()
  readonly #positionChanges = new Map<number, PositionChange>()
  readonly #fills: FillRow[] = []

  constructor(known: ReadonlyMap<number, Targets>) {
    this.#targets = new Map(known)
  }

  rows(): DerivativeRows {
    return {
      orders: [...this.#orders.values()],
      orderChanges: [...this.#orderChanges.values()].filter(({ order }) => !this.#orders.has(order)),
      positions: [...this.#positions.values()],
      positionChanges: [...this.#positionChanges.values()].filter(({ position }) => !this.#positions.has(position)),
      fills: this.#fills,
    }
  }

  take(event: Event, time: number): void {
    switch (event.type) {
      case 'derivativeOrderAccepted':
        this.#targets.set(event.order, event)
        this.#orders.set(event.order, { ...event, acceptedAt: time, changed: this.#order(event.order, time) })
        break
      case 'derivativeTraded':
        this.#side(event, event.maker, true, time)
        this.#side(event, event.taker, false, time)
        break
      case 'derivativeOrderRested':
        this.#order(event.order, time).released += event.released
        break
      case 'derivativeOrderAmended':
        this.#amended(event, time)
        break
      case 'derivativeOrderCut':
        this.#order(event.order, time).lots = event.lots
        break
      case 'derivativeOrderClosed':
        this.#closed(event, time)
        break
      case 'targetsSet':
        this.#retarget(event, time)
        break
      case 'marginAdded':
        setMargin(this.#position(event.position, time), event.margin)
        break
      case 'positionMarked': {
        const change = this.#position(event.position, time)
        change.cost = event.cost
        change.realised += event.realised
        break
      }
      case 'positionTakenOver':
        this.#takenOver(event, time)
        break
      case 'fundingPaid':
        for (const { position, amount, marginChange } of event.lines) this.#funded(position, amount, marginChange, time)
        break
      default:
    }
  }

  #order(order: number, time: number, loose = false): OrderChange {
    let change = this.#orderChanges.get(order)
    if (change === undefined) this.#orderChanges.set(order, (change = noOrderChange(order, time)))
    change.loose &&= loose
    change.updatedAt = time
    return change
  }

  #position(position: number, time: number, loose = false): PositionChange {
    let change = this.#positionChanges.get(position)
    if (change === undefined) this.#positionChanges.set(position, (change = noPositionChange(position, time)))
    change.loose &&= loose
    change.updatedAt = time
    return change
  }

  #closed({ order, status, reason, released }: EventOf<'derivativeOrderClosed'>, time: number): void {
    const change = this.#order(order, time)
    change.status = status
    change.reason = reason
    change.released += released
  }

  #amended({ order, price, lots, holdChange }: EventOf<'derivativeOrderAmended'>, time: number): void {
    const change = this.#order(order, time)
    change.price = price
    change.lots = lots
    change.released -= holdChange
  }

  // a ticket's targets stand on its order as well: they may be set before it has opened
  #retarget({ position, stopLoss, takeProfit }: EventOf<'targetsSet'>, time: number): void {
    this.#targets.set(position, { stopLoss, takeProfit })
    for (const change of [this.#order(position, time, true), this.#position(position, time, true)]) {
      change.stopLoss = stopLoss
      change.takeProfit = takeProfit
    }
  }

  #funded(position: number, amount: bigint, marginChange: bigint, time: number): void {
    const change = this.#position(position, time)
    change.funding += amount
    change.marginAdded += marginChange
  }

  #takenOver(event: EventOf<'positionTakenOver'>, time: number): void {
    const change = this.#position(event.position, time)
    change.lotsClosed += event.lots
    change.proceeds += event.proceeds
    change.realised += event.realised
    end(change, 'settled', event.cause === 'bankruptcy' ? 'liquidation' : event.cause)
  }

  #side(event: DerivativeTraded, effect: Effect, maker: boolean, time: number): void {
    if (isHouse(effect.holder)) return
    const side: Side = maker ? (event.takerSide === 'buy' ? 'sell' : 'buy') : event.takerSide
    this.#fills.push(fillOf(event, effect, side, maker, time))
    if (effect.order > 0) this.#fillOrder(event, effect, maker, time)
    if (effect.closing > 0) this.#reduce(event, effect, side, time)
    if (effect.opening > 0) this.#open(event, effect, side, time)
  }

  #fillOrder(event: DerivativeTraded, effect: Effect, maker: boolean, time: number): void {
    const change = this.#order(effect.order, time)
    change.filled += event.lots
    change.quoteFilled += event.quoteAmount
    change.feePaid += effect.fee
    change.realised += effect.realised
    change.released += effect.holdReleased
    if (maker) change.made = true
    else change.took = true
    if (!effect.filled) return
    change.status = 'filled'
    change.reason = 'filled'
  }

  #reduce(event: DerivativeTraded, effect: Effect, side: Side, time: number): void {
    const change = this.#position(effect.closing, time)
    change.lotsClosed += effect.lotsClosed
    // realised = s·(proceeds − cost): a sale closes a long
    change.proceeds += effect.costClosed + (side === 'sell' ? effect.realised : -effect.realised)
    change.realised += effect.realised
    // of a trade that closes one position and opens another, the fee is the new one's
    if (effect.opening === 0) change.feePaid += effect.fee
    change.tradeLast = event.trade
    if (effect.opening > 0 || effect.lots === 0) {
      const settled = effect.purpose !== 'open' && effect.purpose !== 'close'
      end(change, settled ? 'settled' : 'closed', settled ? endReasonOf(effect.purpose) : 'by_user')
    } else {
      change.lots = effect.lots
      change.cost = effect.cost
      setMargin(change, effect.margin)
    }
  }

  #open(event: DerivativeTraded, effect: Effect, side: Side, time: number): void {
    const { holder, kind, multiple, opening: position } = effect
    const change = this.#position(position, time)
    change.lots = effect.lots
    change.cost = effect.cost
    setMargin(change, effect.margin)
    change.lotsOpened += effect.lotsOpened
    change.costOpened += effect.costOpened
    change.feePaid += effect.fee
    change.tradeLast = event.trade
    const targets = this.#targets.get(effect.order)
    if (targets !== undefined && targets.stopLoss > 0) change.stopLoss = targets.stopLoss
    if (targets !== undefined && targets.takeProfit > 0) change.takeProfit = targets.takeProfit
    // it stands with exactly what this trade opened, so nothing stood before
    if (effect.lots !== effect.lotsOpened) return
    const { listing, trade: tradeFirst } = event
    const opened = { position, holder, listing, kind, multiple, tradeFirst, openedAt: time, changed: change }
    this.#positions.set(position, { ...opened, side: side === 'buy' ? 'long' : 'short' })
  }
}

function endReasonOf(purpose: Effect['purpose']): EndReason {
  return purpose === 'stop_loss' || purpose === 'take_profit' ? purpose : 'liquidation'
}

function setMargin(change: PositionChange, margin: bigint): void {
  change.margin = margin
  change.marginAdded = 0n
}

function end(change: PositionChange, status: 'closed' | 'settled', reason: EndReason): void {
  change.lots = 0
  change.cost = 0n
  setMargin(change, 0n)
  change.status = status
  change.reason = reason
}

function fillOf(event: DerivativeTraded, effect: Effect, side: Side, maker: boolean, time: number): FillRow {
  const { trade, listing, price, lots, quoteAmount, indexTenths, indexTime } = event
  const { holder, order, closing, opening, purpose, lotsClosed, fee, realised } = effect
  const what = { holder, trade, order, closing, opening, purpose, listing, side, maker }
  return { ...what, price, lots, lotsClosed, quoteAmount, fee, realised, indexTenths, indexTime, time }
}

function noOrderChange(order: number, updatedAt: number): OrderChange {
  const sums = { filled: 0, quoteFilled: 0n, feePaid: 0n, realised: 0n, released: 0n, made: false, took: false }
  return {
    order,
    loose: true,
    ...sums,
    price: null,
    lots: null,
    stopLoss: null,
    takeProfit: null,
    status: null,
    reason: null,
    updatedAt,
  }
}

function noPositionChange(position: number, updatedAt: number): PositionChange {
  const nothing = { lots: null, cost: null, margin: null, stopLoss: null, takeProfit: null, tradeLast: null }
  const sums = { lotsOpened: 0, costOpened: 0n, lotsClosed: 0, proceeds: 0n, feePaid: 0n, realised: 0n, funding: 0n }
  return { position, loose: true, ...nothing, ...sums, marginAdded: 0n, status: null, reason: null, updatedAt }
}
