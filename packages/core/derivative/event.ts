import { big, bool, holderId, list, oneOf, struct, u53, union, type Of } from '../codec/codec.ts'
import { kindCodec, sideCodec, timeInForceCodec } from '../book/orderWords.ts'
import { chargesCodec } from './charges.ts'
import { bracketTermsCodec, derivativeTermsCodec } from './terms.ts'
import {
  endReasonCodec,
  marginModeCodec,
  positionKindCodec,
  positionSideCodec,
  productCodec,
  purposeCodec,
  realmCodec,
  takeoverCauses,
} from './words.ts'

/**
 * What a trade does to one of its two sides. `closing` is the position that it reduces, `opening` the one that it opens
 * or increases (0 for none; both where a perpetual flips); the house's sides have neither. Amounts in smallest units
 * of USDT; changes are signed, everything else is not negative, `realised` apart.
 */
export const effectCodec = struct({
  /** 0 where the house's ladder took part. */
  order: u53,
  holder: holderId,
  product: productCodec,
  kind: positionKindCodec,
  purpose: purposeCodec,
  multiple: u53,
  closing: u53,
  lotsClosed: u53,
  /** The cost that leaves with the closed lots. */
  costClosed: big,
  /** s·(proceeds − costClosed): `clearing` pays it. */
  realised: big,
  opening: u53,
  lotsOpened: u53,
  costOpened: big,
  fee: big,
  /** What of the order's hold is given back. */
  holdReleased: big,
  /** By how much the holds change that margin the position itself and the holder's cross account. */
  marginChange: big,
  perpetualChange: big,
  /** What of a liquidated position's rest goes to the insurance fund. */
  insurance: big,
  /** The position as it stands afterwards: the one that was opened, else the one that was reduced. */
  lots: u53,
  cost: big,
  margin: big,
  /** Whether all of the order is filled now. */
  filled: bool,
})
export type Effect = Of<typeof effectCodec>

const evidence = {
  /** The mark that decided, in tenths of a tick, and when the engine heard it. */
  indexTenths: u53,
  indexTime: u53,
} as const

/**
 * What can happen to contracts and perpetuals. Prices in ticks, lots in hundredths, amounts in smallest units of USDT.
 * Orders and perpetual positions are numbered in one sequence; a ticket has its order's number. Each event holds all
 * that a reader of the journal needs to post it.
 */
export const derivativeEvents = {
  /** As journals before version 3 wrote it: terms whose brackets open positions took at once. */
  derivativeConfigured: [40, struct({ listing: u53, terms: derivativeTermsCodec })],
  derivativeOrderAccepted: [
    41,
    struct({
      order: u53,
      realm: realmCodec,
      holder: holderId,
      listing: u53,
      product: productCodec,
      /** The kind of the position that it opens or closes. */
      position: positionKindCodec,
      purpose: purposeCodec,
      /** The position that a closing order reduces; 0 for any other. */
      closes: u53,
      side: sideCodec,
      kind: kindCodec,
      timeInForce: timeInForceCodec,
      price: u53,
      lots: u53,
      multiple: u53,
      reduceOnly: bool,
      /** What it freezes, and the price at which that was reckoned. */
      hold: big,
      heldPrice: u53,
      feeRateMaker: u53,
      feeRateTaker: u53,
      /** For the position that it opens; 0 for none. */
      stopLoss: u53,
      takeProfit: u53,
      ...evidence,
    }),
  ],
  derivativeTraded: [
    42,
    struct({
      trade: u53,
      realm: realmCodec,
      listing: u53,
      price: u53,
      lots: u53,
      quoteAmount: big,
      takerSide: sideCodec,
      maker: effectCodec,
      taker: effectCodec,
      ...evidence,
    }),
  ],
  /** What is left of an order begins to rest in the book. */
  derivativeOrderRested: [
    43,
    struct({
      order: u53,
      holder: holderId,
      product: productCodec,
      position: positionKindCodec,
      side: sideCodec,
      released: big,
    }),
  ],
  /**
   * An open order's limit and whole quantity as its owner changed them. Without its place it has left the book, and
   * trades or rests anew in what follows.
   */
  derivativeOrderAmended: [
    170,
    struct({
      order: u53,
      holder: holderId,
      listing: u53,
      product: productCodec,
      position: positionKindCodec,
      side: sideCodec,
      price: u53,
      lots: u53,
      heldPrice: u53,
      /** By how much its hold changes; signed. */
      holdChange: big,
      keepsPlace: bool,
    }),
  ],
  /** A reduce-only order is cut to what is left to reduce; it keeps its place. `lots` is its new whole quantity. */
  derivativeOrderCut: [44, struct({ order: u53, holder: holderId, listing: u53, side: sideCodec, lots: u53 })],
  /** An order that its owner has made larger takes the brackets in force, by their number, for all that it fills from then on. */
  orderBracketsTaken: [218, struct({ order: u53, holder: holderId, listing: u53, bracketVersion: u53 })],
  derivativeOrderClosed: [
    45,
    struct({
      order: u53,
      holder: holderId,
      listing: u53,
      product: productCodec,
      position: positionKindCodec,
      side: sideCodec,
      status: oneOf(['filled', 'canceled']),
      reason: endReasonCodec,
      lots: u53,
      filled: u53,
      /** What of its hold is given back. */
      released: big,
    }),
  ],
  /** Stop-loss and take-profit of a position, or of a contract order that is not filled yet; 0 for none. */
  targetsSet: [46, struct({ position: u53, holder: holderId, listing: u53, stopLoss: u53, takeProfit: u53 })],
  marginAdded: [
    47,
    struct({ position: u53, holder: holderId, listing: u53, kind: positionKindCodec, amount: big, margin: big }),
  ],
  perpetualSet: [48, struct({ holder: holderId, listing: u53, mode: marginModeCodec, multiple: u53 })],
  /** The one hold of a cross account changes by itself, since what it requires or has did. */
  marginHeld: [49, struct({ holder: holderId, change: big })],
  /** A cross position's profit is realised at the mark, its entry reset to it, to pay for a loss of the account. */
  positionMarked: [
    50,
    struct({
      position: u53,
      realm: realmCodec,
      holder: holderId,
      listing: u53,
      side: positionSideCodec,
      lots: u53,
      /** What it costs from now on: its value at the mark. */
      cost: big,
      realised: big,
      perpetualChange: big,
      ...evidence,
    }),
  ],
  /**
   * The house takes a position over: for `proceeds`, of which the holder realises s·(proceeds − cost), while the
   * insurance fund pays `insurance` to `liquidity` (or receives it where it is negative).
   */
  positionTakenOver: [
    51,
    struct({
      position: u53,
      cause: oneOf(takeoverCauses),
      realm: realmCodec,
      holder: holderId,
      listing: u53,
      product: productCodec,
      kind: positionKindCodec,
      side: positionSideCodec,
      lots: u53,
      cost: big,
      proceeds: big,
      realised: big,
      marginChange: big,
      perpetualChange: big,
      /** How the house's own position takes it. */
      house: effectCodec,
      insurance: big,
      /** What of a negative equity the fund could not pay, so that `liquidity` bore it. */
      uncovered: big,
      ...evidence,
    }),
  ],
  /** Terms for what is accepted from now on: open positions and orders keep their brackets. */
  derivativeTermsSet: [160, struct({ listing: u53, terms: derivativeTermsCodec })],
  /** A measure: from `effectiveAt` on all open positions of a listing, whosever they are, will have these brackets. */
  bracketsAnnounced: [161, struct({ listing: u53, brackets: list(bracketTermsCodec), effectiveAt: u53 })],
  /** A measure is taken back before it came into force. */
  bracketsWithdrawn: [162, struct({ listing: u53 })],
  /** A measure has come into force: the terms with its brackets, for what is open and for what comes. */
  bracketsEnforced: [163, struct({ listing: u53, terms: derivativeTermsCodec })],
  /** Fees and funding that a listing's positions will have from `effectiveAt` on; they take the place of what was announced. */
  chargesAnnounced: [219, struct({ listing: u53, charges: chargesCodec, effectiveAt: u53 })],
  /** What was announced will not come: lower terms were set instead. */
  chargesWithdrawn: [220, struct({ listing: u53 })],
  /** Announced charges have come into force: the terms with them, for what is open and for what comes. */
  chargesEnforced: [221, struct({ listing: u53, terms: derivativeTermsCodec })],
} as const

const eventCodec = union(derivativeEvents)
export type DerivativeEvent = Of<typeof eventCodec>
export type EventOf<T extends DerivativeEvent['type']> = Extract<DerivativeEvent, { type: T }>
export type DerivativeTraded = EventOf<'derivativeTraded'>

const types = new Set<string>(Object.keys(derivativeEvents))

/** Whether an event is one of these. */
export function isDerivativeEvent<E extends { readonly type: string }>(event: E): event is Extract<E, DerivativeEvent> {
  return types.has(event.type)
}
