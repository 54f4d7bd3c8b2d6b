import { type Realm, realms } from '@truemark/core/ledger/holders'
import { formatDecimal } from '@truemark/core/money/decimal'
import { client } from '@truemark/protocol/client'
import { streamType } from '@truemark/protocol/stream'
import type { Catalogue, Exchange } from './engine/door.ts'
import { house } from './engine/door.ts'
import type { MarketClient, MarketMessage } from './market/door.ts'
import type { Hub } from './platform/socket/hub.ts'
import { levelsOf } from './spot/door.ts'

export interface MarketStreamsOptions {
  readonly hub: Hub
  readonly market: MarketClient
  readonly exchange: Exchange
  readonly catalogue: Catalogue
  readonly onError: (error: unknown) => void
}

const levelsMax = client.bookLevels
const roundInterval = client.batchMs

/** Feeds the hub with what everybody may see: candles, days, states and the books that somebody follows. */
export function startMarketStreams(options: MarketStreamsOptions): () => void {
  const { market } = options
  const unlisten = market.onMessage((message) => relay(options.hub, message))
  let running = false
  const timer = setInterval(() => {
    // A slow engine is asked again only when it has answered.
    if (running) return
    running = true
    tellBooks(options)
      .catch(options.onError)
      .finally(() => {
        running = false
      })
  }, roundInterval)
  return () => {
    clearInterval(timer)
    unlisten()
  }
}

function relay(hub: Hub, message: MarketMessage): void {
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
    case 'status':
      hub.toEveryone({ type: streamType.marketStatus, data: message.record }, message.record.code)
      break
    default:
      break
  }
}

async function tellBooks({ hub, exchange, catalogue }: MarketStreamsOptions): Promise<void> {
  const asked: Promise<void>[] = []
  for (const realm of realms) {
    for (const listing of catalogue.listings) {
      if (hub.isBookFollowed({ kind: 'book', symbol: listing.code }, realm))
        asked.push(tellBook(hub, exchange, catalogue, listing.id, realm))
    }
  }
  await Promise.all(asked)
}

async function tellBook(hub: Hub, exchange: Exchange, catalogue: Catalogue, id: number, realm: Realm): Promise<void> {
  const book = await exchange.ask(house, { type: 'book', realm, listing: id, depth: levelsMax })
  const listing = catalogue.listing(id)
  const data = {
    symbol: listing.code,
    kind: 'spot',
    time: book.markTime,
    mark: book.indexTenths === 0 ? null : formatDecimal(book.indexTenths, listing.priceDecimals + 1),
    asks: levelsOf(listing, book.asks),
    bids: levelsOf(listing, book.bids),
    simulated: book.kind !== 'live',
  }
  hub.publishBook({ kind: 'book', symbol: listing.code }, realm, { type: streamType.book, data })
}
