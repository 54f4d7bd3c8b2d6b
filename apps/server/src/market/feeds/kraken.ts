import { crc32 } from 'node:zlib'
import { readKrakenV1, readKrakenV2, type KrakenBookText, type KrakenMessage } from './krakenDialects.ts'
import { listingsBySource, rateSymbol } from './listings.ts'
import type { Level, LevelText, OrderBook } from './orderBook.ts'
import type { ProductBook } from './productBook.ts'
import { ProductTable, type FeedOptions, type Product } from './productTable.ts'
import { plainDecimal, readFields } from './reading.ts'
import { e12Scale, type E12, type Feed, type FeedCommand, type FeedStep } from './source.ts'
import { StreamFeed } from './tableFeed.ts'

const streamUrl = 'wss://ws.kraken.com/v2'
const subscribedDepth = 100
const checksumDepth = 10
const frameBytesMax = 1024 * 1024

/** Decimals that the venue writes a product's prices and sizes with. */
interface Precision {
  price: number
  size: number
}

interface CheckedBook {
  product: ProductBook
  precision: Precision
}

/**
 * Kraken spot: channels `book` and `trade` of version 2. The checksum of the best ten levels proves each change; a
 * fresh start is a new subscription. Frames of version 1 are understood as well, as recordings are written in it.
 */
export class KrakenFeed extends StreamFeed<CheckedBook> implements Feed {
  readonly source = 'kraken'
  readonly url: string
  readonly pingText = '{"method":"ping"}'
  readonly frameBytesMax = frameBytesMax

  constructor(options: FeedOptions & { dialect?: 1 | 2 } = {}) {
    const listings = options.listings ?? listingsBySource.kraken
    const wrap = (product: ProductBook): CheckedBook => ({ product, precision: { price: 0, size: 0 } })
    super(new ProductTable(listings, { consecutiveIds: options.dialect !== 1 }, wrap))
    this.url = options.url ?? streamUrl
  }

  open(): FeedStep {
    this.table.reopen()
    for (const { book } of this.table.products) book.product.reopen()
    const codes = this.table.products.map(({ listing }) => listing.code)
    const traded = this.table.products.filter(({ listing }) => listing.symbol !== rateSymbol)
    const trades = tradeRequest(traded.map(({ listing }) => listing.code))
    return { events: [], commands: [bookRequest('subscribe', codes), trades] }
  }

  feedFrame(frame: unknown, received: number): FeedStep {
    const step: FeedStep = { events: [], commands: [] }
    for (const message of readFrame(frame)) this.#feed(message, received, step)
    return step
  }

  /** Where not even the first snapshot came, its trades may not have been subscribed either. */
  resync(symbol: string): FeedStep {
    const product = this.table.bySymbol(symbol)
    if (!product) return { events: [], commands: [] }
    const { code } = product.listing
    const commands = [bookRequest('unsubscribe', [code]), bookRequest('subscribe', [code])]
    if (!product.book.product.begun && symbol !== rateSymbol) commands.push(tradeRequest([code]))
    return { events: [], commands }
  }

  #feed(message: KrakenMessage, received: number, step: FeedStep): void {
    const product = this.table.byCode(message.code)
    if (message.kind === 'malformed' && product) return product.book.product.withdraw('malformed', received, step)
    if (message.kind === 'malformed' || message.kind === 'unsubscribed') {
      const symbol = product?.listing.symbol ?? ''
      const reason = message.kind
      step.events.push({ type: 'refused', source: this.source, symbol, reason, withdrawn: false, received })
      return
    }
    if (!product) return
    if (message.kind !== 'snapshot') this.table.spokeAt = received
    if (message.kind === 'trade') product.tape.tell(message.trade, product.book.product.middle, received, step)
    else feedBook(product, message.kind, message.book, received, step)
  }
}

function readFrame(frame: unknown): KrakenMessage[] {
  if (Array.isArray(frame)) return readKrakenV1(frame)
  const fields = readFields(frame)
  return fields ? readKrakenV2(fields) : [{ kind: 'malformed', code: '' }]
}

function feedBook(
  { book }: Product<CheckedBook>,
  kind: 'snapshot' | 'change',
  text: KrakenBookText,
  received: number,
  step: FeedStep,
): void {
  const { product, precision } = book
  // Until its snapshot has come, a book takes no changes: they belong to the subscription before.
  if (kind === 'change' && !product.live) return
  learnPrecision(precision, text.bids)
  learnPrecision(precision, text.asks)
  const refused = kind === 'snapshot' ? product.replace(text.bids, text.asks) : product.change(text.bids, text.asks)
  const depth = text.depth ?? subscribedDepth
  // Kraken sends no deletion for what falls out of the subscribed depth.
  product.book.bids.truncate(depth)
  product.book.asks.truncate(depth)
  const matches = text.checksum === null || krakenChecksum(product.book, precision) === text.checksum
  const unsound = refused ?? (matches ? product.tell(text.time, received, step) : 'checksum')
  if (unsound) product.withdraw(unsound, received, step)
}

/**
 * The checksum is taken of texts at the product's full precision, but a JSON number may have lost its last zeros on
 * the way: so the precision is the most decimals seen of that product. It only grows, and survives a resync.
 */
function learnPrecision(precision: Precision, levels: readonly LevelText[]): void {
  for (const [price, size] of levels) {
    precision.price = Math.max(precision.price, decimals(price))
    precision.size = Math.max(precision.size, decimals(size))
  }
}

function decimals(text: unknown): number {
  const plain = typeof text === 'string' ? plainDecimal(text) : ''
  const dot = plain.indexOf('.')
  return dot < 0 ? 0 : Math.min(plain.length - dot - 1, e12Scale)
}

/**
 * Kraken's checksum of a book: CRC32 of the best ten asks, then the best ten bids, each as the digits of its price
 * and then of its size, without the dot and without leading zeros.
 */
export function krakenChecksum(book: OrderBook, precision: Precision): number {
  const digits = (value: E12, scale: number) => (value / 10n ** BigInt(e12Scale - scale)).toString()
  const token = (level: Level) => digits(level.price, precision.price) + digits(level.size, precision.size)
  const levels = [...book.asks.top(checksumDepth), ...book.bids.top(checksumDepth)]
  return crc32(levels.map(token).join(''))
}

function request(method: 'subscribe' | 'unsubscribe', params: object): FeedCommand {
  return { type: 'send', text: JSON.stringify({ method, params }) }
}

function tradeRequest(codes: readonly string[]): FeedCommand {
  return request('subscribe', { channel: 'trade', symbol: codes, snapshot: false })
}

function bookRequest(method: 'subscribe' | 'unsubscribe', codes: readonly string[]): FeedCommand {
  return request(method, { channel: 'book', symbol: codes, depth: subscribedDepth })
}
