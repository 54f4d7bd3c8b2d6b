import { queryOptions } from '@tanstack/react-query'
import { symbols as symbolsRoute } from '@truemark/protocol/routes/market'
import { call } from './api.ts'
import { takeSymbolPrices } from './prices.ts'

const termsStaleMs = 60_000

/** The markets, with their terms and figures as they were when they were fetched. */
export const marketsQuery = queryOptions({
  queryKey: ['markets'],
  staleTime: termsStaleMs,
  async queryFn() {
    const markets = await call(symbolsRoute, {})
    takeSymbolPrices(markets)
    return markets
  },
})
