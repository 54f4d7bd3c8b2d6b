import type { HolderId } from '../ledger/holders.ts'
import { usdt } from '../money/units.ts'
import { promise, type PoolState } from '../pool/pool.ts'
import type { InvestOrder } from './event.ts'
import { samplesMin, windowMs, type InvestTerms } from './terms.ts'

/** A published product; it stays until nothing of it runs any more. */
export interface InvestProduct {
  readonly id: number
  readonly terms: InvestTerms
  sold: number
  /** Ended by an operator before its time. */
  closed: boolean
  /** Orders that are not settled. */
  running: number
}

/** What is bought on one listing and matures at one moment: it all settles on one price, summed up here. */
export interface Window {
  readonly listing: number
  readonly maturity: number
  readonly orders: Map<number, InvestOrder>
  sum: bigint
  samples: number
  first: number
  last: number
  /** The settlement price once it is known; −1: none can be had; 0: still ahead. */
  settlementTenths: number
}

export interface InvestState {
  nextProduct: number
  nextOrder: number
  readonly products: Map<number, InvestProduct>
  readonly orders: Map<number, InvestOrder>
  /** By maturity, then listing. */
  readonly windows: Window[]
  /** Derived: who has which. */
  readonly byHolder: Map<HolderId, Set<number>>
}

export function createInvestState(): InvestState {
  return {
    nextProduct: 1,
    nextOrder: 1,
    products: new Map(),
    orders: new Map(),
    windows: [],
    byHolder: new Map(),
  }
}

function before(window: Window, listing: number, maturity: number): boolean {
  return window.maturity < maturity || (window.maturity === maturity && window.listing < listing)
}

/** The window of a listing and maturity; made where there is none. */
export function windowOf({ windows }: InvestState, listing: number, maturity: number): Window {
  let at = 0
  while (at < windows.length && before(windows[at], listing, maturity)) at++
  const found = windows.at(at)
  if (found?.listing === listing && found.maturity === maturity) return found
  const made: Window = {
    listing,
    maturity,
    orders: new Map(),
    sum: 0n,
    samples: 0,
    first: 0,
    last: 0,
    settlementTenths: 0,
  }
  windows.splice(at, 0, made)
  return made
}

/** Puts an order in its places; until its end the pool may owe either currency. */
export function admit(state: InvestState, pool: PoolState, order: InvestOrder): void {
  state.orders.set(order.order, order)
  windowOf(state, order.terms.listing, order.terms.maturity).orders.set(order.order, order)
  promise(pool, order.terms.realm, order.coin, order.coinPayout)
  promise(pool, order.terms.realm, usdt, order.usdtPayout)
  const own = state.byHolder.get(order.holder) ?? new Set()
  state.byHolder.set(order.holder, own.add(order.order))
}

/** Takes an order that has ended out of its places; its window goes with its last order. */
export function dismiss(state: InvestState, pool: PoolState, id: number): void {
  const order = state.orders.get(id)
  if (!order) throw new RangeError(`investment ${id} is not running`)
  const { listing, maturity, realm } = order.terms
  state.orders.delete(id)
  promise(pool, realm, order.coin, -order.coinPayout)
  promise(pool, realm, usdt, -order.usdtPayout)
  const own = state.byHolder.get(order.holder)
  own?.delete(id)
  if (own?.size === 0) state.byHolder.delete(order.holder)
  const window = windowOf(state, listing, maturity)
  window.orders.delete(id)
  if (window.orders.size === 0) state.windows.splice(state.windows.indexOf(window), 1)
}

/**
 * Whether a sample of `stamp` counts for a window: it lies in the last half hour up to maturity, or after it where that
 * half hour had too few.
 */
export function countsFor(window: Window, stamp: number): boolean {
  if (window.settlementTenths !== 0) return false
  if (stamp <= window.maturity) return stamp > window.maturity - windowMs
  return window.samples < samplesMin
}
