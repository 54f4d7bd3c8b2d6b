import type { Listing } from '@truemark/core/book/listing'
import { type Realm, realms } from '@truemark/core/ledger/holders'
import { client } from '@truemark/protocol/client'
import type { BookKind } from '@truemark/protocol/routes/market'
import { type BookChannel, streamType } from '@truemark/protocol/stream'
import type { Catalogue, Exchange } from './engine/door.ts'
import { house } from './engine/door.ts'
import { type MarketClient, type MarketMessage, bookOf } from './market/door.ts'
import { startRounds } from './platform/rounds.ts'
import type { Hub } from './platform/socket/hub.ts'

export interface MarketStreamsOptions {
  readonly hub: Hub
  readonly market: MarketClient
  readonly exchange: Exchange
  readonly catalogue: Catalogue
  readonly onError: (error: unknown) => void
}

const bookKinds = ['spot', 'derivative'] as const

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
      for (const kind of bookKinds) {
        const channel = { kind: kind === 'spot' ? 'book' : 'derivativeBook', symbol: listing.code } as const
        if (hub.isBookFollowed(channel, realm)) asked.push(tellBook(hub, exchange, listing, kind, channel, realm))
      }
    }
  }
  await Promise.all(asked)
}

async function tellBook(
  hub: Hub,
  exchange: Exchange,
  listing: Listing,
  kind: BookKind,
  channel: BookChannel,
  realm: Realm,
): Promise<void> {
  const data = await bookOf(exchange, house, realm, listing, kind)
  hub.publishBook(channel, realm, { type: streamType.book, data })
}
