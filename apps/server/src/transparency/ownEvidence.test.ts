import { createHash } from 'node:crypto'
import { conversionChecks } from '@truemark/protocol/evidence/conversionChecks'
import { fillChecks } from '@truemark/protocol/evidence/fillChecks'
import { fundedChecks } from '@truemark/protocol/evidence/fundedChecks'
import { readOwnDocument } from '@truemark/protocol/evidence/ownFile'
import { accountRoutes } from '@truemark/protocol/routes/account'
import { contractRoutes } from '@truemark/protocol/routes/contract'
import { identityRoutes } from '@truemark/protocol/routes/identity'
import { type OwnEvidenceFile, ownEvidence } from '@truemark/protocol/routes/ownEvidence'
import { perpetualRoutes } from '@truemark/protocol/routes/perpetual'
import { spotRoutes } from '@truemark/protocol/routes/spot'
import { transparencyRoutes } from '@truemark/protocol/routes/transparency'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { btcTerms } from '../engine/testing/exchangeRun.ts'
import { must } from '../invest/testing/saver.ts'
import { keyNow } from '../testing/keys.ts'
import { type LiveServer, startLiveServer } from '../testing/liveServer.ts'
import { evidencePorts } from '../testing/evidence.ts'
import { derivativeDemo } from '../testing/trader.ts'
import { checkEvidence } from './evidenceCheck.ts'
import { checkOwnEvidence } from './ownFillSweep.ts'

let server: LiveServer
beforeAll(async () => {
  server = await startLiveServer()
  server.speaking = false
})
afterAll(() => server.stop())
beforeEach(() => hear(10_000))

/** Three sources say so of BTCUSDT, five USDT apart: their mean is `price`. */
async function hear(price: number): Promise<void> {
  const unit = 100n
  const sums = [price - 5, price, price + 5].map((one) => 2n * BigInt(one) * unit)
  const parts = sums.map((sum, at) => ({ venue: at, dollar: false, sum: sum - (sums[at - 1] ?? 0n), age: 10 * at }))
  await must(server, {
    type: 'sourcedQuote',
    time: Date.now(),
    kind: 'simulated',
    venues: ['alpha', 'beta', 'gamma'],
    sample: { listing: 0, decimals: 2, rate: null, parts },
  })
}

const buy = { symbol: 'BTCUSDT', side: 'buy', type: 'market' } as const

async function guest(): Promise<string> {
  return (await server.ok(identityRoutes.simulationLogin, { body: {} })).token
}

/** On a machine under load the index may be too old for what is asked: it is said again, and asked again. */
async function standing<T>(act: () => Promise<T | null>, before: () => Promise<void> = () => hear(10_000)): Promise<T> {
  for (let tries = 0; tries < 20; tries += 1) {
    await before()
    const done = await act()
    if (done !== null) return done
  }
  throw new Error('the house did not stand')
}

/** An order that the house filled. */
function bought(token: string, before?: () => Promise<void>): Promise<string> {
  const body = { ...buy, time_in_force: 'IOC', quantity: '0.01' }
  return standing(async () => {
    const order = await server.ok(spotRoutes.spotOrderPlace, { token, body, key: keyNow() })
    return order.status === 'filled' ? order.order_id : null
  }, before)
}

async function fileOf(token: string, id: string): Promise<OwnEvidenceFile> {
  return (await server.ok(ownEvidence, { token, params: { id } })).file
}

function fillsIn({ document }: OwnEvidenceFile) {
  const found = readOwnDocument(document)
  if (found?.kind !== 'fills') throw new Error('no fills')
  return found
}

async function checked(file: unknown): Promise<{ code: number; last: string }> {
  const lines: string[] = []
  const code = await checkEvidence(JSON.stringify(file), { key: null, keysFile: null }, (line) => lines.push(line))
  return { code, last: lines.at(-1) ?? '' }
}

/** The file as another host would sign nothing of it: its text altered, its digest made to fit. */
function altered(file: OwnEvidenceFile, from: string, to: string): OwnEvidenceFile {
  expect(file.document).toContain(from)
  const document = file.document.replace(from, to)
  return { ...file, document, digest: createHash('sha256').update(document).digest('hex') }
}

const allHold = ['index', 'age', 'level', 'amount', 'fee'].map((name) => ({ name, holds: true }))

it('tells an owner what a spot order was filled at by the house: sources, index, level, terms and fee', async () => {
  const token = await guest()
  const id = await bought(token)
  const file = await fileOf(token, id)
  const found = fillsIn(file)
  expect(found).toMatchObject({
    id,
    symbol: 'BTCUSDT',
    product: 'spot',
    realm: 'demo',
    simulated: true,
    fee_currency: 'BTC',
  })
  expect(found.ticks).toMatchObject([{ index: '10000', dispersion: '10' }])
  expect(found.ticks[0]?.sources.map(({ source, price }) => [source, price])).toEqual([
    ['alpha', '9995'],
    ['beta', '10000'],
    ['gamma', '10005'],
  ])
  expect(found.fills).toMatchObject([
    { side: 'buy', role: 'taker', quantity: '0.01', index: '10000', tick: 0, ladder: 0 },
  ])
  expect(fillChecks(found)).toEqual(allHold)
  const { rows } = await server.database.query<{ digest: string }>(
    `SELECT encode(digest, 'hex') AS digest FROM journal WHERE seq = $1`,
    [found.fills[0]?.journal?.seq],
  )
  expect(found.fills[0]?.journal?.digest).toBe(rows[0]?.digest)
  expect(await checked(file)).toEqual({
    code: 0,
    last: `The evidence verifies: of the journal's row ${found.fills[0]?.journal?.seq}, under the key ${file.key}.`,
  })
})

it('is the same text under the same signature whenever it is asked for, also after the terms were changed', async () => {
  const token = await guest()
  const id = await bought(token)
  const first = await fileOf(token, id)
  const wideTerms = { ...btcTerms, ladder: { ...btcTerms.ladder, halfSpreadRate: 20_000_000 } }
  const set = (terms: typeof btcTerms) => must(server, { type: 'configureListing', listing: 0, terms })
  await set(wideTerms)
  expect(await fileOf(token, id)).toEqual(first)
  const wide = fillsIn(await fileOf(token, await bought(token)))
  expect(wide.ladders).toMatchObject([{ half_spread_rate: '0.02' }])
  expect(fillChecks(wide)).toEqual(allHold)
  // levels that stand were placed by the terms before, until the market speaks again
  const stand = async () => {
    await set(wideTerms)
    await hear(10_000)
    await set(btcTerms)
  }
  const between = fillsIn(await fileOf(token, await bought(token, stand)))
  expect(between.ladders).toMatchObject([{ half_spread_rate: '0.02' }])
  expect(fillChecks(between)).toEqual(allHold)
})

it('shows a price that is a tick worse, another source, index, fee or amount', async () => {
  const token = await guest()
  const file = await fileOf(token, await bought(token))
  const [fill] = fillsIn(file).fills
  const price = Number(fill?.price)
  expect(await checked(altered(file, `"price":"${price}","quantity"`, `"price":"${price + 0.1}","quantity"`))).toEqual({
    code: 1,
    last: 'Fails: Each price is one at which the house stood around the index, by its terms.',
  })
  const index = 'Fails: Each index is what its sources gave, by the published rule.'
  expect((await checked(altered(file, '"price":"9995"', '"price":"9994"'))).last).toBe(index)
  expect((await checked(altered(file, '"index":"10000","index_time"', '"index":"10001","index_time"'))).last).toBe(
    index,
  )
  expect((await checked(altered(file, '"quantity":"0.01"', '"quantity":"0.02"'))).code).toBe(1)
  const fee = 'Fails: Each fee is the rate that is told, of what was received.'
  expect((await checked(altered(file, `"fee":"${fill?.fee}"`, '"fee":"0.00002"'))).last).toBe(fee)
  // what no figure tells of is held by the signature
  expect((await checked(altered(file, '"realm":"demo"', '"realm":"real"'))).last).toBe(
    'Fails: The document is signed under the key.',
  )
})

it('tells of a resting order that the house came to, at its own price', async () => {
  const token = await guest()
  const body = { ...buy, type: 'limit', price: '9990', quantity: '0.01' } as const
  const { order_id: id } = await server.ok(spotRoutes.spotOrderPlace, { token, body, key: keyNow() })
  expect((await server.call(ownEvidence, { token, params: { id } })).reason).toBe('evidence_unknown')
  await hear(9_900)
  const found = fillsIn(await fileOf(token, id))
  expect(found.fills).toMatchObject([{ role: 'maker', price: '9990', index: '9900' }])
  expect(fillChecks(found)).toEqual(allHold)
})

it('tells of a contract what opened and what closed it', async () => {
  const token = await derivativeDemo(server)
  const body = { ...buy, lots: '1', multiple: 10 } as const
  const one = (id: string) => server.ok(contractRoutes.contractOrderOne, { token, params: { id } })
  const id = await standing(async () => {
    const { data } = await server.call(contractRoutes.contractOrderPlace, { token, body, key: keyNow() })
    return data !== null && (await one(data.order_id)).order.status === 'filled' ? data.order_id : null
  })
  await standing(
    async () => {
      await server.call(contractRoutes.contractOrderClose, { token, params: { id }, body: {}, key: keyNow() })
      return (await one(id)).order.status === 'filled' ? null : true
    },
    () => hear(10_010),
  )
  const file = await fileOf(token, id)
  const found = fillsIn(file)
  expect(found.fills.map(({ side, index }) => [side, index])).toEqual([
    ['buy', '10000'],
    ['sell', '10010'],
  ])
  expect(found.ticks.length).toBe(2)
  expect(fillChecks(found)).toEqual(allHold)
  expect((await checked(file)).code).toBe(0)
})

const btc = { symbol: 'BTCUSDT' } as const

/** A perpetual position of a lot at the tenfold, which the house gave; gives its number. */
async function perpetual(token: string, side: 'buy' | 'sell'): Promise<string> {
  const set = { mode: 'cross', multiple: 10 } as const
  // refused, and as it should be, where a position is open
  await server.call(perpetualRoutes.perpetualSet, { token, params: btc, body: set, key: keyNow() })
  return standing(async () => {
    const body = { ...buy, side, lots: '1' }
    const { data } = await server.call(perpetualRoutes.perpetualOrderPlace, { token, body, key: keyNow() })
    const { items } = await server.ok(perpetualRoutes.perpetualPositions, { token, query: { status: 'open' } })
    return data?.status === 'filled' ? (items[0]?.position_id ?? null) : null
  })
}

it('tells of a perpetual what opened, added to and closed it', async () => {
  const token = await derivativeDemo(server)
  const id = await perpetual(token, 'buy')
  const [order] = (await server.ok(perpetualRoutes.perpetualOrders, { token, query: { status: 'history' } })).items
  await perpetual(token, 'buy')
  await standing(
    async () => {
      await server.call(perpetualRoutes.perpetualPositionClose, { token, params: { id }, body: {}, key: keyNow() })
      const { items } = await server.ok(perpetualRoutes.perpetualPositions, { token, query: { status: 'open' } })
      return items.length === 0 ? true : null
    },
    () => hear(9_990),
  )
  const file = await fileOf(token, id)
  const found = fillsIn(file)
  expect(found).toMatchObject({ product: 'derivative', fee_currency: 'USDT' })
  expect(found.fills.map(({ side, index }) => [side, index])).toEqual([
    ['buy', '10000'],
    ['buy', '10000'],
    ['sell', '9990'],
  ])
  expect(fillChecks(found)).toEqual(allHold)
  expect((await checked(file)).code).toBe(0)
  const opened = fillsIn(await fileOf(token, order?.order_id ?? ''))
  expect(opened.fills).toEqual(found.fills.slice(0, 1))
})

const every = 28_800_000
const stamp = (Math.floor(Date.now() / every) + 1) * every

/** A second is recorded, ahead of the clock, as three sources said. */
async function sample(at: number): Promise<void> {
  await hear(10_000)
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
  const position = await perpetual(token, 'buy')
  await perpetual(other, 'sell')
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
  const file = await fileOf(token, id)
  const found = readOwnDocument(file.document)
  if (found?.kind !== 'funding') throw new Error('no funding')
  expect(found).toMatchObject({
    ...{ id, realm: 'demo', simulated: true, symbol: 'BTCUSDT', time: stamp, samples: 4, premium: '0', rate: '0.0001' },
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
  expect(readOwnDocument((await fileOf(other, id)).document)).toMatchObject({
    positions: [{ side: 'short', lots: '1', amount: '0.1' }],
  })
  const stranger = await guest()
  expect((await server.call(ownEvidence, { token: stranger, params: { id } })).reason).toBe('evidence_unknown')
  // the same text under the same signature, whatever has become of position and samples
  await perpetual(token, 'buy')
  await sample(stamp + 2_000)
  expect(await fileOf(token, id)).toEqual(file)
})

it('shows another premium, mean, rate, mark or payment of a funding', async () => {
  const { id, token } = await funded()
  const file = await fileOf(token, id)
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

it('tells of an exchange the indexes of both, and that its amounts follow from them', async () => {
  const token = await guest()
  const made = (source: string, target: string, amount: string) =>
    standing(async () => {
      const quote = await server.call(accountRoutes.quoteAsk, { token, body: { source, target, amount } })
      const body = { quote_id: quote.data?.id ?? '' }
      const done = await server.call(accountRoutes.exchangeMake, { token, body, key: keyNow() })
      return done.data?.order_id ?? null
    })
  const file = await fileOf(token, await made('USDT', 'BTC', '100'))
  const found = readOwnDocument(file.document)
  if (found?.kind !== 'conversion') throw new Error('no exchange')
  expect(found).toMatchObject({ source_index: null, target_index: '10000', source_amount: '100' })
  expect(found.ticks.map(({ sources }) => sources.length)).toEqual([3])
  const holds = conversionChecks(found).map(({ holds: one }) => one)
  expect(holds).toEqual([true, true, true, true, true])
  expect((await checked(file)).code).toBe(0)
  const worse = altered(file, `"target_amount":"${found.target_amount}"`, '"target_amount":"0.00998"')
  expect((await checked(worse)).last).toBe(
    'Fails: The amount is what the two indexes and the spread give, rounded down.',
  )
  const back = readOwnDocument((await fileOf(token, await made('BTC', 'USDT', '0.005'))).document)
  expect(back?.kind === 'conversion' && conversionChecks(back).every(({ holds: one }) => one)).toBe(true)
})

it('is shown to its owner alone', async () => {
  const [token, other] = [await guest(), await guest()]
  const id = await bought(token)
  expect((await server.call(ownEvidence, { token: other, params: { id } })).reason).toBe('evidence_unknown')
  expect((await server.call(ownEvidence, { params: { id } })).status).toBe(401)
  expect(await fileOf(token, id)).not.toHaveProperty('holder')
})

it('is checked by the server itself, which tells everyone for good where it does not hold', async () => {
  const ports = await evidencePorts(server)
  const fills = async () => (await server.ok(transparencyRoutes.ownChecks, {})).find(({ name }) => name === 'fills')
  const start = await checkOwnEvidence(ports, null)
  const token = await guest()
  const id = await bought(token)
  await fileOf(token, id)
  const looked = await checkOwnEvidence(ports, start)
  expect(await fills()).toMatchObject({ holds: true, passed: 1, failed: 0 })
  // what a build told of it that read another price than it wrote
  await server.database.query('UPDATE spot_order SET fee_rate_taker = 2 * fee_rate_taker WHERE id = $1', [
    ports.ids.read('order', id),
  ])
  expect(await checkOwnEvidence(ports, start)).toBe(looked)
  expect(await fills()).toMatchObject({ holds: false, passed: 1, failed: 1 })
  await bought(token)
  await fileOf(token, id)
  await checkOwnEvidence(ports, looked)
  expect(await fills()).toMatchObject({ holds: false, passed: 2, failed: 1 })
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
