import { connect, type Socket } from 'node:net'
import { parseDecimal, formatDecimal } from '@truemark/core/money/decimal'
import { successCode } from '@truemark/protocol/envelope'
import { apiPrefix } from '@truemark/protocol/routes/route'
import { keyNow } from '../apps/server/src/testing/keys.ts'
import { SocketLine } from './socketLoad.ts'
import { quantile } from './statistics.ts'

/** What one process of load is asked to do. Every connection is one user's and has one order under way. */
export interface LoadOrder {
  readonly port: number
  readonly tokens: readonly string[]
  readonly connections: number
  /** Orders under way on each socket, where they go over sockets; 0 where each is a request of its own. */
  readonly inFlight: number
  readonly seconds: number
  readonly orderPath: string
  /** Where the price is asked for each half second; '' for a price that stays. */
  readonly bookPath: string
  readonly bookToken: string
  readonly price: string
}

/** What came of it: answered orders a second after a second of warming up, and how long they took in ms. */
export interface LoadDone {
  readonly perSecond: number
  /** Orders that were acknowledged in all, while it warmed up and after it had measured as well. */
  readonly acknowledged: number
  readonly refused: number
  /** The first refusal's body, to see why; '' for none. */
  readonly refusal: string
  readonly p50: number
  readonly p99: number
}

const priceScale = 1
const quantity = '0.0001'
const warmMs = 1_000
const headEnd = '\r\n\r\n'

class Line {
  readonly #socket: Socket
  readonly #done: (refusal: string | null, ms: number) => void
  readonly #next: () => string
  #began = 0
  #text = ''
  #stopped: (() => void) | null = null

  constructor(port: number, next: () => string, done: (refusal: string | null, ms: number) => void) {
    this.#next = next
    this.#done = done
    this.#socket = connect({ port, host: '127.0.0.1', noDelay: true })
    this.#socket.setEncoding('latin1')
    this.#socket.on('connect', () => this.#send())
    this.#socket.on('data', (text: string) => this.#read(text))
    this.#socket.on('error', (error) => {
      throw error
    })
  }

  /** Places no more; comes to pass when the order under way is answered. */
  stop(): Promise<void> {
    return new Promise((resolve) => (this.#stopped = resolve))
  }

  #send(): void {
    this.#began = performance.now()
    this.#socket.write(this.#next())
  }

  #read(text: string): void {
    this.#text = this.#text === '' ? text : this.#text + text
    const head = this.#text.indexOf(headEnd)
    if (head < 0) return
    const length = Number(/content-length: (\d+)/i.exec(this.#text.slice(0, head))?.[1] ?? 0)
    if (this.#text.length < head + headEnd.length + length) return
    // a refusal of the catalogue comes under 200 as well: the envelope's own code tells it apart
    const refused = !this.#text.startsWith(`{"code":${successCode},`, head + headEnd.length)
    const refusal = refused ? this.#text.slice(head + headEnd.length) : null
    this.#text = ''
    this.#done(refusal, performance.now() - this.#began)
    if (this.#stopped === null) return this.#send()
    this.#socket.destroy()
    this.#stopped()
  }
}

/** Places orders over kept-alive connections for a while, each under a key of its own as the apps do; each user buys and sells in turn at one price. */
export async function placeLoad(order: LoadOrder): Promise<LoadDone> {
  let price = order.price
  const times: number[] = []
  let refused = 0
  let acknowledged = 0
  let firstRefusal = ''
  let measuring = false
  const lines: { stop(): Promise<void> }[] = []
  const socketTokens = order.inFlight === 0 ? [] : await socketTokensOf(order)
  const host = `Host: 127.0.0.1:${order.port}`
  const bodyOf = (side: string): string =>
    `{"symbol":"BTCUSDT","side":"${side}","type":"limit","price":"${price}","quantity":"${quantity}"}`
  const requestOf = (token: string, side: string): string => {
    const body = bodyOf(side)
    const auth = `Authorization: Bearer ${token}`
    const key = `Idempotency-Key: ${keyNow()}`
    const head = `POST ${order.orderPath} HTTP/1.1\r\n${host}\r\n${auth}\r\n${key}\r\nContent-Type: application/json`
    return `${head}\r\nContent-Length: ${body.length}${headEnd}${body}`
  }
  for (let at = 0; at < order.connections; at += 1) {
    const token = order.tokens[at % order.tokens.length] ?? ''
    let turn = at
    const side = (): string => ((turn += 1) % 2 === 0 ? 'buy' : 'sell')
    const done = (refusal: string | null, ms: number): void => {
      if (refusal === null) acknowledged += 1
      else firstRefusal ||= refusal
      if (!measuring) return
      if (refusal === null) times.push(ms)
      else refused += 1
    }
    if (order.inFlight === 0) lines.push(new Line(order.port, () => requestOf(token, side()), done))
    else {
      const query = encodeURIComponent(socketTokens[at % socketTokens.length] ?? '')
      const address = `ws://127.0.0.1:${order.port}/ws?token=${query}`
      lines.push(new SocketLine(address, order.orderPath, order.inFlight, () => bodyOf(side()), done))
    }
  }
  const asking = setInterval(() => {
    if (order.bookPath === '') return
    void middleOf(order.port, order.bookPath, order.bookToken).then((middle) => {
      price = middle
    })
  }, 500)
  await new Promise((resolve) => setTimeout(resolve, warmMs))
  measuring = true
  const began = performance.now()
  await new Promise((resolve) => setTimeout(resolve, order.seconds * 1_000))
  measuring = false
  const seconds = (performance.now() - began) / 1_000
  clearInterval(asking)
  await Promise.all(lines.map((line) => line.stop()))
  return {
    perSecond: times.length / seconds,
    acknowledged,
    refused,
    refusal: firstRefusal,
    p50: quantile(times, 0.5),
    p99: quantile(times, 0.99),
  }
}

/** What opens the sockets of these people. */
async function socketTokensOf({ port, tokens, connections }: LoadOrder): Promise<string[]> {
  const asked = tokens.slice(0, connections).map(async (token) => {
    const response = await fetch(`http://127.0.0.1:${port}${apiPrefix}/data`, {
      headers: { authorization: `Bearer ${token}` },
      signal: AbortSignal.timeout(10_000),
    })
    return String(inside(inside(inside(await response.json(), 'data'), 'ws'), 'token'))
  })
  return Promise.all(asked)
}

/** The price in the middle of a book, on the tick, so that the house's levels on both sides stay away from it. */
export async function middleOf(port: number, path: string, token: string): Promise<string> {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    headers: { authorization: `Bearer ${token}` },
    signal: AbortSignal.timeout(10_000),
  })
  const answer: unknown = await response.json()
  const ask = bestOf(answer, 'asks')
  const bid = bestOf(answer, 'bids')
  if (ask === null || bid === null) throw new Error('the book has no two sides')
  return formatDecimal((ask + bid) / 2n, priceScale)
}

function bestOf(answer: unknown, side: string): bigint | null {
  return parseDecimal(inside(inside(inside(inside(answer, 'data'), side), 0), 'price'), priceScale)
}

function inside(value: unknown, key: string | number): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined
}
