import { publicCheckRoutes as open } from '@truemark/protocol/routes/publicChecks'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { Catalogue } from '../engine/door.ts'
import { type LiveServer, startLiveServer } from '../testing/liveServer.ts'
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
