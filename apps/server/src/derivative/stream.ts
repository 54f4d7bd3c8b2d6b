import { isHouse, type HolderId } from '@truemark/core/ledger/holders'
import type { ContractOrder } from '@truemark/protocol/routes/contract'
import type { PerpetualOrder, PerpetualPosition } from '@truemark/protocol/routes/perpetual'
import { type OrderChange, streamType } from '@truemark/protocol/stream'
import { type Catalogue, type Exchange, house } from '../engine/door.ts'
import type { Database } from '../platform/postgres/database.ts'
import type { PublicIds } from '../platform/publicId.ts'
import { type OwnStreamPorts, type ToldUpTo, OwnStream } from '../platform/socket/ownStream.ts'
import { findOrdersById, findPositionsById, findTicketsById } from './history.store.ts'
import { contractShape, orderShape, positionShape, storedContractShape, storedPositionShape } from './shape.ts'
import { type Touched, TouchedByHolder } from './touched.ts'

export interface DerivativeStreamOptions extends OwnStreamPorts {
  readonly exchange: Exchange
  readonly database: Database
  readonly catalogue: Catalogue
  readonly ids: PublicIds
  readonly simulated: () => boolean
}

/**
 * Tells holders what became of their contracts and perpetuals: what happened in a round comes as one change of each
 * ticket, order and position, as it stands then. What is open is asked of the engine, with its figures at the mark;
 * what is over is read from the tables.
 */
export function openDerivativeStream(options: DerivativeStreamOptions): OwnStream<ReadonlyMap<HolderId, Touched>> {
  const teller = new Teller(options)
  const touched = new TouchedByHolder((holder) => !isHouse(holder) && options.hub.isOpen(holder))
  const tell = async (changed: ReadonlyMap<HolderId, Touched>, { followed }: ToldUpTo): Promise<void> => {
    await followed()
    await teller.tell(changed)
  }
  return new OwnStream(touched, tell, options)
}

class Teller {
  readonly #options: DerivativeStreamOptions

  constructor(options: DerivativeStreamOptions) {
    this.#options = options
  }

  async tell(touched: ReadonlyMap<HolderId, Touched>): Promise<void> {
    for (const [holder, changed] of touched) await this.#tell(holder, changed)
  }

  async #tell(holder: HolderId, { tickets, orders, positions }: Touched): Promise<void> {
    for (const order of await this.#orders(holder, [...orders.keys()])) {
      const happened = orders.get(order.id) ?? 'fill'
      const { order_id, status } = order.shape
      this.#send(holder, {
        order_id,
        game: 'perpetual',
        type: status === 'new' ? happened : status,
        perpetual: order.shape,
      })
    }
    for (const ticket of await this.#tickets(holder, [...tickets.keys()])) {
      const type = ticketChange(ticket.shape, tickets.get(ticket.id) ?? 'position')
      this.#send(holder, { order_id: ticket.shape.order_id, game: 'contract', type, ticket: ticket.shape })
    }
    for (const { shape } of await this.#positions(holder, [...positions.keys()])) {
      this.#send(holder, { order_id: shape.position_id, game: 'perpetual', type: shape.status, position: shape })
    }
  }

  #send(holder: HolderId, change: OrderChange): void {
    this.#options.hub.toHolder(holder, streamType.order, change)
  }

  async #orders(holder: HolderId, ids: readonly number[]): Promise<{ id: number; shape: PerpetualOrder }[]> {
    if (ids.length === 0) return []
    const rows = await findOrdersById(this.#options.database, ids)
    return rows
      .filter((row) => row.holder === holder && row.product === 'perpetual')
      .map((row) => ({ id: row.order, shape: orderShape(this.#options, row) }))
  }

  async #tickets(holder: HolderId, ids: readonly number[]): Promise<{ id: number; shape: ContractOrder }[]> {
    if (ids.length === 0) return []
    const { database, exchange } = this.#options
    const { orders } = await exchange.ask(house, { type: 'contractOrders', holder })
    const open = new Map(orders.map((view) => [view.order, view]))
    const rows = await findTicketsById(
      database,
      ids.filter((id) => !open.has(id)),
    )
    const over = new Map(rows.filter(({ order }) => order.holder === holder).map((row) => [row.order.order, row]))
    return ids.flatMap((id) => {
      const view = open.get(id)
      if (view !== undefined) return [{ id, shape: contractShape(this.#options, view) }]
      const row = over.get(id)
      return row === undefined ? [] : [{ id, shape: storedContractShape(this.#options, row) }]
    })
  }

  async #positions(holder: HolderId, ids: readonly number[]): Promise<{ id: number; shape: PerpetualPosition }[]> {
    if (ids.length === 0) return []
    const { database, exchange } = this.#options
    const { positions } = await exchange.ask(house, { type: 'perpetualPositions', holder })
    const open = new Map(positions.map((view) => [view.position, view]))
    const rows = await findPositionsById(
      database,
      ids.filter((id) => !open.has(id)),
    )
    const own = rows.filter((row) => row.holder === holder && row.kind !== 'ticket')
    const over = new Map(own.map((row) => [row.position, row]))
    return ids.flatMap((id) => {
      const view = open.get(id)
      if (view !== undefined) return [{ id, shape: positionShape(this.#options, view) }]
      const row = over.get(id)
      return row === undefined ? [] : [{ id, shape: storedPositionShape(this.#options, row) }]
    })
  }
}

function ticketChange({ status }: ContractOrder, happened: OrderChange['type']): OrderChange['type'] {
  if (status === 'canceled' || status === 'closed' || status === 'settled') return status
  if (status === 'new') return happened === 'new' ? 'new' : 'amend'
  if (happened !== 'fill' && happened !== 'filled') return 'position'
  return status === 'filled' ? 'filled' : 'fill'
}
