import { client } from '@truemark/protocol/client'
import { streamType, type ServerMessage } from '@truemark/protocol/stream'

/** A last price and when it was true, in the server's UTC milliseconds. */
export interface KeptPrice {
  readonly price: string
  readonly time: number
}

export type Prices = ReadonlyMap<string, KeptPrice>

/** The prices with those that are newer than what is kept; the same map where none is. */
export function withPrices(prices: Prices, news: Iterable<readonly [string, KeptPrice]>): Prices {
  const next = new Map(prices)
  let changed = false
  for (const [symbol, price] of news) {
    const known = next.get(symbol)
    if (known && (known.time > price.time || (known.time === price.time && known.price === price.price))) continue
    next.delete(symbol)
    next.set(symbol, price)
    changed = true
    const oldest = next.size > client.symbolsMax ? next.keys().next().value : undefined
    if (oldest !== undefined) next.delete(oldest)
  }
  return changed ? next : prices
}

/** The last prices that a batch of messages carries. */
export function pricesIn(messages: readonly ServerMessage[]): (readonly [string, KeptPrice])[] {
  return messages.flatMap((message) =>
    message.type === streamType.day
      ? [[message.data.symbol, { price: message.data.close, time: message.data.time }] as const]
      : [],
  )
}

/** Reads the cache's text; prices older than a day are dropped, and what is malformed gives none. */
export function readPriceCache(text: string | null, now: number): Prices {
  try {
    const read: unknown = JSON.parse(text ?? '{}')
    const kept = typeof read === 'object' && read !== null && !Array.isArray(read) ? Object.entries(read) : []
    if (!kept.every(isKept)) return new Map()
    return new Map(kept.filter(([, { time }]) => now - time < client.priceCacheMs))
  } catch {
    return new Map()
  }
}

function isKept(pair: [string, unknown]): pair is [string, KeptPrice] {
  const [, kept] = pair
  if (typeof kept !== 'object' || kept === null || !('price' in kept) || !('time' in kept)) return false
  return typeof kept.price === 'string' && typeof kept.time === 'number'
}

/** Writes the cache's text. */
export function writePriceCache(prices: Prices): string {
  return JSON.stringify(Object.fromEntries(prices))
}
