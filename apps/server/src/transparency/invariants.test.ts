import { publicCheckRoutes as open } from '@truemark/protocol/routes/publicChecks'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { Catalogue, house } from '../engine/door.ts'
import { btcTerms } from '../engine/testing/exchangeRun.ts'
import { type LiveServer, startLiveServer } from '../testing/liveServer.ts'
import { silentMarkets } from './halts.ts'
import { checkInvariants } from './invariantSweep.ts'

let server: LiveServer
beforeAll(async () => {
  server = await startLiveServer()
})
afterAll(() => server.stop())

/** Looks at the invariants as the sweep does, with a clock so far (ms) apart. */
async function look(lead = 0, now = Date.now): Promise<void> {
  const { database, engine } = server
  const catalogue = await Catalogue.load(engine.exchange)
  await checkInvariants({ database, exchange: engine.exchange, catalogue, clockLead: () => lead, now })
}

const failures = async () => (await server.ok(open.ownCheckFailures, { query: {} })).items

it('looks at each invariant, and tells everyone when and whether it holds', async () => {
  await look()
  const checks = await server.ok(open.ownChecks, {})
  // nobody has stated yet what lies outside
  expect(checks.map(({ name, holds }) => `${name} ${holds}`).toSorted()).toEqual(
    ['clock', 'feeds', 'halts', 'logged', 'margin', 'sums', 'tables', 'withdrawals'].map((name) => `${name} true`),
  )
  expect(checks.every(({ checked }) => Date.now() - checked < 60_000)).toBe(true)
  expect(await failures()).toEqual([])
})

it('keeps each failure for good, with when it began and ended, and begins none twice', async () => {
  await look(5_000, () => 1_000)
  await look(5_000, () => 2_000)
  const ofClock = async () => (await failures()).filter(({ name }) => name === 'clock')
  expect(await ofClock()).toEqual([{ name: 'clock', from: 1_000, until: null }])
  await look(0, () => 3_000)
  expect(await ofClock()).toEqual([{ name: 'clock', from: 1_000, until: 3_000 }])
  await look(-5_000, () => 4_000)
  expect(await ofClock()).toEqual([
    { name: 'clock', from: 4_000, until: null },
    { name: 'clock', from: 1_000, until: 3_000 },
  ])
  await expect(server.database.query('DELETE FROM own_check_failure')).rejects.toThrow('never forgotten')
  const hidden = `UPDATE own_check_failure SET began = 5000 WHERE ended IS NULL`
  await expect(server.database.query(hidden)).rejects.toThrow('never forgotten')
})

it('finds a decision that has no evidence after a minute', async () => {
  const logged = async () => (await server.ok(open.ownChecks, {})).find(({ name }) => name === 'logged')
  await look(0, () => Date.now() + 120_000)
  expect(await logged()).toMatchObject({ holds: false })
})

it('asks for no prices of a market in which nothing is traded any more', async () => {
  const { exchange } = server.engine
  const stamp = Math.floor(Date.now() / 1_000) * 1_000 + 300_000
  const samples = [0, 1].map((listing) => ({ listing, sources: 4, fresh: true, indexTenths: 1_000_000 }))
  const terms = { ...btcTerms, code: 'PEPUSDT', base: 2 }
  for (const command of [
    { type: 'listCurrency', code: 'PEP', scale: 8 },
    { type: 'listSymbol', terms },
    { type: 'sampleIndex', stamp, kind: 'simulated', samples },
  ] as const) {
    expect((await exchange.command(house, command)).ok).toBe(true)
  }
  const silent = async () => {
    const catalogue = await Catalogue.load(exchange)
    const found = await silentMarkets({ catalogue, database: server.database, now: () => stamp + 60_000 })
    return found.map(({ listing }) => listing)
  }
  await expect.poll(silent, { timeout: 15_000 }).toEqual([0, 1])
  const closed = { type: 'configureListing', listing: 1, terms: { ...terms, spot: false } } as const
  expect((await exchange.command(house, closed)).ok).toBe(true)
  expect(await silent()).toEqual([0])
})
