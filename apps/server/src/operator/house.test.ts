import { contractRoutes } from '@truemark/protocol/routes/contract'
import { deskDerivativeRoutes as routes } from '@truemark/protocol/routes/deskDerivative'
import { spotRoutes } from '@truemark/protocol/routes/spot'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { Catalogue } from '../engine/door.ts'
import { passDayTurn } from '../testing/dayTurn.ts'
import { keyNow } from '../testing/keys.ts'
import { type LiveServer, startLiveServer } from '../testing/liveServer.ts'
import { makeOperator } from '../testing/people.ts'
import { derivativeDemo } from '../testing/trader.ts'
import { noteExposures } from './exposure.ts'

let server: LiveServer
let admin = ''
beforeAll(async () => {
  // its days are of one day
  await passDayTurn()
  server = await startLiveServer()
  admin = await makeOperator(server, 'auditor', 'Ada')
  await server.tick(1_000_000)
})
afterAll(() => server.stop())

async function demoOf() {
  const { profits, accounts, stakes } = await server.ok(routes.deskHouse, { token: admin })
  const account = accounts.find(({ realm }) => realm === 'demo')
  const profit = profits.find(({ realm, product }) => realm === 'demo' && product === 'derivative')
  const stake = stakes.find(({ realm, product }) => realm === 'demo' && product === 'derivative')
  return { account, profit, stake }
}

it('tells what contracts brought the house: the trades, the fees, and what is still open', async () => {
  const token = await derivativeDemo(server)
  const body = { symbol: 'BTCUSDT', side: 'buy', type: 'market', lots: '1', multiple: 10 } as const
  await server.ok(contractRoutes.contractOrderPlace, { token, body, key: keyNow() })
  await expect.poll(async () => (await demoOf()).profit?.fees).not.toBe('0')
  const open = await demoOf()
  expect(open.stake?.position).toBe('-1')
  expect(open.profit).toMatchObject({ trading: open.stake?.profit, fees: open.account?.fees, funding: '0' })

  await server.tick(1_010_000)
  await server.ok(contractRoutes.contractCloseAll, { token, body: {}, key: keyNow() })
  // what the house has realised then is what its account of liquidity holds
  await expect.poll(async () => (await demoOf()).profit?.trading).toBe((await demoOf()).account?.liquidity)
  const closed = await demoOf()
  expect(closed.stake?.position).toBe('0')
  expect(closed.account?.liquidity.startsWith('-')).toBe(true)
  expect(closed.profit?.fees).toBe(closed.account?.fees)
})

it('tells day by day what was taken as fees, at the prices of now for today, and what is not recorded as such', async () => {
  const { items } = await server.ok(routes.deskHouseDays, { token: admin, query: { realm: 'demo', days: '30' } })
  expect(items).toHaveLength(30)
  const today = items[0]
  expect(today).toMatchObject({ day: new Date().toISOString().slice(0, 10), deposits: '0', withdrawals: '0' })
  // contracts' fees are of USDT, and nothing else was traded here
  expect(today?.fees).toBe((await demoOf()).account?.fees)
  expect(today?.fees).not.toBe('0')
  // no day has begun since this server began
  expect(items.map(({ owned }) => owned)).toEqual(Array.from({ length: 30 }, () => null))
  const real = await server.ok(routes.deskHouseDays, { token: admin })
  expect(real.items.every(({ fees }) => fees === '0')).toBe(true)
})

it('keeps the most of a day that the house had at stake, and nothing while a price is missing', async () => {
  const { database, engine } = server
  const catalogue = await Catalogue.load(engine.exchange)
  const today = async () => {
    const { items } = await server.ok(routes.deskHouseDays, { token: admin, query: { realm: 'demo' } })
    return items[0]?.exposure
  }
  const note = (index: string | null, daysLater = 0) => {
    const now = (): number => Date.now() + daysLater * 86_400_000
    return noteExposures({ database, catalogue, exchange: engine.exchange, indexOf: () => index, now })
  }
  expect(await today()).toBeNull()
  // nothing is held: what has no price counts nothing
  await note(null)
  expect(await today()).toBe('0')

  // a demo's coin is the house's debt, and ten lots of a tenth of a coin its position
  const token = await derivativeDemo(server)
  const order = { symbol: 'BTCUSDT', side: 'buy', type: 'market', time_in_force: 'IOC', amount: '100' } as const
  await server.ok(spotRoutes.spotOrderPlace, { token, body: order, key: keyNow() })
  await note(null)
  expect(await today()).toBe('0')
  await note('10000')
  const spot = Number(await today())
  expect(spot).toBeGreaterThan(90)
  const lots = { symbol: 'BTCUSDT', side: 'buy', type: 'market', lots: '10', multiple: 10 } as const
  await server.ok(contractRoutes.contractOrderPlace, { token, body: lots, key: keyNow() })
  await note('10000')
  const { stakes } = await server.ok(routes.deskHouse, { token: admin })
  const held = stakes.find(({ realm, product }) => realm === 'demo' && product === 'derivative')
  expect(held?.position).toBe('-10')
  const both = await today()
  expect(Number(both) - spot).toBeCloseTo(10 * 0.1 * 10_100, 0)

  // what is closed again stays the day's highest, and is not the next day's
  await server.ok(contractRoutes.contractCloseAll, { token, body: {}, key: keyNow() })
  await note('10000')
  expect(await today()).toBe(both)
  await note('10000', 1)
  expect(await today()).toBe(both)
})
