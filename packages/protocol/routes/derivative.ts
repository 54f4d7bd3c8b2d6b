import * as z from 'zod/mini'
import { client } from '../client.ts'
import { currency, decimal, id, millis, page, pageOf, realm, signedDecimal, symbol } from '../values.ts'
import { record } from './account.ts'
import { defineRoute } from './route.ts'
import { cancelReasons, orderMarket, side } from './spot.ts'
import { orderKeys, trader } from './trader.ts'

/** What contract and perpetual share: the terms of a market, prices of positions, fills, and how a position was liquidated. */

/** How a position is margined: a ticket and an isolated one by its own margin, a cross one by the account. */
export const marginMode = z.enum(['cross', 'isolated'])
export type MarginMode = z.infer<typeof marginMode>

/** One line of a bracket table: what a notional above `floor` (USDT) is held to. */
export const bracketView = z.object({
  floor: decimal,
  /** A share of the notional: "0.004" is 0.4 %. */
  maintenance_rate: decimal,
  /** What is taken off rate × notional, so that maintenance is continuous at the floor; USDT. */
  cumulative: decimal,
  multiple_max: z.int(),
})
export type BracketView = z.infer<typeof bracketView>

/** Brackets that are announced for all open positions of a market, whosever they are, from `effective_time` on. */
export const bracketMeasure = z.object({
  brackets: z.array(bracketView).check(z.maxLength(20)),
  announced_time: millis,
  effective_time: millis,
})
export type BracketMeasure = z.infer<typeof bracketMeasure>

/** What contracts and perpetuals of a market are charged. Rates are shares: "0.0005" is 0.05 %. */
const charges = {
  /** Contract, each side, on the notional. */
  fee_rate: decimal,
  /** Perpetual. */
  fee_rate_maker: decimal,
  fee_rate_taker: decimal,
  /** F = P + clamp(interest − P, ±clamp): P is the mean premium of the prices that this amount of USDT would get. */
  funding_interest_rate: decimal,
  funding_clamp_rate: decimal,
  funding_impact_amount: decimal,
}

/** Fees and funding that are announced for all of a market, what is open too, from `effective_time` on. */
export const announcedCharges = z.object({ ...charges, announced_time: millis, effective_time: millis })
export type AnnouncedCharges = z.infer<typeof announcedCharges>

/** The brackets that an open position keeps, where they are not those in force. */
export const keptBrackets = z.object({ position_id: id, symbol, brackets: z.array(bracketView).check(z.maxLength(20)) })
export type KeptBrackets = z.infer<typeof keptBrackets>

const byRealm = z.object({ real: decimal, demo: decimal })
const lotsBySide = z.object({ long: decimal, short: decimal })

/** The terms of a market's contracts and perpetuals, alike for everyone. Rates are shares: "0.0005" is 0.05 %. */
export const derivativeTerms = z.object({
  symbol,
  base: currency,
  quote: currency,
  price_decimals: z.int(),
  price_max: decimal,
  /** Base currency per lot. */
  contract_size: decimal,
  lots_min: decimal,
  lots_max: decimal,
  multiples: z.array(z.int()),
  /** Those in force: what is opened or increased takes them, what is open keeps the ones it was opened under. */
  brackets: z.array(bracketView).check(z.maxLength(20)),
  /** Their number: each change of a market's brackets has the next. */
  brackets_version: z.int(),
  measure: z.nullable(bracketMeasure),
  /** Those in force, for what opens and for what closes; and those announced. */
  ...charges,
  charges: z.nullable(announcedCharges),
  /** How far from the mark a limit price may lie, and how far from the index a market order trades. */
  limit_rate: decimal,
  collar_rate: decimal,
  /** The most that one holder, and all together, may have open; USDT at the mark. */
  open_interest_user_max: decimal,
  open_interest_max: decimal,
  open_interest: byRealm,
  /** The lots that all together could have open on each side, were all that rests filled: the largest is asked of these. */
  lots_reach: z.object({ real: lotsBySide, demo: lotsBySide }),
  /** New leverage stops where the insurance fund stands below the floor; USDT. */
  insurance_floor: decimal,
  insurance: byRealm,
  leverage_paused: z.object({ real: z.boolean(), demo: z.boolean() }),
  /** Whether the market offers the product at all; a country's switch comes on top for real accounts. */
  contract: z.boolean(),
  perpetual: z.boolean(),
  /** Hours of the day in UTC at which funding moves. */
  funding_hours: z.array(z.int()),
  simulated: z.boolean(),
})
export type DerivativeTerms = z.infer<typeof derivativeTerms>

/** Why a derivative order or position ended otherwise than by filling: the words of spot, and these. */
export const derivativeReasons = [
  ...cancelReasons,
  /** An opening fill would have left equity below maintenance. */
  'margin_short',
  /** An opening fill would have passed a cap or its bracket's multiple, or new leverage was paused. */
  'cap_reached',
  /** What closes met it while the market took no new risk. */
  'risk_closed',
  /** What it would reduce is gone. */
  'position_gone',
  /** Its ticket or position was closed. */
  'position_closed',
  'stop_loss',
  'take_profit',
  'liquidation',
] as const
export type DerivativeReason = (typeof derivativeReasons)[number]
export const derivativeReason = z.union([z.enum(derivativeReasons), z.literal('')])

/** Why a closing order was made: by its owner, by a trigger or by a liquidation. */
export const purpose = z.enum(['open', 'close', 'stop_loss', 'take_profit', 'liquidation'])
export type Purpose = z.infer<typeof purpose>

/** One trade of an order or a position, as its owner sees it. `side` is what the owner did. */
export const derivativeFill = z.object({
  id,
  order_id: z.nullable(id),
  side,
  purpose,
  role: z.enum(['maker', 'taker']),
  price: decimal,
  lots: decimal,
  /** Of the lots, how many closed what was open; the rest opened. */
  lots_closed: decimal,
  amount: decimal,
  fee: decimal,
  profit: signedDecimal,
  /** The index that decided, where the house or a trigger took part; null otherwise. */
  index: z.nullable(decimal),
  index_time: z.nullable(millis),
  time: millis,
})
export type DerivativeFill = z.infer<typeof derivativeFill>

/** A market order that closed a ticket or a position, in whole or in part, and what it left open. */
export const closing = z.object({
  position_id: id,
  order_id: id,
  symbol,
  side,
  lots: decimal,
  lots_traded: decimal,
  lots_left: decimal,
  average_price: z.nullable(decimal),
  fee: decimal,
  profit: signedDecimal,
  status: z.enum(['new', 'filled', 'canceled']),
  reason: derivativeReason,
  time: millis,
  simulated: z.boolean(),
})
export type Closing = z.infer<typeof closing>

/** The most positions that one call closes. */
export const closingsMax = 1_000
const closings = z.object({ closings: z.array(closing).check(z.maxLength(closingsMax)), canceled: z.int() })

/** One step of a liquidation, in order. Figures are null where a step has none; amounts in USDT. */
export const liquidationStep = z.object({
  time: millis,
  type: z.enum(['started', 'order_canceled', 'closed', 'taken_over', 'ended']),
  symbol: z.nullable(symbol),
  order_id: z.nullable(id),
  side: z.nullable(side),
  lots: z.nullable(decimal),
  /** What it traded or was taken over at. */
  price: z.nullable(decimal),
  /** The mark that decided, and when it came. */
  mark: z.nullable(decimal),
  mark_time: z.nullable(millis),
  equity: z.nullable(signedDecimal),
  maintenance: z.nullable(decimal),
  /** No closing fill passes this price. */
  bankruptcy_price: z.nullable(decimal),
  profit: z.nullable(signedDecimal),
  fee: z.nullable(decimal),
  /** What the insurance fund paid for it, or received where it is negative. */
  insurance: z.nullable(signedDecimal),
})
export type LiquidationStep = z.infer<typeof liquidationStep>

/** A position that counted when a liquidation fired, at its mark. */
export const liquidatedPosition = z.object({
  position_id: id,
  symbol,
  lots: decimal,
  mark: decimal,
  profit: signedDecimal,
  maintenance: decimal,
})
export type LiquidatedPosition = z.infer<typeof liquidatedPosition>

/** How a ticket, an isolated position or a cross account was liquidated, tick by tick. */
export const liquidation = z.object({
  liquidation_id: id,
  game: z.enum(['contract', 'perpetual']),
  mode: marginMode,
  /** The ticket or position; null for a cross account. */
  position_id: z.nullable(id),
  /** The market whose mark decided. */
  symbol,
  mark: decimal,
  mark_time: millis,
  /** What was left against what was required, at the moment it fired; equal would have been safe. */
  equity: signedDecimal,
  maintenance: decimal,
  positions: z.array(liquidatedPosition).check(z.maxLength(1_000)),
  steps: z.array(liquidationStep).check(z.maxLength(1_000)),
  ended: z.nullable(millis),
  time: millis,
  simulated: z.boolean(),
})
export type Liquidation = z.infer<typeof liquidation>

/** Lines of the ledger and fills that belong to one order or position: at most the last hundred of each. */
export const history = {
  fills: z.array(derivativeFill).check(z.maxLength(client.pageLimitMax)),
  records: z.array(record).check(z.maxLength(client.pageLimitMax)),
}

/** A fill with its market and product, as a list of them has it; the fee is in USDT. */
export const listedFill = z.object({
  ...derivativeFill.shape,
  symbol,
  product: z.enum(['contract', 'perpetual']),
  fee_currency: z.string(),
})
export type ListedFill = z.infer<typeof listedFill>

export const derivativeFills = defineRoute({
  method: 'GET',
  path: '/contract/fills',
  access: 'user',
  byKey: 'read',
  query: z.object({ ...page, symbol: z.optional(symbol) }),
  answer: pageOf(listedFill),
  errors: ['field_malformed', 'symbol_unknown'],
  summary: 'One’s own fills of contracts and perpetuals, newest first; those of triggers and liquidations too.',
})

export const derivativeTermsAll = defineRoute({
  method: 'GET',
  path: '/contract/terms',
  access: 'guest',
  byKey: 'read',
  answer: z.array(derivativeTerms).check(z.maxLength(client.symbolsMax)),
  summary: 'The terms of contracts and perpetuals: contract size, multiples, brackets, fees, limits and open interest.',
})

/** What trading a leveraged product can be refused for, by the rungs of the ladder of checks. */
export const shape = ['field_malformed', 'request_malformed'] as const
export const lotsAndPrice = ['lots_invalid', 'price_invalid', 'price_off_tick', 'price_too_far'] as const
export const targets = [
  'stop_zero',
  'buy_stop_loss_side',
  'buy_take_profit_side',
  'sell_stop_loss_side',
  'sell_take_profit_side',
] as const
export const caps = [
  'multiple_invalid',
  'open_orders_too_many',
  'positions_too_many',
  'open_interest_user_max',
  'open_interest_max',
  'leverage_paused',
  'position_undecided',
] as const

/** What a change of a resting order can be refused for. */
export const amendment = [
  ...orderKeys,
  'not_owner',
  ...trader,
  ...orderMarket,
  'order_unknown',
  'order_done',
  ...shape,
  ...lotsAndPrice,
  ...caps,
  'post_only_would_trade',
  'balance_insufficient_order',
] as const

/** One payment out of or into an insurance fund, public for ever. */
export const insuranceMove = z.object({
  id,
  time: millis,
  realm,
  symbol: z.nullable(symbol),
  /** Negative where the fund paid. */
  amount: signedDecimal,
  reason: z.enum(['take_over', 'liquidation', 'funding', 'provided']),
  /** What stood in the fund afterwards. */
  balance: decimal,
})
export type InsuranceMove = z.infer<typeof insuranceMove>

/** A liquidation as everybody may see it: what was closed and at what, never whose it was. */
export const publicLiquidation = z.object({
  id,
  time: millis,
  realm,
  symbol,
  side,
  lots: decimal,
  mark: decimal,
  price: decimal,
  taken_over: z.boolean(),
  insurance: signedDecimal,
  simulated: z.boolean(),
})
export type PublicLiquidation = z.infer<typeof publicLiquidation>

/** Closes all that is open of a product at the market. */
export function closeAll<const Path extends string>(path: Path, summary: string) {
  return defineRoute({
    method: 'POST',
    path,
    access: 'user',
    byKey: 'trade',
    body: z.object({ symbol: z.optional(symbol) }),
    answer: closings,
    errors: [...orderKeys, ...shape, 'symbol_unknown'],
    idempotent: true,
    summary,
  })
}
