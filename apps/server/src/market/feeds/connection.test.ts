import { once } from 'node:events'
import { createServer as createHttpServer, type Server } from 'node:http'
import { createServer as createTcpServer, type AddressInfo } from 'node:net'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { WebSocketServer, type WebSocket } from 'ws'
import { BinanceFeed } from './binance.ts'
import { SourceConnection, type ConnectionTimings } from './connection.ts'
import { OkxFeed } from './okx.ts'
import { recordedListing } from './recordedFrames.ts'
import { RestGate } from './restGate.ts'
import { machineClock, type Feed, type SourceEvent } from './source.ts'

const listing = recordedListing('binance', 'NKNUSDT', 'NKNUSDT', 'USDT')
const quick: ConnectionTimings = {
  connectTimeout: 3_000,
  pingEvery: 20,
  silenceMax: 3_000,
  backoffMin: 40,
  backoffMax: 300,
  steadyAfter: 60_000,
  restartTimeout: 3_000,
  quietAfter: 3_000,
  checkEvery: 3_000,
  heardEvery: 10,
}

const cleanups: (() => void)[] = []
afterEach(() => {
  for (const cleanup of cleanups.splice(0)) cleanup()
})

/** A venue of our own: a real HTTP and socket server that records what it is sent. */
class Venue {
  readonly texts: string[][] = []
  readonly sockets: WebSocket[] = []
  snapshotStatus = 200
  snapshotCount = 0
  /** While set, snapshots are asked for but not answered: these functions answer them. */
  held: (() => void)[] | null = null
  lastUpdateId = 10
  readonly #http: Server

  private constructor(http: Server, autoPong: boolean) {
    this.#http = http
    const sockets = new WebSocketServer({ server: http, autoPong })
    sockets.on('connection', (socket) => {
      const texts: string[] = []
      this.texts.push(texts)
      this.sockets.push(socket)
      socket.on('message', (data) => {
        const text = Buffer.isBuffer(data) ? data.toString() : ''
        if (text === 'ping') socket.send('pong')
        else texts.push(text)
      })
    })
    http.on('request', (_request, response) => {
      this.snapshotCount += 1
      const body = { lastUpdateId: this.lastUpdateId, bids: [['0.35', '5']], asks: [['0.36', '7']] }
      const answer = () => response.writeHead(this.snapshotStatus).end(JSON.stringify(body))
      if (this.held) this.held.push(answer)
      else answer()
    })
    cleanups.push(() => {
      for (const socket of this.sockets) socket.terminate()
      http.close()
      http.closeAllConnections()
    })
  }

  static async listen(autoPong = true): Promise<Venue> {
    const http = createHttpServer()
    const venue = new Venue(http, autoPong)
    http.listen(0, '127.0.0.1')
    await once(http, 'listening')
    return venue
  }

  get host(): string {
    return `127.0.0.1:${portOf(this.#http.address())}`
  }

  feed(): BinanceFeed {
    return new BinanceFeed({ listings: [listing], url: `ws://${this.host}`, restUrl: `http://${this.host}` })
  }

  /** Sends on the newest socket. */
  send(...frames: unknown[]): void {
    for (const frame of frames) this.sockets.at(-1)?.send(JSON.stringify(frame))
  }
}

function portOf(address: string | AddressInfo | null): number {
  if (address === null || typeof address === 'string') throw new Error('not listening')
  return address.port
}

function connect(feed: Feed, timings: Partial<ConnectionTimings> = {}) {
  const events: SourceEvent[] = []
  const random = () => 0
  const rest = new RestGate({ spacing: 1, clock: machineClock, random })
  const emit = (event: SourceEvent) => void events.push(event)
  const connection = new SourceConnection({
    feed,
    emit,
    rest,
    clock: machineClock,
    random,
    timings: { ...quick, ...timings },
  })
  cleanups.push(() => {
    connection.stop()
    rest.stop()
  })
  connection.start()
  const of = <T extends SourceEvent['type']>(type: T) =>
    events.filter((event): event is Extract<SourceEvent, { type: T }> => event.type === type)
  return { connection, events, of }
}

const depth = (U: number, u: number, bid: string) => ({
  stream: 'nknusdt@depth@100ms',
  data: { e: 'depthUpdate', E: Date.now(), s: 'NKNUSDT', U, u, b: [[bid, '1']], a: [] },
})
const dealt = Date.now()
const trade = (a: number) => ({
  stream: 'nknusdt@aggTrade',
  data: { e: 'aggTrade', s: 'NKNUSDT', a, p: '0.355', q: '2', T: dealt + a, m: true },
})
const soon = { timeout: 10_000, interval: 5 }

describe('SourceConnection', () => {
  it('connects, subscribes once, fetches the snapshot and tells the top', async () => {
    const venue = await Venue.listen()
    const { of } = connect(venue.feed())
    await vi.waitFor(() => expect(venue.texts[0]).toHaveLength(1), soon)
    expect(venue.texts[0]?.[0]).toContain('nknusdt@depth@100ms')
    expect(of('up')).toHaveLength(1)
    venue.send(depth(11, 12, '0.351'), depth(13, 13, '0.352'))
    await vi.waitFor(() => expect(of('top').at(-1)?.bid).toBe(352_000_000_000n), soon)
    expect(venue.snapshotCount).toBe(1)
  })

  it('hears a quiet source by its pongs', async () => {
    const venue = await Venue.listen()
    const { of } = connect(venue.feed())
    await vi.waitFor(() => expect(of('heard').length).toBeGreaterThan(5), soon)
    expect(of('down')).toEqual([])
  })

  it('hears a venue whose ping is a text', async () => {
    const venue = await Venue.listen()
    const feed = new OkxFeed({ listings: [{ ...listing, source: 'okx' }], url: `ws://${venue.host}` })
    const { of } = connect(feed)
    await vi.waitFor(() => expect(of('heard').length).toBeGreaterThan(5), soon)
    expect(of('refused')).toEqual([])
  })

  it('reconnects when the server dies, subscribes once, and ignores what is replayed', async () => {
    const venue = await Venue.listen()
    const { of } = connect(venue.feed())
    await vi.waitFor(() => expect(venue.texts[0]).toHaveLength(1), soon)
    venue.send(depth(11, 12, '0.351'), trade(7))
    await vi.waitFor(() => expect([of('top').length, of('trade').length]).toEqual([1, 1]), soon)
    venue.sockets[0]?.terminate()
    await vi.waitFor(() => expect(of('down')).toMatchObject([{ reason: 'closed' }]), soon)
    await vi.waitFor(() => expect(venue.texts[1]).toHaveLength(1), soon)
    expect(venue.texts).toHaveLength(2)
    expect(venue.texts[1]).toEqual(venue.texts[0])
    venue.lastUpdateId = 20
    venue.send(depth(11, 12, '0.351'), trade(7), depth(19, 21, '0.353'), trade(8))
    await vi.waitFor(() => expect(of('trade').map(({ id }) => id)).toEqual(['7', '8']), soon)
    await vi.waitFor(() => expect(of('top').at(-1)?.bid).toBe(353_000_000_000n), soon)
    expect(of('refused')).toEqual([])
  })

  it('fetches a new snapshot after a gap, and tells no top in between', async () => {
    const venue = await Venue.listen()
    const { events, of } = connect(venue.feed())
    await vi.waitFor(() => expect(venue.texts[0]).toHaveLength(1), soon)
    venue.send(depth(11, 12, '0.351'))
    await vi.waitFor(() => expect(of('top')).toHaveLength(1), soon)
    venue.lastUpdateId = 15
    venue.send(depth(14, 16, '0.354'))
    await vi.waitFor(() => expect(of('top')).toHaveLength(2), soon)
    expect(of('top')[1]?.bid).toBe(354_000_000_000n)
    const told = events.filter(({ type }) => type === 'top' || type === 'refused')
    expect(told).toMatchObject([{ type: 'top' }, { type: 'refused', reason: 'gap', withdrawn: true }, { type: 'top' }])
  })

  it('asks for a snapshot again, later each time, until the venue gives one', async () => {
    const venue = await Venue.listen()
    venue.snapshotStatus = 503
    const { of } = connect(venue.feed())
    await vi.waitFor(() => expect(venue.texts[0]).toHaveLength(1), soon)
    const started = performance.now()
    venue.send(depth(11, 12, '0.351'))
    await vi.waitFor(() => expect(venue.snapshotCount).toBeGreaterThanOrEqual(4), soon)
    // 0, then 40, 80 and 160 ms apart.
    expect(performance.now() - started).toBeGreaterThan(250)
    expect(of('top')).toEqual([])
    venue.snapshotStatus = 200
    await vi.waitFor(() => expect(of('top')).toHaveLength(1), soon)
  })

  it('takes no snapshot that the socket before had asked for', async () => {
    const venue = await Venue.listen()
    const held: (() => void)[] = []
    venue.held = held
    const { of } = connect(venue.feed())
    await vi.waitFor(() => expect(venue.texts[0]).toHaveLength(1), soon)
    venue.send(depth(11, 12, '0.351'))
    await vi.waitFor(() => expect(held).toHaveLength(1), soon)
    venue.sockets[0]?.terminate()
    await vi.waitFor(() => expect(venue.texts[1]).toHaveLength(1), soon)
    venue.send(trade(1))
    for (const answer of held) answer()
    await vi.waitFor(() => expect(of('trade')).toHaveLength(1), soon)
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(of('top')).toEqual([])
  })

  it('asks again when a fresh start brings no snapshot', async () => {
    const venue = await Venue.listen()
    const feed = new OkxFeed({
      listings: [{ ...listing, source: 'okx' }],
      url: `ws://${venue.host}`,
      restUrl: `http://${venue.host}`,
    })
    const { of } = connect(feed, { restartTimeout: 50 })
    const data = { bids: [['0.35', '1']], asks: [], ts: '0', checksum: 0 }
    const update = { arg: { channel: 'books', instId: 'NKNUSDT' }, action: 'update', data: [data] }
    await vi.waitFor(() => expect(venue.texts[0]).toHaveLength(1), soon)
    venue.send(update)
    // Without sequence numbers only the stream can restart the book: unsubscribe and subscribe, more than once.
    await vi.waitFor(() => expect(venue.texts[0]?.length).toBeGreaterThanOrEqual(5), soon)
    expect(of('down')).toEqual([])
  })

  it('gives up a handshake that stalls, and backs off', async () => {
    const stalled = createTcpServer(() => undefined)
    stalled.listen(0, '127.0.0.1')
    await once(stalled, 'listening')
    cleanups.push(() => void stalled.close())
    const feed = new BinanceFeed({ listings: [listing], url: `ws://127.0.0.1:${portOf(stalled.address())}` })
    const { connection, of } = connect(feed, { connectTimeout: 150 })
    await vi.waitFor(() => expect(of('down')).toHaveLength(3), soon)
    expect(of('down').map(({ reason }) => reason)).toEqual(['timeout', 'timeout', 'timeout'])
    const [first, second, third] = of('down').map(({ received }) => received)
    expect((second ?? 0) - (first ?? 0)).toBeGreaterThanOrEqual(180)
    expect((third ?? 0) - (second ?? 0)).toBeGreaterThanOrEqual(220)
    expect(of('up')).toEqual([])
    connection.stop()
  })

  it('gives up a socket that says nothing', async () => {
    const venue = await Venue.listen(false)
    const { of } = connect(venue.feed(), { silenceMax: 150 })
    await vi.waitFor(() => expect(of('down')[0]?.reason).toBe('silent'), soon)
  })

  it('tries again where nobody listens', async () => {
    const { of } = connect(new BinanceFeed({ listings: [listing], url: 'ws://127.0.0.1:9' }))
    await vi.waitFor(() => expect(of('down').length).toBeGreaterThan(1), soon)
    expect(of('down')[0]?.reason).toBe('failed')
  })

  it('stays closed after stop', async () => {
    const venue = await Venue.listen()
    const { connection, events, of } = connect(venue.feed())
    await vi.waitFor(() => expect(of('up')).toHaveLength(1), soon)
    connection.stop()
    expect(of('down')).toMatchObject([{ reason: 'stopped' }])
    const count = events.length
    await new Promise((resolve) => setTimeout(resolve, 200))
    expect(events).toHaveLength(count)
    expect(venue.sockets).toHaveLength(1)
  })

  it('ends this connection alone on what is not JSON: it could have been of any product', async () => {
    const venue = await Venue.listen()
    const { of } = connect(venue.feed())
    await vi.waitFor(() => expect(of('up')).toHaveLength(1), soon)
    venue.sockets[0]?.send('<html>')
    await vi.waitFor(() => expect(of('refused')).toMatchObject([{ reason: 'malformed', withdrawn: false }]), soon)
    expect(of('down')).toMatchObject([{ reason: 'faulty' }])
    await vi.waitFor(() => expect(venue.sockets).toHaveLength(2), soon)
  })
})
