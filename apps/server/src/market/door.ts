/** What other slices, the hub and the composition root may use of the market room. */
export { MarketClient } from './marketClient.ts'
export type { HistoryAnswer, MarketClientOptions } from './marketClient.ts'
export type { MarketFigures } from './marketView.ts'
export type { DayRecord, KlineRecord, MarketMessage, StatusRecord, TradeRecord } from './messages.ts'
export { type MarketPorts, bindMarketRoutes } from './routes.ts'
export { type SymbolSpec, firstSymbols } from './symbols.ts'
export { type ListingPorts, bindListings } from './listingRoutes.ts'
export { MarketView } from './marketView.ts'
