import { deskWaiting } from '@truemark/protocol/routes/deskWaiting'
import { transparencyRoutes as open } from '@truemark/protocol/routes/transparency'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { logAll } from '../testing/evidence.ts'
import { type LiveServer, startLiveServer } from '../testing/liveServer.ts'
import { makeOperator } from '../testing/people.ts'
import { noteOwnCheck } from './ownChecks.ts'

let server: LiveServer
beforeAll(async () => {
  server = await startLiveServer()
})
afterAll(() => server.stop())

const checks = () => server.ok(open.ownChecks, {})

it('says nothing of what was never checked, and when the rest was', async () => {
  expect(await checks()).toEqual([])
  await noteOwnCheck(server.database, 'whole', { passed: 1, failed: 0, detail: '' }, 1_000)
  expect(await checks()).toEqual([
    { name: 'whole', checked: 1_000, holds: true, passed: 1, failed: 0, failed_last: null },
  ])
})

it('shows everyone what does not hold, and operators what was found; a check of all comes right again', async () => {
  const detail = 'The read models do not verify: balance holder=40.'
  await noteOwnCheck(server.database, 'whole', { passed: 0, failed: 1, detail }, 2_000)
  expect(await checks()).toEqual([
    { name: 'whole', checked: 2_000, holds: false, passed: 0, failed: 1, failed_last: 2_000 },
  ])
  const token = await makeOperator(server, 'treasurer', 'Tess')
  expect((await server.ok(deskWaiting, { token })).checks_failed).toEqual([{ name: 'whole', time: 2_000, detail }])
  await noteOwnCheck(server.database, 'whole', { passed: 1, failed: 0, detail: '' }, 3_000)
  expect(await checks()).toMatchObject([{ checked: 3_000, holds: true, failed_last: 2_000 }])
  expect((await server.ok(deskWaiting, { token })).checks_failed).toEqual([])
})

it('reckons each piece of evidence anew as it is signed; one that does not hold never comes right', async () => {
  const evidence = async () => (await checks()).find(({ name }) => name === 'evidence')
  const funding = (stamp: number, rate: number, samples = 28_800) =>
    server.database.query(
      `INSERT INTO funding_rate (realm, listing, stamp, rate, premium_rate, samples, mark_tenths)
       VALUES (0, 0, $1, $2, 90000, $3, 1000000)`,
      [stamp, rate, samples],
    )
  await funding(1_764_288_000_000, 100_000)
  await logAll(server)
  expect(await evidence()).toMatchObject({ holds: true, failed: 0 })
  const passed = (await evidence())?.passed ?? 0
  // without a sample there is no rate
  await funding(1_764_316_800_000, 123_456, 0)
  await logAll(server)
  expect(await evidence()).toMatchObject({ holds: false, failed: 1 })
  await funding(1_764_345_600_000, 100_000)
  await logAll(server)
  expect(await evidence()).toMatchObject({ holds: false, failed: 1, passed: passed + 1 })
})
