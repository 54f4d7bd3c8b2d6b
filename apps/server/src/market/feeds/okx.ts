import { crc32 } from 'node:zlib'
import { listingsBySource } from './listings.ts'
import { readLevels, type OrderBook } from './orderBook.ts'
import { ProductTable, type FeedOptions, type Product } from './productTable.ts'
import { entriesMax, readFields, readInteger, readList, readText, type Fields } from './reading.ts'
import { SequencedBook, type Diff } from './sequencedBook.ts'
import type { Feed, FeedCommand, FeedStep } from './source.ts'
import { TableFeed } from './tableFeed.ts'
import type { TradeText } from './tradeTape.ts'

const streamUrl = 'wss://ws.okx.com:8443/ws/v5/public'
const restUrl = 'https://www.okx.com'
const checksumDepth = 25
const channels = ['books', 'trades']
const frameBytesMax = 1024 * 1024

/**
 * OKX spot: channels `books` and `trades`. A change names the one before it (prevSeqId), which proves continuity. OKX
 * gave up the checksum in 2026 (it is 0 since) and announced that the snapshot in the stream goes too: so the
 * checksum is checked where it is given, and a book without a streamed snapshot is stitched over one from REST.
 */
export class OkxFeed extends TableFeed<SequencedBook> implements Feed {
  readonly source = 'okx'
  readonly url: string
  readonly pingText = 'ping'
  readonly frameBytesMax = frameBytesMax
  readonly #restUrl: string
  /** Products that only the stream can restart: its changes or REST's snapshots bear no sequence numbers. */
  readonly #streamOnly = new Set<string>()

  constructor(options: FeedOptions = {}) {
    const listings = options.listings ?? listingsBySource.okx
    super(new ProductTable(listings, { consecutiveIds: false }, (book) => new SequencedBook(book)))
    this.url = options.url ?? streamUrl
    this.#restUrl = options.restUrl ?? restUrl
  }

  /** Diffs applied and dropped as old for a product, since the start. */
  counts(symbol: string): { applied: number; old: number } {
    return this.table.bySymbol(symbol)?.book.counts ?? { applied: 0, old: 0 }
  }

  open(): FeedStep {
    this.#streamOnly.clear()
    this.table.reopen()
    for (const { book } of this.table.products) book.reopen()
    // One request a product, so that a product that is not listed any more takes no other one with it.
    const commands = this.table.products.map(({ listing }) => request('subscribe', listing.code, channels))
    return { events: [], commands }
  }

  feedFrame(frame: unknown, received: number): FeedStep {
    const step: FeedStep = { events: [], commands: [] }
    const fields = readFields(frame)
    const arg = readFields(fields?.['arg'])
    const product = this.table.byCode(arg?.['instId'])
    if (!fields || fields['event'] === 'error') {
      const symbol = product?.listing.symbol ?? ''
      const reason = fields ? 'unsubscribed' : 'malformed'
      step.events.push({ type: 'refused', source: this.source, symbol, reason, withdrawn: false, received })
      return step
    }
    if (!product || 'event' in fields) return step
    if (fields['action'] !== 'snapshot') this.table.spokeAt = received
    const entries = readList(fields['data']) ?? []
    if (entries.length > entriesMax) {
      product.book.withdraw('too-many', received, step)
      return step
    }
    for (const entry of entries) {
      const data = readFields(entry)
      if (arg?.['channel'] === 'books') this.#feedBook(product, fields['action'], data, received, step)
      else if (arg?.['channel'] === 'trades') feedTrade(product, data, received, step)
    }
    return step
  }

  feedSnapshot(symbol: string, body: unknown, received: number): FeedStep {
    const step: FeedStep = { events: [], commands: [] }
    const product = this.table.bySymbol(symbol)
    const data = readFields(readList(readFields(body)?.['data'])?.[0])
    const last = readInteger(data?.['seqId'])
    const bids = readLevels(data?.['bids'])
    const asks = readLevels(data?.['asks'])
    if (!product) return step
    if (last === null && bids) this.#streamOnly.add(symbol)
    if (last === null || !bids || !asks) product.book.withdraw('malformed', received, step)
    else product.book.feedSnapshot(last, bids, asks, received, step)
    return step
  }

  check(symbol: string): FeedStep {
    return this.#ask(symbol, 'fetch-check', 1)
  }

  feedCheck(symbol: string, body: unknown, received: number): FeedStep {
    const step: FeedStep = { events: [], commands: [] }
    const data = readFields(readList(readFields(body)?.['data'])?.[0])
    const last = readInteger(data?.['seqId'])
    if (data && last === null) this.#streamOnly.add(symbol)
    this.table.bySymbol(symbol)?.book.feedCheck(last, received, step)
    return step
  }

  resync(symbol: string): FeedStep {
    const product = this.table.bySymbol(symbol)
    const step = this.#ask(symbol, 'fetch', 400)
    if (product?.book.unheard && !this.#streamOnly.has(symbol))
      step.commands.unshift(request('subscribe', product.listing.code, channels))
    return step
  }

  #ask(symbol: string, type: 'fetch' | 'fetch-check', depth: number): FeedStep {
    const product = this.table.bySymbol(symbol)
    if (!product) return { events: [], commands: [] }
    const { code, restCode } = product.listing
    if (this.#streamOnly.has(symbol)) {
      const commands = [request('unsubscribe', code, ['books']), request('subscribe', code, ['books'])]
      return { events: [], commands }
    }
    const url = `${this.#restUrl}/api/v5/market/books?instId=${restCode}&sz=${depth}`
    return { events: [], commands: [{ type, symbol, url }] }
  }

  #feedBook(
    product: Product<SequencedBook>,
    action: unknown,
    data: Fields | null,
    received: number,
    step: FeedStep,
  ): void {
    const { book, listing } = product
    const bids = readLevels(data?.['bids'])
    const asks = readLevels(data?.['asks'])
    if (!data || !bids || !asks) return book.withdraw('malformed', received, step)
    const last = readInteger(data['seqId'])
    const prev = readInteger(data['prevSeqId'])
    if (last === null || prev === null) this.#streamOnly.add(listing.symbol)
    const checksum = readInteger(data['checksum'])
    const at = book.last ?? 0
    const diff: Diff = { prev: prev ?? at, last: last ?? at, bids, asks, time: readInteger(data['ts']) }
    if (checksum !== null && checksum !== 0) diff.verify = () => okxChecksum(book.product.book) === checksum
    if (action !== 'snapshot') return book.feedDiff(diff, received, step)
    // An empty snapshot is what remains of one that is not sent any more: it neither starts a book nor changes one.
    if (bids.length === 0 && asks.length === 0) return
    const isOld = last !== null && book.last !== null && last <= book.last
    if (!isOld) book.feedStreamed(diff, received, step)
  }
}

/**
 * OKX's checksum of a book: CRC32, as a signed number, of the best 25 levels, bid and ask in turn, "price:size"
 * joined by colons, in the venue's own texts.
 */
export function okxChecksum(book: OrderBook): number {
  const bids = book.bids.top(checksumDepth)
  const asks = book.asks.top(checksumDepth)
  const parts: string[] = []
  for (let at = 0; at < Math.max(bids.length, asks.length); at += 1) {
    for (const level of [bids[at], asks[at]]) {
      if (level) parts.push(level.priceText, level.sizeText)
    }
  }
  return crc32(parts.join(':')) | 0
}

function request(op: 'subscribe' | 'unsubscribe', instId: string, channels: readonly string[]): FeedCommand {
  return { type: 'send', text: JSON.stringify({ op, args: channels.map((channel) => ({ channel, instId })) }) }
}

function feedTrade(product: Product<SequencedBook>, data: Fields | null, received: number, step: FeedStep): void {
  const side = data?.['side']
  const trade: TradeText = {
    id: readText(data?.['tradeId']),
    price: data?.['px'],
    quantity: data?.['sz'],
    side: side === 'buy' || side === 'sell' ? side : null,
    time: readInteger(data?.['ts']),
  }
  product.tape.tell(trade, product.book.product.middle, received, step)
}
