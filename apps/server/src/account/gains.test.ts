import { categories } from '@truemark/core/ledger/categories'
import { dayMs } from '@truemark/core/money/units'
import { accountRoutes } from '@truemark/protocol/routes/account'
import { gainRoutes } from '@truemark/protocol/routes/gains'
import { identityRoutes } from '@truemark/protocol/routes/identity'
import { spotRoutes } from '@truemark/protocol/routes/spot'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Catalogue } from '../engine/door.ts'
import { must, saver } from '../invest/testing/saver.ts'
import { passDayTurn } from '../testing/dayTurn.ts'
import { keyNow } from '../testing/keys.ts'
import { type LiveServer, startLiveServer } from '../testing/liveServer.ts'
import { yearsBetween } from './gains.ts'
import { otherSides, refKinds } from './tables.ts'

let server: LiveServer
const now = await passDayTurn()
const year = String(new Date(now).getUTCFullYear())
const today = now - (now % dayMs)

beforeAll(async () => {
  server = await startLiveServer()
  await server.tick(1_000_000)
})
afterAll(() => server.stop())

async function demo(): Promise<string> {
  return (await server.ok(identityRoutes.simulationLogin, { body: {} })).token
}

async function trade(token: string, side: 'buy' | 'sell', quantity: string): Promise<void> {
  const body = { symbol: 'BTCUSDT', side, type: 'market', quantity } as const
  await server.ok(spotRoutes.spotOrderPlace, { token, body, key: keyNow() })
}

async function csvOf(token: string): Promise<string[][]> {
  const response = await server.raw(gainRoutes.gainsCsv, { token, params: { year } })
  expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'private, no-store'])
  const text = Buffer.from(await response.arrayBuffer()).toString('utf8')
  expect(text.startsWith('\uFEFFrow,currency,amount,origin,')).toBe(true)
  return text
    .slice(1)
    .split('\r\n')
    .slice(1, -1)
    .map((line) => line.split(','))
}

describe('the report of a year', () => {
  it('matches what was sold with what was bought, first in first out, from the very lines of the ledger', async () => {
    const token = await demo()
    await trade(token, 'buy', '0.2')
    await server.tick(1_200_000)
    await trade(token, 'buy', '0.1')
    await trade(token, 'sell', '0.25')
    await server.tick(1_000_000)
    const report = await server.ok(gainRoutes.gainsOf, { token, params: { year } })
    const { items: lines } = await server.ok(accountRoutes.records, {
      token,
      query: { currency: 'USDT', type: 'coin' },
    })
    const spent = lines.filter(({ category }) => category === 'spot_buy').map(({ amount }) => -Number(amount))
    // newest first: the second purchase, then the first
    const [second = 0, first = 0] = spent
    const received = lines
      .filter(({ category, amount }) => category === 'spot_sell' || (category === 'transaction_fee' && amount !== '0'))
      .reduce((sum, { amount }) => sum + Number(amount), 0)
    expect(report.matches.map(({ amount, origin, currency }) => [currency, amount, origin])).toEqual([
      ['BTC', '0.1998', 'bought'],
      ['BTC', '0.0502', 'bought'],
    ])
    const cost = first + (second * 0.0502) / 0.0999
    expect(Number(report.cost)).toBeCloseTo(cost, 5)
    expect(Number(report.proceeds)).toBeCloseTo(received, 5)
    expect(Number(report.gain)).toBeCloseTo(received - cost, 5)
    const [coin] = report.coins
    expect(coin).toMatchObject({
      currency: 'BTC',
      opening: '0',
      disposed: '0.25',
      unknown: '0',
      closing: '0.0497',
      closing_unknown: '0',
      gain: report.gain,
    })
    // what is left cost the rest, to the unit
    expect(Number(coin?.closing_cost)).toBeCloseTo(second - (second * 0.0502) / 0.0999, 5)
    expect(report).toMatchObject({ year, ended: false, more: 0, products: [], income: [] })
    const rows = await csvOf(token)
    expect(rows.map(([row]) => row)).toEqual(['disposal', 'disposal', 'total'])
    expect(rows.at(-1)?.slice(6, 9)).toEqual([report.proceeds, report.cost, report.gain])
    expect(rows[0]?.at(-1)).toBe(report.matches[0]?.reference)
  })

  it('values an exchange of two coins at what its day opened with, and says what has no price or cost', async () => {
    const { token, holder } = await saver(server, 'gains@example.org', { usdt: 100_000_000n, btc: 20_000_000n })
    const taken = { holder, kind: 'withdrawal', currency: 1, amount: 5_000_000n, asker: 1, approver: 2 } as const
    await must(server, { type: 'enterManually', ...taken })
    await server.ok(accountRoutes.records, { token })
    // as if the coin had been exchanged for another, of which a price of the day was kept
    await must(server, { type: 'listCurrency', code: 'ETH', scale: 8 })
    const ether = (await Catalogue.load(server.engine.exchange)).currencyByCode('ETH')?.id ?? 0
    expect(ether).toBeGreaterThan(1)
    for (const [place, currency, amount] of [
      [1_000, 1, -4_000_000],
      [1_001, ether, 50_000_000],
    ]) {
      await server.database.query(
        `INSERT INTO ledger_entry (holder, time, place, seq, account, currency, category, amount, balance_after, other, ref_kind, ref)
         SELECT holder, max(time) + 1, $2, max(seq), 0, $3, $4, $5, 0, $6, $7, 77 FROM ledger_entry
         WHERE holder = $1 AND currency = 1 AND place < 1000 GROUP BY holder`,
        [
          holder,
          place,
          currency,
          categories.indexOf('exchange'),
          amount,
          otherSides.indexOf('exchange'),
          refKinds.indexOf('exchange'),
        ],
      )
    }
    await server.database.query('DELETE FROM worth_price')
    const before = await server.ok(gainRoutes.gainsOf, { token, params: { year } })
    expect(before.matches).toMatchObject([
      { currency: 'BTC', origin: 'brought', proceeds: null, cost: null, gain: null },
    ])
    await server.database.query(
      'INSERT INTO worth_price (hour, currency, price) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING',
      [today, ether, 3_000n * 10n ** 12n],
    )
    const report = await server.ok(gainRoutes.gainsOf, { token, params: { year } })
    expect(report.matches).toMatchObject([
      { currency: 'BTC', amount: '0.04', proceeds: '1500', cost: null, gain: null },
    ])
    expect([report.proceeds, report.cost, report.gain]).toEqual(['0', '0', '0'])
    const coins = new Map(report.coins.map((coin) => [coin.currency, coin]))
    expect(coins.get('BTC')).toMatchObject({
      moved_in: '0.2',
      moved_out: '0.05',
      disposed: '0.04',
      unknown: '0.04',
      closing: '0.11',
      closing_cost: '0',
      closing_unknown: '0.11',
    })
    expect(coins.get('ETH')).toMatchObject({ closing: '0.5', closing_cost: '1500', closing_unknown: '0' })
    expect((await csvOf(token)).map(([row]) => row)).toEqual(['disposal', 'total', 'unknown', 'total'])
  })

  it('is of years that the account has lived in, and reads no more lines than it may', async () => {
    const token = await demo()
    await server.ok(accountRoutes.records, { token })
    expect((await server.ok(gainRoutes.gainYears, { token })).items).toEqual([{ year, ended: false }])
    for (const wanted of ['2001', '2999']) {
      const answer = await server.call(gainRoutes.gainsOf, { token, params: { year: wanted } })
      expect(answer.reason).toBe('gains_year_invalid')
    }
    const answer = await server.call(gainRoutes.gainsCsv, { token, params: { year: '2001' } })
    expect(answer.reason).toBe('gains_year_invalid')
    expect(yearsBetween(Date.UTC(2024, 11, 31), Date.UTC(2026, 0, 1), 50)).toEqual([2026, 2025, 2024])
    expect(yearsBetween(Date.UTC(2024, 11, 31), Date.UTC(2026, 0, 1), 2)).toEqual([2026, 2025])
  })

  it('opens with what was there before, which bears the cost of its own year', async () => {
    const token = await demo()
    await trade(token, 'buy', '0.3')
    await server.ok(accountRoutes.records, { token })
    const { rows } = await server.database.query<{ holder: number }>('SELECT max(holder) AS holder FROM holder')
    const holder = rows[0]?.holder
    const back = 366 * dayMs
    await server.database.query('UPDATE ledger_entry SET time = time - $2 WHERE holder = $1', [holder, back])
    await server.database.query('UPDATE holder SET opened_at = opened_at - $2 WHERE holder = $1', [holder, back])
    await trade(token, 'sell', '0.1')
    const { coins, matches } = await server.ok(gainRoutes.gainsOf, { token, params: { year } })
    expect(coins).toMatchObject([{ currency: 'BTC', opening: '0.2997', disposed: '0.1', closing: '0.1997' }])
    expect(matches[0]?.acquired).toBeLessThan(Date.UTC(Number(year), 0))
    const before = await server.ok(gainRoutes.gainsOf, { token, params: { year: String(Number(year) - 1) } })
    expect(before).toMatchObject({ ended: true, matches: [], coins: [{ opening: '0', closing: '0.2997' }] })
  })
})
