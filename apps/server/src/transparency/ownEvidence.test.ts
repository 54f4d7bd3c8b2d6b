import { conversionChecks } from '@truemark/protocol/evidence/conversionChecks'
import { fillChecks } from '@truemark/protocol/evidence/fillChecks'
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
import { checkOwnEvidence } from './ownFillSweep.ts'
import { altered, buy, checked, fileOf, hear, perpetual, standing } from './testing/house.ts'

let server: LiveServer
beforeAll(async () => {
  server = await startLiveServer()
  server.speaking = false
})
afterAll(() => server.stop())
beforeEach(() => hear(server))

async function guest(): Promise<string> {
  return (await server.ok(identityRoutes.simulationLogin, { body: {} })).token
}

/** An order that the house filled. */
function bought(token: string, before?: () => Promise<void>): Promise<string> {
  const body = { ...buy, time_in_force: 'IOC', quantity: '0.01' }
  return standing(
    server,
    async () => {
      const order = await server.ok(spotRoutes.spotOrderPlace, { token, body, key: keyNow() })
      return order.status === 'filled' ? order.order_id : null
    },
    before,
  )
}

function fillsIn({ document }: OwnEvidenceFile) {
  const found = readOwnDocument(document)
  if (found?.kind !== 'fills') throw new Error('no fills')
  return found
}

const allHold = ['index', 'age', 'level', 'amount', 'fee'].map((name) => ({ name, holds: true }))

it('tells an owner what a spot order was filled at by the house: sources, index, level, terms and fee', async () => {
  const token = await guest()
  const id = await bought(token)
  const file = await fileOf(server, token, id)
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
  const first = await fileOf(server, token, id)
  const wideTerms = { ...btcTerms, ladder: { ...btcTerms.ladder, halfSpreadRate: 20_000_000 } }
  const set = (terms: typeof btcTerms) => must(server, { type: 'configureListing', listing: 0, terms })
  await set(wideTerms)
  expect(await fileOf(server, token, id)).toEqual(first)
  const wide = fillsIn(await fileOf(server, token, await bought(token)))
  expect(wide.ladders).toMatchObject([{ half_spread_rate: '0.02' }])
  expect(fillChecks(wide)).toEqual(allHold)
  // levels that stand were placed by the terms before, until the market speaks again
  const stand = async () => {
    await set(wideTerms)
    await hear(server)
    await set(btcTerms)
  }
  const between = fillsIn(await fileOf(server, token, await bought(token, stand)))
  expect(between.ladders).toMatchObject([{ half_spread_rate: '0.02' }])
  expect(fillChecks(between)).toEqual(allHold)
})

it('shows a price that is a tick worse, another source, index, fee or amount', async () => {
  const token = await guest()
  const file = await fileOf(server, token, await bought(token))
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
  await hear(server, 9_900)
  const found = fillsIn(await fileOf(server, token, id))
  expect(found.fills).toMatchObject([{ role: 'maker', price: '9990', index: '9900' }])
  expect(fillChecks(found)).toEqual(allHold)
})

it('tells of a contract what opened and what closed it', async () => {
  const token = await derivativeDemo(server)
  const body = { ...buy, lots: '1', multiple: 10 } as const
  const one = (id: string) => server.ok(contractRoutes.contractOrderOne, { token, params: { id } })
  const id = await standing(server, async () => {
    const { data } = await server.call(contractRoutes.contractOrderPlace, { token, body, key: keyNow() })
    return data !== null && (await one(data.order_id)).order.status === 'filled' ? data.order_id : null
  })
  await standing(
    server,
    async () => {
      await server.call(contractRoutes.contractOrderClose, { token, params: { id }, body: {}, key: keyNow() })
      return (await one(id)).order.status === 'filled' ? null : true
    },
    () => hear(server, 10_010),
  )
  const file = await fileOf(server, token, id)
  const found = fillsIn(file)
  expect(found.fills.map(({ side, index }) => [side, index])).toEqual([
    ['buy', '10000'],
    ['sell', '10010'],
  ])
  expect(found.ticks.length).toBe(2)
  expect(fillChecks(found)).toEqual(allHold)
  expect((await checked(file)).code).toBe(0)
})

it('tells of a perpetual what opened, added to and closed it', async () => {
  const token = await derivativeDemo(server)
  const id = await perpetual(server, token, 'buy')
  const [order] = (await server.ok(perpetualRoutes.perpetualOrders, { token, query: { status: 'history' } })).items
  await perpetual(server, token, 'buy')
  await standing(
    server,
    async () => {
      await server.call(perpetualRoutes.perpetualPositionClose, { token, params: { id }, body: {}, key: keyNow() })
      const { items } = await server.ok(perpetualRoutes.perpetualPositions, { token, query: { status: 'open' } })
      return items.length === 0 ? true : null
    },
    () => hear(server, 9_990),
  )
  const file = await fileOf(server, token, id)
  const found = fillsIn(file)
  expect(found).toMatchObject({ product: 'derivative', fee_currency: 'USDT' })
  expect(found.fills.map(({ side, index }) => [side, index])).toEqual([
    ['buy', '10000'],
    ['buy', '10000'],
    ['sell', '9990'],
  ])
  expect(fillChecks(found)).toEqual(allHold)
  expect((await checked(file)).code).toBe(0)
  const opened = fillsIn(await fileOf(server, token, order?.order_id ?? ''))
  expect(opened.fills).toEqual(found.fills.slice(0, 1))
})

it('tells of an exchange the indexes of both, and that its amounts follow from them', async () => {
  const token = await guest()
  const made = (source: string, target: string, amount: string) =>
    standing(server, async () => {
      const quote = await server.call(accountRoutes.quoteAsk, { token, body: { source, target, amount } })
      const body = { quote_id: quote.data?.id ?? '' }
      const done = await server.call(accountRoutes.exchangeMake, { token, body, key: keyNow() })
      return done.data?.order_id ?? null
    })
  const file = await fileOf(server, token, await made('USDT', 'BTC', '100'))
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
  const back = readOwnDocument((await fileOf(server, token, await made('BTC', 'USDT', '0.005'))).document)
  expect(back?.kind === 'conversion' && conversionChecks(back).every(({ holds: one }) => one)).toBe(true)
})

it('is shown to its owner alone', async () => {
  const [token, other] = [await guest(), await guest()]
  const id = await bought(token)
  expect((await server.call(ownEvidence, { token: other, params: { id } })).reason).toBe('evidence_unknown')
  expect((await server.call(ownEvidence, { params: { id } })).status).toBe(401)
  expect(await fileOf(server, token, id)).not.toHaveProperty('holder')
})

it('is checked by the server itself, which tells everyone for good where it does not hold', async () => {
  const ports = await evidencePorts(server)
  const fills = async () => (await server.ok(transparencyRoutes.ownChecks, {})).find(({ name }) => name === 'fills')
  const start = await checkOwnEvidence(ports, null)
  const token = await guest()
  const id = await bought(token)
  await fileOf(server, token, id)
  const looked = await checkOwnEvidence(ports, start)
  expect(await fills()).toMatchObject({ holds: true, passed: 1, failed: 0 })
  // what a build told of it that read another price than it wrote
  await server.database.query('UPDATE spot_order SET fee_rate_taker = 2 * fee_rate_taker WHERE id = $1', [
    ports.ids.read('order', id),
  ])
  expect(await checkOwnEvidence(ports, start)).toBe(looked)
  expect(await fills()).toMatchObject({ holds: false, passed: 1, failed: 1 })
  await bought(token)
  await fileOf(server, token, id)
  await checkOwnEvidence(ports, looked)
  expect(await fills()).toMatchObject({ holds: false, passed: 2, failed: 1 })
})
