import type { HolderId } from '@truemark/core/ledger/holders'
import { formatDecimal, parseDecimal, parseSignedDecimal } from '@truemark/core/money/decimal'
import { accountRoutes } from '@truemark/protocol/routes/account'
import { holdingRoutes } from '@truemark/protocol/routes/holdings'
import { identityRoutes } from '@truemark/protocol/routes/identity'
import { spotRoutes } from '@truemark/protocol/routes/spot'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { passDayTurn } from '../testing/dayTurn.ts'
import { keyNow } from '../testing/keys.ts'
import { type LiveServer, startLiveServer } from '../testing/liveServer.ts'
import { signUp } from '../testing/people.ts'
import { monthOf } from './statementMonth.ts'
import { pdfTexts } from './testing/pdfText.ts'

let server: LiveServer
let token: string
let holder: HolderId
const now = await passDayTurn()
const month = monthOf(now)
const middleBefore = Date.UTC(new Date(now).getUTCFullYear(), new Date(now).getUTCMonth() - 1, 15)
const monthBefore = monthOf(middleBefore)

async function post(route: Parameters<LiveServer['ok']>[0], body: object): Promise<unknown> {
  return server.ok(route, { token, body, key: keyNow() })
}

/** A demo account whose first lines are brought a month back, so that the month opens with balances. */
beforeAll(async () => {
  server = await startLiveServer()
  await server.tick(1_000_000)
  const login = await server.ok(identityRoutes.simulationLogin, { body: {} })
  token = login.token
  const order = { symbol: 'BTCUSDT', side: 'buy', type: 'market', quantity: '0.01' } as const
  await post(spotRoutes.spotOrderPlace, order)
  await post(accountRoutes.transferMake, { from: 'coin', to: 'contract', amount: '1000.000001' })
  await server.ok(accountRoutes.records, { token })
  const { rows } = await server.database.query<{ holder: HolderId }>('SELECT max(holder) AS holder FROM holder')
  holder = rows[0]?.holder ?? 0
  const back = now - middleBefore
  await server.database.query('UPDATE ledger_entry SET time = time - $2 WHERE holder = $1', [holder, back])
  await server.database.query('UPDATE holder SET opened_at = opened_at - $2 WHERE holder = $1', [holder, back])
  const quote = await server.ok(accountRoutes.quoteAsk, {
    token,
    body: { source: 'USDT', target: 'BTC', amount: '333.333333' },
  })
  await post(accountRoutes.exchangeMake, { quote_id: quote.id })
  await post(accountRoutes.transferMake, { from: 'contract', to: 'option', amount: '0.000001' })
  await post(spotRoutes.spotOrderPlace, { ...order, type: 'limit', time_in_force: 'GTC', price: '50000' })
})
afterAll(() => server.stop())

async function fileOf(kind: 'csv' | 'pdf', wanted: string, lang = 'en'): Promise<Buffer> {
  const route = kind === 'csv' ? holdingRoutes.statementCsv : holdingRoutes.statementPdf
  const response = await server.raw(route, { token, params: { month: wanted }, lang })
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toContain(kind === 'csv' ? 'text/csv' : 'application/pdf')
  expect(response.headers.get('cache-control')).toBe('private, no-store')
  return Buffer.from(await response.arrayBuffer())
}

interface CsvRow {
  readonly row: string
  readonly time: string
  readonly key: string
  readonly category: string
  readonly amount: string
  readonly balance: string
}

async function csvRows(wanted: string): Promise<CsvRow[]> {
  const text = (await fileOf('csv', wanted)).toString('utf8')
  expect(text.startsWith('\uFEFFrow,time_utc,account,')).toBe(true)
  const lines = text.slice(1).split('\r\n')
  expect(lines.pop()).toBe('')
  return lines.slice(1).map((line) => {
    const [row = '', time = '', account = '', currency = '', category = '', amount = '', balance = ''] = line.split(',')
    return { row, time, key: `${account} ${currency}`, category, amount, balance }
  })
}

const units = (text: string): bigint => parseSignedDecimal(text, 8) ?? -1n

/** What the ledger's own table says that each account stands at. */
async function stands(): Promise<Map<string, bigint>> {
  const { balances } = await server.ok(accountRoutes.accountAssets, { token })
  const found = balances.filter(({ total }) => units(total) > 0n)
  return new Map(found.map(({ account, currency, total }) => [`${account} ${currency}`, units(total)]))
}

describe('the statement of a month', () => {
  it('is listed from the month in which the account was opened', async () => {
    const { items } = await server.ok(holdingRoutes.statements, { token })
    expect(items.map((one) => one.month)).toContain(monthBefore)
    expect(items[0]).toMatchObject({ month, ended: false })
    expect(items.find((one) => one.month === monthBefore)).toMatchObject({ ended: true })
  })

  it('opens, moves and closes to the unit of the ledger, as CSV', async () => {
    const before = await csvRows(monthBefore)
    const rows = await csvRows(month)
    const at = (kind: string, list: CsvRow[]) =>
      new Map(list.filter(({ row }) => row === kind).map(({ key, balance }) => [key, units(balance)]))
    expect(at('opening', before)).toEqual(
      new Map([
        ['coin USDT', 0n],
        ['coin BTC', 0n],
        ['contract USDT', 0n],
      ]),
    )
    const opening = at('opening', rows)
    expect(opening.get('contract USDT')).toBe(100_000_000_100n)
    for (const [key, amount] of at('closing', before)) expect(opening.get(key) ?? 0n).toBe(amount)
    const sums = new Map(opening)
    for (const { row, key, amount, balance } of rows) {
      if (row !== 'line') continue
      sums.set(key, (sums.get(key) ?? 0n) + units(amount))
      expect(sums.get(key)).toBe(units(balance))
    }
    expect(at('closing', rows)).toEqual(sums)
    expect(sums).toEqual(await stands())
    expect(rows.filter(({ row }) => row === 'line').map(({ category }) => category)).toContain('exchange_fee_rate')
    expect(rows.every(({ time }) => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(time))).toBe(true)
  })

  it('prints the same figures, as PDF, in any language', async () => {
    const rows = await csvRows(month)
    const pdf = await fileOf('pdf', month)
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-')
    const texts = pdfTexts(pdf)
    expect(texts.join('')).toContain('Account statement')
    for (const { row, amount, balance } of rows) {
      if (row === 'line') expect(texts).toContain(amount)
      expect(texts).toContain(balance)
    }
    const thai = pdfTexts(await fileOf('pdf', monthBefore, 'th')).join('')
    expect(thai).toContain('ใบแจ้งยอดบัญชี')
    expect(thai).toContain(formatDecimal(parseDecimal('1000.000001', 6) ?? 0n, 6))
  })

  it('is refused for months before the account, to come, or written wrongly, and to strangers', async () => {
    for (const elsewhere of ['2019-01', '2999-01']) {
      const { reason } = await server.call(holdingRoutes.statementCsv, { token, params: { month: elsewhere } })
      expect(reason).toBe('statement_month_invalid')
    }
    const wrong = await server.call(holdingRoutes.statementPdf, { token, params: { month: '2026-13' } })
    expect(wrong.reason).toBe('field_malformed')
    const stranger = await server.call(holdingRoutes.statementCsv, { params: { month } })
    expect(stranger.reason).toBe('login_required')
    const other = await signUp(server, 'owner@example.com', '+33612345699')
    const theirs = await server.raw(holdingRoutes.statementCsv, { token: other, params: { month } })
    expect(await theirs.text()).toMatch(/^.?row,time_utc,.*\r\n$/u)
  })
})
