import { btcTerms } from '@truemark/core/testing/exchangeFixture'
import { optionTerms } from '@truemark/core/testing/optionFixture'
import type { PriceKind } from '@truemark/core/book/mark'
import type { Command } from '@truemark/core/vocabulary'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { Catalogue, house } from '../engine/door.ts'
import { type TestDatabase, createTestDatabase } from '../platform/postgres/testDatabase.ts'
import { type InlineEngine, startInlineEngine } from '../testing/inlineEngine.ts'
import { findExits } from './exits.store.ts'
import { ExitRebuilder } from './rebuild.ts'
import { findOption } from './store.ts'

const holder = 32
const index = 1_000_000
const one = 10_000n * 10n ** 12n

let test: TestDatabase
let engine: InlineEngine

beforeEach(async () => {
  test = await createTestDatabase()
  engine = await startInlineEngine(test.database)
  await run({ type: 'listCurrency', code: 'USDT', scale: 6 })
  await run({ type: 'listCurrency', code: 'BTC', scale: 8 })
  await run({ type: 'listSymbol', terms: btcTerms })
  await run({ type: 'openHolder', holder, realm: 'demo', country: '' })
  await run({ type: 'transfer', holder, from: 'coin', to: 'option', amount: 1_000_000_000n, fault: '' })
  const durations = [{ seconds: 60, rate: 800_000_000 }]
  await run({ type: 'configureOption', listing: 0, terms: { ...optionTerms, durations } })
})
afterEach(async () => {
  expect(await engine.imbalance()).toEqual([])
  await engine.stop()
  await test.drop()
})

async function run(command: Command): Promise<void> {
  const done = await engine.exchange.command(house, command)
  if (!done.ok) throw new Error(`${command.type} was refused: ${done.reason}`)
}

/** An option that has entered; its samples are stamped ahead of the clock, so that nobody has to wait. */
async function entered(kind: PriceKind): Promise<number> {
  const quote = { listing: 0, indexTenths: index, dispersionTenths: 0, sources: 4, kind } as const
  await run({ type: 'quote', time: Date.now(), ...quote })
  const order = { holder, symbol: 'BTCUSDT', direction: 'up', seconds: 60, stake: 100_000_000n } as const
  await run({ type: 'placeOption', ...order, rateShown: null, fault: '' })
  const stamp = Math.ceil((Date.now() + 2_500) / 1_000) * 1_000
  await sample(stamp, index, kind)
  return stamp + 60_000
}

function sample(stamp: number, indexTenths: number, kind: PriceKind): Promise<void> {
  const samples = [{ listing: 0, indexTenths, sources: 4, fresh: true }]
  return run({ type: 'sampleIndex', stamp, kind, samples })
}

async function restart(): Promise<void> {
  await engine.stop()
  engine = await startInlineEngine(test.database)
}

async function outcome(): Promise<string | null> {
  const option = await findOption(test.database, 1)
  return option?.outcome ?? option?.reason ?? null
}

it('settles an option that is open across a restart on the sample at its expiry', async () => {
  const expiry = await entered('simulated')
  await restart()
  await sample(expiry - 1_000, index - 5, 'simulated')
  await sample(expiry, index + 1, 'simulated')
  await expect.poll(outcome, { timeout: 10_000 }).toBe('win')
  const [exit] = await findExits(test.database, 0, expiry)
  expect(exit).toMatchObject({ state: 'sampled', stamp: expiry, indexTenths: index + 1, sources: 4 })
})

it('voids one whose expiry fell into the downtime where prices are simulated', async () => {
  const expiry = await entered('simulated')
  await restart()
  await sample(expiry + 30_000, index + 1, 'simulated')
  await expect.poll(outcome, { timeout: 10_000 }).toBe('no_exit')
  expect(await findExits(test.database, 0, expiry)).toMatchObject([{ state: 'lost' }])
})

it('rebuilds a live one’s from the public trades of two sources, also after another restart', async () => {
  const expiry = await entered('live')
  await sample(expiry + 30_000, index + 1, 'live')
  await restart()
  const asked: string[] = []
  const rebuilder = new ExitRebuilder({
    exchange: engine.exchange,
    catalogue: await Catalogue.load(engine.exchange),
    tradesAt: async (symbol, moment) => {
      asked.push(symbol)
      const trade = (source: string, price: bigint) => ({ source, trade: '7', time: moment - 30, price })
      return asked.length === 1 ? [trade('okx', one)] : [trade('okx', one), trade('binance', one - one / 2_000n)]
    },
    now: () => expiry + 60_000 + 40_000 * asked.length,
    onError: (error) => {
      throw error
    },
  })
  engine.onCommitted((events) => rebuilder.take({ events }))
  await rebuilder.resume()
  await rebuilder.round()
  const state = async () => (await findExits(test.database, 0, expiry))[0]?.state
  await expect.poll(state, { timeout: 10_000 }).toMatch(/missing|rebuilt/)
  await expect.poll(async () => rebuilder.round().then(state), { timeout: 10_000 }).toBe('rebuilt')
  await sample(expiry + 100_000, index + 9, 'live')
  await expect.poll(outcome, { timeout: 10_000 }).toBe('loss')
  await rebuilder.close()
  expect(asked.length).toBeGreaterThan(1)
  const [exit] = await findExits(test.database, 0, expiry)
  expect(exit).toMatchObject({ state: 'rebuilt', indexTenths: index - 250 })
  expect(exit?.trades.map(({ source }) => source)).toEqual(['binance', 'okx'])
})
