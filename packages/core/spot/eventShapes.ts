import { bool, holderId, i53, oneOf, struct, u53, type Of } from '../codec/codec.ts'
import { realms } from '../ledger/holders.ts'
import { closeReasonCodec, kindCodec, sideCodec, timeInForceCodec } from './order.ts'

export const realmCodec = oneOf(realms)
export const statusCodec = oneOf(['filled', 'canceled'])

/**
 * What can happen to spot orders. Prices in ticks, quantities in steps; `base…` and `quote…` amounts in smallest
 * units, none of them above 2⁵³ − 1 (see `notionalMax`). Order 0 is the house. Each event holds all that a reader of the journal needs to post it.
 */
export const spotEventShapes = {
  spotOrderAccepted: struct({
    order: u53,
    holder: holderId,
    listing: u53,
    base: u53,
    quote: u53,
    side: sideCodec,
    kind: kindCodec,
    timeInForce: timeInForceCodec,
    price: u53,
    quantity: u53,
    budget: i53,
    hold: i53,
    feeRateMaker: u53,
    feeRateTaker: u53,
    rests: bool,
  }),
  spotTraded: struct({
    trade: u53,
    realm: realmCodec,
    listing: u53,
    base: u53,
    quote: u53,
    price: u53,
    quantity: u53,
    baseAmount: i53,
    quoteAmount: i53,
    makerOrder: u53,
    makerHolder: holderId,
    takerOrder: u53,
    takerHolder: holderId,
    takerSide: sideCodec,
    makerFee: i53,
    takerFee: i53,
    makerHold: i53,
    takerHold: i53,
    makerFilled: bool,
    takerFilled: bool,
    /** The evidence of a trade with the house: the index (tenths of a tick) it quoted around, and when it came. */
    indexTenths: u53,
    indexTime: u53,
  }),
  spotOrderAmended: struct({
    order: u53,
    holder: holderId,
    listing: u53,
    base: u53,
    quote: u53,
    side: sideCodec,
    price: u53,
    quantity: u53,
    /** What is added to the order's hold. */
    holdChange: i53,
    keepsPlace: bool,
  }),
  spotOrderClosed: struct({
    order: u53,
    holder: holderId,
    listing: u53,
    base: u53,
    quote: u53,
    side: sideCodec,
    status: statusCodec,
    reason: closeReasonCodec,
    /** What of the order's hold is given back. */
    released: i53,
  }),
} as const

export type ShapeOf<K extends keyof typeof spotEventShapes> = Of<(typeof spotEventShapes)[K]>
