import { realms } from '@truemark/core/ledger/holders'
import { dayMs, hourMs } from '@truemark/core/money/units'
import { optionTerms } from '@truemark/core/testing/optionFixture'
import { accountRoutes } from '@truemark/protocol/routes/account'
import { contractRoutes } from '@truemark/protocol/routes/contract'
import { holdingRoutes } from '@truemark/protocol/routes/holdings'
import { identityRoutes } from '@truemark/protocol/routes/identity'
import { ieoRoutes } from '@truemark/protocol/routes/ieo'
import { investRoutes } from '@truemark/protocol/routes/invest'
import { miningRoutes } from '@truemark/protocol/routes/mining'
import { optionRoutes } from '@truemark/protocol/routes/option'
import { perpetualRoutes } from '@truemark/protocol/routes/perpetual'
import { spotRoutes } from '@truemark/protocol/routes/spot'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Catalogue } from '../engine/door.ts'
import { createPublicIds } from '../platform/publicId.ts'
import { passDayTurn } from '../testing/dayTurn.ts'
import { derivativeDemo } from '../testing/trader.ts'
import { keyNow } from '../testing/keys.ts'
import { must, openWealth, saver, speakLive } from '../invest/testing/saver.ts'
import { type LiveServer, startLiveServer } from '../testing/liveServer.ts'
import { sweepHour } from './worthSweep.ts'
import { findWorthTotals } from './worthSweep.store.ts'
import { missedBetween } from './worthHistory.ts'

let server: LiveServer
let catalogue: Catalogue
let token: string
const opened = await passDayTurn()
const today = opened - (opened % dayMs)

type Post = Parameters<LiveServer['ok']>[0]

async function post(route: Post, body: object): Promise<unknown> {
  return server.ok(route, { token, body, key: keyNow() })
}

/** Sweeps the hour in which a moment lies, BTC standing at a price. */
function sweep(time: number, price: string | null = '10000'): Promise<boolean> {
  return sweepHour({ database: server.database, catalogue, indexOf: () => price, now: () => time })
}

async function assets() {
  return server.ok(accountRoutes.accountAssets, { token })
}

beforeAll(async () => {
  server = await startLiveServer()
  // BTC at 10 000 USDT, the index that the server's own worth is reckoned at
  await server.tick(1_000_000)
  catalogue = await Catalogue.load(server.engine.exchange)
  token = (await server.ok(identityRoutes.simulationLogin, { body: {} })).token
  await post(accountRoutes.transferMake, { from: 'coin', to: 'contract', amount: '5000' })
  await server.ok(accountRoutes.records, { token })
  await server.database.query('UPDATE holder SET opened_at = $1', [today - 3 * dayMs])
})
afterAll(() => server.stop())

describe('what is locked', () => {
  it('is told by what locks it, each with the id that opens it, and comes to what is frozen', async () => {
    const order = {
      symbol: 'BTCUSDT',
      side: 'buy',
      type: 'limit',
      time_in_force: 'GTC',
      price: '9000',
      quantity: '0.1',
    }
    const placed = await server.ok(spotRoutes.spotOrderPlace, { token, body: order, key: keyNow() })
    const ticket = { symbol: 'BTCUSDT', side: 'buy', type: 'market', lots: '0.5', multiple: 10 }
    const opened = await server.ok(contractRoutes.contractOrderPlace, { token, body: ticket, key: keyNow() })
    const { items } = await server.ok(holdingRoutes.holds, { token })
    expect(items.map(({ hold, cause }) => [hold, cause])).toEqual([
      ['spot_order', { kind: 'spot_order', id: placed.order_id }],
      ['contract_margin', { kind: 'contract', id: opened.order_id }],
    ])
    const { balances } = await assets()
    for (const { account, amount, symbol } of items) {
      expect(balances.find((one) => one.account === account && one.currency === 'USDT')?.frozen).toBe(amount)
      expect(symbol).toBe('BTCUSDT')
    }
    const coin = await server.ok(holdingRoutes.holds, { token, query: { type: 'coin', currency: 'USDT' } })
    expect(coin.items).toHaveLength(1)
    const none = await server.ok(holdingRoutes.holds, { token, query: { currency: 'BTC' } })
    expect(none.items).toEqual([])
    expect((await server.call(holdingRoutes.holds, { token, query: { currency: 'XYZ' } })).reason).toBe(
      'field_malformed',
    )
    const { records } = await server.ok(contractRoutes.contractOrderOne, { token, params: { id: opened.order_id } })
    expect(records.length).toBeGreaterThan(0)
    const lines = await server.ok(accountRoutes.records, { token, query: { category: 'contract_order' } })
    expect(lines.items[0]?.cause).toEqual({ kind: 'contract', id: opened.order_id })
    await server.ok(spotRoutes.spotOrderCancel, { token, params: { id: placed.order_id } })
  })
})

describe('what is locked by other things', () => {
  it('is told of a stake and of cross positions, the one with what opens it, the other of all of them', async () => {
    await must(server, { type: 'configureOption', listing: 0, terms: optionTerms })
    const own = await derivativeDemo(server)
    await server.ok(accountRoutes.transferMake, {
      token: own,
      body: { from: 'coin', to: 'option', amount: '100' },
      key: keyNow(),
    })
    const stake = { symbol: 'BTCUSDT', type: 'up', trade_mode: 60, amount: '50' }
    const option = await server.ok(optionRoutes.optionOrderPlace, { token: own, body: stake, key: keyNow() })
    const lots = { symbol: 'BTCUSDT', side: 'buy', type: 'market', lots: '1' }
    await server.ok(perpetualRoutes.perpetualOrderPlace, { token: own, body: lots, key: keyNow() })
    const { items } = await server.ok(holdingRoutes.holds, { token: own })
    expect(items).toMatchObject([
      { hold: 'cross_margin', account: 'contract', symbol: '', since: null, cause: null },
      { hold: 'option', account: 'option', amount: '50', cause: { kind: 'option', id: option.order_id } },
    ])
  })

  it('is told of locked mining, a subscription and a withdrawal, each with what opens it', async () => {
    for (const product of ['mining', 'ieo'] as const) await openWealth(server, product)
    const { token: own, holder } = await saver(server, 'june@example.org', { usdt: 5_000_000_000n })
    const text = { realm: 'real', text: 1, digest: 'd1' } as const
    const rates = { rateMin: 3_000_000, rateMax: 4_000_000, redemptionRate: 20_000_000, days: 5 }
    const bounds = { minimum: 1n, maximum: 50_000_000_000n, capacity: 100_000_000_000n }
    await must(server, { type: 'publishMining', product: 0, terms: { ...text, ...rates, ...bounds, currency: 0 } })
    const lock = { holder, product: 1, amount: 1_000_000_000n, versionShown: null, fault: '' }
    await must(server, { type: 'openMining', ...lock })
    const hands = { asker: 1, approver: 2 } as const
    const pool = { realm: 'real', from: 'external', to: 'wealthPool', currency: 1, amount: 1_000_000_000n } as const
    await must(server, { type: 'moveHouse', ...pool, ...hands })
    const pass = { currency: 1, passQuantity: 1_000_000n, passPrice: 1_000_000n, supply: 100 }
    const [opensAt, closesAt, marketAt] = [Date.now(), Date.now() + dayMs, Date.now() + 2 * dayMs] as const
    const sale = { ...pass, applicationMin: 1, holderMax: 100, opensAt, closesAt, marketAt }
    await must(server, { type: 'launchIeo', terms: { ...text, ...sale } })
    await must(server, { type: 'subscribeIeo', holder, project: 1, passes: 20, fault: '' })
    const out = { currency: 'USDT', amount: 500_000_000n, method: 'address', claim: 8, fault: '' } as const
    await must(server, { type: 'submitWithdrawal', holder, ...out })
    const { items } = await server.ok(holdingRoutes.holds, { token: own })
    expect(items.map(({ hold, amount, cause }) => [hold, amount, cause?.kind])).toEqual([
      ['withdrawal', '500', 'withdrawal'],
      ['mining', '1000', 'mining'],
      ['ieo', '20', 'ieo'],
    ])
    const ids = items.map(({ cause }) => cause?.id)
    const [mined] = (await server.ok(miningRoutes.miningOrders, { token: own, query: {} })).items
    const [applied] = (await server.ok(ieoRoutes.ieoSubscriptions, { token: own, query: {} })).items
    expect(ids.slice(1)).toEqual([mined?.order_id, applied?.subscription_id])
    expect(createPublicIds(server.keys.tokens.names).read('withdrawal', ids[0] ?? '')).toBe(1)
  })
})

describe('the worth over time', () => {
  it('is what the assets were, once an hour, and nothing is filled in', async () => {
    const now = Date.now()
    const hour = now - (now % hourMs)
    expect(await sweep(hour - 5 * hourMs, null)).toBe(false)
    for (const back of [5, 4, 1]) expect(await sweep(hour - back * hourMs + 2_000)).toBe(true)
    expect(await sweep(hour - 4 * hourMs + 9_000)).toBe(false)
    const { points, missing, step } = await server.ok(holdingRoutes.worth, { token, query: { span: 'day' } })
    expect(step).toBe('hour')
    expect(points.map(({ time }) => time)).toEqual([5, 4, 1].map((back) => hour - back * hourMs + 2_000))
    expect(points.at(-1)?.total).toBe((await assets()).total_value)
    // of the last 24 hours three are there
    expect(missing).toBeGreaterThanOrEqual(20)
    expect(missing).toBeLessThanOrEqual(22)
    expect(missedBetween([], 1, 5, 2)).toBe(2)
    expect(missedBetween([2, 4], 1, 5, 2)).toBe(0)
  })
})

describe('the profit of a span', () => {
  it('leaves out what came in: an account that was opened within began with nothing', async () => {
    const own = (await server.ok(identityRoutes.simulationLogin, { body: {} })).token
    const body = { symbol: 'BTCUSDT', side: 'buy', type: 'market', quantity: '0.1' }
    await server.ok(spotRoutes.spotOrderPlace, { token: own, body, key: keyNow() })
    const { change, simulated } = await server.ok(holdingRoutes.worth, { token: own, query: { span: 'day' } })
    const { total_value: total } = await server.ok(accountRoutes.accountAssets, { token: own })
    expect(change).toMatchObject({ first: '0', last: total, came_in: '100000', left: '0' })
    // the fee, 0.1 % of 0.1 BTC, and what was paid above the index
    expect([total, change?.profit, change?.rate]).toEqual(['99998.8', '-1.2', '0'])
    expect(simulated).toBe(true)
  })

  it('begins with what was recorded, values a coin that left at the price kept before, and is not guessed without', async () => {
    const { token: own, holder } = await saver(server, 'noor@example.org', { usdt: 50_000_000n, btc: 100_000_000n })
    await server.ok(accountRoutes.records, { token: own })
    const now = Date.now()
    const hour = now - (now % hourMs) - 2 * hourMs
    await server.database.query('UPDATE holder SET opened_at = $1 WHERE holder = $2', [now - 9 * dayMs, holder])
    await server.database.query('DELETE FROM worth_sweep WHERE hour > $1', [hour - 30 * hourMs])
    await server.database.query('DELETE FROM worth_price WHERE hour > $1', [hour - 30 * hourMs])
    expect(await sweep(hour + 1_000, '9000')).toBe(true)
    const entry = {
      holder,
      kind: 'withdrawal',
      currency: 1,
      amount: 40_000_000n,
      reason: 1,
      asker: 1,
      approver: 2,
    } as const
    await must(server, { type: 'enterManually', ...entry })
    await server.ok(accountRoutes.records, { token: own })
    const asked = { token: own, query: { span: 'day' } } as const
    // 0.4 BTC at 9 000 left, 0.6 BTC rose by 1 000 each; 0.4 left before the rise
    const { change } = await server.ok(holdingRoutes.worth, asked)
    expect(change).toMatchObject({
      first: '9050',
      last: '6050',
      came_in: '0',
      left: '3600',
      profit: '600',
      rate: '6.63',
    })
    await server.database.query('DELETE FROM worth_price WHERE currency = 1 AND hour = $1', [hour])
    expect((await server.ok(holdingRoutes.worth, asked)).change).toBeNull()
  })
})

describe('what is put into a product', () => {
  it('stays in the total and in its course until it pays', async () => {
    await openWealth(server, 'invest')
    const quiet = speakLive(server)
    const { token: own, holder } = await saver(server, 'iris@example.org', { btc: 100_000_000n })
    const maturity = Math.ceil((Date.now() + 8 * dayMs) / 1_000) * 1_000
    const kind = { realm: 'real', listing: 0, direction: 'sell_high', text: 1, digest: 'd1' } as const
    const price = { referencePrice: 600_000, annualRate: 365_000_000, days: 7, maturity } as const
    await must(server, { type: 'publishInvest', terms: { ...kind, ...price, sharePrice: 10_000_000n, shares: 10 } })
    await must(server, { type: 'buyInvest', holder, product: 1, shares: 3, fault: '' })
    quiet()
    server.speaking = true
    // it answers once the read models are as far as the engine
    await server.ok(investRoutes.investOrders, { token: own })
    const now = Date.now()
    // the hours of the worth over time stay as they are, also where one has begun since
    const hour = now - (now % hourMs) - 3 * hourMs
    await server.database.query('UPDATE holder SET opened_at = $1 WHERE holder = $2', [hour - hourMs, holder])
    expect(await sweep(hour + 1_000)).toBe(true)
    const { points } = await server.ok(holdingRoutes.worth, { token: own, query: { span: 'day' } })
    const point = points.find(({ time }) => time === hour + 1_000)
    expect(point).toMatchObject({ total: '10000', coin: '7000', invested: '3000' })
    const shown = await server.ok(accountRoutes.accountAssets, { token: own })
    expect(shown.total_value).toBe(point?.total)
  })
})

describe('the profit of a day', () => {
  it('is what prices made of the coins, without what came in and left, and what each product brought', async () => {
    // the day opened with BTC at 9 000, and it is looked at with BTC at 10 000
    await post(spotRoutes.spotOrderPlace, { symbol: 'BTCUSDT', side: 'buy', type: 'market', quantity: '0.2' })
    await server.ok(accountRoutes.records, { token })
    await server.database.query('DELETE FROM worth_sweep WHERE hour = $1', [today])
    await server.database.query('DELETE FROM worth_sample WHERE hour = $1', [today])
    await server.database.query('DELETE FROM worth_price WHERE hour = $1', [today])
    await server.database.query('DELETE FROM worth_total WHERE hour = $1', [today])
    expect(await sweep(today + 3_000, '9000')).toBe(true)
    // all of a realm together, added up person by person here
    for (const [place, realm] of realms.entries()) {
      const { rows } = await server.database.query<{ total: string }>(
        `SELECT coalesce(sum(coin + contract + option + invested), 0) AS total FROM worth_sample JOIN holder USING (holder)
         WHERE hour = $1 AND realm = $2`,
        [today, place],
      )
      const totals = await findWorthTotals(server.database, realm, today / dayMs)
      expect([...totals]).toEqual([[today / dayMs, BigInt(rows[0]?.total ?? '-1')]])
    }
    const bitcoin = (await assets()).balances.find(({ currency }) => currency === 'BTC')?.total ?? '0'
    await post(accountRoutes.transferMake, { from: 'coin', to: 'option', amount: '777' })
    const { items } = await server.ok(holdingRoutes.profit, { token, query: { days: '7' } })
    expect(items).toHaveLength(4)
    const [day, yesterday] = items
    const amountOf = (product: string) => day?.products.find((one) => one.product === product)?.amount
    // 0.1998 BTC × 1 000 USDT, to the unit that each balance's worth is rounded down at
    expect(bitcoin).toBe('0.1998')
    expect(amountOf('holding')).toBe('199.8')
    const { items: fees } = await server.ok(accountRoutes.records, {
      token,
      query: { type: 'contract', category: 'transaction_fee' },
    })
    expect(fees).toHaveLength(1)
    expect(amountOf('contract')).toBe(fees[0]?.amount)
    expect(amountOf('perpetual')).toBeUndefined()
    expect(yesterday?.products).toEqual([{ product: 'holding', amount: null }])
    expect(yesterday?.total).toBeNull()
  })
})
