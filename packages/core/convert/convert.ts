import { faultOf, mayTakeRisk } from '../book/checks.ts'
import type { Venue } from '../book/venue.ts'
import { worthAt, type Price } from '../book/worth.ts'
import { big, holderId, oneOf, struct, text, u53, union, type Of } from '../codec/codec.ts'
import { houseHolder, realms, type CurrencyId, type HolderId, type Realm } from '../ledger/holders.ts'
import { divide } from '../money/round.ts'
import { rateOneBig } from '../money/units.ts'
import { accepted, rejected, type Result } from '../result/result.ts'
import { deskPrice, deskStock, type DeskStocks } from './stock.ts'
import { conversionTermsCodec, conversionTermsHold, firstConversionTerms, type ConversionTerms } from './terms.ts'

export const convertCommands = {
  /** Asks for a quote to give `amount` of `source` for `target`; codes as the user wrote them. */
  askConversion: [30, struct({ holder: holderId, source: text, target: text, amount: big, fault: text })],
  acceptConversion: [31, struct({ holder: holderId, quote: u53 })],
  /** Sets the terms of quotes that are asked for from then on; a quote that stands keeps its own. */
  configureConversion: [201, struct({ terms: conversionTermsCodec })],
} as const

const agreed = {
  quote: u53,
  realm: oneOf(realms),
  holder: holderId,
  source: u53,
  target: u53,
  sourceAmount: big,
  /** What is received, the fee taken off. */
  targetAmount: big,
  fee: big,
  feeRate: u53,
  spreadRate: u53,
  /** The indexes of both in tenths of a tick; 0 for USDT. */
  sourceIndex: u53,
  targetIndex: u53,
} as const

export const convertEvents = {
  conversionQuoted: [30, struct({ ...agreed, validUntil: u53 })],
  converted: [31, struct({ ...agreed, conversion: u53 })],
  conversionConfigured: [201, struct({ terms: conversionTermsCodec })],
} as const

export const convertAnswers = {
  quote: [7, struct({ quote: convertEvents.conversionQuoted[1], time: u53 })],
  converted: [8, struct({ conversion: convertEvents.converted[1], time: u53 })],
} as const

export const convertQueries = { conversionTerms: [201, struct({})] } as const
export const convertReplies = { conversionTerms: [201, struct({ terms: conversionTermsCodec })] } as const

const commandCodec = union(convertCommands)
const eventCodec = union(convertEvents)
export type ConvertCommand = Of<typeof commandCodec>
export type ConvertEvent = Of<typeof eventCodec>
export type ConversionQuoted = Extract<ConvertEvent, { type: 'conversionQuoted' }>

/** The live quotes, at most one a holder. */
export interface ConvertState {
  readonly quotes: Map<HolderId, ConversionQuoted>
  nextQuote: number
  nextConversion: number
  /** What is drawn of the desk's stocks, by currency. */
  readonly drawn: DeskStocks
  terms: ConversionTerms
}

export function createConvertState(): ConvertState {
  const drawn: DeskStocks = { real: [], demo: [] }
  return { quotes: new Map(), nextQuote: 1, nextConversion: 1, drawn, terms: firstConversionTerms }
}

/** A quote stands for ten seconds. */
export const quoteValidMs = 10_000

/** What an amount comes to in the target before the fee: at the two indexes, less the spread at 10⁻⁹, rounded down. */
export function convertedAmount(amount: bigint, source: Price, target: Price, spreadRate: number): bigint {
  const numerator = amount * source.numerator * target.denominator * (rateOneBig - BigInt(spreadRate))
  return divide(numerator, source.denominator * target.numerator * rateOneBig, 'down')
}

function currencyOf(venue: Venue, code: string): CurrencyId | undefined {
  return venue.currencies.find((currency) => currency.code === code)?.id
}

function deskHasRoom(
  { terms }: ConvertState,
  venue: Venue,
  realm: Realm,
  { currency, gross, price }: { readonly currency: CurrencyId; readonly gross: bigint; readonly price: Price },
): boolean {
  const stands = venue.ledger.posted(houseHolder(realm, 'exchangeDesk'), 'coin', currency)
  return worthAt(gross - stands, price, 'up') <= terms.debtMax
}

// what the desk has drawn of a currency's stock comes back with time; until then it exchanges no more than is there
function stockShort(
  state: ConvertState,
  venue: Venue,
  realm: Realm,
  currency: CurrencyId,
  worth: bigint,
  now: number,
): ReturnType<typeof rejected> | null {
  const stock = deskStock(state, realm, currency, now)
  if (stock === null || worth <= stock) return null
  const usdt = venue.currencies[0].scale
  const whole = stock > 0n ? stock / 10n ** BigInt(usdt) : 0n
  return rejected('exchange_stock_short', { max: `${whole}`, currency: venue.currencies[currency].code })
}

/** Decides a quote: it names both amounts, and is never changed afterwards. */
function ask(
  state: ConvertState,
  venue: Venue,
  command: ConvertCommand & { type: 'askConversion' },
  now: number,
): Result<ConvertEvent[]> {
  const { holder, amount } = command
  const may = mayTakeRisk(venue, holder, 'spot')
  if (!may.ok) return may
  const { realm } = may.value
  const source = currencyOf(venue, command.source)
  const target = currencyOf(venue, command.target)
  if (source === undefined || target === undefined) return rejected('currency_unknown')
  if (source === target) return rejected('exchange_pair_invalid')
  const from = deskPrice(venue, source, realm, now)
  if (typeof from === 'string') return rejected(from)
  const to = deskPrice(venue, target, realm, now)
  if (typeof to === 'string') return rejected(to)
  const fault = faultOf(command.fault)
  if (fault) return rejected(fault)
  if (amount <= 0n) return rejected('amount_invalid')
  const { feeRate, spreadRate, worthMax } = state.terms
  const gross = convertedAmount(amount, from.price, to.price, spreadRate)
  const fee = divide(gross * BigInt(feeRate), rateOneBig, 'up')
  if (gross - fee <= 0n) return rejected('exchange_too_small')
  if (worthAt(amount, from.price, 'up') > worthMax) return rejected('quote_too_large')
  const room = deskHasRoom(state, venue, realm, { currency: target, gross, price: to.price })
  if (!room) return rejected('quote_too_large')
  const short =
    stockShort(state, venue, realm, source, worthAt(amount, from.price, 'up'), now) ??
    stockShort(state, venue, realm, target, worthAt(gross, to.price, 'up'), now)
  if (short) return short
  if (amount > venue.ledger.available(holder, 'coin', source)) return rejected('balance_insufficient')
  const quoted: ConvertEvent = {
    type: 'conversionQuoted',
    quote: state.nextQuote,
    realm,
    holder,
    source,
    target,
    sourceAmount: amount,
    targetAmount: gross - fee,
    fee,
    feeRate,
    spreadRate,
    sourceIndex: from.indexTenths,
    targetIndex: to.indexTenths,
    validUntil: now + quoteValidMs,
  }
  return accepted([quoted])
}

// the quote is void when the rate between its two indexes has moved by more than fee and spread, either way
function hasMoved(quote: ConversionQuoted, sourceIndex: number, targetIndex: number): boolean {
  const then = BigInt(quote.sourceIndex || 1) * BigInt(targetIndex || 1)
  const now = BigInt(sourceIndex || 1) * BigInt(quote.targetIndex || 1)
  const moved = now > then ? now - then : then - now
  // measured against the quoted index: that of the target where USDT is given, else the source's in the target
  const quoted = quote.sourceIndex === 0 ? now : then
  return moved * rateOneBig > quoted * BigInt(quote.feeRate + quote.spreadRate)
}

/** Decides the acceptance of the live quote: once, in time, and while the index stands by it. */
function accept(
  state: ConvertState,
  venue: Venue,
  command: ConvertCommand & { type: 'acceptConversion' },
  now: number,
): Result<ConvertEvent[]> {
  const may = mayTakeRisk(venue, command.holder, 'spot')
  if (!may.ok) return may
  const quote = state.quotes.get(command.holder)
  if (!quote || quote.quote !== command.quote) return rejected('quote_unknown')
  if (now > quote.validUntil) return rejected('quote_expired')
  const { realm } = quote
  const from = deskPrice(venue, quote.source, realm, now)
  if (typeof from === 'string') return rejected(from)
  const to = deskPrice(venue, quote.target, realm, now)
  if (typeof to === 'string') return rejected(to)
  if (hasMoved(quote, from.indexTenths, to.indexTenths)) return rejected('quote_void')
  const { source, target, sourceAmount, targetAmount, fee } = quote
  const short =
    stockShort(state, venue, realm, source, worthAt(sourceAmount, from.price, 'up'), now) ??
    stockShort(state, venue, realm, target, worthAt(targetAmount + fee, to.price, 'up'), now)
  if (short) return short
  const available = venue.ledger.available(command.holder, 'coin', quote.source)
  if (quote.sourceAmount > available) return rejected('balance_insufficient')
  const { validUntil: _, ...agreed } = quote
  return accepted([{ ...agreed, type: 'converted', conversion: state.nextConversion }])
}

/** Decides a conversion's command; reads only. */
export function decideConvert(
  state: ConvertState,
  venue: Venue,
  command: ConvertCommand,
  now: number,
): Result<ConvertEvent[]> {
  switch (command.type) {
    case 'askConversion':
      return ask(state, venue, command, now)
    case 'acceptConversion':
      return accept(state, venue, command, now)
    case 'configureConversion': {
      const { terms } = command
      return conversionTermsHold(terms)
        ? accepted([{ type: 'conversionConfigured', terms }])
        : rejected('amount_invalid')
    }
  }
}
