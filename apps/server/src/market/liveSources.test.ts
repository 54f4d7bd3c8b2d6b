import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { type WebSocket, WebSocketServer } from 'ws'
import { SteadyClock } from '../platform/clock.ts'
import { type SourceEvent, type SourceId, feedClockOf, sourceIds } from './feeds/source.ts'
import { LiveVenues } from './liveSources.ts'
import { type SymbolSpec, firstSymbols } from './symbols.ts'

const closers: (() => void)[] = []
afterEach(() => {
  for (const close of closers.splice(0)) close()
})

/** A socket that stands in for a venue: how often it was connected to, and what was asked of it. */
async function listen() {
  const server = createServer()
  const sockets = new WebSocketServer({ server })
  const heard = { connections: 0, frames: [] as string[] }
  sockets.on('connection', (socket: WebSocket) => {
    heard.connections += 1
    socket.on('message', (data: Buffer) => heard.frames.push(data.toString()))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  closers.push(() => {
    for (const socket of sockets.clients) socket.terminate()
    server.close()
  })
  const say = (frame: object) => {
    for (const socket of sockets.clients) socket.send(JSON.stringify(frame))
  }
  return { url: `ws://127.0.0.1:${port}`, heard, say }
}

async function stage() {
  const venues = new Map<SourceId, Awaited<ReturnType<typeof listen>>>()
  for (const source of sourceIds) venues.set(source, await listen())
  const urls = Object.fromEntries([...venues].map(([source, { url }]) => [source, url]))
  const specs = firstSymbols.slice(0, 2)
  const events: SourceEvent[] = []
  const live = new LiveVenues({
    sink: (event) => void events.push(event),
    specs,
    sources: {},
    clock: feedClockOf(new SteadyClock()),
    urls,
  })
  closers.push(() => live.stop())
  const heard = (source: SourceId) => venues.get(source)?.heard ?? { connections: 0, frames: [] }
  await expect.poll(() => sourceIds.map((source) => heard(source).frames.length > 0)).toEqual([true, true, true, true])
  const say = (source: SourceId, frame: object) => venues.get(source)?.say(frame)
  return { live, heard, say, events }
}

const okxAlone: SymbolSpec = {
  ...(firstSymbols[0] ?? fail()),
  code: 'PEPUSDT',
  base: 'PEP',
  listing: 10,
  sources: [{ source: 'okx', quote: 'USDT', code: 'PEP-USDT', restCode: 'PEP-USDT' }],
}

function fail(): never {
  throw new Error('no first symbol')
}

describe('the live venues', () => {
  it('hear a symbol that is listed later on the sockets that are open', async () => {
    const { live, heard } = await stage()
    live.setSymbol(okxAlone)
    await expect.poll(() => heard('okx').frames.some((frame) => frame.includes('PEP-USDT'))).toBe(true)
    expect(live.hears('okx', 'PEPUSDT')).toBe(true)
    expect(live.hears('kraken', 'PEPUSDT')).toBe(false)
    expect(sourceIds.map((source) => heard(source).connections)).toEqual([1, 1, 1, 1])
    expect(heard('kraken').frames.some((frame) => frame.includes('PEP'))).toBe(false)
    // the same said again asks nothing
    const asked = heard('okx').frames.length
    live.setSymbol(okxAlone)
    expect(heard('okx').frames.length).toBe(asked)
  })

  it('are connected anew where another name is heard, and one after the other', async () => {
    const { live, heard } = await stage()
    const btc = firstSymbols[0] ?? fail()
    live.setSymbol({
      ...btc,
      sources: btc.sources.map((one) =>
        one.source === 'okx' || one.source === 'kraken' ? { ...one, code: 'NEW-NAME' } : one,
      ),
    })
    await expect.poll(() => heard('kraken').frames.some((frame) => frame.includes('NEW-NAME'))).toBe(true)
    expect(heard('kraken').connections).toBe(2)
    // the next one waits until this one has been heard for a while
    expect(heard('okx').connections).toBe(1)
    expect(heard('binance').connections).toBe(1)
  })

  it('say nothing more of a name that is no symbol’s any more, though they are yet to be connected anew', async () => {
    const { live, heard, say, events } = await stage()
    const trade = (id: string, coin: string) => {
      const instId = `${coin}-USDT`
      const data = [{ instId, tradeId: id, px: '100', sz: '1', side: 'buy', ts: String(Date.now()) }]
      say('okx', { arg: { channel: 'trades', instId }, data })
    }
    const ids = () => events.flatMap((event) => (event.type === 'trade' ? [event.id] : []))
    trade('1', 'BTC')
    await expect.poll(ids).toEqual(['1'])
    const btc = firstSymbols[0] ?? fail()
    const gone = ['kraken', 'okx']
    live.setSymbol({ ...btc, sources: btc.sources.filter(({ source }) => !gone.includes(source)) })
    trade('2', 'BTC')
    trade('3', 'ETH')
    await expect.poll(ids).toEqual(['1', '3'])
    expect(heard('okx').connections).toBe(1)
  })

  it('connect to a venue that is heard for the first time', async () => {
    const venue = await listen()
    const specs = [okxAlone]
    const urls = { okx: venue.url, kraken: venue.url }
    const live = new LiveVenues({
      sink: () => undefined,
      specs,
      sources: {},
      clock: feedClockOf(new SteadyClock()),
      urls,
    })
    closers.push(() => live.stop())
    await expect.poll(() => venue.heard.connections).toBe(1)
    const kraken = { source: 'kraken', quote: 'USD', code: 'PEP/USD', restCode: 'PEPUSD' } as const
    live.setSymbol({ ...okxAlone, sources: [...okxAlone.sources, kraken] })
    await expect.poll(() => venue.heard.frames.some((frame) => frame.includes('PEP/USD'))).toBe(true)
    // with what a dollar is worth there
    expect(venue.heard.frames.some((frame) => frame.includes('USDT/USD'))).toBe(true)
  })
})
