import { currencyScaleMax } from '@truemark/core/book/listing'
import * as z from 'zod/mini'
import { currency, decimal, line, reasonText, symbol } from '../values.ts'
import { approvalErrors } from './approval.ts'
import { liveSource, liveSources } from './deskFeed.ts'
import { deskSymbol, sessionHours } from './deskSettings.ts'
import { defineRoute } from './route.ts'

/** How a venue names a market: on its socket, and in its REST calls, where the name stands in an address. */
export const marketSource = z.object({
  source: liveSource,
  quote: z.enum(['USDT', 'USD']),
  code: z.string().check(z.regex(/^[A-Z0-9][A-Z0-9/_-]{1,31}$/)),
  rest_code: z.string().check(z.regex(/^[A-Z0-9][A-Z0-9_-]{1,31}$/)),
})
export type MarketSource = z.infer<typeof marketSource>

const marketSources = z.array(marketSource).check(z.minLength(1), z.maxLength(liveSources.length))

/** From how many thousandths of the last index on a jump needs confirming. */
const jumpPermille = z.int().check(z.minimum(1), z.maximum(1_000))

/** A currency’s code begins with a letter, and its scale is what the exchange can hold of it. */
const newCurrency = z.string().check(z.regex(/^[A-Z][A-Z0-9]{1,11}$/))

/** Where a market's price comes from. */
export const listedMarket = z.object({
  symbol,
  jump_permille: z.int(),
  sources: z.array(marketSource),
  /** Where a made-up price begins, in the quote currency, and the standard deviation of a year's log return. */
  simulated_price: decimal,
  simulated_volatility: decimal,
})
export type ListedMarket = z.infer<typeof listedMarket>

export const listedCurrency = z.object({
  currency,
  name: z.string(),
  scale: z.int(),
  /** Whether it has a market. */
  traded: z.boolean(),
})
export type ListedCurrency = z.infer<typeof listedCurrency>

export const deskListings = defineRoute({
  method: 'GET',
  path: '/desk/listings',
  access: 'desk',
  answer: z.object({
    currencies: z.array(listedCurrency),
    currencies_max: z.int(),
    markets: z.array(listedMarket),
    markets_max: z.int(),
  }),
  summary: 'The currencies that are listed, and where the price of each market comes from.',
})

export const deskCurrencyList = defineRoute({
  method: 'POST',
  path: '/desk/currencies',
  access: 'desk_market_write',
  body: z.object({
    currency: newCurrency,
    name: line(1, 40),
    /** Decimals of its smallest unit; they can never change. */
    scale: z.int().check(z.minimum(0), z.maximum(currencyScaleMax)),
    reason: reasonText,
  }),
  answer: listedCurrency,
  errors: ['field_malformed', 'currency_listed', 'currencies_full', ...approvalErrors],
  summary: 'Lists a currency that the exchange then keeps for good; it has no market yet.',
})

const rate = decimal

export const deskMarketList = defineRoute({
  method: 'POST',
  path: '/desk/markets',
  access: 'desk_market_write',
  body: z.object({
    base: currency,
    quote: z.enum(['USDT']),
    price_decimals: z.int().check(z.minimum(0), z.maximum(8)),
    quantity_decimals: z.int().check(z.minimum(0), z.maximum(8)),
    price_max: decimal,
    quantity_max: decimal,
    amount_min: decimal,
    fee_rate_maker: rate,
    fee_rate_taker: rate,
    collar_rate: rate,
    ladder_levels: z.int().check(z.minimum(1), z.maximum(50)),
    half_spread_rate: rate,
    gap_rate: rate,
    level_quantity: decimal,
    refill_per_second: decimal,
    position_max: decimal,
    sessions: sessionHours,
    jump_permille: jumpPermille,
    sources: marketSources,
    simulated_price: decimal,
    simulated_volatility: decimal,
    reason: reasonText,
  }),
  answer: deskSymbol,
  errors: [
    'field_malformed',
    'currency_unknown',
    'symbol_listed',
    'symbols_full',
    'listing_too_fine',
    'source_taken',
    'source_quote_other',
    'listing_invalid',
    'server_busy',
    ...approvalErrors,
  ],
  summary: 'Lists a market of a listed currency against USDT, with its terms and where its price comes from.',
})

export const deskMarketSources = defineRoute({
  method: 'PUT',
  path: '/desk/symbols/{symbol}/sources',
  access: 'desk_market_write',
  params: z.object({ symbol }),
  body: z.object({ jump_permille: jumpPermille, sources: marketSources, reason: reasonText }),
  answer: listedMarket,
  errors: ['field_malformed', 'symbol_unknown', 'source_taken', 'source_quote_other', 'sources_few', ...approvalErrors],
  summary: 'Sets by which names the venues are heard for a market, at once and for every user alike.',
})

export const deskListingRoutes = { deskListings, deskCurrencyList, deskMarketList, deskMarketSources }
