import { fileURLToPath, pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { bundleFile } from '../engine/testing/bundleChild.ts'
import { type Gateway, createGateway } from '../platform/http/gateway.ts'
import { createLimits } from '../platform/http/limits.ts'
import { portOf } from '../platform/http/listen.ts'
import { cacheSessions } from '../platform/http/session.ts'
import { createLogger } from '../platform/log.ts'
import { SteadyClock, machineTime } from '../platform/clock.ts'
import { type TestDatabase, createTestDatabase } from '../platform/postgres/testDatabase.ts'
import { MarketClient } from './marketClient.ts'
import { bindMarketRoutes } from './routes.ts'
import { firstSymbols } from './symbols.ts'

let test: TestDatabase
let market: MarketClient
let gateway: Gateway
let origin = ''

beforeAll(async () => {
  test = await createTestDatabase()
  market = await MarketClient.start({
    program: pathToFileURL(await bundleFile(fileURLToPath(new URL('./marketWorker.ts', import.meta.url)))),
    data: {
      clock: { time: Date.now(), monotonic: machineTime.monotonic() },
      databaseUrl: test.url,
      feed: 'simulated',
      replayFile: null,
      sources: {},
      specs: firstSymbols,
    },
    clock: new SteadyClock(),
    command: () => undefined,
    ended: () => undefined,
    warn: () => undefined,
  })
  gateway = createGateway({
    logger: createLogger('silent'),
    sessions: cacheSessions({ authenticate: () => Promise.resolve(null) }),
    texts: { refusal: (reason) => reason, success: (name) => name },
    limits: createLimits(1),
    publicUrl: null,
    trustedProxies: 0,
    checkAnswers: true,
  })
  bindMarketRoutes(gateway, market)
  await gateway.app.listen({ port: 0, host: '127.0.0.1' })
  origin = `http://127.0.0.1:${portOf(gateway.server)}/api/v3`
}, 120_000)
afterAll(async () => {
  await gateway.app.close()
  await market.close()
  await test.drop()
})

async function get(path: string): Promise<{ code: number; data: unknown }> {
  const body: unknown = await (await fetch(origin + path)).json()
  if (typeof body !== 'object' || body === null || !('code' in body) || !('data' in body))
    throw new Error('no envelope')
  return { code: Number(body.code), data: body.data }
}

describe('GET datafeed/history', () => {
  it('gives 150 minutes unless asked otherwise', async () => {
    expect((await get('/datafeed/history?symbol=BTCUSDT')).data).toHaveLength(150)
    expect((await get('/datafeed/history?symbol=BTCUSDT&resolution=1D&count=7')).data).toHaveLength(7)
    expect((await get('/datafeed/history?symbol=BTCUSDT&resolution=1h&count=1000')).data).toHaveLength(1_000)
  })

  it.each([
    ['br', 'br'],
    ['gzip', 'gzip'],
    ['identity', null],
  ])('is packed for who accepts %s', async (accepted, encoding) => {
    const response = await fetch(`${origin}/datafeed/history?symbol=BTCUSDT&resolution=1h&count=500`, {
      headers: { 'accept-encoding': accepted },
    })
    expect(response.headers.get('content-encoding')).toBe(encoding)
    expect(response.headers.get('vary')).toBe('accept-encoding')
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(await response.json()).toMatchObject({ code: 200, data: { length: 500 } })
    const bytes = Number(response.headers.get('content-length'))
    if (encoding === null) expect(bytes).toBeGreaterThan(100_000)
    else expect(bytes).toBeLessThan(30_000)
  })

  it('gives nothing of a time that is far ahead', async () => {
    for (const resolution of ['1m', '1h', '1W'])
      expect(
        (await get(`/datafeed/history?symbol=ETHUSDT&resolution=${resolution}&from=999999999999999`)).data,
      ).toEqual([])
  })

  it('gives the point 24 hours back that the day-ago price is read from', async () => {
    const from = Date.now() - 86_400_000
    const { data } = await get(`/datafeed/history?symbol=ETHUSDT&count=1&from=${from}`)
    expect(data).toMatchObject([
      { code: 'ETHUSDT', interval: '1m', time: Math.floor(from / 60_000) * 60_000, simulated: true },
    ])
  })

  it.each([
    ['symbol=NOPE', 'symbol_unknown'],
    ['symbol=BTCUSDT&count=1001', 'field_malformed'],
    ['symbol=BTCUSDT&count=0', 'field_malformed'],
    ['symbol=BTCUSDT&resolution=2m', 'field_malformed'],
    ['symbol=BTCUSDT&from=-1', 'field_malformed'],
    ['symbol=BTCUSDT&from=9007199254740993', 'field_malformed'],
  ])('refuses %s with %s', async (query, reason) => {
    expect((await get(`/datafeed/history?${query}`)).data).toMatchObject({ reason })
  })
})

describe('GET datafeed/history_batch', () => {
  it('gives each symbol its list, each once', async () => {
    const { data } = await get('/datafeed/history_batch?symbol=BTCUSDT,TRXUSDT,BTCUSDT&count=3')
    expect(data).toMatchObject([
      { symbol: 'BTCUSDT', list: [{}, {}, {}] },
      { symbol: 'TRXUSDT', list: [{}, {}, {}] },
    ])
  })

  it('refuses more symbols than one call gives, and an unknown one', async () => {
    const many = Array.from({ length: 21 }, (_, place) => `S${place}USDT`).join(',')
    expect((await get(`/datafeed/history_batch?symbol=${many}`)).data).toMatchObject({ reason: 'field_malformed' })
    expect((await get('/datafeed/history_batch?symbol=BTCUSDT,NOPE')).data).toMatchObject({ reason: 'symbol_unknown' })
  })
})

describe('GET market/status', () => {
  it('gives every market, labelled', async () => {
    await vi.waitFor(async () => {
      const { data } = await get('/market/status')
      expect(data).toHaveLength(10)
      expect(data).toMatchObject(
        Array.from({ length: 10 }, () => ({ status: 'open', kind: 'simulated', simulated: true, sources: 4 })),
      )
    }, 30_000)
  })
})
