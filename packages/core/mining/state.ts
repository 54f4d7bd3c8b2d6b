import type { CurrencyId, HolderId, Realm } from '../ledger/holders.ts'
import { dayMs } from '../money/units.ts'
import { promise, type PoolState } from '../pool/pool.ts'
import { Agenda } from '../trigger/agenda.ts'
import { incomeOf, type MiningTerms } from './terms.ts'

export interface MiningProduct {
  readonly id: number
  version: number
  terms: MiningTerms
  on: boolean
  /** Published rates by day of UTC, in the order of days. */
  rates: Map<number, number>
  /** Derived: what its open orders lock. */
  locked: bigint
}

/** An order that runs. Amounts in smallest units of its currency, rates at 10⁻⁹. */
export interface MiningOrder {
  readonly id: number
  readonly holder: HolderId
  readonly realm: Realm
  readonly product: number
  readonly version: number
  readonly currency: CurrencyId
  readonly amount: bigint
  readonly rateMin: number
  readonly rateMax: number
  readonly days: number
  readonly redemptionRate: number
  readonly firstDay: number
  readonly openedAt: number
  daysPaid: number
  paid: bigint
}

/** The orders that earn on a day and have not been paid for it. */
interface Earning {
  readonly handle: number
  readonly ids: Set<number>
  /** Once the day is being paid: the ids in ascending order, and how many of them are done with. */
  sorted: readonly number[] | null
  at: number
}

/** Durable are products, orders and the next ids; the rest follows from them. */
export interface MiningState {
  readonly products: Map<number, MiningProduct>
  readonly orders: Map<number, MiningOrder>
  nextProduct: number
  nextOrder: number
  readonly byHolder: Map<HolderId, Set<number>>
  /** The days that are still to be paid, due when they end. */
  readonly agenda: Agenda
  readonly earning: Map<number, Earning>
}

export function createMiningState(): MiningState {
  return {
    products: new Map(),
    orders: new Map(),
    nextProduct: 1,
    nextOrder: 1,
    byHolder: new Map(),
    agenda: new Agenda(),
    earning: new Map(),
  }
}

/** The next day that an order is paid for. */
export function nextDayOf(order: MiningOrder): number {
  return order.firstDay + order.daysPaid
}

/** When an order's principal is free: the end of its last day, UTC milliseconds. */
export function endOf({ firstDay, days }: Pick<MiningOrder, 'firstDay' | 'days'>): number {
  return (firstDay + days) * dayMs
}

/** A holder's running orders, oldest first. */
export function miningOrdersOf(mining: MiningState, holder: HolderId): MiningOrder[] {
  const ids = [...(mining.byHolder.get(holder) ?? [])].sort((a, b) => a - b)
  return ids.map((id) => runningOrder(mining, id))
}

/** The running order of an id; throws where the caller's promise that it runs does not hold. */
export function runningOrder(mining: MiningState, id: number): MiningOrder {
  const order = mining.orders.get(id)
  if (!order) throw new RangeError(`mining order ${id} does not run`)
  return order
}

/** The product of an id; throws where there is none. */
export function productOf(mining: MiningState, id: number): MiningProduct {
  const product = mining.products.get(id)
  if (!product) throw new RangeError(`there is no mining product ${id}`)
  return product
}

/** The most that an order can still earn. */
export function incomeLeftMax({
  amount,
  rateMax,
  days,
  daysPaid,
}: Pick<MiningOrder, 'amount' | 'rateMax' | 'days' | 'daysPaid'>): bigint {
  return incomeOf(amount, rateMax) * BigInt(days - daysPaid)
}

/** Takes a running order in. */
export function admit(mining: MiningState, pool: PoolState, order: MiningOrder): void {
  mining.orders.set(order.id, order)
  const own = mining.byHolder.get(order.holder) ?? new Set<number>()
  mining.byHolder.set(order.holder, own.add(order.id))
  productOf(mining, order.product).locked += order.amount
  promise(pool, order.realm, order.currency, incomeLeftMax(order))
  wait(mining, order)
}

/** Forgets an order that has ended. */
export function dismiss(mining: MiningState, pool: PoolState, id: number): void {
  const order = runningOrder(mining, id)
  mining.orders.delete(id)
  const own = mining.byHolder.get(order.holder)
  own?.delete(id)
  if (own?.size === 0) mining.byHolder.delete(order.holder)
  productOf(mining, order.product).locked -= order.amount
  promise(pool, order.realm, order.currency, -incomeLeftMax(order))
  if (order.daysPaid < order.days) leave(mining, order)
}

// puts an order to those that are paid at the end of its next day
function wait(mining: MiningState, order: MiningOrder): void {
  if (order.daysPaid === order.days) return
  const day = nextDayOf(order)
  let earning = mining.earning.get(day)
  if (!earning) {
    earning = { handle: mining.agenda.add((day + 1) * dayMs, day), ids: new Set(), sorted: null, at: 0 }
    mining.earning.set(day, earning)
  }
  earning.ids.add(order.id)
}

function leave(mining: MiningState, order: MiningOrder): void {
  const day = nextDayOf(order)
  const earning = mining.earning.get(day)
  if (!earning?.ids.delete(order.id)) throw new RangeError(`mining order ${order.id} does not wait for day ${day}`)
  if (earning.ids.size > 0) return
  mining.earning.delete(day)
  mining.agenda.remove(earning.handle)
}

/** Notes that an order was paid for its next day. */
export function notePaid(mining: MiningState, pool: PoolState, order: MiningOrder, amount: bigint): void {
  leave(mining, order)
  promise(pool, order.realm, order.currency, -incomeLeftMax(order))
  order.daysPaid++
  order.paid += amount
  promise(pool, order.realm, order.currency, incomeLeftMax(order))
  wait(mining, order)
}

/** The first `max` orders, by id, that are to be paid for a day; what is read is remembered, so that none is sought twice. */
export function earningOn(mining: MiningState, day: number, max: number): MiningOrder[] {
  const earning = mining.earning.get(day)
  if (!earning) return []
  earning.sorted ??= [...earning.ids].sort((a, b) => a - b)
  const found: MiningOrder[] = []
  for (let at = earning.at; at < earning.sorted.length && found.length < max; at++) {
    const id = earning.sorted[at]
    if (earning.ids.has(id)) found.push(runningOrder(mining, id))
    else if (found.length === 0) earning.at = at + 1
  }
  return found
}
