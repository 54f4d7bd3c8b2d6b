import type { E12 } from '@truemark/core/market/indexPrice'

/**
 * What a feed tells the market room. The live connectors' events are of this shape; the simulated and the replayed
 * ones speak the same language, under source names of their own. Times are UTC ms.
 */
export type MarketEvent =
  | {
      readonly type: 'top'
      readonly source: string
      readonly symbol: string
      readonly quote: 'USDT' | 'USD'
      readonly bid: E12
      readonly ask: E12
      readonly time: number
      readonly received: number
    }
  | {
      readonly type: 'trade'
      readonly source: string
      readonly symbol: string
      readonly quote: 'USDT' | 'USD'
      readonly price: E12
      readonly quantity: E12
      readonly side: 'buy' | 'sell'
      readonly id: string
      readonly time: number
      readonly received: number
    }
  | {
      readonly type: 'rate'
      readonly source: string
      readonly bid: E12
      readonly ask: E12
      readonly time: number
      readonly received: number
    }
  | { readonly type: 'heard' | 'up' | 'down'; readonly source: string; readonly received: number }
  | {
      readonly type: 'refused'
      readonly source: string
      readonly symbol: string
      /** The source's last top (or, where `symbol` is `USDTUSD`, rate) is void until the next one. */
      readonly withdrawn: boolean
      readonly received: number
    }

/** The symbol under which a rate is refused. */
export const rateSymbol = 'USDTUSD'
