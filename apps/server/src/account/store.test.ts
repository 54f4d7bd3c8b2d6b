import type { HolderId } from '@truemark/core/ledger/holders'
import { eventCodec, type Event } from '@truemark/core/vocabulary'
import { decode, list } from '@truemark/core/codec/codec'
import { accounts } from '@truemark/core/ledger/move'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Projector } from '../engine/projector.ts'
import { ExchangeRun } from '../engine/testing/exchangeRun.ts'
import type { Queryable } from '../platform/postgres/database.ts'
import { type TestDatabase, createTestDatabase } from '../platform/postgres/testDatabase.ts'
import {
  catalogueProjection,
  findRecords,
  findTransfers,
  findUsedKey,
  holderProjection,
  ledgerProjection,
  transferProjection,
  usedKeyProjection,
} from './store.ts'
import { otherSides } from './tables.ts'

const holders = 6
// a line against the held part of an account moves nothing out of it
const held = otherSides.indexOf('held')
let test: TestDatabase
let run: ExchangeRun
let projector: Projector<Event>
let projected = 0

async function caughtUp(): Promise<void> {
  const end = performance.now() + 20_000
  while (projected < run.engine.end.seq && performance.now() < end)
    await new Promise((resolve) => setTimeout(resolve, 20))
  expect(projected).toBe(run.engine.end.seq)
}

beforeAll(async () => {
  test = await createTestDatabase()
  run = await ExchangeRun.start(test.database, 11)
  projector = new Projector<Event>({
    database: test.database,
    projections: [ledgerProjection, holderProjection, catalogueProjection, transferProjection, usedKeyProjection],
    decode: (frame) => decode(list(eventCodec), frame),
    projected: (to) => {
      projected = to.seq
    },
    warn: (message) => {
      throw new Error(message)
    },
  })
  projector.start()
  await run.open(holders)
  for (let i = 0; i < 200; i += 1) await Promise.all(Array.from({ length: 5 }, () => run.act(holders)))
  await caughtUp()
})
afterAll(async () => {
  await projector.stop()
  await run.close()
  await test.drop()
})

describe('the ledger tables', () => {
  it('hold what the engine holds, for every account', async () => {
    const { rows } = await test.database.query<{
      holder: HolderId
      account: number
      currency: number
      posted: string
      frozen: string
    }>('SELECT * FROM balance WHERE holder >= 32 AND (posted <> 0 OR frozen <> 0) ORDER BY holder, account, currency')
    const found = rows.map((row) => [row.holder, row.account, row.currency, BigInt(row.posted), BigInt(row.frozen)])
    const wanted = []
    for (let holder = 32; holder < 32 + holders; holder += 1) {
      const reply = await run.ask({ type: 'balances', holder })
      if (reply.type !== 'balances') throw new Error('no balances')
      for (const { account, currency, available, frozen } of reply.balances) {
        const row = [holder, accounts.indexOf(account), currency, available + frozen, frozen]
        if (available + frozen !== 0n) wanted.push(row)
      }
    }
    expect(found.length).toBeGreaterThan(holders)
    expect(found).toEqual(
      wanted.toSorted(
        (a, b) => Number(a[0]) - Number(b[0]) || Number(a[1]) - Number(b[1]) || Number(a[2]) - Number(b[2]),
      ),
    )
  })

  it('sum to zero in each row of the journal and each currency, and to the balances', async () => {
    const unbalanced = await test.database.query(
      'SELECT seq, currency FROM ledger_entry WHERE other <> $1 GROUP BY seq, currency HAVING sum(amount) <> 0',
      [held],
    )
    expect(unbalanced.rows).toEqual([])
    const different = await test.database.query(
      `SELECT holder FROM balance AS b WHERE posted <> (SELECT coalesce(sum(amount), 0) FROM ledger_entry AS e
         WHERE (e.holder, e.account, e.currency) = (b.holder, b.account, b.currency) AND e.other <> $1)`,
      [held],
    )
    expect(different.rows).toEqual([])
    const broken = await test.database.query(
      `SELECT * FROM (SELECT balance_after - amount AS before, lag(balance_after, 1, 0) OVER (
         PARTITION BY holder, account, currency ORDER BY time, place) AS expected FROM ledger_entry
         WHERE other <> $1) AS line
       WHERE before <> expected`,
      [held],
    )
    expect(broken.rows).toEqual([])
  })

  it('refuse a user balance below zero', async () => {
    await expect(test.database.query('UPDATE balance SET posted = -1 WHERE holder = 32')).rejects.toThrow('check')
  })

  it('know holders, currencies and listings', async () => {
    const { rows } = await test.database.query(
      'SELECT holder, realm, country, disabled FROM holder ORDER BY holder LIMIT 1',
    )
    expect(rows).toEqual([{ holder: 32, realm: 1, country: 'CH', disabled: false }])
    const catalogue = await test.database.query('SELECT code FROM currency ORDER BY id')
    expect(catalogue.rows).toEqual([{ code: 'USDT' }, { code: 'BTC' }])
    const listings = await test.database.query('SELECT code, halt FROM listing')
    expect(listings.rows).toEqual([{ code: 'BTCUSDT', halt: 'trading' }])
  })
})

describe('records', () => {
  it('page through all of a holder without a gap or a repeat', async () => {
    const all = await findRecords(test.database, { holder: 33, limit: 100_000 })
    const paged = []
    for (let after: { time: number; place: number } | undefined; ;) {
      const page = await findRecords(test.database, { holder: 33, after, limit: 7 })
      paged.push(...page)
      after = page.at(-1)
      if (page.length < 7) break
    }
    expect(all.length).toBeGreaterThan(20)
    expect(paged).toEqual(all)
  })

  it('filter by account, currency, category and time', async () => {
    const all = await findRecords(test.database, { holder: 33, limit: 100_000 })
    const categories = [...new Set(all.map((record) => record.category))]
    expect(categories).toContain('fund_transfer')
    for (const category of categories) {
      const some = await findRecords(test.database, { holder: 33, category, limit: 100_000 })
      expect(some).toEqual(all.filter((record) => record.category === category))
    }
    const [from = 0, to = 0] = [all.at(-5)?.time, all.at(3)?.time]
    const some = await findRecords(test.database, {
      holder: 33,
      account: 'coin',
      currency: 0,
      from,
      to,
      limit: 100_000,
    })
    expect(some).toEqual(
      all.filter(
        (record) => record.account === 'coin' && record.currency === 0 && record.time >= from && record.time < to,
      ),
    )
  })

  it('say who stands on the other side and what a line is about', async () => {
    const all = await findRecords(test.database, { holder: 33, limit: 100_000 })
    expect(all.at(-1)).toMatchObject({ category: 'deposit', other: 'external', refKind: '', amount: 100_000_000_000n })
    for (const record of all) {
      if (record.category === 'transaction_fee') expect(record.other).toBe('fees')
      if (record.category === 'spot_buy' && record.refKind !== '') {
        expect([record.other, record.refKind, record.ref > 0]).toEqual(['market', 'spot_order', true])
      }
      if (record.refKind === 'transfer') expect(record.other).not.toBe(record.account)
    }
  })

  it('stay fast over 100 000 lines, with every filter', async () => {
    await test.database.query(
      `INSERT INTO ledger_entry SELECT 99, 1000 + i, 0, i, i % 3, 0, CASE i % 5000 WHEN 0 THEN 11 ELSE 26 + i % 3 END, 1, i, 3, 1, i
       FROM generate_series(1, 100000) AS i`,
    )
    await test.database.query('ANALYZE ledger_entry')
    const { rows: table } = await test.database.query<{ blocks: number }>(
      "SELECT relpages AS blocks FROM pg_class WHERE relname = 'ledger_entry'",
    )
    const tableBlocks = table[0]?.blocks ?? 0
    const filters = [
      {},
      { category: 'deposit' },
      { account: 'contract' },
      { from: 50_000, to: 50_100 },
      { after: { time: 3_000, place: 0 } },
    ] as const
    for (const filter of filters) {
      const asked: [string, readonly unknown[] | undefined][] = []
      const noting: Queryable = {
        query: (text, values) => {
          asked.push([text, values])
          return test.database.query(text, values)
        },
      }
      expect(await findRecords(noting, { holder: 99, limit: 20, ...filter })).toHaveLength(20)
      for (const [text, values] of asked) {
        // Counted in blocks and not in time: other tests share the machine.
        const { rows } = await test.database.query<{ 'QUERY PLAN': [{ Plan: Record<string, unknown> }] }>(
          `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${text}`,
          values,
        )
        const plan = rows[0]?.['QUERY PLAN'][0].Plan ?? {}
        const blocks = Number(plan['Shared Hit Blocks']) + Number(plan['Shared Read Blocks'])
        // What is rare is sought through the whole index, once; the rest stops at the end of its page.
        expect(blocks).toBeLessThan('category' in filter ? 2 * tableBlocks : 200)
      }
    }
  })
})

describe('transfers and keys', () => {
  it('are found, newest first', async () => {
    const first = await findTransfers(test.database, 33, null, 3)
    const rest = await findTransfers(test.database, 33, first.at(-1)?.id ?? 0, 100)
    expect(first).toHaveLength(3)
    const ids = [...first, ...rest].map((transfer) => transfer.id)
    expect(ids).toEqual(ids.toSorted((a, b) => b - a))
    const { rows } = await test.database.query<{ holder: HolderId; id: string }>(
      'SELECT holder, id FROM used_key LIMIT 1',
    )
    const [key] = rows
    if (key === undefined) throw new Error('no key was kept')
    const found = await findUsedKey(test.database, key.holder, 'POST /x', key.id)
    expect(found?.digest).toBe('ab'.repeat(8))
    expect(await findUsedKey(test.database, key.holder, 'POST /y', key.id)).toBeNull()
  })
})
