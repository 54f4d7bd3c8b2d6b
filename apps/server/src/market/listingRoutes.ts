import type { Listing } from '@truemark/core/book/listing'
import { formatDecimal } from '@truemark/core/money/decimal'
import { rateScale } from '@truemark/core/money/units'
import { client } from '@truemark/protocol/client'
import {
  type SymbolView,
  coins,
  depthMax,
  marketBook,
  marketDepth,
  marketTrades,
  symbols,
} from '@truemark/protocol/routes/market'
import type { Catalogue, Exchange } from '../engine/door.ts'
import { done, refused } from '../platform/http/call.ts'
import type { Gateway } from '../platform/http/gateway.ts'
import { bookOf } from './books.ts'
import { openDepths } from './depths.ts'
import type { ListedSymbols } from './listedSymbols.ts'
import type { MarketView } from './marketView.ts'

export interface ListingPorts {
  readonly exchange: Exchange
  readonly catalogue: Catalogue
  readonly view: MarketView
  /** How each currency is called. */
  readonly symbols: Pick<ListedSymbols, 'nameOf'>
}

/** Binds the calls that need what is listed as well as what the market says. */
export function bindListings(gateway: Gateway, ports: ListingPorts): void {
  const { exchange, catalogue, symbols: listed, view } = ports
  gateway.bind(symbols, () => done(listedMarkets(ports)))
  gateway.bind(coins, () =>
    done(
      catalogue.currencies.map(({ code, scale }) => {
        const listing = catalogue.listings.find(({ base }) => catalogue.currency(base).code === code)
        return { currency: code, name: listed.nameOf(code), scale, display_decimals: listing?.quantityDecimals ?? 2 }
      }),
    ),
  )
  gateway.bind(marketBook, async ({ caller, params, query }) => {
    const listing = catalogue.byCode(params.symbol)
    if (listing === undefined) return refused('symbol_unknown')
    const { holder, realm } = caller
    // in the asker's own lane: readers must never be before the ticks
    const source = { kind: 'holder', holder, realm } as const
    return done(await bookOf(exchange, source, realm, listing, query.kind ?? 'spot'))
  })
  const depths = openDepths(exchange)
  gateway.bind(marketDepth, async ({ params, query }) => {
    const listing = catalogue.byCode(params.symbol)
    if (listing === undefined) return refused('symbol_unknown')
    const { kind = 'spot', realm = 'real', limit = String(depthMax) } = query
    const { asks, bids, ...whole } = await depths(realm, listing, kind)
    return done({ ...whole, realm, asks: asks.slice(0, Number(limit)), bids: bids.slice(0, Number(limit)) })
  })
  gateway.bind(marketTrades, ({ params }) => {
    if (catalogue.byCode(params.symbol) === undefined) return refused('symbol_unknown')
    const trades = view.trades(params.symbol).slice(0, client.pageLimitMax)
    return done(
      trades.map(({ id, price, amount, side, time, simulated }) => ({ id, price, amount, side, time, simulated })),
    )
  })
}

type ListedPorts = Pick<ListingPorts, 'catalogue' | 'symbols' | 'view'>

/** The markets as lists show them, with the figures of now. */
export function listedMarkets(ports: ListedPorts): SymbolView[] {
  return ports.catalogue.listings.filter(({ spot }) => spot).map((one) => symbolShape(ports, one))
}

function symbolShape({ catalogue, symbols: listed, view }: ListedPorts, listing: Listing): SymbolView {
  const base = catalogue.currency(listing.base).code
  const quote = catalogue.currency(listing.quote)
  const figures = view.figures(listing.code)
  const status = view.status(listing.code)
  return {
    symbol: listing.code,
    name: listed.nameOf(base),
    base,
    quote: quote.code,
    price_decimals: listing.priceDecimals,
    quantity_decimals: listing.quantityDecimals,
    price_max: formatDecimal(listing.priceMax, listing.priceDecimals),
    quantity_max: formatDecimal(listing.quantityMax, listing.quantityDecimals),
    amount_min: formatDecimal(listing.notionalMinExclusive, quote.scale),
    fee_rate_maker: formatDecimal(listing.feeRateMaker, rateScale),
    fee_rate_taker: formatDecimal(listing.feeRateTaker, rateScale),
    collar_rate: formatDecimal(listing.collarRate, rateScale),
    status: status?.status ?? 'closed',
    halt_reason: listing.halt === 'trading' ? '' : listing.haltReason,
    halt_until: catalogue.haltedUntil(listing.id),
    ...figures,
    kind: view.kind,
    simulated: view.kind !== 'live',
  }
}
