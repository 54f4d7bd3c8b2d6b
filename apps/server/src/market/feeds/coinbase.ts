import { CoinbaseDoubt } from './coinbaseDoubt.ts'
import { listingsBySource, rateSymbol } from './listings.ts'
import { readLevels, type LevelText } from './orderBook.ts'
import type { ProductBook } from './productBook.ts'
import { ProductTable, type FeedOptions, type Product } from './productTable.ts'
import { readDate, readFields, readInteger, readList, readPositive, type Fields } from './reading.ts'
import type { Listing, Feed, FeedCommand, FeedStep, RefusalReason } from './source.ts'
import { StreamFeed } from './tableFeed.ts'
import type { TradeText } from './tradeTape.ts'

const streamUrl = 'wss://ws-feed.exchange.coinbase.com'
/** The snapshot of the deepest book takes two to three MiB, and the venue does not cut it. */
const frameBytesMax = 8 * 1024 * 1024
const bookChannel = 'level2_batch'

/** What is kept of a product: its book, and what would tell that it is no longer the venue's. */
interface DoubtedBook {
  product: ProductBook
  doubt: CoinbaseDoubt
}

/**
 * Coinbase Exchange: `level2_batch` (the public form of level2, a batch each 50 ms), `matches`, `ticker` and `heartbeat`.
 * The book bears no sequence numbers: a change that is dated before the last one, a ticker that contradicts it, and a
 * heartbeat that counts on while the book is silent each make it doubtful, and it is taken anew now and then in any case.
 * A fresh start is a new subscription, which begins with a snapshot.
 */
export class CoinbaseFeed extends StreamFeed<DoubtedBook> implements Feed {
  readonly source = 'coinbase'
  readonly url: string
  readonly pingText = null
  readonly frameBytesMax = frameBytesMax

  constructor(options: FeedOptions = {}) {
    const listings = options.listings ?? listingsBySource.coinbase
    const wrap = (product: ProductBook): DoubtedBook => ({ product, doubt: new CoinbaseDoubt() })
    super(new ProductTable(listings, { consecutiveIds: true }, wrap))
    this.url = options.url ?? streamUrl
  }

  open(): FeedStep {
    this.table.reopen()
    // One request a product: Coinbase refuses a request as a whole when one of its products is unknown.
    const commands = this.table.products.map(({ book, listing }) => {
      book.product.reopen()
      book.doubt.reset(0)
      return subscription(listing)
    })
    return { events: [], commands }
  }

  feedFrame(frame: unknown, received: number): FeedStep {
    const step: FeedStep = { events: [], commands: [] }
    const fields = readFields(frame)
    if (!fields) return this.#refuse('malformed', received, step)
    if (fields['type'] === 'error') return this.#refuse('unsubscribed', received, step)
    const product = this.table.byCode(fields['product_id'])
    if (!product) return isOfBook(fields) ? this.#refuse('malformed', received, step) : step
    if (fields['type'] !== 'snapshot') this.table.spokeAt = received
    if (fields['type'] === 'snapshot') feedSnapshot(product, fields, received, step)
    else if (fields['type'] === 'l2update') feedChange(product, fields, received, step)
    else if (fields['type'] === 'match') feedMatch(product, fields, received, step)
    else if (fields['type'] === 'ticker') feedTicker(product, fields, received, step)
    else if (fields['type'] === 'heartbeat') feedHeartbeat(product, fields, received, step)
    return step
  }

  /** Where not even the first snapshot came, the whole subscription may have been refused, or lost. */
  resync(symbol: string): FeedStep {
    const product = this.table.bySymbol(symbol)
    if (!product) return { events: [], commands: [] }
    const { book, listing } = product
    return { events: [], commands: book.product.begun ? renewal(listing.code) : [subscription(listing)] }
  }

  #refuse(reason: RefusalReason, received: number, step: FeedStep): FeedStep {
    step.events.push({ type: 'refused', source: this.source, symbol: '', reason, withdrawn: false, received })
    return step
  }
}

/** Whether a frame would be of a book: one that names no product leaves all of them in doubt. */
function isOfBook(fields: Fields): boolean {
  const names = fields['type'] === 'snapshot' || fields['type'] === 'l2update'
  return names && typeof fields['product_id'] !== 'string'
}

function request(type: 'subscribe' | 'unsubscribe', code: string, channels: readonly string[]): FeedCommand {
  return { type: 'send', text: JSON.stringify({ type, product_ids: [code], channels }) }
}

function subscription({ code, symbol }: Listing): FeedCommand {
  const trades = symbol === rateSymbol ? [] : ['matches']
  return request('subscribe', code, [bookChannel, ...trades, 'ticker', 'heartbeat'])
}

function renewal(code: string): FeedCommand[] {
  return [request('unsubscribe', code, [bookChannel]), request('subscribe', code, [bookChannel])]
}

function feedSnapshot({ book }: Product<DoubtedBook>, fields: Fields, received: number, step: FeedStep): void {
  const bids = readLevels(fields['bids'])
  const asks = readLevels(fields['asks'])
  book.doubt.reset(received)
  const reason = bids && asks ? book.product.replace(bids, asks) : 'malformed'
  const unsound = reason ?? book.product.tell(readDate(fields['time']), received, step)
  if (unsound) book.product.withdraw(unsound, received, step)
}

function feedChange({ book, listing }: Product<DoubtedBook>, fields: Fields, received: number, step: FeedStep): void {
  // Until its snapshot has come, a book takes no changes: they belong to the subscription before.
  if (!book.product.live) return
  const time = readDate(fields['time'])
  if (book.doubt.isDisordered(time, received)) return book.product.withdraw('gap', received, step)
  const changes = readChanges(fields['changes'])
  const reason = changes ? book.product.change(changes.bids, changes.asks) : 'malformed'
  const unsound =
    reason ?? book.product.tell(time, received, step) ?? book.doubt.contradiction(book.product.top, received)
  if (unsound) book.product.withdraw(unsound, received, step)
  else if (book.doubt.isDue(received)) step.commands.push(...renewal(listing.code))
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

function feedMatch({ book, tape }: Product<DoubtedBook>, fields: Fields, received: number, step: FeedStep): void {
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

function feedTicker({ book }: Product<DoubtedBook>, fields: Fields, received: number, step: FeedStep): void {
  if (!book.product.live) return
  const bid = readPositive(fields['best_bid'])
  const ask = readPositive(fields['best_ask'])
  if (bid === null || ask === null) return
  book.doubt.claim({ bid, ask }, book.product.top, received)
  const doubt = book.doubt.contradiction(book.product.top, received)
  if (doubt) book.product.withdraw(doubt, received, step)
}

/**
 * One each second for each product. A count that stands still says that the market is quiet, and so confirms the book;
 * one that goes on while the book is silent says that it may be frozen.
 */
function feedHeartbeat(
  { book, listing }: Product<DoubtedBook>,
  fields: Fields,
  received: number,
  step: FeedStep,
): void {
  const { product, doubt } = book
  if (!product.live) return
  const contradiction = doubt.contradiction(product.top, received)
  if (contradiction) return product.withdraw(contradiction, received, step)
  if (doubt.isQuiet(readInteger(fields['sequence']))) product.tell(null, received, step)
  else if (doubt.isDue(received)) step.commands.push(...renewal(listing.code))
}
