import { Book, noSlot, type Side } from '../book/book.ts'
import type { HouseLadder } from '../book/ladder.ts'
import type { ListingId } from '../book/listing.ts'
import type { OrderKind, TimeInForce } from '../book/orderWords.ts'
import type { HolderId, Realm } from '../ledger/holders.ts'
import type { PositionSide } from '../margin/position.ts'
import type { Bracket, BracketTerms } from '../margin/brackets.ts'
import type { AnnouncedCharges } from './charges.ts'
import { Closers } from './closers.ts'
import type { Derivative } from './terms.ts'
import type { DerivativeProduct, MarginMode, PositionKind, Purpose, TriggerState } from './words.ts'

/** An order that is open: it rests, or it is being matched by the command that brought it. Amounts in units of USDT. */
export interface DerivativeOrder {
  readonly id: number
  readonly holder: HolderId
  readonly listing: ListingId
  readonly product: DerivativeProduct
  /** The kind of the position that it opens or closes. */
  readonly position: PositionKind
  readonly purpose: Purpose
  readonly closes: number
  readonly side: Side
  readonly kind: OrderKind
  readonly timeInForce: TimeInForce
  /** Ticks; 0 for a market order. */
  price: number
  /** Hundredths of a lot, as everywhere. */
  lots: number
  filled: number
  quoteFilled: bigint
  /** What its fees come to before rounding, at 10⁻⁹ of a unit: so that all of them together are rounded up once. */
  feeScaled: bigint
  feePaid: bigint
  realised: bigint
  readonly multiple: number
  readonly reduceOnly: boolean
  hold: bigint
  /** The price at which the hold of what is left is reckoned. */
  heldPrice: number
  readonly feeRateMaker: number
  readonly feeRateTaker: number
  /** The version of its listing's brackets that it was accepted under: what it opens or increases takes it. */
  bracketVersion: number
  stopLoss: number
  takeProfit: number
  readonly acceptedAt: number
  updatedAt: number
  made: boolean
  took: boolean
  slot: number
  /** Derived: how it stands to others at its price, the earlier the less, and whether it is among its book's closers. */
  arrival: number
  isCloser: boolean
}

/** An open position of a user. A ticket has its order's id. */
export interface Position {
  readonly id: number
  readonly holder: HolderId
  readonly listing: ListingId
  readonly kind: Exclude<PositionKind, 'house'>
  readonly side: PositionSide
  lots: number
  cost: bigint
  /** Its own hold; 0 for a cross position. */
  margin: bigint
  readonly multiple: number
  /** The version of its listing's brackets by which its maintenance is reckoned. */
  bracketVersion: number
  /** Ticks; 0 for none. */
  stopLoss: number
  takeProfit: number
  triggered: TriggerState
  feePaid: bigint
  realised: bigint
  funding: bigint
  /** What was closed of it so far, and for how much. */
  lotsClosed: number
  proceeds: bigint
  readonly openedAt: number
  updatedAt: number
  /** What of the order that opened a ticket a view shows once the order is gone. */
  readonly origin: TicketOrigin | null
}

/** A ticket's order as its ticket remembers it. */
export interface TicketOrigin {
  readonly kind: OrderKind
  readonly timeInForce: TimeInForce
  price: number
  readonly feeRate: number
  readonly acceptedAt: number
  lots: number
  filled: number
  quoteFilled: bigint
  made: boolean
  took: boolean
}

export interface PerpetualSetting {
  readonly mode: MarginMode
  readonly multiple: number
}

/**
 * What a holder has open and has ordered in one listing, in hundredths of a lot: enough to say how many lots could be
 * open at most, whichever of the resting orders fill.
 */
export interface Reach {
  /** The lots of tickets by side, and what orders would still add to them. */
  ticketsLong: number
  ticketsShort: number
  comingLong: number
  comingShort: number
  /** The net perpetual position, below zero for a short, and what orders would still buy and sell. */
  net: number
  buys: number
  sells: number
}

/** What a holder has in derivatives; made at the first order, kept for ever. */
export interface DerivativeAccount {
  readonly holder: HolderId
  readonly realm: Realm
  /** Open positions by id, in the order in which they were opened. */
  readonly positions: Map<number, Position>
  /** The one net perpetual position of a listing. */
  readonly perpetual: Map<ListingId, Position>
  /** Open orders by id, oldest first. */
  readonly orders: Map<number, DerivativeOrder>
  readonly settings: Map<ListingId, PerpetualSetting>
  /** The lots of all positions in a listing, longs and shorts added up: they choose the bracket. */
  readonly lots: Map<ListingId, number>
  /** What is open and on order in a listing: derived from the positions and orders above. */
  readonly reach: Map<ListingId, Reach>
  /** What is held as the margin of all cross positions, and what these require. */
  perpetualHold: bigint
  required: bigint
  /** How many of the positions are cross, and how many of the orders only reduce. */
  crossCount: number
  reduceOnlyCount: number
  /** Until when the house waits for younger marks before it takes over what is open, UTC milliseconds; 0 before the first time. */
  takeoverAfter: number
}

/** The house's own position in a listing of one realm. */
export interface HousePosition {
  side: PositionSide
  lots: number
  cost: bigint
}

/** Brackets that all open positions of a listing will have from `effectiveAt` on, UTC milliseconds. */
export interface BracketMeasure {
  readonly brackets: readonly BracketTerms[]
  readonly announcedAt: number
  readonly effectiveAt: number
}

/** The versions of a listing's brackets, the one in force last, and what is announced for its open positions. */
export interface ListingBrackets {
  readonly versions: (readonly Bracket[])[]
  measure: BracketMeasure | null
}

/** All of contracts and perpetuals. Durable but for the ladders and what is dirty. */
export interface DerivativeState {
  readonly terms: (Derivative | undefined)[]
  /** By listing: all versions of its brackets, and what is announced for its open positions. */
  readonly brackets: (ListingBrackets | undefined)[]
  /** By listing: fees and funding that are announced and do not hold yet. */
  readonly charges: Map<ListingId, AnnouncedCharges>
  readonly books: Record<Realm, Book<DerivativeOrder>[]>
  /** Derived: which of those that rest would reduce what their holder has open. */
  readonly closers: Record<Realm, Record<Side, Closers<DerivativeOrder>>[]>
  /** Derived: how many orders have come to rest. */
  arrivals: number
  readonly orders: Map<number, DerivativeOrder>
  readonly positions: Map<number, Position>
  readonly accounts: Map<HolderId, DerivativeAccount>
  readonly house: Record<Realm, HousePosition[]>
  /** What `clearing` stands at by listing: −Σ s·cost of all positions, the house's included. */
  readonly clearing: Record<Realm, bigint[]>
  /** All lots of users by listing. */
  readonly longLots: Record<Realm, number[]>
  readonly shortLots: Record<Realm, number[]>
  /** The most lots that all users together could reach by listing, were all that rests filled. */
  readonly reach: Record<Realm, { long: number; short: number }[]>
  /** Orders and perpetual positions share one sequence. */
  nextOrder: number
  nextTrade: number
  /** Ambient: the house's levels in the derivative books. */
  readonly ladders: Record<Realm, HouseLadder[]>
  /**
   * Ambient: which positions and which holders' accounts changed since whoever keeps ordered structures over them last
   * looked; that one empties them. Whose contract account moved the ledger itself says, beside these.
   */
  readonly touched: {
    readonly positions: Set<number>
    readonly holders: Set<HolderId>
    /** Whose hold of perpetual margin may have to be put right: until the end of the command. */
    readonly holds: Set<HolderId>
  }
}

export function createDerivativeState(): DerivativeState {
  return {
    terms: [],
    brackets: [],
    charges: new Map(),
    books: { real: [], demo: [] },
    closers: { real: [], demo: [] },
    arrivals: 0,
    orders: new Map(),
    positions: new Map(),
    accounts: new Map(),
    house: { real: [], demo: [] },
    clearing: { real: [], demo: [] },
    longLots: { real: [], demo: [] },
    shortLots: { real: [], demo: [] },
    reach: { real: [], demo: [] },
    nextOrder: 1,
    nextTrade: 1,
    ladders: { real: [], demo: [] },
    touched: { positions: new Set(), holders: new Set(), holds: new Set() },
  }
}

/** The derivative book of a realm and listing, made at its first use. */
export function derivativeBook(state: DerivativeState, realm: Realm, listing: ListingId): Book<DerivativeOrder> {
  return (state.books[realm][listing] ??= new Book<DerivativeOrder>())
}

/** Those of a realm and listing that would reduce, by side; made at their first use. */
export function closersOf(
  state: DerivativeState,
  realm: Realm,
  listing: ListingId,
): Record<Side, Closers<DerivativeOrder>> {
  return (state.closers[realm][listing] ??= { buy: new Closers('buy'), sell: new Closers('sell') })
}

/** Whether the order stands in the book. */
export function stands(order: DerivativeOrder): boolean {
  return order.slot !== noSlot
}

/** The derivative of a listing; throws where the caller's promise that there is one does not hold. */
export function derivativeOf(state: DerivativeState, listing: ListingId): Derivative {
  const derivative = state.terms[listing]
  if (!derivative) throw new RangeError(`listing ${listing} has no derivative`)
  return derivative
}
