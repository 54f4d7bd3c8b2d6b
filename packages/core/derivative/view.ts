import { kindCodec, sideCodec, timeInForceCodec } from '../book/orderWords.ts'
import { big, bool, holderId, list, nullable, oneOf, struct, text, u53, type Of } from '../codec/codec.ts'
import { chargesCodec } from './charges.ts'
import { bracketTermsCodec, derivativeTermsCodec } from './terms.ts'
import {
  endReasonCodec,
  marginModeCodec,
  positionKindCodec,
  positionSideCodec,
  purposeCodec,
  realmCodec,
  triggerStateCodec,
} from './words.ts'

/** Prices that are no whole ticks (entries, liquidation prices) are shown at 10⁻⁴ of a tick. */
export const finePriceDecimals = 4

/** How a contract order and its ticket stand: `new` and `canceled` without a fill, `position` while not all of it is filled. */
export const contractStatuses = ['new', 'position', 'filled', 'canceled', 'closed', 'settled'] as const
export const derivativeOrderStatuses = ['new', 'filled', 'canceled'] as const

// what is reckoned of a position at the mark
const figures = {
  /** cost / lots at 10⁻⁴ of a tick, half-even; 0 while nothing is open. */
  entryFine: u53,
  /** The mark in tenths of a tick, or 0 where none is younger than 5 s. */
  markTenths: u53,
  /** At 10⁻⁴ of a tick, rounded towards the mark; null where no price above zero liquidates. */
  liquidationFine: nullable(big),
  bankruptcyFine: nullable(big),
  /** At the mark; 0 without one. */
  value: big,
  profit: big,
  maintenance: big,
} as const

/** A contract order with its ticket. Prices in ticks, lots in hundredths, amounts in units of USDT. */
export const contractViewCodec = struct({
  order: u53,
  holder: holderId,
  listing: u53,
  side: sideCodec,
  kind: kindCodec,
  timeInForce: timeInForceCodec,
  price: u53,
  lots: u53,
  /** Traded by the order, and what of it is still open. */
  filled: u53,
  quoteFilled: big,
  open: u53,
  cost: big,
  multiple: u53,
  margin: big,
  /** What the resting rest holds. */
  hold: big,
  feeRate: u53,
  feePaid: big,
  realised: big,
  funding: big,
  stopLoss: u53,
  takeProfit: u53,
  ...figures,
  made: bool,
  took: bool,
  /** Whether the order still rests in the book. */
  rests: bool,
  status: oneOf(contractStatuses),
  reason: nullable(endReasonCodec),
  /** The lots closed so far, and what they brought. */
  lotsClosed: u53,
  proceeds: big,
  acceptedAt: u53,
  updatedAt: u53,
})
export type ContractView = Of<typeof contractViewCodec>

/** A perpetual order, or an order that closes a ticket. */
export const derivativeOrderViewCodec = struct({
  order: u53,
  holder: holderId,
  listing: u53,
  position: positionKindCodec,
  purpose: purposeCodec,
  closes: u53,
  side: sideCodec,
  kind: kindCodec,
  timeInForce: timeInForceCodec,
  price: u53,
  lots: u53,
  filled: u53,
  quoteFilled: big,
  multiple: u53,
  reduceOnly: bool,
  hold: big,
  feeRateMaker: u53,
  feeRateTaker: u53,
  feePaid: big,
  realised: big,
  stopLoss: u53,
  takeProfit: u53,
  made: bool,
  took: bool,
  status: oneOf(derivativeOrderStatuses),
  reason: nullable(endReasonCodec),
  acceptedAt: u53,
  updatedAt: u53,
})
export type DerivativeOrderView = Of<typeof derivativeOrderViewCodec>

/** A perpetual position, cross or isolated. */
export const positionViewCodec = struct({
  position: u53,
  holder: holderId,
  listing: u53,
  kind: positionKindCodec,
  side: positionSideCodec,
  lots: u53,
  cost: big,
  multiple: u53,
  /** Its own margin where it is isolated, what it requires of the account where it is cross. */
  margin: big,
  feePaid: big,
  realised: big,
  funding: big,
  stopLoss: u53,
  takeProfit: u53,
  triggered: triggerStateCodec,
  ...figures,
  openedAt: u53,
  updatedAt: u53,
})
export type PositionView = Of<typeof positionViewCodec>

const settingCodec = struct({ listing: u53, mode: marginModeCodec, multiple: u53, changeable: bool })

/** The cross account: net = balance + profit, free = net − margin, usable = max(0, min(available, free)). */
export const perpetualAccountCodec = struct({
  holder: holderId,
  margin: big,
  /** What of it is really held: the lesser of `margin` and `balance`. */
  held: big,
  profit: big,
  net: big,
  balance: big,
  available: big,
  free: big,
  usable: big,
  maintenance: big,
  /** net / margin at 10⁻⁹, rounded down (0 where net is not above zero); null without a position. */
  levelRate: nullable(u53),
  heldByOrders: big,
  heldIsolated: big,
  /** A cross position has no mark younger than 5 s: no new risk, and nothing moves out. */
  stale: bool,
  settings: list(settingCodec),
})
export type PerpetualAccountView = Of<typeof perpetualAccountCodec>

/** What a closing came to: the market order that it sent, and what is left of the position. */
export const closingCodec = struct({ order: derivativeOrderViewCodec, position: u53, left: u53 })
export type ClosingView = Of<typeof closingCodec>

export const derivativeAnswers = {
  contract: [20, struct({ view: contractViewCodec })],
  derivativeOrder: [21, struct({ view: derivativeOrderViewCodec })],
  position: [22, struct({ view: positionViewCodec })],
  /** Of a close: the closings in order, and the orders that were cancelled on the way. */
  closings: [23, struct({ closings: list(closingCodec), canceled: list(u53) })],
  perpetualSetting: [24, struct({ setting: settingCodec })],
} as const

export const derivativeQueries = {
  derivativeTerms: [20, struct({})],
  contractOrders: [21, struct({ holder: holderId })],
  contractOrder: [22, struct({ holder: holderId, order: u53 })],
  perpetualAccount: [23, struct({ holder: holderId })],
  perpetualPositions: [24, struct({ holder: holderId })],
  perpetualPosition: [25, struct({ holder: holderId, position: u53 })],
  perpetualOrders: [26, struct({ holder: holderId })],
  perpetualOrder: [27, struct({ holder: holderId, order: u53 })],
  derivativeBook: [28, struct({ realm: realmCodec, listing: u53, depth: u53 })],
  derivativeHouse: [29, struct({ realm: realmCodec })],
  /** Which of a holder's open positions bear other brackets than those in force. */
  keptBrackets: [160, struct({ holder: holderId })],
} as const

const levelCodec = struct({ price: u53, quantity: u53 })
const openInterestCodec = struct({ real: big, demo: big })
const reachCodec = struct({ long: u53, short: u53 })

export const derivativeReplies = {
  derivativeTerms: [
    20,
    struct({
      listings: list(
        struct({
          listing: u53,
          terms: derivativeTermsCodec,
          /** The larger of all longs and all shorts of users, at the mark. */
          openInterest: openInterestCodec,
          /** The lots that users could have open on each side, were all that rests filled: what the cap is asked of. */
          reach: struct({ real: reachCodec, demo: reachCodec }),
          paused: struct({ real: bool, demo: bool }),
          /** The number of the brackets in force, and those announced for all that is open; UTC milliseconds. */
          bracketVersion: u53,
          measure: nullable(struct({ brackets: list(bracketTermsCodec), announcedAt: u53, effectiveAt: u53 })),
          /** Fees and funding that are announced and do not hold yet. */
          charges: nullable(struct({ charges: chargesCodec, announcedAt: u53, effectiveAt: u53 })),
        }),
      ),
      insurance: openInterestCodec,
    }),
  ],
  contractOrders: [21, struct({ orders: list(contractViewCodec) })],
  contractOrder: [22, struct({ order: nullable(contractViewCodec), known: bool, own: bool })],
  perpetualAccount: [23, struct({ account: perpetualAccountCodec })],
  perpetualPositions: [24, struct({ positions: list(positionViewCodec) })],
  perpetualPosition: [25, struct({ position: nullable(positionViewCodec), known: bool, own: bool })],
  perpetualOrders: [26, struct({ orders: list(derivativeOrderViewCodec) })],
  perpetualOrder: [27, struct({ order: nullable(derivativeOrderViewCodec), known: bool, own: bool })],
  derivativeBook: [
    28,
    struct({
      listing: u53,
      bids: list(levelCodec),
      asks: list(levelCodec),
      indexTenths: u53,
      markTime: u53,
      sources: u53,
      kind: oneOf(['live', 'replay', 'simulated']),
      refusal: text,
    }),
  ],
  derivativeHouse: [
    29,
    struct({
      positions: list(
        struct({
          listing: u53,
          side: positionSideCodec,
          lots: u53,
          cost: big,
          positionMax: u53,
          markTenths: u53,
          value: big,
          profit: big,
          clearing: big,
          longLots: u53,
          shortLots: u53,
          openInterest: big,
        }),
      ),
      liquidity: big,
      clearing: big,
      insurance: big,
      fees: big,
    }),
  ],
  keptBrackets: [
    160,
    struct({
      kept: list(struct({ position: u53, listing: u53, bracketVersion: u53, brackets: list(bracketTermsCodec) })),
    }),
  ],
} as const
