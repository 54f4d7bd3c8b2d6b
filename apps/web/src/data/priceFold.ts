import { formatFixed, parseDecimal } from '@truemark/core/money/decimal'
import { divide } from '@truemark/core/money/round'
import { client } from '@truemark/protocol/client'
import { streamType, type ServerMessage } from '@truemark/protocol/stream'
import * as z from 'zod/mini'

const keptPrice = z.object({ price: z.string(), time: z.number() })

/** A last price and when it was true, in the server's UTC milliseconds. */
export type KeptPrice = z.infer<typeof keptPrice>

export type Prices = ReadonlyMap<string, KeptPrice>

const cacheSchema = z.record(z.string(), keptPrice)
const scale = 12

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
    const read = cacheSchema.safeParse(JSON.parse(text ?? '{}'))
    if (!read.success) return new Map()
    return new Map(Object.entries(read.data).filter(([, kept]) => now - kept.time < client.priceCacheMs))
  } catch {
    return new Map()
  }
}

/** Writes the cache's text. */
export function writePriceCache(prices: Prices): string {
  return JSON.stringify(Object.fromEntries(prices))
}

/**
 * (price − before) / before in percent as a signed decimal text of two decimals, half-even; null where a price is
 * missing or not above zero.
 */
export function changePercent(price: string | undefined, before: string | undefined): string | null {
  const now = parseDecimal(price, scale)
  const then = parseDecimal(before, scale)
  if (now === null || then === null || then === 0n) return null
  return formatFixed(divide((now - then) * 10_000n, then, 'half-even'), 2)
}
