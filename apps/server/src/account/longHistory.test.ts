import type { HolderId } from '@truemark/core/ledger/holders'
import { categories } from '@truemark/core/ledger/categories'
import { accountRoutes } from '@truemark/protocol/routes/account'
import { holdingRoutes } from '@truemark/protocol/routes/holdings'
import { identityRoutes } from '@truemark/protocol/routes/identity'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { keyNow } from '../testing/keys.ts'
import { type LiveServer, startLiveServer } from '../testing/liveServer.ts'
import { findStatementAccounts, partOfSpan } from './statement.store.ts'
import { monthOf } from './statementMonth.ts'
import { pdfLinesMax } from './statements.ts'

const rows = 100_004
/** The lines lie in the month before this one, some seconds apart, so that every page and range meets many. */
const first = Date.UTC(new Date().getUTCFullYear(), new Date().getUTCMonth() - 1, 1)
const apartMs = 20_000
/** Far above what a page takes, 2 to 5 ms on a quiet machine; the store's own test counts the blocks that are read. */
const pageMaxMs = 5_000

let server: LiveServer
let token: string
let holder: HolderId

beforeAll(async () => {
  server = await startLiveServer()
  token = (await server.ok(identityRoutes.simulationLogin, { body: {} })).token
  const body = { from: 'coin', to: 'option', amount: '1' }
  await server.ok(accountRoutes.transferMake, { token, body, key: keyNow() })
  await server.ok(accountRoutes.records, { token })
  const { rows: found } = await server.database.query<{ holder: HolderId }>('SELECT max(holder) AS holder FROM holder')
  holder = found[0]?.holder ?? 0
  // one unit in and out again, so that each line continues the one before and all come to nothing
  await server.database.query(
    `INSERT INTO ledger_entry (holder, time, place, seq, account, currency, category, amount, balance_after, other, ref_kind, ref)
     SELECT $1, $2::bigint + i * $3, i, 1, 0, 0, i % $4, 1 - 2 * (i % 2), 1 - i % 2, 3, 2, 1 FROM generate_series(0, $5) AS i`,
    [holder, first, apartMs, categories.length, rows - 1],
  )
  await server.database.query('UPDATE holder SET opened_at = $2 WHERE holder = $1', [holder, first])
  await server.database.query('ANALYZE ledger_entry')
})
afterAll(() => server.stop())

async function timed<T>(work: () => Promise<T>): Promise<{ value: T; ms: number }> {
  const began = performance.now()
  return { value: await work(), ms: performance.now() - began }
}

describe('a history of 100 000 lines', () => {
  it.each<Record<string, string>>([
    {},
    { category: 'mining_done' },
    { type: 'coin', category: 'exchange', currency: 'USDT' },
    { from: String(first + 1_000 * apartMs), to: String(first + 2_000 * apartMs) },
    { category: 'buy', to: String(first + 50_000 * apartMs) },
    // one line passes it: all are looked at
    { type: 'option' },
  ])('answers a page of %j at once', async (query) => {
    const page = () => server.ok(accountRoutes.records, { token, query: { limit: '100', ...query } })
    await page()
    const { value, ms } = await timed(page)
    expect(value.items).toHaveLength(query['type'] === 'option' ? 1 : 100)
    expect(ms).toBeLessThan(pageMaxMs)
  })

  it('is walked by its cursor without a line twice or left out', async () => {
    const seen = new Set<string>()
    let cursor: string | null = null
    do {
      const query: Record<string, string> = { limit: '100', category: 'deposit' }
      if (cursor !== null) query['cursor'] = cursor
      const page: { readonly items: readonly { readonly id: string }[]; readonly cursor: string | null } =
        await server.ok(accountRoutes.records, { token, query })
      for (const { id } of page.items) seen.add(id)
      ;({ cursor } = page)
    } while (cursor !== null)
    // every 37th line, and the grant that opened the account
    expect(seen.size).toBe(Math.ceil((rows - categories.indexOf('deposit')) / categories.length) + 1)
  })

  it('is written whole as CSV, line by line, and is printed in parts alone', async () => {
    const params = { month: monthOf(first) }
    const response = await server.raw(holdingRoutes.statementCsv, { token, params })
    const text = await response.text()
    expect(text.split('\r\n')).toHaveLength(rows + 4)
    const printed = await server.call(holdingRoutes.statementPdf, { token, params })
    expect(printed.reason).toBe('statement_too_long')
    const parts = Math.ceil(rows / pdfLinesMax)
    const beyond = { token, params, query: { part: String(parts + 1) } }
    expect((await server.call(holdingRoutes.statementPdf, beyond)).reason).toBe('statement_month_invalid')
  })

  it('opens each part where the one before has closed, with no line twice or left out', async () => {
    const { database } = server
    const to = { time: Date.UTC(2999, 0), place: 0 }
    const span = { holder, from: { time: first, place: 0 }, to, seqMax: Number.MAX_SAFE_INTEGER }
    const whole = await findStatementAccounts(database, span)
    const linesMax = 30_000
    const closings = new Map<string, bigint>()
    let lines = 0
    for (let part = 1; part <= Math.ceil(rows / linesMax); part += 1) {
      const piece = await partOfSpan(database, span, linesMax, part)
      for (const one of await findStatementAccounts(database, piece)) {
        const key = `${one.account} ${one.currency}`
        expect(one.opening).toBe(closings.get(key) ?? 0n)
        closings.set(key, one.opening + one.received + one.paid)
        lines += one.lines
      }
    }
    expect(lines).toBe(whole.reduce((sum, one) => sum + one.lines, 0))
    for (const { account, currency, opening, received, paid } of whole) {
      expect(closings.get(`${account} ${currency}`)).toBe(opening + received + paid)
    }
  })
})
