import type { HolderId } from '@truemark/core/ledger/holders'
import type { Effect, EventOf } from '@truemark/core/derivative/event'
import type { Event } from '@truemark/core/vocabulary'
import type { OrderChange } from '@truemark/protocol/stream'
import type { Touched as ToTell } from '../platform/socket/ownStream.ts'

type Happened = OrderChange['type']

/** What became of a holder's tickets, perpetual orders and positions: the last of each. */
export interface Touched {
  /** By the ticket's or contract order's number. */
  readonly tickets: Map<number, Happened>
  readonly orders: Map<number, Happened>
  readonly positions: Map<number, Happened>
}

/** Collects, by holder, what events touch; holders that `wanted` leaves out are not kept. */
export class TouchedByHolder implements ToTell<ReadonlyMap<HolderId, Touched>> {
  readonly #wanted: (holder: HolderId) => boolean
  #byHolder = new Map<HolderId, Touched>()

  constructor(wanted: (holder: HolderId) => boolean) {
    this.#wanted = wanted
  }

  get isEmpty(): boolean {
    return this.#byHolder.size === 0
  }

  /** Gives what was collected, and begins anew. */
  drain(): Map<HolderId, Touched> {
    const drained = this.#byHolder
    this.#byHolder = new Map()
    return drained
  }

  take(event: Event): void {
    switch (event.type) {
      case 'derivativeOrderAccepted':
        this.#order(event, 'new')
        break
      case 'derivativeTraded':
        this.#traded(event.maker)
        this.#traded(event.taker)
        break
      case 'derivativeOrderClosed':
        this.#order(event, event.status === 'filled' ? 'filled' : 'canceled')
        break
      case 'derivativeOrderRested':
      case 'derivativeOrderAmended':
        this.#order(event, 'amend')
        break
      case 'derivativeOrderCut':
        this.#of(event.holder)?.orders.set(event.order, 'amend')
        break
      case 'targetsSet':
        // a number of the one sequence: a ticket's or a position's, and whoever looks it up finds which
        this.#of(event.holder)?.tickets.set(event.position, 'amend')
        this.#of(event.holder)?.positions.set(event.position, 'position')
        break
      case 'marginAdded':
      case 'positionTakenOver':
        this.#position(event.holder, event.kind, event.position)
        break
      case 'positionMarked':
        this.#of(event.holder)?.positions.set(event.position, 'position')
        break
      case 'fundingPaid':
        for (const { holder, kind, position } of event.lines) this.#position(holder, kind, position)
        break
      default:
    }
  }

  #of(holder: HolderId): Touched | null {
    if (!this.#wanted(holder)) return null
    let touched = this.#byHolder.get(holder)
    if (touched === undefined) {
      touched = { tickets: new Map(), orders: new Map(), positions: new Map() }
      this.#byHolder.set(holder, touched)
    }
    return touched
  }

  #order(
    { holder, order, product }: Pick<EventOf<'derivativeOrderAccepted'>, 'holder' | 'order' | 'product'>,
    happened: Happened,
  ): void {
    const touched = this.#of(holder)
    if (product === 'contract') touched?.tickets.set(order, happened)
    else touched?.orders.set(order, happened)
  }

  #position(holder: HolderId, kind: Effect['kind'], position: number): void {
    const touched = this.#of(holder)
    if (kind === 'ticket') touched?.tickets.set(position, 'position')
    else touched?.positions.set(position, 'position')
  }

  #traded(effect: Effect): void {
    const touched = this.#of(effect.holder)
    if (touched === null) return
    const positions = [effect.closing, effect.opening].filter((position) => position > 0)
    for (const position of positions) {
      if (effect.product === 'contract') touched.tickets.set(position, 'fill')
      else touched.positions.set(position, 'position')
    }
    if (effect.product === 'perpetual' && effect.order > 0) touched.orders.set(effect.order, 'fill')
  }
}
