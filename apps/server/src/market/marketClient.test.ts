import { fileURLToPath, pathToFileURL } from 'node:url'
import { decode } from '@truemark/core/codec/codec'
import { type Command, envelopeCodec } from '@truemark/core/vocabulary'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { bundleFile } from '../engine/testing/bundleChild.ts'
import { SteadyClock, machineTime } from '../platform/clock.ts'
import { type TestDatabase, createTestDatabase } from '../platform/postgres/testDatabase.ts'
import { MarketClient } from './marketClient.ts'
import type { MarketThreadData } from './marketThread.ts'
import type { MarketMessage } from './messages.ts'
import { firstSymbols } from './symbols.ts'

let program: URL
let test: TestDatabase
const clients: MarketClient[] = []

beforeAll(async () => {
  program = pathToFileURL(await bundleFile(fileURLToPath(new URL('./marketWorker.ts', import.meta.url))))
})
beforeEach(async () => {
  test = await createTestDatabase()
})
afterEach(async () => {
  for (const client of clients.splice(0)) await client.close()
  await test.drop()
})

const origin = () => ({ time: Date.now(), monotonic: machineTime.monotonic() })

async function start(more: Partial<MarketThreadData> = {}) {
  const heard = { commands: [] as Command[], ended: [] as string[], warnings: [] as string[] }
  const client = await MarketClient.start({
    program,
    data: {
      clock: origin(),
      databaseUrl: test.url,
      feed: 'simulated',
      replayFile: null,
      sources: {},
      specs: firstSymbols,
      ...more,
    },
    clock: new SteadyClock(),
    command: (bytes) => heard.commands.push(decode(envelopeCodec, bytes).command),
    ended: (sentence) => heard.ended.push(sentence),
    warn: (message) => heard.warnings.push(message),
  })
  clients.push(client)
  return { client, heard }
}

describe("the market's thread", () => {
  it('brings ten markets to life, quotes them, and answers history', async () => {
    const { client, heard } = await start()
    const messages: MarketMessage[] = []
    const unlisten = client.onMessage((message) => messages.push(message))
    await vi.waitFor(
      () => expect(client.view.statuses().filter(({ status }) => status === 'open')).toHaveLength(10),
      30_000,
    )
    await vi.waitFor(() => expect(heard.commands.some(({ type }) => type === 'sampleIndex')).toBe(true), 30_000)
    unlisten()
    expect(client.view.kind).toBe('simulated')
    const bitcoin = client.view.figures('BTCUSDT')
    expect(Number(bitcoin.lastPrice)).toBeGreaterThan(80_000)
    expect(bitcoin.todayChange).toMatch(/^-?\d+\.\d\d%$/)
    expect(bitcoin.source).toMatch(/^simulated/)
    await vi.waitFor(() => expect(client.view.trades('BTCUSDT').length).toBeGreaterThan(3), 30_000)
    const symbols = ['BTCUSDT', 'DOGEUSDT']
    const answer = await client.history({ symbols, interval: '1h', count: 150, from: null })
    expect(answer.ok && answer.found?.map(({ symbol, list }) => [symbol, list.length])).toEqual([
      ['BTCUSDT', 150],
      ['DOGEUSDT', 150],
    ])
    expect(await client.history({ symbols: ['NOPE'], interval: '1h', count: 1, from: null })).toEqual({
      ok: true,
      found: null,
    })
    expect(heard.ended).toEqual([])
    expect(heard.warnings).toEqual([])
  })

  it(
    'keeps what it must know again when it is closed, and says so when asked after that',
    { timeout: 90_000 },
    async () => {
      const { client } = await start()
      const wanted = { symbols: ['BTCUSDT'], interval: '1D', count: 5, from: null } as const
      const before = await client.history(wanted)
      await client.close()
      expect(await client.history(wanted)).toEqual({ ok: false })
      const again = await start({ feed: 'auto' })
      expect(again.client.view.kind).toBe('simulated')
      const after = await again.client.history(wanted)
      const times = (answer: typeof before) => (answer.ok ? answer.found?.[0]?.list.slice(0, 4) : null)
      expect(times(after)).toEqual(times(before))
    },
  )

  it('gives one sentence when it can not start', async () => {
    await expect(start({ feed: 'replay', replayFile: '/nowhere/at-all.csv' })).rejects.toThrow(
      "The recorded file /nowhere/at-all.csv can't be read",
    )
  })
})
