import { findListing } from './feeds/listings.ts'
import { type QuoteCurrency, type SourceId, sourceIds } from './feeds/source.ts'

/**
 * What the market room knows of a symbol. `code` is base + quote; the first ten listings are the product's first
 * symbols, and the operator's listings are built from this table at the first start.
 */
export interface SymbolSpec {
  /** The listing's place in the exchange, dense from 0. */
  readonly listing: number
  readonly code: string
  readonly base: string
  readonly quote: string
  /** The tick is 10^-priceDecimals of the quote currency. */
  readonly priceDecimals: number
  /** The step is 10^-quantityDecimals of the base currency. */
  readonly quantityDecimals: number
  /** A tick that jumps by more than this many thousandths of the last index needs confirming. */
  readonly jumpPermille: number
  /** The venues that list it, each with its own names for it. */
  readonly sources: readonly SymbolSource[]
  readonly simulation: SimulationSpec
}

/** How one venue names a symbol. */
export interface SymbolSource {
  readonly source: SourceId
  /** What the venue quotes it in. */
  readonly quote: QuoteCurrency
  /** The venue's name for it on the socket. */
  readonly code: string
  /** The venue's name for it in REST calls. */
  readonly restCode: string
}

/** Whether a venue names a symbol the same, and has it in the same quote. */
export function isSameSource(one: SymbolSource, other: SymbolSource): boolean {
  return (
    one.source === other.source &&
    one.quote === other.quote &&
    one.code === other.code &&
    one.restCode === other.restCode
  )
}

/** A symbol of a fresh install, with the size that its derivatives begin with. */
export interface FirstSymbol extends SymbolSpec {
  /** Base units per lot of the derivatives, as a decimal text. */
  readonly contractSize: string
}

/** What drives a symbol's simulated price; these are parameters of a random process, not money. */
export interface SimulationSpec {
  /** The price that the generated year of history ends at, in quote units. */
  readonly price: number
  /** Standard deviation of a year's log return. */
  readonly volatility: number
  /** Correlation of its returns with those of BTC. */
  readonly correlation: number
  /** Jumps per year, and the standard deviation of one's log return. */
  readonly jumpsPerYear: number
  readonly jumpSize: number
  /** Mean trades per second, and the mean notional of one in quote units. */
  readonly tradesPerSecond: number
  readonly tradeNotional: number
}

export const quoteCurrency = 'USDT'
export const jumpPermilleDefault = 100

/** What drives a made-up price of which only level and volatility were said: a coin that moves much as others do. */
export function simulationOf(price: number, volatility: number): SimulationSpec {
  return {
    price,
    volatility,
    correlation: 0.7,
    jumpsPerYear: 40,
    jumpSize: volatility / 24,
    tradesPerSecond: 0.8,
    tradeNotional: 500,
  }
}

type Row = readonly [
  base: string,
  priceDecimals: number,
  quantityDecimals: number,
  contractSize: string,
  price: number,
  volatility: number,
  correlation: number,
  tradesPerSecond: number,
  tradeNotional: number,
]

const rows: readonly Row[] = [
  ['BTC', 1, 5, '0.1', 90_000, 0.48, 1, 3.2, 4_200],
  ['ETH', 2, 4, '1', 3_050, 0.66, 0.84, 2.6, 2_600],
  ['SOL', 2, 3, '10', 138, 0.82, 0.76, 2, 1_400],
  ['XRP', 4, 1, '1000', 2.18, 0.8, 0.66, 1.6, 1_100],
  ['BNB', 2, 3, '1', 890, 0.52, 0.72, 1.4, 1_300],
  ['DOGE', 5, 0, '10000', 0.1495, 0.92, 0.72, 1.4, 700],
  ['ADA', 4, 1, '1000', 0.4302, 0.86, 0.73, 1.1, 600],
  ['LTC', 2, 3, '10', 84.5, 0.74, 0.67, 0.9, 550],
  ['TRX', 4, 1, '10000', 0.2787, 0.42, 0.5, 0.8, 500],
  ['LINK', 3, 2, '100', 12.95, 0.88, 0.75, 1, 600],
]

function sourcesOf(symbol: string): SymbolSource[] {
  return sourceIds.flatMap((source) => {
    const listing = findListing(source, symbol)
    return listing === undefined
      ? []
      : [{ source, quote: listing.quote, code: listing.code, restCode: listing.restCode }]
  })
}

/** What the symbols' table is filled with at the first start, in the order of their listings. */
export const firstSymbols: readonly FirstSymbol[] = rows.map((row, listing) => {
  const [base, priceDecimals, quantityDecimals, contractSize, price, volatility, correlation, perSecond, notional] = row
  return {
    listing,
    code: base + quoteCurrency,
    base,
    quote: quoteCurrency,
    priceDecimals,
    quantityDecimals,
    contractSize,
    jumpPermille: jumpPermilleDefault,
    sources: sourcesOf(base + quoteCurrency),
    simulation: {
      ...simulationOf(price, volatility),
      correlation,
      tradesPerSecond: perSecond,
      tradeNotional: notional,
    },
  }
})

/** Names of the currencies that the product lists at first. */
export const firstNames: Readonly<Record<string, string>> = {
  USDT: 'Tether',
  BTC: 'Bitcoin',
  ETH: 'Ethereum',
  SOL: 'Solana',
  XRP: 'XRP',
  BNB: 'BNB',
  DOGE: 'Dogecoin',
  ADA: 'Cardano',
  LTC: 'Litecoin',
  TRX: 'TRON',
  LINK: 'Chainlink',
}
