import { fundedChecks } from '@truemark/protocol/evidence/fundedChecks'
import { readOwnDocument } from '@truemark/protocol/evidence/ownFile'
import { identityRoutes } from '@truemark/protocol/routes/identity'
import { ownEvidence } from '@truemark/protocol/routes/ownEvidence'
import { perpetualRoutes } from '@truemark/protocol/routes/perpetual'
import { transparencyRoutes } from '@truemark/protocol/routes/transparency'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { must } from '../invest/testing/saver.ts'
import { evidencePorts } from '../testing/evidence.ts'
import { type LiveServer, startLiveServer } from '../testing/liveServer.ts'
import { derivativeDemo } from '../testing/trader.ts'
import { checkOwnEvidence } from './ownFillSweep.ts'
import { altered, btc, checked, fileOf, hear, perpetual } from './testing/house.ts'

let server: LiveServer
beforeAll(async () => {
  server = await startLiveServer()
  server.speaking = false
})
afterAll(() => server.stop())

const every = 28_800_000
const stamp = (Math.floor(Date.now() / every) + 1) * every

/** A second is recorded, ahead of the clock, as three sources said. */
async function sample(at: number): Promise<void> {
  await hear(server)
  const samples = [{ listing: 0, indexTenths: 1_000_000, sources: 3, fresh: true }]
  await must(server, { type: 'sampleIndex', stamp: at, kind: 'simulated', samples })
  const parts = [999_500n, 500n, 500n].map((sum, venue) => ({ venue, dollar: false, sum: 2n * sum, age: 10 }))
  const said = [{ listing: 0, decimals: 2, rate: null, parts }]
  await must(server, { type: 'sampleSources', stamp: at, kind: 'simulated', venues: ['a', 'b', 'c'], samples: said })
}

interface Funded {
  readonly token: string
  readonly other: string
  readonly position: string
  readonly id: string
}

/** A long and a short position pay and receive at a stamp, after four samples. */
async function makeFunded(): Promise<Funded> {
  const [token, other] = [await derivativeDemo(server), await derivativeDemo(server)]
  const position = await perpetual(server, token, 'buy')
  await perpetual(server, other, 'sell')
  for (const at of [stamp - 90_000, stamp - 60_000, stamp - 1_000, stamp]) await sample(at)
  const past = async () => (await server.ok(perpetualRoutes.perpetualFunding, { token, query: btc })).items[0]
  await expect.poll(async () => (await past())?.payment, { timeout: 10_000 }).toBe('-0.1')
  const id = (await past())?.id ?? ''
  // what sources said of the last second may still come
  expect((await server.call(ownEvidence, { token, params: { id } })).reason).toBe('evidence_unknown')
  await sample(stamp + 1_000)
  return { token, other, position, id }
}
let made: Promise<Funded> | null = null
const funded = (): Promise<Funded> => (made ??= makeFunded())

it('tells of a funding each premium, their mean, the rate, the mark with its sources, and what one’s own positions paid', async () => {
  const { token, other, position, id } = await funded()
  const file = await fileOf(server, token, id)
  const found = readOwnDocument(file.document)
  if (found?.kind !== 'funding') throw new Error('no funding')
  expect(found).toMatchObject({
    id,
    realm: 'demo',
    simulated: true,
    symbol: 'BTCUSDT',
    time: stamp,
    samples: 4,
    premium: '0',
    rate: '0.0001',
    minutes: [
      { time: stamp - 120_000, at: [30_000, 60_000], rates: [0, 0] },
      { time: stamp - 60_000, at: [59_000, 60_000], rates: [0, 0] },
    ],
    mark: '10000',
    second: { time: stamp, sources: [{ source: 'a' }, { source: 'b' }, { source: 'c' }] },
    terms: { interest_rate: '0.0001', clamp_rate: '0.0005' },
    positions: [{ position_id: position, side: 'long', lots: '1', amount: '-0.1' }],
  })
  expect(fundedChecks(found).map(({ holds }) => holds)).toEqual([true, true, true, true, true])
  expect(await checked(file)).toMatchObject({ code: 0 })
  expect(readOwnDocument((await fileOf(server, other, id)).document)).toMatchObject({
    positions: [{ side: 'short', lots: '1', amount: '0.1' }],
  })
  const { token: stranger } = await server.ok(identityRoutes.simulationLogin, { body: {} })
  expect((await server.call(ownEvidence, { token: stranger, params: { id } })).reason).toBe('evidence_unknown')
  // the same text under the same signature, whatever has become of position and samples
  await perpetual(server, token, 'buy')
  await sample(stamp + 2_000)
  expect(await fileOf(server, token, id)).toEqual(file)
})

it('shows another premium, mean, rate, mark or payment of a funding', async () => {
  const { id, token } = await funded()
  const file = await fileOf(server, token, id)
  const worse = async (from: string, to: string) => (await checked(altered(file, from, to))).last
  const mean = 'Fails: The premium is the mean of all samples.'
  expect(await worse('"rates":[0,0]', '"rates":[0,400000]')).toBe(mean)
  expect(await worse('"premium":"0"', '"premium":"0.0001"')).toBe(mean)
  const samples = 'Fails: Each premium was sampled within the interval, and none counts twice.'
  expect(await worse('"samples":4', '"samples":3')).toBe(samples)
  expect(await worse('"at":[30000,60000]', '"at":[60000,60000]')).toBe(samples)
  expect(await worse(`"time":${stamp - 120_000}`, `"time":${stamp - 120_000 - every}`)).toBe(samples)
  expect(await worse('"rate":"0.0001"', '"rate":"0.0002"')).toBe(
    'Fails: The rate is what the formula gives with the terms of the stamp.',
  )
  expect(await worse('"mark":"10000"', '"mark":"10000.01"')).toBe(
    'Fails: The mark is the last recorded index, and that what its sources gave, by the published rule.',
  )
  const payment = 'Fails: Each payment is what lots, mark and rate give, and nobody paid more.'
  expect(await worse('"amount":"-0.1"', '"amount":"-0.100001"')).toBe(payment)
  expect(await worse('"lots":"1"', '"lots":"0.99"')).toBe(payment)
})

it('is checked of fundings as well, of whoever paid or received', async () => {
  const ports = await evidencePorts(server)
  const { token } = await funded()
  const counts = async () => {
    const found = (await server.ok(transparencyRoutes.ownChecks, {})).find(({ name }) => name === 'fills')
    return { passed: found?.passed ?? 0, failed: found?.failed ?? 0 }
  }
  const before = await counts()
  const start = await checkOwnEvidence(ports, null)
  for (const at of [stamp + every, stamp + every + 1_000]) await sample(at)
  await server.ok(perpetualRoutes.perpetualFunding, { token, query: btc })
  await checkOwnEvidence(ports, start)
  expect(await counts()).toEqual({ ...before, passed: before.passed + 2 })
  await server.database.query(
    `UPDATE premium_minute SET samples = replace(samples, ':0', ':1000000') WHERE minute > $1`,
    [stamp + 60_000],
  )
  await checkOwnEvidence(ports, start)
  expect(await counts()).toEqual({ passed: before.passed + 2, failed: before.failed + 2 })
})
