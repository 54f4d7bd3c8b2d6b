import { listingsBySource, rateSymbol } from './listings.ts'
import { readLevels, type LevelText } from './orderBook.ts'
import type { ProductBook } from './productBook.ts'
import { ProductTable, type FeedOptions, type Product } from './productTable.ts'
import { credibleTime, readDate, readFields, readInteger, readList, type Fields } from './reading.ts'
import type { Feed, FeedCommand, FeedStep, RefusalReason } from './source.ts'
import type { TradeText } from './tradeTape.ts'

const streamUrl = 'wss://ws-feed.exchange.coinbase.com'

/** A change older than the last one by more than this is a replay; less is the venue's own disorder. */
const replayAgeMin = 5_000

/** What is kept of a product: its book, and the time of its last change. */
interface TimedBook {
  product: ProductBook
  changedAt: number
}

/**
 * Coinbase Exchange: `level2_batch` (the public form of level2, a batch each 50 ms), `matches` and `heartbeat`. The
 * book bears no sequence numbers, so a fresh start is a new subscription, which begins with a snapshot.
 */
export class CoinbaseFeed implements Feed {
  readonly source = 'coinbase'
  readonly url: string
  readonly pingText = null
  readonly #table: ProductTable<TimedBook>

  constructor(options: FeedOptions = {}) {
    this.url = options.url ?? streamUrl
    const listings = options.listings ?? listingsBySource.coinbase
    this.#table = new ProductTable(listings, { consecutiveIds: true }, (product) => ({ product, changedAt: 0 }))
  }

  open(): FeedStep {
    // One request a product: Coinbase refuses a request as a whole when one of its products is unknown.
    const commands = this.#table.products.map(({ book, listing }) => {
      book.product.reset()
      book.changedAt = 0
      const trades = listing.symbol === rateSymbol ? [] : ['matches']
      return request('subscribe', listing.code, ['level2_batch', ...trades, 'heartbeat'])
    })
    return { events: [], commands }
  }

  feedFrame(frame: unknown, received: number): FeedStep {
    const step: FeedStep = { events: [], commands: [] }
    const fields = readFields(frame)
    if (!fields) return this.#refuse('malformed', received, step)
    if (fields['type'] === 'error') return this.#refuse('unsubscribed', received, step)
    const product = this.#table.byCode(fields['product_id'])
    if (!product) return step
    if (fields['type'] === 'snapshot') feedSnapshot(product, fields, received, step)
    else if (fields['type'] === 'l2update') feedChange(product, fields, received, step)
    else if (fields['type'] === 'match') feedMatch(product, fields, received, step)
    return step
  }

  feedSnapshot(): FeedStep {
    return { events: [], commands: [] }
  }

  isLive(symbol: string): boolean {
    return this.#table.bySymbol(symbol)?.book.product.live ?? false
  }

  resync(symbol: string): FeedStep {
    const code = this.#table.bySymbol(symbol)?.listing.code
    if (code === undefined) return { events: [], commands: [] }
    const channels = ['level2_batch']
    return { events: [], commands: [request('unsubscribe', code, channels), request('subscribe', code, channels)] }
  }

  #refuse(reason: RefusalReason, received: number, step: FeedStep): FeedStep {
    step.events.push({ type: 'refused', source: this.source, symbol: '', reason, withdrawn: false, received })
    return step
  }
}

function request(type: 'subscribe' | 'unsubscribe', code: string, channels: readonly string[]): FeedCommand {
  return { type: 'send', text: JSON.stringify({ type, product_ids: [code], channels }) }
}

function feedSnapshot({ book }: Product<TimedBook>, fields: Fields, received: number, step: FeedStep): void {
  const bids = readLevels(fields['bids'])
  const asks = readLevels(fields['asks'])
  const time = readDate(fields['time'])
  book.changedAt = 0
  const reason = bids && asks ? book.product.replace(bids, asks) : 'malformed'
  const unsound = reason ?? book.product.tell(time, received, step)
  if (unsound) book.product.withdraw(unsound, received, step)
}

function feedChange({ book }: Product<TimedBook>, fields: Fields, received: number, step: FeedStep): void {
  // Until its snapshot has come, a book takes no changes: they belong to the subscription before.
  if (!book.product.live) return
  const time = readDate(fields['time'])
  const credible = credibleTime(time, received)
  if (credible === time) {
    if (time < book.changedAt - replayAgeMin) return
    book.changedAt = Math.max(book.changedAt, time)
  }
  const changes = readChanges(fields['changes'])
  const reason = changes ? book.product.change(changes.bids, changes.asks) : 'malformed'
  const unsound = reason ?? book.product.tell(time, received, step)
  if (unsound) book.product.withdraw(unsound, received, step)
}

function readChanges(value: unknown): { bids: LevelText[]; asks: LevelText[] } | null {
  const changes = readList(value)
  if (!changes) return null
  const sides = { bids: [] as LevelText[], asks: [] as LevelText[] }
  for (const entry of changes) {
    const change = readList(entry)
    if (change?.length !== 3 || (change[0] !== 'buy' && change[0] !== 'sell')) return null
    const side = change[0] === 'buy' ? sides.bids : sides.asks
    side.push([change[1], change[2]])
  }
  return sides
}

function feedMatch({ book, tape }: Product<TimedBook>, fields: Fields, received: number, step: FeedStep): void {
  const id = readInteger(fields['trade_id'])
  const makerSide = fields['side']
  const trade: TradeText = {
    id: id === null ? null : String(id),
    price: fields['price'],
    quantity: fields['size'],
    side: makerSide === 'buy' ? 'sell' : makerSide === 'sell' ? 'buy' : null,
    time: readDate(fields['time']),
  }
  tape.tell(trade, book.product.middle, received, step)
}
