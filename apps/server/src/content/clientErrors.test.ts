import { client } from '@truemark/protocol/client'
import { deskRoutes } from '@truemark/protocol/routes/desk'
import { contentRoutes } from '@truemark/protocol/routes/content'
import { deskClientErrorRoutes as routes } from '@truemark/protocol/routes/deskClientErrors'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type LiveServer, startLiveServer } from '../testing/liveServer.ts'
import { makeOperator } from '../testing/people.ts'
import { browserOf, groupsMax, keptDays, openClientErrors, reportOf, screenOf } from './clientErrors.ts'
import { forgetReports } from './clientErrors.store.ts'

const dayMs = 86_400_000
const stack = `TypeError: x is undefined
    at price (https://app.example.org/assets/Trade-B1x9.js?v=3:1:2034)
    at draw (https://app.example.org/assets/main-C2.js:9:1)`

let server: LiveServer
let admin = ''
let auditor = ''

beforeAll(async () => {
  server = await startLiveServer()
  admin = await makeOperator(server, 'administrator', 'Ada')
  auditor = await makeOperator(server, 'auditor', 'Aud')
})
afterAll(() => server.stop())
beforeEach(() => server.database.query('TRUNCATE client_error'))

const crash = (message: string, more: object = {}) =>
  server.call(contentRoutes.logError, {
    body: {
      client_version: client.version,
      error_message: message,
      error_url: '/market/trade/BTCUSDT?x=1',
      stack,
      ...more,
    },
  })
const groups = async (query: Readonly<Record<string, string>> = {}, token = admin) =>
  (await server.ok(routes.deskClientErrors, { token, query })).items

describe('a crash of the app', () => {
  it('is counted in its group, newest first, with its frames and without hosts and queries', async () => {
    expect((await crash('TypeError: x is undefined')).code).toBe(200)
    await crash('RangeError: too long')
    await crash('TypeError: x is undefined')
    const [first, second] = await groups()
    expect(first).toMatchObject({
      message: 'TypeError: x is undefined',
      version: client.version,
      place: 'at price (/assets/Trade-B1x9.js:1:2034)',
      page: '/market/trade/BTCUSDT',
      count: 2,
      seen: null,
    })
    expect(first?.stack).toContain('at draw (/assets/main-C2.js:9:1)')
    expect(second).toMatchObject({ message: 'RangeError: too long', count: 1 })
  })

  it('has nothing of a person, wherever it stands', async () => {
    await crash('no answer for ada@example.org, card 4111 1111 1111 1111', {
      stack: `Error: ada@example.org\n at x (https://a.example/f.js?token=abcdef:1:2)`,
      error_url: '/setting/contact-us/0191f2b08f3a7cc19b0e1c2d3e?mail=ada@example.org',
    })
    const { rows } = await server.database.query('SELECT to_jsonb(c) AS row FROM client_error AS c')
    const kept = JSON.stringify(rows)
    expect(kept).toContain('[mail]')
    for (const text of ['ada', '4111', 'abcdef', '0191f2b', '127.0.0.1']) expect(kept).not.toContain(text)
  })

  it('is seen by whoever may write, in the audit log, until it comes again', async () => {
    await crash('once')
    const [one] = await groups()
    const params = { id: one?.id ?? '' }
    expect((await server.call(routes.deskClientErrorSeen, { token: auditor, params })).reason).toBe(
      'permission_insufficient',
    )
    await server.ok(routes.deskClientErrorSeen, { token: admin, params })
    expect(await groups({ unseen: 'true' }, auditor)).toEqual([])
    expect(await groups()).toHaveLength(1)
    const noted = await server.ok(deskRoutes.deskAudit, { token: admin, query: { action: 'client_error_seen' } })
    expect(noted.items[0]).toMatchObject({ actor: 'Ada', subject: 'once' })
    await server.database.query('UPDATE client_error SET seen_at = seen_at - 1000, last_at = last_at - 1000')
    await crash('once')
    expect(await groups({ unseen: 'true' })).toMatchObject([{ count: 2 }])
    const gone = await server.call(routes.deskClientErrorSeen, { token: admin, params: { id: 'nothing' } })
    expect(gone.reason).toBe('content_unknown')
  })

  it('is none where a call was refused: that is for the log alone', async () => {
    const body = { client_version: '0.1.0', error_message: 'balance', error_url: '/', additional_info: 'GET /x 12206' }
    expect((await server.call(contentRoutes.logError, { body })).code).toBe(200)
    expect(await groups()).toEqual([])
  })
})

describe('what is kept', () => {
  const told = (message: string) => ({ version: '1', message, stack, path: '/', userAgent: '' })

  it('goes 30 days after its last report', async () => {
    const at = (now: number) => openClientErrors({ database: server.database, now: () => now })
    await at(0).note(told('old'))
    await at(20 * dayMs).note(told('old'))
    await at(keptDays * dayMs + 1).note(told('other'))
    const messages = async () =>
      (await server.database.query<{ message: string }>('SELECT message FROM client_error ORDER BY id')).rows.map(
        ({ message }) => message,
      )
    expect(await messages()).toEqual(['old', 'other'])
    await at((20 + keptDays) * dayMs + 1).note(told('third'))
    expect(await messages()).toEqual(['other', 'third'])
  })

  it('is the newest groups, and 300 reports a minute in all', async () => {
    let now = dayMs
    const errors = openClientErrors({ database: server.database, now: () => now })
    for (let n = 0; n < 310; n += 1) await errors.note(told(`flood ${n}`))
    const count = async () =>
      (await server.database.query<{ n: number }>('SELECT count(*)::int AS n FROM client_error')).rows[0]?.n
    expect(await count()).toBe(300)
    now += 60_000
    await errors.note(told('flood 0'))
    expect(await count()).toBe(300)
    await server.database.query(
      `INSERT INTO client_error (fingerprint, version, message, place, stack, page, browser, count, first_at, last_at)
       SELECT sha256(('x' || n)::bytea), '', 'filler', '', '', '', '', 1, 0, $1 + n FROM generate_series(1, $2) AS n`,
      [dayMs * 2, groupsMax],
    )
    await forgetReports(server.database, 0, groupsMax)
    expect(await count()).toBe(groupsMax)
  })

  it('is in pages', async () => {
    for (const message of ['a', 'b', 'c']) await crash(message)
    const { items, cursor } = await server.ok(routes.deskClientErrors, { token: admin, query: { limit: '2' } })
    const rest = await server.ok(routes.deskClientErrors, { token: admin, query: { limit: '2', cursor: cursor ?? '' } })
    expect([...items, ...rest.items].map(({ message }) => message)).toEqual(['c', 'b', 'a'])
    expect(rest.cursor).toBeNull()
  })
})

it.each([
  ['/market/trade/BTCUSDT', '/market/trade/BTCUSDT'],
  ['/news/0191f2b08f3a7cc19b0e1c2d3e', '/news/*'],
  ['/orders/123', '/orders/*'],
  ['/', '/'],
])('of the path %j the screen is %j', (path, screen) => {
  expect(screenOf(path)).toBe(screen)
})

it('browsers are told by their family', () => {
  expect(browserOf('Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0.1.2 Safari/537.36')).toBe(
    'Chrome 140',
  )
  expect(browserOf('Mozilla/5.0 (iPhone) AppleWebKit/605.1.15 Version/18.2 Mobile/15E148 Safari/604.1')).toBe(
    'Safari 18',
  )
  expect(browserOf('curl')).toBe('')
})

it('two places of one message are two groups, two screens are one', () => {
  const one = { version: '1', message: 'm', stack, path: '/a', userAgent: '' }
  const finger = (change: object) => reportOf({ ...one, ...change }).fingerprint.toString('hex')
  expect(finger({ path: '/b' })).toBe(finger({}))
  expect(finger({ stack: stack.replace('2034', '2035') })).not.toBe(finger({}))
  expect(finger({ version: '2' })).not.toBe(finger({}))
})
