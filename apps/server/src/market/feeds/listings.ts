import type { Listing, QuoteCurrency, SourceId } from './source.ts'

/** The symbol under which the live USDT/USD rate is listed. */
export const rateSymbol = 'USDTUSD'

type Row = readonly [symbol: string, quote: QuoteCurrency, code: string, restCode: string]

const binance: readonly Row[] = [
  ['BTCUSDT', 'USDT', 'BTCUSDT', 'BTCUSDT'],
  ['ETHUSDT', 'USDT', 'ETHUSDT', 'ETHUSDT'],
  ['SOLUSDT', 'USDT', 'SOLUSDT', 'SOLUSDT'],
  ['XRPUSDT', 'USDT', 'XRPUSDT', 'XRPUSDT'],
  ['BNBUSDT', 'USDT', 'BNBUSDT', 'BNBUSDT'],
  ['DOGEUSDT', 'USDT', 'DOGEUSDT', 'DOGEUSDT'],
  ['ADAUSDT', 'USDT', 'ADAUSDT', 'ADAUSDT'],
  ['LTCUSDT', 'USDT', 'LTCUSDT', 'LTCUSDT'],
  ['TRXUSDT', 'USDT', 'TRXUSDT', 'TRXUSDT'],
  ['LINKUSDT', 'USDT', 'LINKUSDT', 'LINKUSDT'],
]

// Coinbase's USDT books are thin or absent, its USD books are the reference there; it does not list TRX.
const coinbase: readonly Row[] = [
  ['BTCUSDT', 'USD', 'BTC-USD', 'BTC-USD'],
  ['ETHUSDT', 'USD', 'ETH-USD', 'ETH-USD'],
  ['SOLUSDT', 'USD', 'SOL-USD', 'SOL-USD'],
  ['XRPUSDT', 'USD', 'XRP-USD', 'XRP-USD'],
  ['BNBUSDT', 'USD', 'BNB-USD', 'BNB-USD'],
  ['DOGEUSDT', 'USD', 'DOGE-USD', 'DOGE-USD'],
  ['ADAUSDT', 'USD', 'ADA-USD', 'ADA-USD'],
  ['LTCUSDT', 'USD', 'LTC-USD', 'LTC-USD'],
  ['LINKUSDT', 'USD', 'LINK-USD', 'LINK-USD'],
  [rateSymbol, 'USD', 'USDT-USD', 'USDT-USD'],
]

// The socket names coins as everyone does, REST keeps Kraken's old XBT and XDG.
const kraken: readonly Row[] = [
  ['BTCUSDT', 'USDT', 'BTC/USDT', 'XBTUSDT'],
  ['ETHUSDT', 'USDT', 'ETH/USDT', 'ETHUSDT'],
  ['SOLUSDT', 'USDT', 'SOL/USDT', 'SOLUSDT'],
  ['XRPUSDT', 'USDT', 'XRP/USDT', 'XRPUSDT'],
  ['BNBUSDT', 'USD', 'BNB/USD', 'BNBUSD'],
  ['DOGEUSDT', 'USDT', 'DOGE/USDT', 'XDGUSDT'],
  ['ADAUSDT', 'USDT', 'ADA/USDT', 'ADAUSDT'],
  ['LTCUSDT', 'USDT', 'LTC/USDT', 'LTCUSDT'],
  ['TRXUSDT', 'USD', 'TRX/USD', 'TRXUSD'],
  ['LINKUSDT', 'USDT', 'LINK/USDT', 'LINKUSDT'],
  [rateSymbol, 'USD', 'USDT/USD', 'USDTUSD'],
]

const okx: readonly Row[] = [
  ['BTCUSDT', 'USDT', 'BTC-USDT', 'BTC-USDT'],
  ['ETHUSDT', 'USDT', 'ETH-USDT', 'ETH-USDT'],
  ['SOLUSDT', 'USDT', 'SOL-USDT', 'SOL-USDT'],
  ['XRPUSDT', 'USDT', 'XRP-USDT', 'XRP-USDT'],
  ['BNBUSDT', 'USDT', 'BNB-USDT', 'BNB-USDT'],
  ['DOGEUSDT', 'USDT', 'DOGE-USDT', 'DOGE-USDT'],
  ['ADAUSDT', 'USDT', 'ADA-USDT', 'ADA-USDT'],
  ['LTCUSDT', 'USDT', 'LTC-USDT', 'LTC-USDT'],
  ['TRXUSDT', 'USDT', 'TRX-USDT', 'TRX-USDT'],
  ['LINKUSDT', 'USDT', 'LINK-USDT', 'LINK-USDT'],
]

function listings(source: SourceId, rows: readonly Row[]): readonly Listing[] {
  return rows.map(([symbol, quote, code, restCode]) => ({ source, symbol, quote, code, restCode }))
}

/** Every product of every venue that a fresh install knows. */
export const listingsBySource: Readonly<Record<SourceId, readonly Listing[]>> = {
  binance: listings('binance', binance),
  coinbase: listings('coinbase', coinbase),
  kraken: listings('kraken', kraken),
  okx: listings('okx', okx),
}

/** The venue's listing of such a product, or undefined where it has none. */
export function findListing(source: SourceId, symbol: string): Listing | undefined {
  return listingsBySource[source].find((listing) => listing.symbol === symbol)
}

/** The venue's own rate of USDT in USD, or undefined where it has none: no market, and so in no table. */
export function rateListing(source: SourceId): Listing | undefined {
  return findListing(source, rateSymbol)
}
