import { createServer, type Server } from 'node:http'
import { connect } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { serverReply } from '@truemark/protocol/stream'
import { WebSocket } from 'ws'
import { SteadyClock } from '../clock.ts'
import { portOf } from '../http/listen.ts'
import { type Hub, createHub } from './hub.ts'
import { textOf } from './messages.ts'

let server: Server
let hub: Hub
let address = ''
const opened: WebSocket[] = []

beforeEach(async () => {
  hub = createHub({
    clock: new SteadyClock(),
    path: '/ws',
    publicUrl: null,
    authenticateSocket: (token) => {
      const holder = Number(/^holder(\d+)$/.exec(token)?.[1] ?? -1)
      return Promise.resolve(
        holder < 0 ? null : { sessionId: `session${holder}`, holder, realm: holder === 41 ? 'real' : 'demo' },
      )
    },
    hasSymbol: (symbol) => symbol.endsWith('USDT'),
    history: (params) => Promise.resolve(JSON.stringify([{ count: params.count }])),
    onError: () => undefined,
  })
  server = createServer()
  hub.attach(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  address = `127.0.0.1:${portOf(server)}`
})

afterEach(async () => {
  for (const socket of opened.splice(0)) socket.terminate()
  await hub.close()
  await new Promise((resolve) => server.close(resolve))
})

interface Reader {
  readonly socket: WebSocket
  /** What bore messages. */
  readonly frames: unknown[][]
  /** When each frame without messages came. */
  readonly beats: number[]
  messages(): unknown[]
  closed: Promise<number>
}

async function open(query = '', origin: string | undefined = `http://${address}`): Promise<Reader> {
  const socket = new WebSocket(`ws://${address}/ws${query}`, origin === undefined ? {} : { origin })
  opened.push(socket)
  const frames: unknown[][] = []
  const beats: number[] = []
  socket.on('message', (data) => {
    const frame: unknown = JSON.parse(textOf(data))
    if (!Array.isArray(frame)) throw new Error('a frame is no array')
    if (frame.length > 0) frames.push(frame)
    else beats.push(performance.now())
  })
  const closed = new Promise<number>((resolve) => socket.on('close', resolve))
  await new Promise((resolve, reject) => {
    socket.on('open', resolve)
    socket.on('error', reject)
  })
  return { socket, frames, beats, messages: () => frames.flat(), closed }
}

async function until(condition: () => boolean, timeout = 10_000): Promise<void> {
  const end = performance.now() + timeout
  while (!condition()) {
    if (performance.now() > end) throw new Error('it did not come to pass')
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}

const send = (reader: Reader, message: object): void => reader.socket.send(JSON.stringify(message))
const has = (reader: Reader, part: object) => () => reader.messages().some((message) => matches(message, part))
function matches(message: unknown, part: object): boolean {
  return (
    typeof message === 'object' &&
    message !== null &&
    Object.entries(part).every(([key, value]) => Reflect.get(message, key) === value)
  )
}

async function subscribed(reader: Reader, symbols: string[]): Promise<void> {
  // The greeting first, so that it is not taken for the answer.
  await until(has(reader, { type: 'subscribed' }))
  const before = reader.messages().length
  send(reader, { type: 'subscribe', symbols })
  await until(() =>
    reader
      .messages()
      .slice(before)
      .some((message) => matches(message, { type: 'subscribed' })),
  )
}

describe('public channels', () => {
  it('come once a round in one frame, the latest of a key winning', async () => {
    const reader = await open()
    await subscribed(reader, ['BTCUSDT_Obook', 'BTCUSDT_24H', 'BTCUSDT_1m_Kline'])
    const before = reader.frames.length
    hub.publishBook({ kind: 'book', symbol: 'BTCUSDT' }, 'demo', { type: 1, data: 'old' })
    hub.publishBook({ kind: 'book', symbol: 'BTCUSDT' }, 'demo', { type: 1, data: 'new' })
    hub.publishBook({ kind: 'book', symbol: 'BTCUSDT' }, 'real', { type: 1, data: 'of the other realm' })
    hub.publishBook({ kind: 'derivativeBook', symbol: 'BTCUSDT' }, 'demo', { type: 1, data: 'of the other book' })
    hub.publish({ kind: 'kline', symbol: 'BTCUSDT', interval: '1m' }, { type: 2, data: 1 }, '60000')
    hub.publish({ kind: 'kline', symbol: 'BTCUSDT', interval: '1m' }, { type: 2, data: 2 }, '120000')
    hub.publishBook({ kind: 'book', symbol: 'ETHUSDT' }, 'demo', { type: 1, data: 'not followed' })
    hub.toEveryone({ type: 4, data: 'halted' }, 'BTCUSDT')
    await until(() => reader.frames.length > before)
    const frame = reader.frames[before] ?? []
    expect(frame).toHaveLength(4)
    expect(frame).toEqual(
      expect.arrayContaining([
        { type: 1, data: 'new' },
        { type: 2, data: 1 },
        { type: 2, data: 2 },
        { type: 4, data: 'halted' },
      ]),
    )
  })

  it('tell a book of twenty levels to its own followers, and none again that is as it was', async () => {
    const deep = await open()
    await subscribed(deep, ['BTCUSDT_Obook20'])
    const before = deep.frames.length
    const tell = (data: string): void => {
      hub.publishBook({ kind: 'book', symbol: 'BTCUSDT' }, 'demo', { type: 1, data: `small ${data}` })
      hub.publishBook({ kind: 'deepBook', symbol: 'BTCUSDT' }, 'demo', { type: 1, data })
    }
    tell('first')
    await until(() => deep.frames.length > before)
    tell('first')
    hub.toEveryone({ type: 4, data: 'a round later' }, 'BTCUSDT')
    await until(() => deep.frames.length > before + 1)
    tell('second')
    await until(() => deep.frames.length > before + 2)
    expect(deep.frames.slice(before)).toEqual([
      [{ type: 1, data: 'first' }],
      [{ type: 4, data: 'a round later' }],
      [{ type: 1, data: 'second' }],
    ])
  })

  it('begin with what was last said, and end with an unsubscribe', async () => {
    hub.publish({ kind: 'day', symbol: 'BTCUSDT' }, { type: 7, data: 'earlier' })
    const reader = await open()
    send(reader, { type: 'subscribe', symbols: ['BTCUSDT_24H'] })
    await until(has(reader, { type: 7, data: 'earlier' }))
    send(reader, { type: 'unsubscribe', symbols: ['BTCUSDT_24H'] })
    await until(has(reader, { type: 'unsubscribed' }))
    hub.publish({ kind: 'day', symbol: 'BTCUSDT' }, { type: 7, data: 'later' })
    await new Promise((resolve) => setTimeout(resolve, 120))
    expect(has(reader, { data: 'later' })()).toBe(false)
  })

  it('answers heartbeats and requests for candles', async () => {
    const reader = await open()
    send(reader, { type: 'heartbeat' })
    send(reader, { type: 'kline_history', params: { symbol: 'BTCUSDT', interval: '5m', count: 12 } })
    await until(has(reader, { type: 'heartbeat' }))
    await until(has(reader, { type: 'kline_history', interval: '5m' }))
    expect(reader.messages()).toContainEqual({
      type: 'kline_history',
      symbol: 'BTCUSDT',
      interval: '5m',
      data: [{ count: 12 }],
    })
  })
})

describe('a beat', () => {
  it('comes where nothing else did for two seconds, to those alone who follow something', async () => {
    const [follows, hears, idle] = [await open(), await open(), await open()]
    await subscribed(follows, ['BTCUSDT_24H'])
    await subscribed(hears, ['ETHUSDT_24H'])
    const begun = performance.now()
    const steady = setInterval(() => hub.publish({ kind: 'day', symbol: 'ETHUSDT' }, { type: 7, data: 'steady' }), 300)
    await until(() => follows.beats.length >= 2)
    clearInterval(steady)
    const [first = 0, second = 0] = follows.beats
    expect(first - begun).toBeGreaterThan(1_800)
    expect(second - first).toBeGreaterThan(1_900)
    expect(hears.frames.length).toBeGreaterThan(5)
    expect(hears.beats).toEqual([])
    expect(idle.beats).toEqual([])
    send(follows, { type: 'unsubscribe', symbols: ['BTCUSDT_24H'] })
    await until(has(follows, { type: 'unsubscribed' }))
    const before = follows.beats.length
    await new Promise((resolve) => setTimeout(resolve, 2_500))
    expect(follows.beats).toHaveLength(before)
  })
})

describe('messages of a holder', () => {
  it('reach all sockets of that holder and no other, with a seq without gaps', async () => {
    const [one, two, other] = [
      await open('?token=holder40'),
      await open('?token=holder40'),
      await open('?token=holder41'),
    ]
    const start = hub.seqOf(40)
    for (let n = 0; n < 3; n += 1) hub.toHolder(40, 3, { n })
    hub.toHolder(41, 5, { n: 9 })
    await until(
      () =>
        has(one, { type: 3, seq: start + 3 })() && has(two, { type: 3, seq: start + 3 })() && has(other, { type: 5 })(),
    )
    for (const reader of [one, two]) {
      const seqs = reader.messages().filter((message) => matches(message, { type: 3 }))
      expect(seqs.map((message) => Reflect.get(Object(message), 'seq'))).toEqual([start + 1, start + 2, start + 3])
      expect(has(reader, { type: 5 })()).toBe(false)
    }
  })

  it('show a jump of seq to who was away, so that state is fetched anew', async () => {
    const reader = await open('?token=holder40')
    hub.toHolder(40, 3, {})
    const last = hub.seqOf(40)
    reader.socket.terminate()
    await until(() => !hub.isOpen(40))
    hub.toHolder(40, 3, { missed: true })
    const back = await open('?token=holder40')
    await until(has(back, { type: 'subscribed', seq: hub.seqOf(40) }))
    expect(hub.seqOf(40)).toBeGreaterThan(last)
  })

  it('closes the sockets of a session that ends, at once', async () => {
    const reader = await open('?token=holder40')
    const stays = await open('?token=holder41')
    const started = performance.now()
    hub.closeSession('session40')
    expect(await reader.closed).toBe(4551)
    expect(performance.now() - started).toBeLessThan(5_000)
    expect(stays.socket.readyState).toBe(WebSocket.OPEN)
  })
})

describe('strangers (T097, T098)', () => {
  it('a wrong token is closed with 4551', async () => {
    expect(await (await open('?token=stolen')).closed).toBe(4551)
  })

  it('a page of another origin, another path, and a program without token are refused', async () => {
    await expect(open('', 'https://evil.example')).rejects.toThrow('403')
    await expect(open('?token=holder40', 'https://evil.example')).rejects.toThrow('403')
    const bare = new WebSocket(`ws://${address}/ws`)
    await expect(new Promise((_, reject) => bare.on('error', reject))).rejects.toThrow('403')
    const lost = new WebSocket(`ws://${address}/elsewhere`, { origin: `http://${address}` })
    await expect(new Promise((_, reject) => lost.on('error', reject))).rejects.toThrow('404')
  })

  it('a huge frame is closed with 1009, bad UTF-8 with 1007, no message of ours with 1008', async () => {
    const huge = await open()
    huge.socket.send('x'.repeat(1024 * 1024))
    expect(await huge.closed).toBe(1009)
    const garbled = await open()
    garbled.socket.send(Buffer.from([0xc3, 0x28]), { binary: false })
    expect(await garbled.closed).toBe(1007)
    const foreign = await open()
    foreign.socket.send('{"type":"toHolder","holder":40}')
    expect(await foreign.closed).toBe(1008)
  })

  it('follows at most 100 symbols and none that there is not', async () => {
    const reader = await open()
    await subscribed(
      reader,
      Array.from({ length: 101 }, (_, n) => `S${n}USDT_24H`),
    )
    expect(has(reader, { type: 'error', reason: 'subscriptions_too_many' })()).toBe(true)
    await subscribed(reader, ['BTCEUR_24H'])
    expect(has(reader, { type: 'error', reason: 'symbol_unknown' })()).toBe(true)
  })

  it('10 000 subscribes in a row end the socket', async () => {
    const reader = await open()
    for (let n = 0; n < 10_000; n += 1) send(reader, { type: 'subscribe', symbols: ['BTCUSDT_24H'] })
    expect(await reader.closed).toBe(1008)
  })

  it('an upgrade with 3 000 headers leaves the process alive', async () => {
    const socket = connect(portOf(server), '127.0.0.1')
    socket.on('error', () => undefined)
    socket.resume()
    socket.write('GET /ws HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n')
    for (let n = 0; n < 3_000; n += 1) socket.write(`x${n}: 1\r\n`)
    socket.write('\r\n')
    await new Promise((resolve) => setTimeout(resolve, 200))
    socket.destroy()
    expect((await open()).socket.readyState).toBe(WebSocket.OPEN)
  })
})

describe('a slow reader (T070)', () => {
  it('gets the latest market data and a resync marker once it reads again; others are not delayed', async () => {
    const slow = await open('?token=holder40')
    const quick = await open('?token=holder41')
    for (const reader of [slow, quick]) await subscribed(reader, ['BTCUSDT_24H'])
    slow.socket.pause()
    const filler = 'x'.repeat(60_000)
    const sent = new Map<number, number>()
    const delays: number[] = []
    quick.socket.on('message', (data) => {
      const round = Number(/"round":(\d+)/.exec(textOf(data))?.[1] ?? -1)
      const at = sent.get(round)
      if (at !== undefined) delays.push(performance.now() - at)
    })
    let round = 0
    const end = performance.now() + 15_000
    while (hub.stats().slow === 0 && performance.now() < end) {
      round += 1
      sent.set(round, performance.now())
      hub.publish(
        { kind: 'day', symbol: 'BTCUSDT' },
        { type: 7, round, filler: `${filler}${filler}${filler}${filler}` },
      )
      await new Promise((resolve) => setTimeout(resolve, 25))
    }
    expect(hub.stats().slow).toBe(1)
    const start = hub.seqOf(40)
    for (let n = 0; n < 1_500; n += 1) hub.toHolder(40, 3, { n })
    hub.publish({ kind: 'day', symbol: 'BTCUSDT' }, { type: 7, round: 100_000, filler: '' })
    await until(has(quick, { round: 100_000 }))
    expect(hub.stats().bufferedBytes).toBeLessThan(2 * 1024 * 1024)
    slow.socket.resume()
    await until(has(slow, { type: 'resync', seq: start + 1_500 }))
    await until(has(slow, { round: 100_000 }))
    const median = delays.toSorted((a, b) => a - b)[Math.trunc(delays.length / 2)] ?? 1e9
    expect(median).toBeLessThan(500)
    hub.toHolder(40, 3, { n: 'next' })
    await until(has(slow, { type: 3, seq: start + 1_501 }))
  })
})

it('a hub that takes no calls says so, in a message of the protocol', async () => {
  const reader = await open()
  send(reader, { type: 'call', id: 'a', method: 'POST', path: '/api/v3/spot/orders', key: 'k' })
  await until(has(reader, { type: 'result', id: 'a' }))
  const told = reader.messages().find((message) => matches(message, { type: 'result' }))
  expect(serverReply.safeParse(told).success).toBe(true)
})
