import type { HolderId } from '@truemark/core/ledger/holders'
import type { Event } from '@truemark/core/vocabulary'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Fact, RowWriter } from '../engine/door.ts'
import { type TestDatabase, createTestDatabase } from '../platform/postgres/testDatabase.ts'
import { notificationProjection } from './projection.ts'

let test: TestDatabase
let writer: RowWriter
beforeAll(async () => {
  test = await createTestDatabase()
  writer = {
    query: (text, values) => test.database.query(text, values),
    copy: () => Promise.reject(new Error('notifications are not copied')),
  }
  await test.database.query(`INSERT INTO currency (id, code, scale) VALUES (0, 'USDT', 6), (1, 'BTC', 8)`)
  await test.database.query(
    `INSERT INTO listing (id, code, base, quote, price_decimals, quantity_decimals, halt, halt_reason, updated_at)
     VALUES (0, 'BTCUSDT', 1, 0, 1, 5, 'trading', '', 0)`,
  )
  await test.database.query(
    `INSERT INTO app_user (email, phone, verified, password_hash, real_holder, demo_holder)
     VALUES ('a@example.org', '+33612345678', 'email', 'x', 40, 41)`,
  )
})
afterAll(() => test.drop())

function settled(holder: HolderId, seq: number, time = Date.now()): Fact<Event> {
  const event: Event = {
    type: 'optionSettled',
    order: seq,
    holder,
    realm: holder === 41 ? 'demo' : 'real',
    listing: 0,
    outcome: 'win',
    stake: 50_000_000n,
    gain: 42_500_000n,
    exitStamp: 0,
    exitTenths: 0,
  }
  return { seq, time, place: 3, event }
}

async function rows(): Promise<{ realm: string; kind: string; params: object; told: boolean }[]> {
  const found = await test.database.query<{ realm: string; kind: string; params: object; told: boolean }>(
    'SELECT realm, kind, params, told FROM notification ORDER BY id',
  )
  return found.rows
}

it('an event is told once, to its person’s own account, however often it is applied', async () => {
  const facts = [settled(40, 7), settled(41, 8), settled(99, 9)]
  await notificationProjection.apply(facts, writer)
  await notificationProjection.apply(facts, writer)
  const params = { game: 'option', symbol: 'BTCUSDT', amount: '42.5', currency: 'USDT' }
  expect(await rows()).toEqual([
    { realm: 'real', kind: 'option_won', params, told: false },
    { realm: 'demo', kind: 'option_won', params, told: false },
  ])
})

it('what is old when it is written down is history, and is sent nowhere', async () => {
  await notificationProjection.apply([settled(40, 20, Date.now() - 2 * 3_600_000)], writer)
  expect((await rows()).at(-1)).toMatchObject({ kind: 'option_won', told: true })
})

it('many fills at once are counted, but for the newest five', async () => {
  await test.database.query('DELETE FROM notification')
  const fills = Array.from({ length: 9 }, (_, at): Fact<Event> => {
    const event: Event = {
      type: 'spotTraded',
      trade: at + 1,
      realm: 'real',
      listing: 0,
      base: 1,
      quote: 0,
      price: 100_000,
      quantity: 10,
      baseAmount: 10_000,
      quoteAmount: 1_000_000,
      makerOrder: 100 + at,
      makerHolder: 40,
      takerOrder: 0,
      takerHolder: 3,
      takerSide: 'sell',
      makerFee: 0,
      takerFee: 0,
      makerHold: 0,
      takerHold: 0,
      makerFilled: true,
      takerFilled: true,
      indexTenths: 0,
      indexTime: 0,
    }
    return { seq: 50, time: Date.now(), place: at, event }
  })
  await notificationProjection.apply(fills, writer)
  const found = await rows()
  expect(found.map(({ kind }) => kind)).toEqual(['fills_many', ...Array.from({ length: 5 }, () => 'spot_filled')])
  expect(found[0]?.params).toEqual({ count: '4' })
})
