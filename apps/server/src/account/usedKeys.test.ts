import type { Key } from '@truemark/core/keyBytes'
import type { Command } from '@truemark/core/vocabulary'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { house } from '../engine/door.ts'
import { btcTerms } from '../engine/testing/exchangeRun.ts'
import { type TestDatabase, createTestDatabase } from '../platform/postgres/testDatabase.ts'
import { type InlineEngine, startInlineEngine } from '../testing/inlineEngine.ts'
import { openReceipts } from '../ownReceipts.ts'
import { createPublicIds } from '../platform/publicId.ts'
import { keyNow } from '../testing/keys.ts'
import { testKeys } from '../testing/testKeys.ts'
import { eraseOldKeys } from './store.ts'

const minute = 60_000
const hour = 60 * minute
const holder = 32
const source = { kind: 'holder', holder, realm: 'demo' } as const

const keys = testKeys()
let test: TestDatabase
let engine: InlineEngine
let opened: ReturnType<typeof openReceipts>
let ahead = 0
const now = (): number => Date.now() + ahead
beforeAll(async () => {
  test = await createTestDatabase()
  await start()
  for (const command of [
    { type: 'listCurrency', code: 'USDT', scale: 6 },
    { type: 'listCurrency', code: 'BTC', scale: 8 },
    { type: 'listSymbol', terms: btcTerms },
    { type: 'openHolder', holder, realm: 'demo', country: 'FR' },
  ] as const) {
    await engine.exchange.command(house, command)
  }
})
afterAll(async () => {
  await opened.close()
  await engine.stop()
  await test.drop()
})

async function start(): Promise<void> {
  const watermark = () => engine.watermark
  const onError = (error: unknown): never => {
    throw error
  }
  opened = openReceipts({ database: test.database, keys, ids: createPublicIds(keys.tokens.names), watermark, onError })
  engine = await startInlineEngine(test.database, now, opened.notes)
}

const move = { type: 'transfer', holder, from: 'coin', to: 'contract', amount: 1_000_000n, fault: '' } as const
const keyAt = (time: number): Key => {
  return { route: 'POST /api/v3/account/transfers', id: keyNow(time).replaceAll('-', ''), digest: 'ab'.repeat(32) }
}
const send = (key: Key, command: Command = move) => engine.exchange.command(source, command, key)

async function transfers(): Promise<number> {
  await engine.watermark.waitFor(
    (await engine.exchange.command(house, { type: 'openHolder', holder, realm: 'demo', country: 'FR' })).seq,
    5_000,
  )
  const { rows } = await test.database.query<{ count: string }>('SELECT count(*) AS count FROM transfer')
  return Number(rows[0]?.count)
}

describe('a key', () => {
  it('is answered with the first receipt by memory, by the table, and after a restart', async () => {
    const key = keyAt(now())
    const receiptOf = async () => {
      const asker = { kind: 'user', userId: 7, realm: 'demo' } as const
      expect(await engine.exchange.command({ ...source, asker }, move, key)).toMatchObject({ ok: true })
      return opened.receipts.of(asker)
    }
    const first = await receiptOf()
    expect(first).toMatchObject({ place: 0, realm: 'demo' })
    expect(await receiptOf()).toEqual(first)
    ahead += 12 * hour
    await send(keyAt(now()), { type: 'cancelAllSpotOrders', holder, symbol: '' })
    expect(await receiptOf()).toEqual(first)
    await opened.close()
    await engine.stop()
    await start()
    expect(await receiptOf()).toEqual(first)
  })

  it('is answered alike by memory, after ten minutes by the table, and after a restart; another body is refused by each', async () => {
    const key = keyAt(now())
    const first = await send(key)
    expect(first.ok).toBe(true)
    const done = await transfers()
    for (const later of [9 * minute + 59_000, 2_000, 12 * hour]) {
      ahead += later
      // the exchange goes on meanwhile, and forgets
      await send(keyAt(now()), { type: 'cancelAllSpotOrders', holder, symbol: '' })
      expect(await send(key)).toMatchObject({ ok: true, answer: first.ok ? first.answer : null })
      expect(await send({ ...key, digest: 'cd'.repeat(32) })).toMatchObject({ ok: false, reason: 'key_reused' })
    }
    await engine.stop()
    await start()
    expect(await send(key)).toMatchObject({ ok: true, answer: first.ok ? first.answer : null })
    expect(await send({ ...key, digest: 'cd'.repeat(32) })).toMatchObject({ ok: false, reason: 'key_reused' })
    expect(await transfers()).toBe(done)
  })

  it('of a clock that is an hour behind is taken as new, once', async () => {
    const before = await transfers()
    const key = keyAt(now() - hour)
    const all = await Promise.all(Array.from({ length: 10 }, () => send(key)))
    expect(all.every(({ ok }) => ok)).toBe(true)
    expect(await transfers()).toBe(before + 1)
  })

  it('that the table no longer holds is refused, and its deed is not done again', async () => {
    const key = keyAt(now())
    await send(key)
    const before = await transfers()
    ahead += 25 * hour
    expect(await send(key)).toMatchObject({ ok: true })
    ahead += 25 * hour
    await send(keyAt(now()), { type: 'cancelAllSpotOrders', holder, symbol: '' })
    await eraseOldKeys(test.database, now())
    expect(await send(key)).toMatchObject({ ok: false, reason: 'key_expired' })
    expect(await transfers()).toBe(before)
  })

  it('of what two people decided is known for ever: done days ago, it is done and not failed', async () => {
    const key = { ...keyAt(now()), route: 'PROPOSAL' }
    const entry = {
      type: 'moveHouse',
      realm: 'demo',
      from: 'external',
      to: 'insurance',
      currency: 0,
      amount: 5n,
    } as const
    const decided = { ...entry, asker: 0, approver: 0 }
    const first = await engine.exchange.command(house, decided, key)
    expect(first).toMatchObject({ ok: true })
    await transfers()
    ahead += 80 * hour
    await eraseOldKeys(test.database, now())
    expect(await engine.exchange.command(house, decided, key)).toMatchObject({ ok: true })
    const { accounts } = await engine.exchange.ask(house, { type: 'house', realm: 'demo' })
    expect(accounts.find((one) => one.house === 'insurance')?.posted).toBe(5n)
    // one that was never done is refused, so that it is noted as failed
    const never = { ...keyAt(now() - 80 * hour), route: 'PROPOSAL' }
    expect(await engine.exchange.command(house, decided, never)).toMatchObject({ ok: false, reason: 'key_expired' })
  })
})
