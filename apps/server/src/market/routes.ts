import { client } from '@truemark/protocol/client'
import {
  history,
  historyBatch,
  historyCountMax,
  historySymbolsMax,
  marketStatuses,
} from '@truemark/protocol/routes/market'
import { done, refused } from '../platform/http/call.ts'
import type { Gateway } from '../platform/http/gateway.ts'
import type { HistoryRequest } from './history.ts'
import type { MarketClient } from './marketClient.ts'

/** What is asked of the market room. */
export type MarketPorts = Pick<MarketClient, 'history' | 'view'>

/** Binds the calls that the market room alone can answer. */
export function bindMarketRoutes(gateway: Gateway, market: MarketPorts): void {
  gateway.bind(history, async ({ query }) => {
    const request = requestOf([query.symbol], query)
    if (request === null) return refused('field_malformed')
    const answer = await market.history(request)
    if (!answer.ok) return refused('server_busy')
    const [only] = answer.found ?? []
    return only === undefined ? refused('symbol_unknown') : done([...only.list])
  })
  gateway.bind(historyBatch, async ({ query }) => {
    const request = requestOf([...new Set(query.symbol.split(','))], query)
    if (request === null) return refused('field_malformed')
    const answer = await market.history(request)
    if (!answer.ok) return refused('server_busy')
    if (answer.found === null) return refused('symbol_unknown')
    return done(answer.found.map(({ symbol, list }) => ({ symbol, list: [...list] })))
  })
  gateway.bind(marketStatuses, () => done(market.view.statuses()))
}

interface HistoryQuery {
  readonly resolution?: HistoryRequest['interval'] | undefined
  readonly count?: string | undefined
  readonly from?: string | undefined
}

/** Null where more is asked for than one call gives. */
function requestOf(symbols: readonly string[], query: HistoryQuery): HistoryRequest | null {
  const count = query.count === undefined ? client.historyCountDefault : Number(query.count)
  const from = query.from === undefined ? null : Number(query.from)
  if (count > historyCountMax || symbols.length > historySymbolsMax) return null
  return { symbols, interval: query.resolution ?? client.intervalDefault, count, from }
}
