import { type Currency, type ListingTerms, listingsMax, makeListing } from '@truemark/core/book/listing'
import { formatDecimal } from '@truemark/core/money/decimal'
import { rateScale } from '@truemark/core/money/units'
import type { MarketSource, deskListingRoutes } from '@truemark/protocol/routes/deskListing'
import type { BodyOf } from '@truemark/protocol/routes/route'
import type { Catalogue } from '../engine/door.ts'
import { type ListedSymbols, type SymbolSource, type SymbolSpec, simulationOf } from '../market/door.ts'
import { type Outcome, done, refused } from '../platform/http/call.ts'
import { sessionsOf, sessionsText } from './sessionHours.ts'
import { TermsReader } from './termsReader.ts'

/** What an operator says of a market that is to be listed. */
export type MarketBody = Omit<BodyOf<typeof deskListingRoutes.deskMarketList>, 'reason'>

/** What listing it comes to: the exchange's terms, and what the market's thread is told. */
export interface PlannedMarket {
  readonly terms: ListingTerms
  readonly spec: Omit<SymbolSpec, 'listing'>
  readonly detail: Readonly<Record<string, string>>
}

/** What is listed, as far as a plan looks at it. */
interface Listed extends Pick<Catalogue, 'currencies'> {
  readonly listings: readonly unknown[]
  byCode(code: string): unknown
  currencyByCode(code: string): Currency | undefined
}

interface PlanPorts {
  readonly catalogue: Listed
  readonly symbols: Pick<ListedSymbols, 'waiting' | 'ownerOf'>
  /** Whether a market that was decided on and is not listed yet may be decided on anew. */
  readonly anew: boolean
}

const volatilityMax = 3
/** Hourly worths are kept at prices below 2⁶³ of 10⁻¹² USDT. */
const simulatedPriceMax = 9_000_000
/**
 * A made-up price is drawn back to where it begins, so that its logarithm strays from there by about the volatility of a
 * year in the long run: this many times as far it never gets.
 */
const strayMax = 6

/** Plans the listing of a market; refused where the exchange could not hold it. */
export function planMarket({ catalogue, symbols, anew }: PlanPorts, body: MarketBody): Outcome<PlannedMarket> {
  const base = catalogue.currencyByCode(body.base)
  const quote = catalogue.currencyByCode(body.quote)
  if (base === undefined || quote === undefined) return refused('currency_unknown')
  const code = base.code + quote.code
  const waits = symbols.waiting.find((one) => one.code === code)
  // what waits may be in the exchange by now: other decimals than those could not be taken back
  const again =
    waits === undefined ||
    (anew && waits.priceDecimals === body.price_decimals && waits.quantityDecimals === body.quantity_decimals)
  if (catalogue.byCode(code) !== undefined || !again) return refused('symbol_listed')
  if (catalogue.listings.length >= listingsMax) return refused('symbols_full', { max: String(listingsMax) })
  if (body.price_decimals + body.quantity_decimals > quote.scale || body.quantity_decimals > base.scale)
    return refused('listing_too_fine', { sum: String(quote.scale), amount: String(base.scale) })
  const terms = termsOf(code, body, base, quote)
  if (terms === null) return refused('field_malformed')
  const simulated = simulatedOf(body)
  if (!simulated.ok) return simulated
  const sources = planVenues(symbols, code, body.sources)
  if (!sources.ok) return sources
  if (makeListing(catalogue.listings.length, terms, catalogue.currencies) === null) return refused('listing_invalid')
  const spec = {
    code,
    base: base.code,
    quote: quote.code,
    priceDecimals: body.price_decimals,
    quantityDecimals: body.quantity_decimals,
    jumpPermille: body.jump_permille,
    sources: sources.data,
    simulation: simulationOf(simulated.data.price, simulated.data.volatility),
  }
  return done({ terms, spec, detail: detailOf(body) })
}

function termsOf(code: string, body: MarketBody, base: Currency, quote: Currency): ListingTerms | null {
  const reader = new TermsReader()
  const rate = (text: string): number => reader.read(text, rateScale, 0)
  const steps = (text: string): number => reader.read(text, body.quantity_decimals, 0)
  const terms: ListingTerms = {
    code,
    base: base.id,
    quote: quote.id,
    priceDecimals: body.price_decimals,
    quantityDecimals: body.quantity_decimals,
    priceMax: reader.read(body.price_max, body.price_decimals, 0),
    quantityMax: steps(body.quantity_max),
    notionalMinExclusive: reader.read(body.amount_min, quote.scale, 0),
    feeRateMaker: rate(body.fee_rate_maker),
    feeRateTaker: rate(body.fee_rate_taker),
    collarRate: rate(body.collar_rate),
    ladder: {
      levels: body.ladder_levels,
      halfSpreadRate: rate(body.half_spread_rate),
      gapRate: rate(body.gap_rate),
      levelQuantity: steps(body.level_quantity),
      refillPerSecond: steps(body.refill_per_second),
      positionMax: steps(body.position_max),
    },
    sessions: sessionsOf(body.sessions),
    halt: 'trading',
    haltReason: '',
    spot: true,
  }
  return reader.faulty ? null : terms
}

function simulatedOf(body: MarketBody): Outcome<{ readonly price: number; readonly volatility: number }> {
  const reader = new TermsReader()
  const price = Number(body.simulated_price)
  const volatility = reader.read(body.simulated_volatility, rateScale, 0) / 10 ** rateScale
  if (volatility <= 0 || volatility > volatilityMax)
    return refused('field_malformed', { field: 'simulated_volatility' })
  const priceMax = Math.min(simulatedPriceMax / Math.exp(strayMax * volatility), Number(body.price_max))
  if (price <= 0 || price > priceMax) return refused('field_malformed', { field: 'simulated_price' })
  return done({ price, volatility })
}

/** The venues of a market, in their own order; refused where one is named twice, or by a name that is another market's. */
export function planVenues(
  symbols: Pick<ListedSymbols, 'ownerOf'>,
  symbol: string,
  sources: readonly MarketSource[],
): Outcome<SymbolSource[]> {
  if (new Set(sources.map(({ source }) => source)).size < sources.length)
    return refused('field_malformed', { field: 'sources' })
  const named = sources.map(({ source, quote, code, rest_code: restCode }) => ({ source, quote, code, restCode }))
  for (const one of named) {
    const owner = symbols.ownerOf(one, symbol)
    if (!isQuotedIn(one)) return refused('source_quote_other', { source: one.source, code: one.code, quote: one.quote })
    // another market's book would go to this one
    if (owner !== null) return refused('source_taken', { source: one.source, code: owner.name, symbol: owner.symbol })
  }
  return done(named)
}

/** Whether a venue's names are of a market in that quote: a book in dollars that counts as USDT has another price. */
function isQuotedIn({ source, quote, code, restCode }: SymbolSource): boolean {
  if (!restCode.endsWith(quote)) return false
  return source === 'binance' ? quote === 'USDT' && code.endsWith(quote) : /[-/]([A-Z]+)$/.exec(code)?.[1] === quote
}

/** The same as the wire has them. */
export function sourcesShape(sources: readonly SymbolSource[]): MarketSource[] {
  return sources.map(({ source, quote, code, restCode }) => ({ source, quote, code, rest_code: restCode }))
}

/** Sources in one line of a proposal or of the audit log. */
export function sourcesText(sources: readonly MarketSource[]): string {
  return sources.map(({ source, quote, code, rest_code: rest }) => `${source} ${code} / ${rest} (${quote})`).join(', ')
}

// every value that is decided on, by the names that the form and the terms have
function detailOf({ sessions, sources, ...plain }: MarketBody): Record<string, string> {
  const rows = Object.entries(plain).map(([name, value]) => [name, String(value)] as const)
  return { ...Object.fromEntries(rows), sessions: sessionsText(sessions), sources: sourcesText(sources) }
}

/** What drives a symbol's made-up price, as the desk shows it. */
export function simulatedShape({ simulation: { price, volatility } }: SymbolSpec) {
  return { simulated_price: floatText(price), simulated_volatility: floatText(volatility) }
}

const floatScale = 12

/** A parameter of the made-up price as a decimal text. */
function floatText(value: number): string {
  return formatDecimal(BigInt(Math.round(value * 10 ** floatScale)), floatScale)
}
