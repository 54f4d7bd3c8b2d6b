import { categories } from '@truemark/core/ledger/categories'
import { dayOf } from '@truemark/core/mining/terms'
import type { Command } from '@truemark/core/vocabulary'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { houseOf } from '@truemark/core/ledger/holders'
import { dayMs } from '@truemark/core/money/units'
import { house } from '../../apps/server/src/engine/door.ts'
import { startInlineEngine } from '../../apps/server/src/testing/inlineEngine.ts'
import { type Answer, call, listAt, newKey, openDemo, placeOrder, textAt, valueAt } from '../client.ts'
import { type Product, makeFolder, startProduct } from '../product.ts'
import { faultsOf } from './books.ts'
import { MovedClock } from './clock.ts'
import {
  type Conversion,
  accept,
  convertOn,
  convertedBy,
  evidenceOf,
  receiptFaults,
  receiptSays,
} from './conversions.ts'
import { evidenceTold, factsOf } from './evidenceLeft.ts'
import { type Trader, openTrader, placeMarket } from './trader.ts'

const folder = makeFolder()
let product: Product

beforeAll(async () => {
  product = await startProduct(folder)
})

afterAll(async () => {
  await product.stop()
  await folder.remove()
})

const users = 8
const ordersPerUser = 125
const atOnce = 60
/** The kill comes when so many orders have been acknowledged. */
const killAfter = 400
const busyTriesMax = 100
const pollMs = 100

/** One order that is to be placed, and its answer once there is one. */
interface Wish {
  readonly token: string
  readonly key: string
  readonly body: Readonly<Record<string, string>>
  id: string | null
}

function wishesOf(token: string): Wish[] {
  return Array.from({ length: ordersPerUser }, (_, index) => ({ token, key: newKey(), id: null, body: bodyOf(index) }))
}

// Every tenth trades at once, the others rest, each at a price of its own.
function bodyOf(index: number): Readonly<Record<string, string>> {
  const buy = { symbol: 'BTCUSDT', side: 'buy' }
  if (index % 10 === 0) return { ...buy, type: 'market', quantity: '0.0001' }
  return { ...buy, type: 'limit', price: `${20_000 + index}`, quantity: '0.001' }
}

/** Asks again under the same key where a busy machine's server says 503, as the app does. */
async function placeSurely(address: string, { token, body, key }: Wish): Promise<Answer> {
  for (let tries = 0; ; tries += 1) {
    const answer = await placeOrder(address, token, body, key)
    if (answer.status !== 503 || tries >= busyTriesMax) return answer
    await new Promise((resolve) => setTimeout(resolve, pollMs))
  }
}

/** Sends all wishes, some at once; gives when each was answered or the server was gone. */
async function send(address: string, wishes: readonly Wish[], answered: (count: number) => void): Promise<void> {
  let next = 0
  let count = 0
  const worker = async (): Promise<void> => {
    for (let wish = wishes[next++]; wish !== undefined; wish = wishes[next++]) {
      try {
        const { code, data } = await placeSurely(address, wish)
        if (code !== 200) throw new Error(`refused with ${code}`)
        wish.id = textAt(data, 'order_id')
        answered((count += 1))
      } catch (error) {
        if (error instanceof Error && error.message.startsWith('refused')) throw error
        return
      }
    }
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
}

/** The ids of all orders of an account, open ones and those that are done with. */
async function idsOf(address: string, token: string): Promise<string[]> {
  const ids: string[] = []
  for (const status of ['open', 'history']) {
    let cursor = ''
    do {
      const { data } = await call(address, `/spot/orders?status=${status}&limit=100${cursor}`, { token })
      ids.push(...listAt(data, 'items').map((one) => textAt(one, 'order_id')))
      const after = textAt(data, 'cursor')
      cursor = after === '' ? '' : `&cursor=${encodeURIComponent(after)}`
    } while (cursor !== '')
  }
  return ids
}

/** How many fills with the house the journal has of orders for a ten-thousandth, all of which traded at once. */
async function fillsWithHouse(): Promise<number> {
  const facts = await factsOf(product.database())
  return facts.filter((event) => event.type === 'spotTraded' && houseOf(event.makerHolder) !== null).length
}

/** How many fills these orders' evidence tells of to their owners, each once; and what of it does not hold. */
async function fillsTold(wishes: readonly Wish[]): Promise<{ told: number; faults: string[] }> {
  const told = new Set<string>()
  const faults: string[] = []
  const left = wishes.filter(({ body }) => body['type'] === 'market')
  const worker = async (): Promise<void> => {
    for (let wish = left.shift(); wish !== undefined; wish = left.shift()) {
      const { found, fault } = await evidenceOf(product.address, wish.token, wish.id ?? '')
      // who met nobody has none
      if (found !== null && fault !== '') faults.push(fault)
      for (const fill of listAt(found, 'fills')) told.add(textAt(fill, 'fill_id'))
    }
  }
  await Promise.all(Array.from({ length: 8 }, worker))
  return { told: told.size, faults }
}

/** That each exchange which was acknowledged is done, once, answered as before, and that its receipts and its evidence hold. */
async function expectConverted(conversions: readonly Conversion[]): Promise<void> {
  const again = await Promise.all(conversions.map((one) => accept(product.address, one)))
  const kept = conversions.flatMap(({ answer }, at) => (answer === null ? [] : [[answer, again[at]] as const]))
  expect(kept.length).toBeGreaterThanOrEqual(users)
  const said = (answer: Answer | undefined) => ({ ...answer, receipt: receiptSays(answer?.receipt) })
  expect(kept.map(([, now]) => said(now))).toEqual(kept.map(([answer]) => said(answer)))
  const receipts = kept.flatMap((answers) => answers.map((answer) => answer?.receipt))
  expect(await receiptFaults(product, receipts)).toEqual([])
  const done = again.filter(({ code }) => code === 200).map(({ data }) => textAt(data, 'order_id'))
  const tokens = [...new Set(conversions.map(({ token }) => token))]
  const listed = await Promise.all(tokens.map((token) => convertedBy(product.address, token)))
  expect(listed.flat().toSorted()).toEqual(done.toSorted())
  const faults = tokens.flatMap((token, at) =>
    (listed[at] ?? []).slice(0, 2).map(async (id) => (await evidenceOf(product.address, token, id)).fault),
  )
  expect(new Set(await Promise.all(faults))).toEqual(new Set(['']))
}

describe('kill -9 amid a thousand orders', () => {
  it('loses none that was acknowledged, and sending all again does each of them once', async () => {
    const tokens = await Promise.all(Array.from({ length: users }, async () => (await openDemo(product.address)).token))
    const wishes = tokens.flatMap(wishesOf)
    wishes.sort((one, other) => (one.key.slice(-12) < other.key.slice(-12) ? -1 : 1))
    const conversions: Conversion[] = []
    const converting = Promise.all(
      tokens.map((token) => convertOn(product.address, token, (one) => conversions.push(one))),
    )
    const kills: Promise<void>[] = []
    await send(product.address, wishes, (count) => {
      if (count === killAfter) kills.push(product.kill())
    })
    await Promise.all([...kills, converting])
    const acknowledged = wishes.filter((one) => one.id !== null)
    expect(acknowledged.length).toBeGreaterThanOrEqual(killAfter)
    expect(acknowledged.length).toBeLessThan(wishes.length)

    product = await startProduct(folder)
    // it waits for the read models, which lag behind the journal for a while after a start on a busy machine
    expect(await faultsOf(product.database())).toEqual([])
    const after = await Promise.all(tokens.map((token) => idsOf(product.address, token)))
    const known = new Set(after.flat())
    expect(known.size).toBe(after.flat().length)
    expect(acknowledged.filter((one) => !known.has(one.id ?? ''))).toEqual([])

    const before = new Map(acknowledged.map((one) => [one, one.id]))
    await send(product.address, wishes, () => undefined)
    expect([...before].filter(([one, id]) => one.id !== id)).toEqual([])
    expect(await faultsOf(product.database())).toEqual([])
    const all = (await Promise.all(tokens.map((token) => idsOf(product.address, token)))).flat()
    expect(new Set(all)).toEqual(new Set(wishes.map((one) => one.id)))
    expect(all).toHaveLength(wishes.length)
    const fills = await fillsWithHouse()
    // while a busy machine's prices are old the house steps back, and who met nobody traded nothing
    expect(fills).toBeGreaterThan(users)
    expect(await fillsTold(wishes)).toEqual({ told: fills, faults: [] })
    await expectConverted(conversions)
  }, 300_000)
})

const saver = 1_000_000
const hands = { asker: 1, approver: 2 } as const
const text = { realm: 'real', text: 1, digest: 'd1' } as const
const paidMax = 30_000
const signingMs = 3_000
const fundingMs = 28_800_000
const beforeStampMs = 2_000

/** Opens a real holder with 5 000 USDT who may use both products; every condition of real money is met. */
function openingCommands(): Command[] {
  const [country, holder] = ['FR', saver]
  const usdt = { currency: 0, amount: 5_000_000_000n, ...hands }
  const quote = { listing: 0, indexTenths: 9_000_000, dispersionTenths: 0, sources: 4, kind: 'live' } as const
  return [
    // what the server tells; the engine runs without one
    { type: 'tellRealMoney', unmet: [] },
    // half of what anything was worth: what is open of BTC stops, or is liquidated, while no server runs
    ...[1, 2, 3].map(() => ({ type: 'quote', time: Date.now(), ...quote, indexTenths: 4_500_000 }) as const),
    { type: 'quote', time: Date.now(), ...quote },
    { type: 'switchProduct', country, product: 'mining', on: true },
    { type: 'switchProduct', country, product: 'invest', on: true },
    { type: 'boundPool', realm: 'real', currency: 0, debtMax: 10n ** 12n },
    { type: 'boundPool', realm: 'real', currency: 1, debtMax: 10n ** 12n },
    { type: 'openHolder', holder, realm: 'real', country },
    { type: 'setStanding', holder, disabled: false, realName: 'approved', country },
    { type: 'moveHouse', realm: 'real', from: 'external', to: 'treasury', ...usdt },
    { type: 'enterManually', holder, kind: 'deposit', ...usdt },
  ]
}

/**
 * Has an engine of the test's own lock 1 000 USDT at 0.3 % a day in the product's books, put 1 000 USDT in at 36.5 % a year
 * for a day, and hear the prices up to the maturity: they lie above the reference price.
 */
async function openWealth(maturity: number): Promise<void> {
  const engine = await startInlineEngine(product.database())
  const must = async (command: Command) => {
    const done = await engine.exchange.command(house, command)
    if (!done.ok) throw new Error(`${command.type}: ${done.reason}`)
    return done.answer
  }
  const rates = { rateMin: 3_000_000, rateMax: 4_000_000, days: 5, redemptionRate: 20_000_000, currency: 0 }
  const bounds = { minimum: 1n, maximum: 50_000_000_000n, capacity: 100_000_000_000n }
  const kind = { listing: 0, direction: 'buy_low', referencePrice: 600_000, annualRate: 365_000_000, days: 1 } as const
  const terms = { ...text, ...kind, sharePrice: 100_000_000n, shares: 10, maturity }
  const samples = [{ listing: 0, indexTenths: 9_000_000, sources: 4, fresh: true }]
  try {
    for (const command of openingCommands()) await must(command)
    const mining = await must({ type: 'publishMining', product: 0, terms: { ...text, ...rates, ...bounds } })
    const invest = await must({ type: 'publishInvest', terms })
    if (mining.type !== 'miningProduct' || invest.type !== 'investProduct') throw new Error('nothing was published')
    const lock = { holder: saver, amount: 1_000_000_000n, versionShown: null, fault: '' }
    await must({ type: 'openMining', product: mining.product, ...lock })
    await must({ type: 'buyInvest', holder: saver, product: invest.product, shares: 10, fault: '' })
    // what is sent together is one batch
    for (let left = 900; left > 0; left -= 100) {
      const stamps = Array.from({ length: 100 }, (_, at) => maturity - 1_000 * (left - at))
      await Promise.all(stamps.map((stamp) => must({ type: 'sampleIndex', stamp, kind: 'live', samples })))
    }
  } finally {
    await engine.stop()
  }
}

/** What the saver's coin account was changed by, by category: how often, and how much in all. */
async function paid(): Promise<Record<string, string>> {
  const { rows } = await product.database().query<{ category: number; count: string; sum: string }>(
    `SELECT category, count(*) AS count, sum(amount) AS sum FROM ledger_entry
     WHERE holder = $1 AND category = ANY($2::smallint[]) GROUP BY category`,
    [saver, (['mining_income', 'financial_settlement'] as const).map((one) => categories.indexOf(one))],
  )
  return Object.fromEntries(rows.map(({ category, count, sum }) => [categories[category] ?? '', `${count} of ${sum}`]))
}

async function until(found: () => Promise<boolean>): Promise<void> {
  const end = performance.now() + paidMax
  while (!(await found())) {
    if (performance.now() > end) throw new Error(`it did not come within ${paidMax / 1_000} s`)
    await new Promise((resolve) => setTimeout(resolve, pollMs))
  }
}

/** A demo takes an option, a contract that is soon liquidated, and a perpetual with a stop; another, which is given, goes short. */
async function openBets(): Promise<Trader> {
  const trader = await openTrader({ address: () => product.address, now: Date.now }, ['contract', 'option'])
  const mark = Number(textAt(await trader.read('/market/BTCUSDT/book?kind=derivative'), 'mark'))
  const market = { symbol: 'BTCUSDT', side: 'buy', lots: '0.1' } as const
  await trader.send('/option/orders', { symbol: 'BTCUSDT', type: 'up', trade_mode: 60, amount: '100' })
  await placeMarket(trader, 'contract', { ...market, multiple: 50 })
  await trader.send('/perpetual/BTCUSDT/settings', { mode: 'cross', multiple: 2 }, 'PUT')
  await placeMarket(trader, 'perpetual', { ...market, stop_loss: String(Math.round(mark * 0.8)) })
  const short = await openTrader({ address: () => product.address, now: Date.now })
  await short.send('/perpetual/BTCUSDT/settings', { mode: 'cross', multiple: 2 }, 'PUT')
  await placeMarket(short, 'perpetual', { ...market, side: 'sell' })
  return short
}

/** Lets time come to a stamp at which positions pay, and gives the evidence of what this one's received then. */
async function fundedAt({ read, token }: Trader, clock: MovedClock, stamp: number) {
  clock.moveTo(stamp - beforeStampMs)
  let id = ''
  await until(async () => {
    const items = listAt(await read('/perpetual/funding?symbol=BTCUSDT'), 'items')
    id = textAt(
      items.find((one) => valueAt(one, 'time') === stamp),
      'id',
    )
    return id !== '' && (await evidenceOf(product.address, token, id)).found !== null
  })
  return { id, token, evidence: await evidenceOf(product.address, token, id) }
}

/** That each decision of the journal stands in the log of evidence, once. */
async function expectAllLogged(): Promise<void> {
  const told = () => evidenceTold(product.database())
  await until(async () => {
    const { decided, logged } = await told()
    return Object.entries(decided).every(([kind, count]) => (logged[kind as keyof typeof logged] ?? 0) >= count)
  })
  const { decided, logged, distinct } = await told()
  expect(Object.keys(decided).toSorted()).toEqual(['funding', 'investment', 'liquidation', 'option', 'trigger'])
  expect(logged).toEqual(decided)
  expect(distinct).toEqual(decided)
}

describe('kill -9 around what falls due', () => {
  it('pays a day of mining and a maturity that fell due while nothing ran, and each of them once', async () => {
    const last = dayOf(Date.now()) + 3
    const maturity = last * dayMs
    const short = await openBets()
    await product.kill()
    await openWealth(maturity)
    await product.kill()
    const clock = new MovedClock(maturity + 1_000)
    try {
      product = await startProduct(folder, clock.settings)
      await until(async () => (await paid())['financial_settlement'] !== undefined)
      const funded = await fundedAt(short, clock, maturity + fundingMs)
      expect(funded.evidence.fault).toBe('')
      // amid the signing of evidence of all that was decided meanwhile
      await new Promise((resolve) => setTimeout(resolve, Math.random() * signingMs))
      await product.kill()
      const back = clock.now()
      product = await startProduct(folder, clock.settings)
      await until(async () => {
        const { rows } = await product.database().query('SELECT 1 FROM index_sample WHERE stamp > $1 LIMIT 1', [back])
        return rows.length > 0
      })
      expect(await faultsOf(product.database())).toEqual([])
      const { rows } = await product
        .database()
        .query<{ days: number }>('SELECT $2 - first_day AS days FROM mining_order WHERE holder = $1', [saver, last])
      const days = rows[0]?.days ?? 0
      expect(await paid()).toEqual({
        mining_income: `${days} of ${days * 3_000_000}`,
        financial_settlement: '1 of 1001000000',
      })
      await expectAllLogged()
      expect(await evidenceOf(product.address, funded.token, funded.id)).toEqual(funded.evidence)
    } finally {
      clock.remove()
    }
  }, 180_000)
})
