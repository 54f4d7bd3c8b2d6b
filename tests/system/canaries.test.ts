import { createServer } from 'node:net'
import { operatorRoles } from '@truemark/protocol/access'
import { routes } from '@truemark/protocol/routes/all'
import { type RouteDefinition, pathWith } from '@truemark/protocol/routes/route'
import { afterAll, beforeAll, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { makeOperatorLink } from '../../apps/server/src/operator/door.ts'
import { appCode } from '../../apps/server/src/testing/people.ts'
import { type Database, openDatabase } from '../../apps/server/src/platform/postgres/database.ts'
import { call, newKey, textAt } from '../client.ts'
import { put, textsOf, valueOf } from '../policy/shapes.ts'
import { sentBy } from '../person.ts'
import { launchProduct, makeFolder } from '../product.ts'

/** Every text of this run that tells of a person or lets somebody in, by what it is. */
const canaries = new Map<string, string>()
let count = 0
function canary(what: string, shape: (mark: string) => string = (mark) => mark): string {
  count += 1
  const text = shape(`zq${String(count).padStart(4, '0')}canary`)
  canaries.set(text, what)
  return text
}

const folder = makeFolder()
let address = ''
let metricsPort = 0
let database: Database
let written = ''
let child: ReturnType<typeof launchProduct>

beforeAll(async () => {
  metricsPort = await freePort()
  child = launchProduct(folder, { LOG_LEVEL: 'trace', METRICS_PORT: String(metricsPort) })
  for (const stream of [child.child.stdout, child.child.stderr])
    stream?.on('data', (chunk) => (written += String(chunk)))
  address = await child.address
  database = openDatabase({ url: folder.databaseUrl(), name: 'test', onError: () => undefined })
}, 120_000)
afterAll(async () => {
  await database.close()
  child.child.kill('SIGINT')
  await child.ended
  await folder.remove()
})

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const at = server.address()
      server.close(() => resolve(typeof at === 'object' && at !== null ? at.port : 0))
    })
  })
}

const post = (path: string, body: unknown, token?: string) =>
  call(address, path, { method: 'POST', body, key: newKey(), ...(token === undefined ? {} : { token }) })

async function codeTo(recipient: string): Promise<string> {
  for (let tries = 0; tries < 200; tries += 1) {
    const sent = await sentBy({ folder, database: () => database }, `recipient = $1 AND template = 'code'`, [recipient])
    const code = sent.at(-1)?.params['code']
    if (code !== undefined) {
      // six figures alone stand in numbers too: what is looked for is the code as a message says it
      canaries.set(`"code":"${code}"`, 'verify_code')
      canaries.set(`"code": "${code}"`, 'verify_code')
      return code
    }
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error('no code was sent')
}

/** Somebody who has registered, mistyped, signed in, begun to set an app up, and reset the password. */
async function person(): Promise<string> {
  const email = canary('mail', (mark) => `${mark}@example.org`)
  const password = canary('password', (mark) => `${mark}-Xy7`)
  const phone = '+351912345987'
  canaries.set(phone, 'phone')
  await post('/send_email', { type: 'register', email })
  const code = await codeTo(email)
  const form = { account: email, type: 'email', email, phone, invite_code: '', country: 'PT' }
  const registered = await post('/register', { ...form, password, verify_code: code })
  expect(registered.code).toBe(200)
  await post('/login', { account: email, password: canary('mistyped password') })
  await post('/send_email', { type: 'forgot', email })
  const reset = canary('reset password', (mark) => `${mark}-Xy8`)
  await post('/forgot_password', { account: email, password: reset, verify_code: await codeTo(email) })
  for (const one of [password, reset]) {
    const { data } = await post('/login', { account: email, password: one })
    const token = textAt(data, 'token')
    if (token === '') continue
    canaries.set(token, 'token of a session')
    const setUp = await post('/user/totp', {}, token)
    const secret = textAt(setUp.data, 'secret') || textAt(setUp.data, 'totp_secret')
    if (secret !== '') canaries.set(secret, 'secret of an authenticator app')
    return token
  }
  throw new Error('nobody could sign in')
}

async function operator(): Promise<string> {
  const path = await makeOperatorLink(database, 'administrator', 'test')
  const token = path.slice(path.lastIndexOf('/') + 1)
  canaries.set(token, 'link of an operator')
  const link = await post('/desk/links/open', { token })
  const secret = textAt(link.data, 'totp_secret')
  canaries.set(secret, 'secret of an operator’s app')
  const password = canary('operator’s password', (mark) => `${mark}-Seven-rivers`)
  const { data } = await post('/desk/links/complete', { token, name: 'Ada of tests', password, totp: appCode(secret) })
  const session = textAt(data, 'token')
  canaries.set(session, 'token of an operator')
  return session
}

/** The body of a route with a canary in each text that takes one, and one with a canary in every text. */
function bodiesOf(route: RouteDefinition, name: string): unknown[] {
  if (route.body === undefined) return [undefined]
  const good = valueOf(route.body, [])
  const texts = textsOf(route.body)
  const taken = texts.filter(([, field]) => z.safeParse(field, 'zq0000canary').success)
  const withAll = (places: typeof texts): unknown =>
    places.reduce((body, [at]) => put(body, at, canary(`${name} ${at.join('.')}`)), good)
  return [withAll(taken), withAll(texts)]
}

async function ask(route: RouteDefinition, token: string, path: string, body: unknown): Promise<number> {
  const headers = new Headers({ authorization: `Bearer ${token}`, 'user-agent': canary('browser') })
  const init = { method: route.method, headers, signal: AbortSignal.timeout(60_000) }
  if (body === undefined || route.method === 'GET') return (await fetch(`${address}${path}`, init)).status
  if (route.files === undefined) {
    headers.set('content-type', 'application/json')
    return (await fetch(`${address}${path}`, { ...init, body: JSON.stringify(body) })).status
  }
  const form = new FormData()
  for (const [field, value] of Object.entries(Object(body))) form.append(field, String(value))
  form.append(route.files.field, new Blob(['no image']), canary('name of a file'))
  return (await fetch(`${address}${path}`, { ...init, body: form })).status
}

// what ends the sessions of those who ask on
const ending = /logout|\/close|sessions|freeze/

async function everyRoute(tokens: readonly string[]): Promise<void> {
  for (const [name, route] of Object.entries<RouteDefinition>(routes)) {
    if (ending.test(route.path)) continue
    const names = [...route.path.matchAll(/\{([a-z_]+)\}/g)].map(([, one = '']) => one)
    const token = tokens[route.access.startsWith('desk') ? 1 : 0] ?? ''
    for (const body of bodiesOf(route, name)) {
      const filled = Object.fromEntries(names.map((one) => [one, canary(`${name} ${one}`)]))
      const path = pathWith(route.path, filled)
      await ask(route, token, `${path}?cursor=${canary(`${name} query`)}`, body)
    }
  }
}

/** What fails for a fault of ours: the database lacks what it should have, while people go on asking. */
async function failures(tokens: readonly string[]): Promise<number> {
  const broken = ['price_alert', 'address', 'bank_card', 'chat', 'ticket', 'canned_reply', 'app_user']
  const { rows } = await database.query<{ name: string }>(
    'SELECT tablename AS name FROM pg_tables WHERE schemaname = current_schema()',
  )
  const there = broken.filter((name) => rows.some((row) => row.name === name))
  for (const name of there) await database.query(`ALTER TABLE "${name}" RENAME TO "${name}_away"`)
  let failed = 0
  for (const [name, route] of Object.entries<RouteDefinition>(routes)) {
    if (ending.test(route.path) || route.method === 'GET' || route.path.includes('{')) continue
    const token = tokens[route.access.startsWith('desk') ? 1 : 0] ?? ''
    for (const body of bodiesOf(route, name)) if ((await ask(route, token, route.path, body)) >= 500) failed += 1
  }
  for (const name of there) await database.query(`ALTER TABLE "${name}_away" RENAME TO "${name}"`)
  return failed
}

it('writes nothing of a person and nothing secret into logs, metrics, audit and reports, whatever happens', async () => {
  expect(operatorRoles).toContain('administrator')
  const tokens = [await person(), await operator()]
  await everyRoute(tokens)
  const socket = canary('token of a socket')
  await fetch(`${address}/ws?token=${socket}`).then((response) => response.text())
  await fetch(`${address}/nothing/${canary('path')}?x=${canary('query')}`)
  await fetch(`${address}/api/v3/${canary('path of the API')}`)
  const report = `at ${canary('mail in a report', (mark) => `${mark}@example.org`)} Bearer ${canary('token in a report')}`
  const page = `${address}/home?code=${canary('query in a report')}`
  const info = { password: canary('password in a report'), token: canary('token in a report, by its name') }
  const crash = { client_version: '1', error_message: report, error_url: page, additional_info: info }
  expect((await post('/log_error', crash)).code).toBe(200)
  expect(await failures(tokens)).toBeGreaterThan(0)
  expect(canaries.size).toBeGreaterThan(500)

  expect(written).toContain('a request failed')
  expect(leaksIn(written)).toEqual([])
  const metrics = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
  expect(metrics).toContain('# HELP')
  expect(leaksIn(metrics)).toEqual([])
  const { rows } = await database.query<{ row: string }>('SELECT a::text AS row FROM audit a')
  const secrets = new Map(
    [...canaries].filter(([, what]) => /password|token|secret|verify_code|totp|link of/.test(what)),
  )
  expect(leaksIn(rows.map(({ row }) => row).join('\n'), secrets)).toEqual([])
  const columns = await everyColumn()
  expect(columns.get('operator.totp_secret')).not.toBe('')
  // a text that does stand in a column is found there
  expect(leaksIn(columns.get('app_user.email') ?? '')).not.toEqual([])
  const clear = [...columns].map(([column, text]) => [column, leaksIn(text, secrets)] as const)
  expect(clear.filter(([, found]) => found.length > 0)).toEqual([])
}, 240_000)

/** What stands in the columns of all tables, as text; bytes as what they spell too. */
async function everyColumn(): Promise<Map<string, string>> {
  const { rows: columns } = await database.query<{ table: string; column: string; bytes: boolean }>(
    `SELECT c.table_name AS table, c.column_name AS column, c.data_type = 'bytea' AS bytes FROM information_schema.columns AS c
     JOIN information_schema.tables AS t USING (table_schema, table_name)
     WHERE c.table_schema = current_schema() AND t.table_type = 'BASE TABLE'`,
  )
  const texts = new Map<string, string>()
  for (const { table, column, bytes } of columns) {
    const shown = bytes ? `encode("${column}", 'escape')` : `"${column}"::text`
    const { rows } = await database.query<{ text: string | null }>(
      `SELECT string_agg(${shown}, E'\\n') AS text FROM "${table}"`,
    )
    texts.set(`${table}.${column}`, rows[0]?.text ?? '')
  }
  return texts
}

/** What each found text is. */
function leaksIn(text: string, among: ReadonlyMap<string, string> = canaries): string[] {
  return [...among]
    .filter(([mark]) => mark !== '' && text.includes(mark))
    .map(([mark, what]) => `${what}: ${lineOf(text, mark)}`)
}

function lineOf(text: string, mark: string): string {
  return (
    text
      .split('\n')
      .find((line) => line.includes(mark))
      ?.slice(0, 300) ?? ''
  )
}
