import type { Side } from '../book/book.ts'
import { initialOf } from '../margin/brackets.ts'
import { costOfClosing, signOf } from '../margin/position.ts'
import { holdTarget, smaller } from './account.ts'
import type { Position } from './state.ts'
import type { Derivative } from './terms.ts'
import { feeOf, opens, quoteAt, worthOf } from './worth.ts'

/** What is needed of a derivative to reckon orders: plain numbers, so that a form can reckon as the engine does. */
export type Units = Pick<Derivative, 'quotePerTickLot' | 'quotePerTenthLot'>

/** A fill that would happen. */
export interface PlannedFill {
  readonly price: number
  readonly lots: number
}

/** What an order would come to at once: how much, for how much, and why no more. */
export interface Walk {
  readonly fills: readonly PlannedFill[]
  readonly lots: number
  readonly quote: bigint
  readonly end: 'filled' | 'book_empty' | 'self_trade' | 'fills_max'
}

export interface WalkAsk {
  readonly side: Side
  /** The worst price in ticks. */
  readonly limit: number
  readonly lots: number
  readonly fillsMax: number
}

/** Walks what stands against an order, best first; `own` says which of it is the order's own holder's. */
export function walk<C extends PlannedFill>(
  units: Units,
  against: Iterable<C>,
  ask: WalkAsk,
  own: (counter: C) => 'stop' | 'skip' | null,
): Walk {
  const fills: PlannedFill[] = []
  let left = ask.lots
  let quote = 0n
  const done = (end: Walk['end']): Walk => ({ fills, lots: ask.lots - left, quote, end })
  for (const counter of against) {
    if (left === 0) break
    if (counter.lots === 0) continue
    if (ask.side === 'buy' ? counter.price > ask.limit : counter.price < ask.limit) return done('book_empty')
    const mine = own(counter)
    if (mine === 'stop') return done('self_trade')
    if (mine === 'skip') continue
    if (fills.length === ask.fillsMax) return done('fills_max')
    const lots = Math.min(left, counter.lots)
    fills.push({ price: counter.price, lots })
    quote += quoteAt(units, counter.price, lots)
    left -= lots
  }
  return done(left === 0 ? 'filled' : 'book_empty')
}

/** What an opening limit order holds: its margin and taker fee, were all of it filled at `heldPrice`. */
export function limitHold(units: Units, lots: number, heldPrice: number, multiple: number, feeRate: number): bigint {
  const quote = quoteAt(units, heldPrice, lots)
  return initialOf(quote, multiple) + feeOf(quote * BigInt(feeRate))
}

/** What opening at a price away from the mark loses at once: max(0, s·q·(E − M)). */
export function openingLoss(side: Side, quote: bigint, value: bigint): bigint {
  const loss = signOf(opens(side)) * (quote - value)
  return loss > 0n ? loss : 0n
}

/** Where a holder stands before a market order. */
export interface Before {
  readonly available: bigint
  readonly free: bigint
  readonly balance: bigint
  readonly required: bigint
  readonly position: Pick<Position, 'kind' | 'side' | 'lots' | 'cost' | 'margin' | 'multiple'> | null
}

export interface MarketAsk {
  readonly side: Side
  readonly multiple: number
  readonly feeRate: number
  readonly markTenths: number
}

/**
 * What a market order that fills so would need, and what would be usable for it: what it closes first gives back its
 * margin and pays or takes its profit; what it opens needs margin, fee and its opening loss.
 */
export function marketNeed(
  units: Units,
  ask: MarketAsk,
  planned: Pick<Walk, 'fills' | 'lots' | 'quote'>,
  before: Before,
): { need: bigint; usable: bigint } {
  const { position } = before
  const closing = position && position.side !== opens(ask.side) ? Math.min(planned.lots, position.lots) : 0
  const opening = planned.lots - closing
  const fee = feeOf(planned.quote * BigInt(ask.feeRate))
  if (opening === 0) return { need: 0n, usable: least(before.available, before.free) }
  if (!position || closing === 0) {
    const loss = openingLoss(ask.side, planned.quote, worthOf(units, opening, ask.markTenths))
    return { need: initialOf(planned.quote, ask.multiple) + fee + loss, usable: least(before.available, before.free) }
  }
  const proceeds = quoteOfFirst(units, planned.fills, closing)
  const closeFee = feeOf(proceeds * BigInt(ask.feeRate))
  const opened = planned.quote - proceeds
  const loss = openingLoss(ask.side, opened, worthOf(units, opening, ask.markTenths))
  const need = initialOf(opened, ask.multiple) + fee - closeFee + loss
  return { need, usable: usableAfter(units, ask, before, position, closing, proceeds, closeFee) }
}

/** What of a limit order would not trade at once and would rest. */
export interface Resting {
  readonly price: number
  readonly lots: number
}

/**
 * What a limit order that turns an open position would need as it fills, and what would be usable for it once that is
 * closed; null where it closes nothing at once. What rests is reckoned as its hold will be.
 */
export function turnNeed(
  units: Units,
  ask: MarketAsk,
  planned: Pick<Walk, 'fills' | 'lots' | 'quote'>,
  rest: Resting,
  before: Before,
): { need: bigint; usable: bigint } | null {
  const { position } = before
  if (!position || position.side === opens(ask.side) || planned.lots === 0) return null
  const closing = Math.min(planned.lots, position.lots)
  const proceeds = quoteOfFirst(units, planned.fills, closing)
  const closeFee = feeOf(proceeds * BigInt(ask.feeRate))
  const opened = planned.quote - proceeds
  const restQuote = quoteAt(units, rest.price, rest.lots)
  const whole = planned.quote + restQuote
  const margin =
    initialOf(opened, ask.multiple) + initialOf(whole, ask.multiple) - initialOf(planned.quote, ask.multiple)
  const loss =
    openingLoss(ask.side, opened, worthOf(units, planned.lots - closing, ask.markTenths)) +
    openingLoss(ask.side, restQuote, worthOf(units, rest.lots, ask.markTenths))
  const need = margin + feeOf(whole * BigInt(ask.feeRate)) - closeFee + loss
  return { need, usable: usableAfter(units, ask, before, position, closing, proceeds, closeFee) }
}

function usableAfter(
  units: Units,
  ask: MarketAsk,
  before: Before,
  position: NonNullable<Before['position']>,
  closing: number,
  proceeds: bigint,
  fee: bigint,
): bigint {
  const costClosed = costOfClosing({ side: position.side, quantity: position.lots, cost: position.cost }, closing)
  const sign = signOf(position.side)
  const realised = sign * (proceeds - costClosed)
  if (position.kind !== 'cross') {
    const released = (position.margin * BigInt(closing)) / BigInt(position.lots)
    const change = released + realised - fee
    return least(before.available + change, before.free + change)
  }
  const required =
    before.required -
    initialOf(position.cost, position.multiple) +
    initialOf(position.cost - costClosed, position.multiple)
  const balance = before.balance + realised - fee
  const gain = sign * (proceeds - worthOf(units, closing, ask.markTenths))
  return least(balance - holdTarget(required, balance), before.free + gain - fee + before.required - required)
}

function least(available: bigint, free: bigint): bigint {
  const usable = smaller(available, free)
  return usable > 0n ? usable : 0n
}

/** What the first `lots` of fills come to. */
export function quoteOfFirst(units: Units, fills: readonly PlannedFill[], lots: number): bigint {
  let left = lots
  let quote = 0n
  for (const fill of fills) {
    const taken = Math.min(left, fill.lots)
    quote += quoteAt(units, fill.price, taken)
    left -= taken
  }
  return quote
}
