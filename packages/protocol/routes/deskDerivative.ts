import { products } from '@truemark/core/capability/products'
import { realConditions } from '@truemark/core/book/realMoney'
import * as z from 'zod/mini'
import { country, decimal, millis, realm, reasonText, signedDecimal, symbol, utcDay } from '../values.ts'
import { approvalErrors } from './approval.ts'
import { bracketMeasure, derivativeTerms } from './derivative.ts'
import { defineRoute } from './route.ts'

/** The terms of a market's contracts and perpetuals with what only the desk sees: the house's ladder, in lots. */
export const deskDerivative = z.object({
  ...derivativeTerms.shape,
  ladder_levels: z.int(),
  half_spread_rate: decimal,
  gap_rate: decimal,
  level_lots: decimal,
  refill_per_second: decimal,
  position_max: decimal,
  /** Where the house owes more than this in USDT, it takes no new risk here. */
  house_debt_max: decimal,
})
export type DeskDerivative = z.infer<typeof deskDerivative>

export const deskDerivatives = defineRoute({
  method: 'GET',
  path: '/desk/derivatives',
  access: 'desk',
  answer: z.array(deskDerivative),
  summary: 'The terms of contracts and perpetuals of each market.',
})

/** Brackets as an operator writes them; amounts in USDT, rates as shares. */
const writtenBrackets = z
  .array(
    z.object({
      floor: decimal,
      maintenance_rate: decimal,
      multiple_max: z.int().check(z.minimum(1), z.maximum(1_000)),
    }),
  )
  .check(z.minLength(1), z.maxLength(20))

/** What an operator sets of a market's contracts and perpetuals; amounts in USDT, rates as shares. */
const writtenTerms = z.object({
  multiples: z.array(z.int().check(z.minimum(1), z.maximum(1_000))).check(z.minLength(1), z.maxLength(20)),
  /** For what is opened or increased from then on: what is open keeps its own. */
  brackets: writtenBrackets,
  fee_rate: decimal,
  fee_rate_maker: decimal,
  fee_rate_taker: decimal,
  limit_rate: decimal,
  funding_interest_rate: decimal,
  funding_clamp_rate: decimal,
  funding_impact_amount: decimal,
  open_interest_user_max: decimal,
  open_interest_max: decimal,
  insurance_floor: decimal,
  contract_size: decimal,
  ladder_levels: z.int().check(z.minimum(1), z.maximum(50)),
  half_spread_rate: decimal,
  gap_rate: decimal,
  level_lots: decimal,
  refill_per_second: decimal,
  position_max: decimal,
  house_debt_max: decimal,
})

export const deskDerivativeOpen = defineRoute({
  method: 'POST',
  path: '/desk/derivatives/{symbol}',
  access: 'desk_market_write',
  params: z.object({ symbol }),
  body: z.extend(writtenTerms, { reason: reasonText }),
  answer: deskDerivative,
  errors: ['symbol_unknown', 'terms_there', 'field_malformed', 'listing_invalid', ...approvalErrors],
  summary: 'Gives a market its first terms of contracts and perpetuals, both switched off; by two people.',
})

export const deskDerivativeChange = defineRoute({
  method: 'PATCH',
  path: '/desk/derivatives/{symbol}',
  access: 'desk_market_write',
  params: z.object({ symbol }),
  body: z.extend(z.partial(writtenTerms), {
    contract: z.optional(z.boolean()),
    perpetual: z.optional(z.boolean()),
    reason: reasonText,
  }),
  answer: deskDerivative,
  errors: ['symbol_unknown', 'field_malformed', 'listing_invalid', 'amount_invalid', ...approvalErrors],
  summary:
    'Changes the terms of a market for everyone alike: lower fees hold at once, higher ones and any change of funding 24 h later.',
})

export const deskBracketsAnnounce = defineRoute({
  method: 'POST',
  path: '/desk/derivatives/{symbol}/measure',
  access: 'desk_market_write',
  params: z.object({ symbol }),
  body: z.object({ brackets: writtenBrackets, effective_time: millis, reason: reasonText }),
  answer: bracketMeasure,
  errors: [
    'symbol_unknown',
    'field_malformed',
    'listing_invalid',
    'bracket_notice_invalid',
    'bracket_measure_pending',
    ...approvalErrors,
  ],
  summary:
    'Announces brackets for all open positions of a market, whosever they are, a day ahead at least; always by two people.',
})

export const deskBracketsWithdraw = defineRoute({
  method: 'POST',
  path: '/desk/derivatives/{symbol}/measure/withdraw',
  access: 'desk_market_write',
  params: z.object({ symbol }),
  body: z.object({ reason: reasonText }),
  answer: z.null(),
  errors: ['symbol_unknown', 'bracket_measure_none'],
  summary: 'Takes back a measure for open positions before it comes into force.',
})

/** Funding of a market in a realm: what the rate would be if the interval ended now, and the last that was paid. */
export const deskFundingRow = z.object({
  symbol,
  realm,
  rate: signedDecimal,
  /** The mean premium of the interval so far, and how many samples it rests on. */
  premium: signedDecimal,
  samples: z.int(),
  next_time: millis,
  last_rate: z.nullable(signedDecimal),
  last_time: z.nullable(millis),
})
export type DeskFunding = z.infer<typeof deskFundingRow>

export const deskFunding = defineRoute({
  method: 'GET',
  path: '/desk/funding',
  access: 'desk',
  answer: z.array(deskFundingRow),
  summary: 'The rate of funding of each market and realm as it would be now, and the last that was paid.',
})

export const product = z.enum(products)

/** Whether real accounts of a country of residence may trade a product; a demo account may trade all four. */
export const productSwitch = z.object({ country, product, on: z.boolean() })
export type ProductSwitch = z.infer<typeof productSwitch>

/** One condition for real money, and whether it is met. */
export const realCondition = z.object({
  name: z.enum(realConditions),
  met: z.boolean(),
})

export const deskProducts = defineRoute({
  method: 'GET',
  path: '/desk/products',
  access: 'desk',
  answer: z.object({ switches: z.array(productSwitch), conditions: z.array(realCondition) }),
  summary: 'Which products are switched on for real accounts of which country, and the conditions for real money.',
})

export const deskProductSwitch = defineRoute({
  method: 'PUT',
  path: '/desk/products/{country}/{product}',
  access: 'desk_market_write',
  params: z.object({ country, product }),
  body: z.object({ on: z.boolean(), reason: reasonText }),
  answer: productSwitch,
  errors: ['country_unknown', 'field_malformed', 'switch_conditions_unmet', ...approvalErrors],
  summary:
    'Switches a product on or off for real accounts of a country, by two people; off is possible whatever the conditions say.',
})

/** What the house has at stake in one market's derivatives. A `position` below zero is short. Amounts in USDT. */
export const houseStake = z.object({
  symbol,
  realm,
  product: z.enum(['spot', 'derivative']),
  position: signedDecimal,
  position_max: decimal,
  entry_price: z.nullable(decimal),
  index: z.nullable(decimal),
  profit: z.nullable(signedDecimal),
  open_interest: decimal,
})
export type HouseStake = z.infer<typeof houseStake>

/** What open options of a market could win, against the cap of each direction; USDT. */
export const houseOption = z.object({ symbol, realm, up: decimal, down: decimal, exposure_max: decimal })
export type HouseOption = z.infer<typeof houseOption>

/**
 * What a product has brought the house since the first trade, in USDT at the index; null while a coin has none. Contracts
 * and perpetuals meet in one book and have one position of the house, so they stand together as `derivative`.
 */
export const houseProfit = z.object({
  realm,
  product: z.enum(['spot', 'derivative', 'option']),
  /** From trades with users, open positions at the mark included. */
  trading: z.nullable(signedDecimal),
  /** Received from funding, or paid where it is negative. */
  funding: signedDecimal,
  fees: z.nullable(decimal),
  /** All of it together. */
  profit: z.nullable(signedDecimal),
})
export type HouseProfit = z.infer<typeof houseProfit>

export const deskHouse = defineRoute({
  method: 'GET',
  path: '/desk/house',
  access: 'desk',
  answer: z.object({
    stakes: z.array(houseStake),
    options: z.array(houseOption),
    profits: z.array(houseProfit),
    accounts: z.array(
      z.object({
        realm,
        liquidity: signedDecimal,
        clearing: signedDecimal,
        insurance: decimal,
        fees: decimal,
        option_pool: signedDecimal,
        /** Liquidity and the house's unrealised profit together; null while a market has no mark. */
        profit: z.nullable(signedDecimal),
      }),
    ),
  }),
  summary: "The house's positions and profit in each market, and its accounts in USDT.",
})

/** How many days the desk looks back. */
export const houseDaySpan = z.enum(['30', '90', '365'])
export type HouseDaySpan = z.infer<typeof houseDaySpan>

/**
 * A day of UTC (2026-11-28), all in USDT: what came in, went out and was taken as fees, at the prices with which the day
 * ended, what all people owned together when it began, and the most that the house had at stake at once: its coins at the
 * index, its positions at the mark, and what open options could cost. Null where a price or the moment is not recorded.
 */
export const houseDay = z.object({
  day: utcDay,
  deposits: z.nullable(decimal),
  withdrawals: z.nullable(decimal),
  fees: z.nullable(decimal),
  owned: z.nullable(decimal),
  exposure: z.nullable(decimal),
})
export type HouseDay = z.infer<typeof houseDay>

export const deskHouseDays = defineRoute({
  method: 'GET',
  path: '/desk/house/days',
  access: 'desk',
  query: z.object({ realm: z.optional(realm), days: z.optional(houseDaySpan) }),
  answer: z.object({ items: z.array(houseDay) }),
  summary:
    'Deposits, withdrawals, fees, what people own and what the house has at stake, day by day, newest first; 30 days of real money unless asked.',
})

export const deskDerivativeRoutes = {
  deskDerivatives,
  deskDerivativeOpen,
  deskDerivativeChange,
  deskBracketsAnnounce,
  deskBracketsWithdraw,
  deskFunding,
  deskProducts,
  deskProductSwitch,
  deskHouse,
  deskHouseDays,
}
