import type { Venue } from '../book/venue.ts'
import { houseHolder, type Realm } from '../ledger/holders.ts'
import { initialOf } from '../margin/brackets.ts'
import { maintenanceShare } from '../margin/exposure.ts'
import { bankruptcyQuote, costOfClosing, realisedOf, signOf, type PositionSide } from '../margin/position.ts'
import { usdt } from '../money/units.ts'
import {
  crossFigures,
  figuresAt,
  holdTarget,
  maintenanceWith,
  ownEquity,
  requiredBy,
  smaller,
  wholeLots,
  type CrossFigures,
} from './account.ts'
import { bracketsOfVersion, bracketVersionAfter } from './bracketVersions.ts'
import type { Effect } from './event.ts'
import { derivativeOf, type DerivativeOrder, type DerivativeState, type Position } from './state.ts'
import type { Derivative } from './terms.ts'
import { feeOf, lastMark, opens, quoteAt, worthOf } from './worth.ts'

/** One fill as one side sees it. `fresh` is the id of a position that it would open. */
export interface Fill {
  readonly price: number
  readonly lots: number
  readonly feeRate: number
  readonly fresh: number
}

/** What a fill does to a side; or why it may not be, in which case its order is cancelled. */
export type Settled =
  | { readonly ok: true; readonly effect: Effect }
  /** `cash`: the loss is more than the account holds by `short`, but its other profits may pay for it. */
  | { readonly ok: false; readonly why: 'margin' | 'cash'; readonly short: bigint }

const tooShort = { ok: false, why: 'margin', short: 0n } as const

/** The position that an order reduces or increases, if it is open. */
export function positionOf(state: DerivativeState, order: DerivativeOrder): Position | undefined {
  if (order.closes > 0) return state.positions.get(order.closes)
  if (order.product === 'contract') return state.positions.get(order.id)
  return state.accounts.get(order.holder)?.perpetual.get(order.listing)
}

/** Whether an order may only ever reduce. */
export function onlyReduces(order: DerivativeOrder): boolean {
  return order.reduceOnly || order.purpose !== 'open'
}

/** How many lots an order may still trade: what is left of it, and of its position where it only reduces. */
export function tradable(state: DerivativeState, order: DerivativeOrder): number {
  const left = order.lots - order.filled
  if (!onlyReduces(order)) return left
  const position = positionOf(state, order)
  return position && position.side !== opens(order.side) ? Math.min(left, position.lots) : 0
}

/** What an order must hold for further lots, given what it has filled: exact to the last unit however it fills. */
export function holdFor(
  derivative: Derivative,
  order: Pick<DerivativeOrder, 'kind' | 'reduceOnly' | 'purpose' | 'multiple' | 'feeRateTaker'>,
  after: Pick<DerivativeOrder, 'heldPrice' | 'quoteFilled' | 'feeScaled'>,
  lots: number,
): bigint {
  if (order.kind === 'market' || order.reduceOnly || order.purpose !== 'open' || lots === 0) return 0n
  const rest = quoteAt(derivative, after.heldPrice, lots)
  const { quoteFilled, feeScaled } = after
  const margin = initialOf(quoteFilled + rest, order.multiple) - initialOf(quoteFilled, order.multiple)
  return margin + feeOf(feeScaled + rest * BigInt(order.feeRateTaker)) - feeOf(feeScaled)
}

// one side of a fill, split into what closes and what opens
interface Split {
  readonly derivative: Derivative
  readonly order: DerivativeOrder
  readonly fill: Fill
  readonly position: Position | undefined
  readonly lotsClosed: number
  readonly lotsOpened: number
  readonly costClosed: bigint
  readonly costOpened: bigint
  readonly realised: bigint
  readonly fee: bigint
  readonly holdReleased: bigint
  readonly markTenths: number
}

function splitOf(state: DerivativeState, venue: Venue, order: DerivativeOrder, fill: Fill): Split {
  const derivative = derivativeOf(state, order.listing)
  const position = positionOf(state, order)
  const reduces = position !== undefined && position.side !== opens(order.side)
  const lotsClosed = reduces ? Math.min(fill.lots, position.lots) : 0
  const lotsOpened = fill.lots - lotsClosed
  const proceeds = quoteAt(derivative, fill.price, lotsClosed)
  const holding = position ? { side: position.side, quantity: position.lots, cost: position.cost } : null
  const costClosed = holding && lotsClosed > 0 ? costOfClosing(holding, lotsClosed) : 0n
  const realised = position && lotsClosed > 0 ? realisedOf({ side: position.side, cost: costClosed }, proceeds) : 0n
  const quote = quoteAt(derivative, fill.price, fill.lots)
  const feeScaled = order.feeScaled + quote * BigInt(fill.feeRate)
  const after = { heldPrice: order.heldPrice, quoteFilled: order.quoteFilled + quote, feeScaled }
  return {
    derivative,
    order,
    fill,
    position,
    lotsClosed,
    lotsOpened,
    costClosed,
    costOpened: quote - proceeds,
    realised,
    fee: feeOf(feeScaled) - feeOf(order.feeScaled),
    holdReleased: order.hold - holdFor(derivative, order, after, order.lots - order.filled - fill.lots),
    markTenths: lastMark(venue, order.listing),
  }
}

/** Whether a closing fill is no worse than the bankruptcy price M − s·equity/q. */
export function solvent(
  derivative: Derivative,
  position: Pick<Position, 'side' | 'lots'>,
  lots: number,
  price: number,
  markTenths: number,
  equity: bigint,
): boolean {
  const { side, lots: quantity } = position
  const worst = bankruptcyQuote(side, worthOf(derivative, quantity, markTenths), quantity, lots, equity)
  const quote = quoteAt(derivative, price, lots)
  return side === 'long' ? quote >= worst : quote <= worst
}

function effectFor(split: Split, rest: Partial<Effect>): Effect {
  const { order, position, lotsClosed, lotsOpened, fill } = split
  const grows = lotsClosed === 0 && position !== undefined
  const lots = lotsOpened > 0 ? (grows ? position.lots : 0) + lotsOpened : (position?.lots ?? 0) - lotsClosed
  const cost =
    lotsOpened > 0 ? (grows ? position.cost : 0n) + split.costOpened : (position?.cost ?? 0n) - split.costClosed
  return {
    order: order.id,
    holder: order.holder,
    product: order.product,
    kind: order.position,
    purpose: order.purpose,
    multiple: order.multiple,
    closing: lotsClosed > 0 && position ? position.id : 0,
    lotsClosed,
    costClosed: split.costClosed,
    realised: split.realised,
    opening: lotsOpened > 0 ? (grows ? position.id : fill.fresh) : 0,
    lotsOpened,
    costOpened: split.costOpened,
    fee: split.fee,
    holdReleased: split.holdReleased,
    marginChange: 0n,
    perpetualChange: 0n,
    insurance: 0n,
    lots,
    cost,
    margin: 0n,
    filled: order.filled + fill.lots === order.lots,
    ...rest,
  }
}

/** Reckons one side of a fill at the state as it is, or says that it may not be. Reads only. */
export function settle(state: DerivativeState, venue: Venue, order: DerivativeOrder, fill: Fill, now: number): Settled {
  const split = splitOf(state, venue, order, fill)
  const cross = crossFigures(state, venue, order.holder, now)
  if (split.lotsOpened > 0 && cross.undecided !== null) return tooShort
  return order.position === 'cross' ? settleCross(state, split, cross) : settleOwn(state, split, cross)
}

// what a ticket's or isolated position's margin gives back for what is closed of it, and the fee that is left for it
function release(split: Split): { released: bigint; fee: bigint } | null {
  const { position, lotsClosed, realised, derivative, fill, markTenths } = split
  if (!position || lotsClosed === 0) return { released: 0n, fee: split.fee }
  const { margin, lots, side } = position
  const profit = signOf(side) * (worthOf(derivative, lots, markTenths) - position.cost)
  if (!solvent(derivative, position, lotsClosed, fill.price, markTenths, margin + profit)) return null
  // a fill that is no worse than the bankruptcy price never loses more than the margin
  const restProfit =
    signOf(side) * (worthOf(derivative, lots - lotsClosed, markTenths) - (position.cost - split.costClosed))
  const remains = margin + realised + smaller(restProfit, 0n)
  const fee = split.lotsOpened > 0 ? split.fee : smaller(split.fee, remains > 0n ? remains : 0n)
  const share = (margin * BigInt(lotsClosed)) / BigInt(lots)
  const needed = fee - realised
  return { released: smaller(margin, needed > share ? needed : share), fee }
}

function settleOwn(state: DerivativeState, split: Split, cross: CrossFigures): Settled {
  const { order, position, lotsClosed, lotsOpened, realised, derivative, markTenths } = split
  const closed = release(split)
  if (!closed) return tooShort
  const { released, fee } = closed
  const flips = lotsClosed > 0 && lotsOpened > 0
  const { multiple, quoteFilled } = order
  const added = flips
    ? initialOf(split.costOpened, multiple)
    : initialOf(quoteFilled + split.costOpened, multiple) - initialOf(quoteFilled, multiple)
  const margin = lotsOpened > 0 ? (flips ? 0n : (position?.margin ?? 0n)) + added : (position?.margin ?? 0n) - released
  const marginChange = added - released
  const available = cross.available + split.holdReleased - marginChange + realised - fee
  if (available < 0n) return tooShort
  if (lotsOpened > 0) {
    const side = opens(order.side)
    const { lots, cost } = effectFor(split, {})
    const equity = margin + signOf(side) * (worthOf(derivative, lots, markTenths) - cost)
    if (equity < maintenanceAfter(state, split, lots)) return tooShort
    if (!leavesCross(state, split, cross, available) || !leavesOwn(state, split)) return tooShort
    // an order that holds nothing pays from what is usable as it fills
    const spent = cross.available - available
    if (order.hold === 0n && spent > cross.usable) return tooShort
  }
  // the cross account takes what comes free where it is short
  const held = cross.balance - cross.available
  const perpetualChange = holdTarget(cross.required, available + held) - held
  return { ok: true, effect: effectFor(split, { fee, margin, marginChange, perpetualChange }) }
}

// whether the cross account beside an opening fill keeps its maintenance with what the fill leaves it: what has gone into
// a position on its own margin is lost to the account, and more lots in the symbol may ask for more of what it has there
function leavesCross(state: DerivativeState, split: Split, cross: CrossFigures, available: bigint): boolean {
  const { order, lotsClosed, lotsOpened, markTenths } = split
  const { holder, listing } = order
  const whole = wholeLots(state, holder, listing) + lotsOpened - lotsClosed
  const net = cross.net + available - cross.available
  return net >= maintenanceWith(state, cross, holder, listing, { whole, markTenths })
}

// whether the holder's other positions in the symbol that bear a margin of their own keep their maintenance beside an
// opening fill: where more lots lead into a higher bracket, each of them must keep more at the same mark
function leavesOwn(state: DerivativeState, split: Split): boolean {
  const { derivative, order, position, lotsClosed, lotsOpened, markTenths } = split
  const { holder, listing } = order
  const before = wholeLots(state, holder, listing)
  const whole = before + lotsOpened - lotsClosed
  if (whole <= before || before === (position?.lots ?? 0)) return true
  const unit = worthOf(derivative, 1, markTenths)
  for (const other of state.accounts.get(holder)?.positions.values() ?? []) {
    if (other.listing !== listing || other.kind === 'cross' || other === position) continue
    const share = maintenanceShare(bracketsOfVersion(state, other), other.lots, whole, unit)
    const rises = share > figuresAt(state, other, markTenths).maintenance
    if (rises && ownEquity(state, other, markTenths) < share) return false
  }
  return true
}

// the maintenance of the position as it would stand: its share of the holder's whole in the listing
function maintenanceAfter(state: DerivativeState, split: Split, lots: number): bigint {
  const { derivative, order, position, lotsClosed, lotsOpened, markTenths } = split
  const grown = lotsClosed === 0 ? position : undefined
  const bracketVersion = bracketVersionAfter(grown, order)
  const brackets = bracketsOfVersion(state, { listing: order.listing, bracketVersion })
  const whole = wholeLots(state, order.holder, order.listing) + lotsOpened - lotsClosed
  return maintenanceShare(brackets, lots, whole, worthOf(derivative, 1, markTenths))
}

function settleCross(state: DerivativeState, split: Split, cross: CrossFigures): Settled {
  const { order, position, fill, lotsClosed, lotsOpened, derivative, markTenths } = split
  if (position && lotsClosed > 0 && !solvent(derivative, position, lotsClosed, fill.price, markTenths, cross.net)) {
    return tooShort
  }
  const sign = signOf(opens(order.side))
  const gain = sign * (worthOf(derivative, fill.lots, markTenths) - quoteAt(derivative, fill.price, fill.lots))
  const equity = cross.net + split.holdReleased + gain
  const fee = lotsOpened > 0 ? split.fee : smaller(split.fee, equity > 0n ? equity : 0n)
  const balance = cross.balance + split.holdReleased + split.realised - fee
  if (balance < 0n) return { ok: false, why: 'cash', short: -balance }
  const { lots, cost } = effectFor(split, {})
  const before = position ? requiredBy(position) : 0n
  const required = cross.required - before + initialOf(cost, order.multiple)
  if (lotsOpened > 0) {
    const whole = wholeLots(state, order.holder, order.listing)
    const unit = worthOf(derivative, 1, markTenths)
    const old = position ? maintenanceShare(bracketsOfVersion(state, position), position.lots, whole, unit) : 0n
    const maintenance = cross.maintenance - old + maintenanceAfter(state, split, lots)
    if (equity - fee < maintenance || !leavesOwn(state, split)) return tooShort
    const free = equity - fee - required
    // an order that holds nothing pays from what is usable as it fills
    if (order.hold === 0n && (free < 0n || balance < required)) return tooShort
  }
  const held = cross.balance - cross.available
  const perpetualChange = holdTarget(required, balance) - held
  return { ok: true, effect: effectFor(split, { fee, perpetualChange }) }
}

/** The house's side of a fill: its position is netted, its profit is realised, and it pays no fee. */
export function settleHouse(
  state: DerivativeState,
  derivative: Derivative,
  realm: Realm,
  side: PositionSide,
  lots: number,
  quote: bigint,
): Effect {
  const held = state.house[realm][derivative.listing]
  const reduces = held !== undefined && held.lots > 0 && held.side !== side
  const lotsClosed = reduces ? Math.min(lots, held.lots) : 0
  const lotsOpened = lots - lotsClosed
  const costOpened = (quote * BigInt(lotsOpened)) / BigInt(lots)
  const holding = reduces ? { side: held.side, quantity: held.lots, cost: held.cost } : null
  const costClosed = holding ? costOfClosing(holding, lotsClosed) : 0n
  const realised = holding ? realisedOf({ side: holding.side, cost: costClosed }, quote - costOpened) : 0n
  const grows = lotsClosed === 0 && held !== undefined
  return {
    order: 0,
    holder: houseHolder(realm, 'liquidity'),
    product: 'house',
    kind: 'house',
    purpose: 'open',
    multiple: 1,
    closing: 0,
    lotsClosed,
    costClosed,
    realised,
    opening: 0,
    lotsOpened,
    costOpened,
    fee: 0n,
    holdReleased: 0n,
    marginChange: 0n,
    perpetualChange: 0n,
    insurance: 0n,
    lots: lotsOpened > 0 ? (grows ? held.lots : 0) + lotsOpened : (held?.lots ?? 0) - lotsClosed,
    cost: lotsOpened > 0 ? (grows ? held.cost : 0n) + costOpened : (held?.cost ?? 0n) - costClosed,
    margin: 0n,
    filled: false,
  }
}

/** The USDT account of a realm's insurance fund, in smallest units. */
export function insuranceOf(venue: Venue, realm: Realm): bigint {
  return venue.ledger.posted(houseHolder(realm, 'insurance'), 'coin', usdt)
}
