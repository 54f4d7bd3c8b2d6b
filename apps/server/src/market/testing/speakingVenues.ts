import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type WebSocket, WebSocketServer } from 'ws'
import { BinanceFeed } from '../feeds/binance.ts'
import { CoinbaseFeed } from '../feeds/coinbase.ts'
import { KrakenFeed, krakenChecksum } from '../feeds/kraken.ts'
import { OkxFeed } from '../feeds/okx.ts'
import { OrderBook } from '../feeds/orderBook.ts'
import { recordedListing } from '../feeds/recordedFrames.ts'
import type { Feed, SourceId } from '../feeds/source.ts'

/** A change of a book: levels as [price, size], size 0 for gone. */
export interface BookChange {
  readonly bids: readonly (readonly [string, string])[]
  readonly asks: readonly (readonly [string, string])[]
}

export interface Spoken {
  /** What a subscription begins with, as a text; null where it is fetched. */
  snapshot(): string | null
  change(change: BookChange, stamp: number): string
  /** Other frames that the venue sends of a product now and then. */
  aside(bid: string, ask: string): string[]
  /** The answer of its REST call. */
  rest(): object
}

const code: Readonly<Record<SourceId, string>> = {
  binance: 'BTCUSDT',
  coinbase: 'BTC-USD',
  kraken: 'BTC/USDT',
  okx: 'BTC-USDT',
}
const spread = 10

/** The book of BTC as a venue keeps it itself, and its protocol of it. */
abstract class Speech implements Spoken {
  readonly book = new OrderBook(5_000)
  protected sequence = 100

  snapshot(): string | null {
    return null
  }

  abstract change(change: BookChange, stamp: number): string

  aside(_bid: string, _ask: string): string[] {
    return []
  }

  rest(): object {
    return {}
  }

  take({ bids, asks }: BookChange): void {
    this.book.apply(bids, asks)
  }

  protected levels(side: 'bids' | 'asks'): string[][] {
    return this.book[side].top(400).map(({ priceText, sizeText }) => [priceText, sizeText])
  }
}

class BinanceSpeech extends Speech {
  change({ bids, asks }: BookChange, stamp: number): string {
    this.sequence += 1
    const data = { e: 'depthUpdate', E: stamp, s: code.binance, U: this.sequence, u: this.sequence, b: bids, a: asks }
    return JSON.stringify({ stream: 'btcusdt@depth@100ms', data })
  }

  override rest(): object {
    return { lastUpdateId: this.sequence, bids: this.levels('bids'), asks: this.levels('asks') }
  }
}

class OkxSpeech extends Speech {
  #frame(action: string, change: BookChange, prevSeqId: number, ts: number): string {
    const data = { ...change, ts: String(ts), checksum: 0, seqId: this.sequence, prevSeqId }
    return JSON.stringify({ arg: { channel: 'books', instId: code.okx }, action, data: [data] })
  }

  override snapshot(): string {
    const [bids, asks] = [this.levels('bids'), this.levels('asks')] as [[string, string][], [string, string][]]
    return this.#frame('snapshot', { bids, asks }, -1, Date.now())
  }

  change(change: BookChange, stamp: number): string {
    this.sequence += 7
    return this.#frame('update', change, this.sequence - 7, stamp)
  }

  override rest(): object {
    return { data: [{ seqId: this.sequence, bids: this.levels('bids'), asks: this.levels('asks') }] }
  }
}

class KrakenSpeech extends Speech {
  #frame(type: string, bids: readonly (readonly string[])[], asks: readonly (readonly string[])[], stamp: number) {
    const shaped = (levels: readonly (readonly string[])[]) => levels.map(([price, qty]) => ({ price, qty }))
    const checksum = krakenChecksum(this.book, { price: 1, size: 1 })
    const timestamp = new Date(stamp).toISOString()
    const data = { symbol: code.kraken, bids: shaped(bids), asks: shaped(asks), checksum, timestamp }
    return JSON.stringify({ channel: 'book', type, data: [data] })
  }

  override snapshot(): string {
    return this.#frame('snapshot', this.levels('bids').slice(0, 100), this.levels('asks').slice(0, 100), Date.now())
  }

  change({ bids, asks }: BookChange, stamp: number): string {
    return this.#frame('update', bids, asks, stamp)
  }
}

class CoinbaseSpeech extends Speech {
  override snapshot(): string {
    const body = { bids: this.levels('bids'), asks: this.levels('asks'), time: new Date().toISOString() }
    return JSON.stringify({ type: 'snapshot', product_id: code.coinbase, ...body })
  }

  change({ bids, asks }: BookChange, stamp: number): string {
    this.sequence += 3
    const changes = [
      ...bids.map(([price, size]) => ['buy', price, size]),
      ...asks.map(([price, size]) => ['sell', price, size]),
    ]
    return JSON.stringify({ type: 'l2update', product_id: code.coinbase, changes, time: new Date(stamp).toISOString() })
  }

  override aside(best_bid: string, best_ask: string): string[] {
    const about = { product_id: code.coinbase, sequence: this.sequence }
    return [
      { type: 'ticker', ...about, best_bid, best_ask },
      { type: 'heartbeat', ...about, last_trade_id: 1 },
    ].map((frame) => JSON.stringify(frame))
  }
}

const speeches: Readonly<Record<SourceId, () => Speech>> = {
  binance: () => new BinanceSpeech(),
  coinbase: () => new CoinbaseSpeech(),
  kraken: () => new KrakenSpeech(),
  okx: () => new OkxSpeech(),
}

/** What becomes of a frame on its way out: the texts that are sent in its place. */
export type Tamper = (frame: string, at: number) => readonly string[]

/** A venue of our own on a real socket: it speaks its protocol of one book, which follows `mid` each 100 ms. */
export class SpeakingVenue {
  readonly source: SourceId
  readonly #speech: Speech
  readonly #http: Server
  readonly #sockets = new Set<WebSocket>()
  readonly #subscribed = new Set<WebSocket>()
  readonly #timer: NodeJS.Timeout
  #mid = 0
  #at = 0
  tamper: Tamper = (frame) => [frame]
  /** Its book stands still: it says nothing more of it, and answers pings, subscriptions and asks as before. */
  frozen = false
  /** It loses each subscription, as if it had refused it or not heard of it; all else it answers. */
  loses = false
  /** What is added to the stamps of its changes (ms). */
  ahead = 0

  private constructor(source: SourceId, http: Server, mid: () => number) {
    this.source = source
    this.#http = http
    this.#speech = speeches[source]()
    this.#speech.take(this.#movedTo(mid()))
    const server = new WebSocketServer({ server: http })
    server.on('connection', (socket) => this.#greet(socket))
    http.on('request', (_, response) => response.end(JSON.stringify(this.#speech.rest())))
    this.#timer = setInterval(() => this.#tick(mid()), 100)
  }

  static async listen(source: SourceId, mid: () => number): Promise<SpeakingVenue> {
    const http = createServer()
    http.listen(0, '127.0.0.1')
    await once(http, 'listening')
    return new SpeakingVenue(source, http, mid)
  }

  feed(): Feed {
    const { port } = this.#http.address() as AddressInfo
    const listings = [recordedListing(this.source, 'BTCUSDT', code[this.source], 'USDT')]
    const options = { listings, url: `ws://127.0.0.1:${port}`, restUrl: `http://127.0.0.1:${port}` }
    switch (this.source) {
      case 'binance':
        return new BinanceFeed(options)
      case 'coinbase':
        return new CoinbaseFeed(options)
      case 'kraken':
        return new KrakenFeed(options)
      case 'okx':
        return new OkxFeed(options)
    }
  }

  /** Sends this on every socket, as it is. */
  send(text: string): void {
    for (const socket of this.#sockets) socket.send(text)
  }

  /** Ends all connections. */
  drop(): void {
    for (const socket of this.#sockets) socket.terminate()
  }

  close(): void {
    clearInterval(this.#timer)
    for (const socket of this.#sockets) socket.terminate()
    this.#http.close()
    this.#http.closeAllConnections()
  }

  #greet(socket: WebSocket): void {
    this.#sockets.add(socket)
    socket.on('close', () => {
      this.#sockets.delete(socket)
      this.#subscribed.delete(socket)
    })
    socket.on('error', () => undefined)
    socket.on('message', (data) => {
      const text = Buffer.isBuffer(data) ? data.toString() : ''
      if (text === 'ping') socket.send('pong')
      const asks = /"subscribe"/i.test(text)
      if (!asks || this.loses) return
      this.#subscribed.add(socket)
      const snapshot = this.#speech.snapshot()
      if (snapshot !== null) socket.send(snapshot)
    })
  }

  /** The change by which the top comes to lie around a mid, in whole units; what lay there before is gone. */
  #movedTo(mid: number): BookChange {
    const [bid, ask] = [mid - spread, mid + spread]
    const before = this.#mid === 0 ? [] : ([[`${this.#mid - spread}.0`, '0']] as const)
    const after = this.#mid === 0 ? [] : ([[`${this.#mid + spread}.0`, '0']] as const)
    this.#mid = mid
    return { bids: [...before, [`${bid}.0`, '1.5']], asks: [...after, [`${ask}.0`, '1.5']] }
  }

  #tick(mid: number): void {
    if (this.frozen || mid === this.#mid) return
    const change = this.#movedTo(mid)
    this.#speech.take(change)
    this.#at += 1
    const frame = this.#speech.change(change, Date.now() + this.ahead)
    for (const text of this.tamper(frame, this.#at)) for (const socket of this.#subscribed) socket.send(text)
    if (this.#at % 2 === 0) for (const text of this.#speech.aside(`${mid - spread}`, `${mid + spread}`)) this.send(text)
  }
}
