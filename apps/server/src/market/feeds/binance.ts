import { listingsBySource } from './listings.ts'
import { readLevels } from './orderBook.ts'
import { ProductTable, type FeedOptions, type Product } from './productTable.ts'
import { readFields, readInteger, type Fields } from './reading.ts'
import { SequencedBook } from './sequencedBook.ts'
import type { Feed, FeedCommand, FeedStep, RefusalReason } from './source.ts'
import { TableFeed } from './tableFeed.ts'
import type { TradeText } from './tradeTape.ts'

const streamUrl = 'wss://data-stream.binance.vision/stream'
const restUrl = 'https://data-api.binance.vision'
const snapshotDepth = 1_000
const frameBytesMax = 1024 * 1024
/** A depth of so few levels costs a tenth of a snapshot, and names the same number. */
const checkDepth = 5

/**
 * Binance spot: diff. depth each 100 ms over a REST snapshot, and aggregate trades, on the public market-data hosts.
 * Binance allows five messages a second on a socket, so all streams are subscribed in one.
 */
export class BinanceFeed extends TableFeed<SequencedBook> implements Feed {
  readonly source = 'binance'
  readonly url: string
  readonly pingText = null
  readonly frameBytesMax = frameBytesMax
  readonly #restUrl: string

  constructor(options: FeedOptions = {}) {
    const listings = options.listings ?? listingsBySource.binance
    super(new ProductTable(listings, { consecutiveIds: true, snapshotDepth }, (book) => new SequencedBook(book)))
    this.url = options.url ?? streamUrl
    this.#restUrl = options.restUrl ?? restUrl
  }

  /** Diffs applied and dropped as old for a product, since the start. */
  counts(symbol: string): { applied: number; old: number } {
    return this.table.bySymbol(symbol)?.book.counts ?? { applied: 0, old: 0 }
  }

  open(): FeedStep {
    this.table.reopen()
    for (const { book } of this.table.products) book.reopen()
    return { events: [], commands: [subscription(this.table.products.map(({ listing }) => listing.code))] }
  }

  feedFrame(frame: unknown, received: number): FeedStep {
    const step: FeedStep = { events: [], commands: [] }
    const fields = readFields(frame)
    if (!fields) return this.#refuse('', 'malformed', received, step)
    if ('error' in fields) return this.#refuse('', 'unsubscribed', received, step)
    const data = readFields(fields['data'])
    const product = this.table.byCode(data?.['s'])
    if (!data || !product) return step
    this.table.spokeAt = received
    if (data['e'] === 'depthUpdate') this.#feedDepth(product, data, received, step)
    else if (data['e'] === 'aggTrade') feedTrade(product, data, received, step)
    return step
  }

  feedSnapshot(symbol: string, body: unknown, received: number): FeedStep {
    const step: FeedStep = { events: [], commands: [] }
    const product = this.table.bySymbol(symbol)
    const fields = readFields(body)
    const last = readInteger(fields?.['lastUpdateId'])
    const bids = readLevels(fields?.['bids'])
    const asks = readLevels(fields?.['asks'])
    if (!product) return step
    if (last === null || !bids || !asks) {
      product.book.withdraw('malformed', received, step)
      return step
    }
    product.book.feedSnapshot(last, bids, asks, received, step)
    return step
  }

  check(symbol: string): FeedStep {
    return this.#fetch(symbol, 'fetch-check', checkDepth)
  }

  feedCheck(symbol: string, body: unknown, received: number): FeedStep {
    const step: FeedStep = { events: [], commands: [] }
    const last = readInteger(readFields(body)?.['lastUpdateId'])
    this.table.bySymbol(symbol)?.book.feedCheck(last, received, step)
    return step
  }

  resync(symbol: string): FeedStep {
    const product = this.table.bySymbol(symbol)
    const step = this.#fetch(symbol, 'fetch', snapshotDepth)
    if (product?.book.unheard) step.commands.unshift(subscription([product.listing.code]))
    return step
  }

  #fetch(symbol: string, type: 'fetch' | 'fetch-check', depth: number): FeedStep {
    const product = this.table.bySymbol(symbol)
    if (!product) return { events: [], commands: [] }
    const url = `${this.#restUrl}/api/v3/depth?symbol=${product.listing.restCode}&limit=${depth}`
    return { events: [], commands: [{ type, symbol, url }] }
  }

  #feedDepth(product: Product<SequencedBook>, data: Fields, received: number, step: FeedStep): void {
    const first = readInteger(data['U'])
    const last = readInteger(data['u'])
    const bids = readLevels(data['b'])
    const asks = readLevels(data['a'])
    if (first === null || last === null || !bids || !asks) return product.book.withdraw('malformed', received, step)
    const diff = { prev: first - 1, last, bids, asks, time: readInteger(data['E']) }
    product.book.feedDiff(diff, received, step)
  }

  #refuse(symbol: string, reason: RefusalReason, received: number, step: FeedStep): FeedStep {
    step.events.push({ type: 'refused', source: this.source, symbol, reason, withdrawn: false, received })
    return step
  }
}

function subscription(codes: readonly string[]): FeedCommand {
  const names = codes.map((code) => code.toLowerCase())
  const params = names.flatMap((name) => [`${name}@depth@100ms`, `${name}@aggTrade`])
  return { type: 'send', text: JSON.stringify({ method: 'SUBSCRIBE', params, id: 1 }) }
}

function feedTrade(product: Product<SequencedBook>, data: Fields, received: number, step: FeedStep): void {
  const id = readInteger(data['a'])
  const buyerIsMaker = data['m']
  const trade: TradeText = {
    id: id === null ? null : String(id),
    price: data['p'],
    quantity: data['q'],
    side: buyerIsMaker === true ? 'sell' : buyerIsMaker === false ? 'buy' : null,
    time: readInteger(data['T']),
  }
  product.tape.tell(trade, product.book.product.middle, received, step)
}
