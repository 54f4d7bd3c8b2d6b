import { afterAll, beforeAll, expect, it } from 'vitest'
import { call, fillOrder, listAt, openDemo, textAt, valueAt } from '../client.ts'
import { makeOperatorLink } from '../../apps/server/src/operator/door.ts'
import { appCode } from '../../apps/server/src/testing/people.ts'
import { type Product, makeFolder, startProduct } from '../product.ts'
import { faultsOf, untilProjected } from './books.ts'

const folder = makeFolder()
let product: Product

beforeAll(async () => {
  product = await startProduct(folder)
}, 120_000)

afterAll(async () => {
  await product.stop()
  await folder.remove()
})

/** Makes an operator by a one-time link; gives the token. */
async function operator(): Promise<string> {
  const path = await makeOperatorLink(product.database(), 'administrator', 'test')
  const token = path.slice(path.lastIndexOf('/') + 1)
  const post = (way: string, body: object) => call(product.address, way, { method: 'POST', body })
  const secret = textAt((await post('/desk/links/open', { token })).data, 'totp_secret')
  const totp = appCode(secret)
  const made = await post('/desk/links/complete', { token, name: 'Ada', password: 'Seven-quiet-rivers', totp })
  return textAt(made.data, 'token')
}

const reason = 'asked for by customers'
const market = {
  base: 'PEP',
  quote: 'USDT',
  price_decimals: 4,
  quantity_decimals: 1,
  price_max: '200',
  quantity_max: '5000000',
  amount_min: '1',
  fee_rate_maker: '0.001',
  fee_rate_taker: '0.001',
  collar_rate: '0.05',
  ladder_levels: 20,
  half_spread_rate: '0.0002',
  gap_rate: '0.0002',
  level_quantity: '2500',
  refill_per_second: '1250',
  position_max: '5000000',
  sessions: [],
  jump_permille: 100,
  sources: [{ source: 'okx', quote: 'USDT', code: 'PEP-USDT', rest_code: 'PEP-USDT' }],
  simulated_price: '2',
  simulated_volatility: '0.8',
  reason,
}

async function listed(): Promise<unknown> {
  const { data } = await call(product.address, '/datafeed/symbols')
  return (Array.isArray(data) ? data : []).find((one: unknown) => textAt(one, 'symbol') === 'PEPUSDT')
}

async function statusFor(ms: number): Promise<Set<string>> {
  const seen = new Set<string>()
  const until = Date.now() + ms
  while (Date.now() < until) {
    seen.add(textAt(await listed(), 'status'))
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  return seen
}

it('lists a coin on a running server, which trades it at once, and after a crash as before', async () => {
  const token = await operator()
  const currency = { currency: 'PEP', name: 'Pepper', scale: 8, reason }
  const listing = await call(product.address, '/desk/currencies', { method: 'POST', token, body: currency })
  expect(valueAt(listing.data, 'traded')).toBe(false)
  const made = await call(product.address, '/desk/markets', { method: 'POST', token, body: market })
  expect(textAt(made.data, 'symbol')).toBe('PEPUSDT')
  await expect.poll(async () => textAt(await listed(), 'status'), { timeout: 10_000 }).toBe('open')
  expect([...(await statusFor(3_000))]).toEqual(['open'])
  const customer = (await openDemo(product.address)).token
  await fillOrder(product.address, customer, { symbol: 'PEPUSDT', side: 'buy', type: 'market', amount: '100' })
  const own = async () => listAt((await call(product.address, '/account/coin', { token: customer })).data, 'balances')
  const held = (await own()).find((one) => textAt(one, 'currency') === 'PEP')
  expect(Number(textAt(held, 'value'))).toBeGreaterThan(90)
  await untilProjected(product.database())

  await product.kill()
  product = await startProduct(folder)
  await expect.poll(async () => textAt(await listed(), 'status'), { timeout: 20_000 }).toBe('open')
  const again = await listed()
  expect(again).toMatchObject({ name: 'Pepper', base: 'PEP', price_decimals: 4 })
  expect(Math.abs(Number(textAt(again, 'index')) - 2)).toBeLessThan(0.2)
  expect((await own()).find((one) => textAt(one, 'currency') === 'PEP')).toMatchObject({ total: textAt(held, 'total') })
  await fillOrder(product.address, customer, { symbol: 'PEPUSDT', side: 'sell', type: 'market', quantity: '10' })
  // its chart begins with its own first minute
  const history = await call(product.address, '/datafeed/history?symbol=PEPUSDT&resolution=1m&count=10')
  expect(history.code).toBe(200)
  expect(await faultsOf(product.database())).toEqual([])
}, 180_000)
