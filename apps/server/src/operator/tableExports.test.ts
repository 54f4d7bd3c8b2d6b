import { exportNextHeader, exportRowsMax } from '@truemark/protocol/exportFile'
import { deskRoutes } from '@truemark/protocol/routes/desk'
import { deskExportRoutes as files } from '@truemark/protocol/routes/deskExports'
import { identityRoutes } from '@truemark/protocol/routes/identity'
import type { RouteDefinition } from '@truemark/protocol/routes/route'
import { touchRoutes } from '@truemark/protocol/routes/touches'
import { millis } from '@truemark/protocol/values'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { createLimits, limitClassOf } from '../platform/http/limits.ts'
import { type LiveServer, startLiveServer } from '../testing/liveServer.ts'
import { makeOperator, signUp } from '../testing/people.ts'
import { columnsOf } from './tableColumns.ts'

let server: LiveServer
let admin = ''
let support = ''
let person = ''
let uid = ''

beforeAll(async () => {
  server = await startLiveServer()
  admin = await makeOperator(server, 'administrator', 'Ada')
  support = await makeOperator(server, 'support', 'Sue')
  person = await signUp(server, 'paul@example.org', '+33612345678')
  uid = (await server.ok(identityRoutes.user, { token: person })).uid
})
afterAll(() => server.stop())

interface Options {
  readonly query?: Readonly<Record<string, string>>
  readonly params?: Readonly<Record<string, string>>
}

async function file(route: RouteDefinition, token: string, options: Options = {}) {
  const response = await server.raw(route, { token, ...options })
  const bytes = Buffer.from(await response.arrayBuffer())
  const [head = '', ...rows] = bytes
    .toString('utf8')
    .replace(/^\uFEFF/, '')
    .trimEnd()
    .split('\r\n')
  return { response, bytes, head, rows, next: response.headers.get(exportNextHeader) }
}

async function noted(query: Readonly<Record<string, string>> = {}) {
  const { items } = await server.ok(deskRoutes.deskAudit, {
    token: admin,
    query: { action: 'table_exported', ...query },
  })
  return items
}

describe('a list as a file', () => {
  it('is the list: its fields as columns, texts that are no formulas, moments of UTC, and a name with table and time', async () => {
    await server.database.query(`UPDATE app_user SET nickname = '=cmd|"x",1' WHERE email = 'paul@example.org'`)
    const { response, bytes, head, rows } = await file(files.deskUsersCsv, support)
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(response.headers.get('content-disposition')).toMatch(/filename="users-[0-9]{8}T[0-9]{6}Z\.csv"/)
    expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
    expect(head).toBe(
      'uid,email,phone,nickname,country,realm,guest,disabled,real_name_primary,real_name_advanced,invite_code,created,last_seen',
    )
    const { items } = await server.ok(deskRoutes.deskUsers, { token: support })
    expect(rows).toHaveLength(items.length)
    const [one] = items.filter((user) => user.uid === uid)
    const created = new Date(one?.created ?? 0).toISOString()
    expect(rows.find((row) => row.startsWith(`${uid},`))).toContain(
      `${uid},paul@example.org,'+33612345678,"'=cmd|""x"",1",FR,real,false,false,none,none,,${created},`,
    )
  })

  it('goes by the filters of the list, and is refused as the list is, with nothing in the audit log', async () => {
    await server.ok(identityRoutes.simulationLogin, { body: {} })
    const query = { realm: 'real' }
    const { items } = await server.ok(deskRoutes.deskUsers, { token: support, query })
    const real = await file(files.deskUsersCsv, support, { query })
    expect(real.rows.map((row) => row.split(',')[0])).toEqual(items.map((user) => user.uid))
    expect((await file(files.deskUsersCsv, support)).rows.length).toBe(real.rows.length + 1)
    const before = (await noted()).length
    const nobody = await server.call(files.deskUsersCsv, { token: support, query: { search: 'nobody@example.org' } })
    expect(nobody.reason).toBe('email_not_registered')
    expect((await server.call(files.deskAuditCsv, { token: support })).reason).toBe('permission_insufficient')
    expect((await server.call(files.deskUsersCsv, { token: person })).reason).toBe('permission_insufficient')
    expect((await server.raw(files.deskUsersCsv)).status).toBe(401)
    expect(await noted()).toHaveLength(before)
  })

  it('stands in the audit log with who, which table, which filters and how many rows; a person sees that of their own', async () => {
    const { rows } = await file(files.deskUsersCsv, support, { query: { realm: 'real', disabled: 'false' } })
    const detail = { realm: 'real', disabled: 'false', rows: String(rows.length) }
    expect((await noted())[0]).toMatchObject({ actor: 'Sue', subject: 'users', detail, touched: [] })
    const sessions = await file(files.deskUserSessionsCsv, support, { params: { id: uid } })
    expect(sessions.head).toBe('id,realm,device,created,last_seen')
    const own = { id: uid, rows: String(sessions.rows.length) }
    expect((await noted())[0]).toMatchObject({ subject: 'users-sessions', detail: own, touched: [uid] })
    const { items } = await server.ok(touchRoutes.accountTouches, { token: person })
    expect(items.map(({ action }) => action)).toEqual(expect.arrayContaining(['table_exported', 'users_listed']))
  })

  it('is refused by a filter that no log can keep', async () => {
    const before = (await noted()).length
    const heard = await server.call(files.deskAddressesCsv, { token: admin, query: { search: 'a\0b' } })
    expect(heard.reason).toBe('field_malformed')
    expect(await noted()).toHaveLength(before)
  })

  it('holds no text of a message, whoever has it', async () => {
    const { head, rows } = await file(files.deskOutboxCsv, admin)
    expect(head).toBe('id,channel,to,subject,created,expires')
    expect(rows.length).toBeGreaterThan(0)
  })

  const needed: Readonly<Record<string, Readonly<Record<string, string>>>> = {
    deskPiecesCsv: { kind: 'news' },
    deskMiningCsv: { realm: 'real' },
    deskMiningDraftsCsv: { realm: 'real' },
    deskWealthPoolsCsv: { realm: 'real' },
    deskWealthForecastCsv: { realm: 'real' },
  }

  it('is there of every list, for whoever reads all', { timeout: 60_000 }, async () => {
    for (const [name, route] of Object.entries(files)) {
      const whose = route.params === undefined ? {} : { params: { id: uid } }
      const query = needed[name] ?? {}
      const { response, head } = await file(route, admin, { ...whose, query })
      if (name === 'deskIeoAllocationCsv') continue
      expect([name, response.headers.get('content-type')]).toEqual([name, 'text/csv; charset=utf-8'])
      expect(head.split(',').length, name).toBeGreaterThan(1)
    }
  })
})

describe('a list that is longer than a file', () => {
  const extra = 7

  beforeAll(async () => {
    // written past the log of what was written, which takes a second for a thousand rows
    await server.database.query('ALTER TABLE invite_code DISABLE TRIGGER written_row')
    await server.database.query(
      `INSERT INTO invite_code (code, note) SELECT 'code' || n, '-note ' || n FROM generate_series(1, $1) AS n`,
      [exportRowsMax + extra],
    )
    await server.database.query('ALTER TABLE invite_code ENABLE TRIGGER written_row')
  }, 120_000)

  it('goes on in the next, where the last one says: each row once', { timeout: 120_000 }, async () => {
    const first = await file(files.deskInviteCodesCsv, admin)
    expect(first.rows).toHaveLength(exportRowsMax)
    expect(first.rows[0]).toMatch(/^code50007,'-note 50007,0,,true,20[0-9TZ:.-]+$/)
    expect((await noted())[0]?.detail).toEqual({ rows: String(exportRowsMax), next: first.next })
    const rest = await file(files.deskInviteCodesCsv, admin, { query: { cursor: first.next ?? '' } })
    expect(rest.rows).toHaveLength(extra)
    expect(rest.next).toBeNull()
    expect(new Set([...first.rows, ...rest.rows]).size).toBe(exportRowsMax + extra)
  })

  it('is made for four at a time, and whoever is told to wait gets it then', { timeout: 120_000 }, async () => {
    const asked = [1, 2, 3, 4, 5].map(() => file(files.deskInviteCodesCsv, admin))
    const answers = await Promise.all(asked)
    expect(answers.filter(({ response }) => response.status === 200)).toHaveLength(4)
    const told = answers.find(({ response }) => response.status === 503)
    expect(JSON.parse(told?.bytes.toString('utf8') ?? '')).toMatchObject({ data: { reason: 'export_busy' } })
    expect((await file(files.deskUsersCsv, admin)).response.status).toBe(200)
  })
})

it('files of lists have a limit of their own', () => {
  expect(limitClassOf(files.deskUsersCsv)).toBe('export')
  const limits = createLimits(1, () => 0)
  const waits = Array.from({ length: 21 }, () => limits.take('export', 'operator:1', '192.0.2.1'))
  expect(waits.map((wait) => wait === null)).toEqual([...Array.from({ length: 20 }, () => true), false])
  expect(limits.take('export', 'operator:2', '192.0.2.1')).toBeNull()
})

describe('the columns of a list', () => {
  const row = z.object({
    time: z.nullable(millis),
    count: z.int(),
    fund: z.nullable(z.object({ amount: z.string() })),
    lines: z.array(z.object({ currency: z.string() })),
    secret: z.string(),
  })
  const columns = columnsOf(row, ['secret'])
  const cells = (value: unknown) => columns.map(({ text }) => text(value))

  it('are its fields, those of an object in it too; a list in it is JSON', () => {
    expect(columns.map(({ name }) => name)).toEqual(['time', 'count', 'fund_amount', 'lines'])
    const value = { time: 0, count: 3, fund: { amount: '1.50' }, lines: [{ currency: 'USDT' }], secret: 'x' }
    expect(cells(value)).toEqual(['1970-01-01T00:00:00.000Z', '3', '1.50', '[{"currency":"USDT"}]'])
  })

  it('are empty where a row says nothing', () => {
    expect(cells({ time: null, count: 0, fund: null, lines: [] })).toEqual(['', '0', '', '[]'])
  })
})
