import { oneOf } from '../codec/codec.ts'
import { realms } from '../ledger/holders.ts'

/** The products of the derivative book; `house` is the other side where the ladder took part. */
export const derivativeProducts = ['house', 'contract', 'perpetual'] as const
export type DerivativeProduct = (typeof derivativeProducts)[number]

/**
 * How a position is margined: a ticket and an isolated position by a hold of their own, a cross position by the whole
 * account; the house's by none.
 */
export const positionKinds = ['house', 'ticket', 'isolated', 'cross'] as const
export type PositionKind = (typeof positionKinds)[number]

export const positionSides = ['long', 'short'] as const

/** The margin modes of a perpetual. */
export const marginModes = ['cross', 'isolated'] as const
export type MarginMode = (typeof marginModes)[number]

/** What an order is for. Only `open` may take new risk; all others reduce one position. */
export const purposes = ['open', 'close', 'stop_loss', 'take_profit', 'liquidation'] as const
export type Purpose = (typeof purposes)[number]

/** What has fired at a position and goes on until it is closed. */
export const triggerStates = ['none', 'stop_loss', 'take_profit'] as const
export type TriggerState = (typeof triggerStates)[number]

/** Why an order ended before all of it was filled, or how it was filled. Places are for ever. */
export const endReasons = [
  'filled',
  'by_user',
  'immediate_or_cancel',
  'fill_or_kill',
  'book_empty',
  'self_trade',
  'fills_max',
  'demo_reset',
  'by_operator',
  /** An opening fill would have left equity below maintenance, or could no longer be paid for. */
  'margin_short',
  /** What it would reduce is gone. */
  'position_gone',
  /** Its ticket or account was closed, stopped, or liquidated. */
  'close',
  'stop_loss',
  'take_profit',
  'liquidation',
  /** Its owner paused new risk, or was disabled. */
  'paused',
  'user_disabled',
  /** Prices are to come from another kind of sources: what is open on the demo ends before. */
  'prices_changed',
  /** An opening fill would have passed a cap, a bracket's multiple, or the pause of new leverage. */
  'cap_reached',
  /** Its product was switched off: in its market, or in its owner's country. */
  'product_off',
  /** Its owner's name is no longer approved. */
  'real_name_lost',
  /** What closes met it while the market took no new risk. */
  'risk_closed',
] as const
export type EndReason = (typeof endReasons)[number]

/** Why the house took a position over. */
export const takeoverCauses = ['bankruptcy', 'demo_reset', 'prices_changed'] as const

export const realmCodec = oneOf(realms)
export const productCodec = oneOf(derivativeProducts)
export const positionKindCodec = oneOf(positionKinds)
export const positionSideCodec = oneOf(positionSides)
export const marginModeCodec = oneOf(marginModes)
export const purposeCodec = oneOf(purposes)
export const triggerStateCodec = oneOf(triggerStates)
export const endReasonCodec = oneOf(endReasons)
