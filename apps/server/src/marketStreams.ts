import type { Listing } from '@truemark/core/book/listing'
import { type Realm, realms } from '@truemark/core/ledger/holders'
import { client } from '@truemark/protocol/client'
import { deepLevels, streamType } from '@truemark/protocol/stream'
import type { Catalogue, Exchange } from './engine/door.ts'
import { house } from './engine/door.ts'
import { type Market, type MarketMessage, bookOf } from './market/door.ts'
import { startRounds } from './platform/rounds.ts'
import type { Hub } from './platform/socket/hub.ts'

export interface MarketStreamsOptions {
  readonly hub: Hub
  readonly market: Market
  readonly exchange: Exchange
  readonly catalogue: Catalogue
  readonly onError: (error: unknown) => void
}

/** The books of a market, and the channels of each: the small one and the deep one. */
const books = [
  { kind: 'spot', small: 'book', deep: 'deepBook' },
  { kind: 'derivative', small: 'derivativeBook', deep: 'deepDerivativeBook' },
] as const
type BookStreams = (typeof books)[number]

/** Feeds the hub with what everybody may see: candles, days, states and the books that somebody follows. */
export function startMarketStreams(options: MarketStreamsOptions): () => Promise<void> {
  const { market } = options
  const tellStatuses = statusTeller(options)
  const unlisten = market.onMessage((message) => {
    relay(options, message)
    if (message.type === 'status') tellStatuses()
  })
  const rounds = { everyMs: client.batchMs, first: 'later', onError: options.onError } as const
  const stopStatuses = startRounds(tellStatuses, rounds)
  // a slow engine is asked again only when it has answered
  const stopBooks = startRounds(() => tellBooks(options), rounds)
  return async () => {
    unlisten()
    await Promise.all([stopStatuses(), stopBooks()])
  }
}

function relay({ hub }: MarketStreamsOptions, message: MarketMessage): void {
  switch (message.type) {
    case 'kline': {
      const { code, interval, time } = message.record
      hub.publish(
        { kind: 'kline', symbol: code, interval },
        { type: streamType.kline, data: message.record },
        String(time),
      )
      break
    }
    case 'day':
      hub.publish({ kind: 'day', symbol: message.record.symbol }, { type: streamType.day, data: message.record })
      break
    default:
      break
  }
}

/** Tells everyone each market's status when it is another, also one that comes by time alone. */
function statusTeller({ hub, market, catalogue }: MarketStreamsOptions): () => void {
  const told = new Map<string, string>()
  return () => {
    for (const record of market.view.statuses()) {
      const { code, status, reason, source, sources } = record
      const listing = reason === 'operator' ? catalogue.byCode(code) : undefined
      const words = listing?.haltReason ?? ''
      const until = listing === undefined ? null : catalogue.haltedUntil(listing.id)
      const key = JSON.stringify([status, reason, source, sources, words, until])
      if (told.get(code) === key) continue
      told.set(code, key)
      hub.toEveryone(
        { type: streamType.marketStatus, data: { ...record, halt_reason: words, halt_until: until } },
        code,
      )
    }
  }
}

async function tellBooks({ hub, exchange, catalogue }: MarketStreamsOptions): Promise<void> {
  const asked: Promise<void>[] = []
  for (const realm of realms) {
    for (const listing of catalogue.listings) {
      for (const streams of books) asked.push(tellBook(hub, exchange, listing, streams, realm))
    }
  }
  await Promise.all(asked)
}

/** Asks for a book once, as deep as somebody follows it, and tells both channels of that one answer: they never differ. */
async function tellBook(
  hub: Hub,
  exchange: Exchange,
  listing: Listing,
  streams: BookStreams,
  realm: Realm,
): Promise<void> {
  const small = { kind: streams.small, symbol: listing.code } as const
  const deep = { kind: streams.deep, symbol: listing.code } as const
  const isDeep = hub.isBookFollowed(deep, realm)
  if (!isDeep && !hub.isBookFollowed(small, realm)) return
  const levels = isDeep ? deepLevels : client.bookLevels
  const data = await bookOf(exchange, house, realm, listing, streams.kind, levels)
  if (isDeep) hub.publishBook(deep, realm, { type: streamType.deepBook, data })
  if (!hub.isBookFollowed(small, realm)) return
  const best = { asks: data.asks.slice(0, client.bookLevels), bids: data.bids.slice(0, client.bookLevels) }
  hub.publishBook(small, realm, { type: streamType.book, data: { ...data, ...best } })
}
