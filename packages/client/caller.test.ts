/// <reference types="node" />
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { defineRoute } from '@truemark/protocol/routes/route'
import * as z from 'zod/mini'
import { afterEach, expect, test } from 'vitest'
import type { ApiError } from '@truemark/protocol/calling'
import { createCaller, type CallerParts } from './caller.ts'
import { pendingSends } from './idempotency.ts'
import { learnFromHead, learnServerTime } from '@truemark/ui/device/serverTime'
import { guardedStore } from '@truemark/ui/device/store'

interface Heard {
  readonly method: string | undefined
  readonly url: string | undefined
  readonly headers: IncomingMessage['headers']
  readonly body: string
}

const row = defineRoute({
  method: 'GET',
  path: '/rows/{id}',
  access: 'user',
  params: z.object({ id: z.string() }),
  query: z.object({ limit: z.optional(z.string()) }),
  answer: z.object({ name: z.string() }),
  errors: [],
  summary: '',
})
const send = defineRoute({
  method: 'POST',
  path: '/send',
  access: 'user',
  body: z.object({ amount: z.string() }),
  answer: z.null(),
  errors: [],
  idempotent: true,
  summary: '',
})

const photo = defineRoute({
  method: 'POST',
  path: '/photo',
  access: 'user',
  body: z.object({ amount: z.string(), password: z.string() }),
  files: { field: 'voucher', countMax: 1, bytesMax: 100 },
  answer: z.null(),
  errors: [],
  idempotent: true,
  summary: '',
})

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.close().closeAllConnections()
})

const memory = () => guardedStore(() => undefined)

type Answer = (response: ServerResponse) => void
const json =
  (body: unknown, status = 200): Answer =>
  (response) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
const lost: Answer = (response) => response.destroy()

async function setUp(
  answers: Answer[],
  timeoutMs = 5_000,
  online = () => true,
  files: Pick<CallerParts, 'refusals' | 'attempt'> = {},
) {
  const heard: Heard[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => (body += String(chunk)))
    request.on('end', () => {
      heard.push({ method: request.method, url: request.url, headers: request.headers, body })
      answers.shift()?.(response)
    })
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : 0
  const reports: string[] = []
  const logins: (string | null)[] = []
  const causes: (string | undefined)[] = []
  const missing: string[] = []
  const storage = memory()
  const call = createCaller({
    baseUrl: async () => `http://127.0.0.1:${port}`,
    caller: () => ({ token: 'T', lang: 'jp', owner: 'demo:1' }),
    storage,
    timeoutMs,
    wait: async () => undefined,
    online,
    report: (error, route) => void reports.push(`${route} ${error.code}`),
    loginRequired: (token, { cause }) => {
      logins.push(token)
      causes.push(cause)
    },
    answered: learnFromHead,
    fileMissing: () => missing.push('missing'),
    ...files,
  })
  return { call, heard, reports, logins, causes, missing, storage }
}

async function refusal(promise: Promise<unknown>): Promise<ApiError> {
  return promise.then(
    () => expect.unreachable(),
    (error: ApiError) => error,
  )
}

test('sends token, language and JSON, and gives the data', async () => {
  const { call, heard } = await setUp([json({ code: 200, data: { name: 'x' }, message: '' })])
  expect(await call(row, { params: { id: 'a b' }, query: { limit: '5' } })).toEqual({ name: 'x' })
  expect(heard[0]).toMatchObject({ method: 'GET', url: '/api/v3/rows/a%20b?limit=5' })
  expect(heard[0]?.headers).toMatchObject({ authorization: 'Bearer T', lang: 'jp' })
})

test('a body without an envelope is the data', async () => {
  const { call } = await setUp([json({ name: 'whole' })])
  expect(await call(row, { params: { id: '1' }, query: {} })).toEqual({ name: 'whole' })
})

test('other codes are reported and rejected; an unknown one is unknown', async () => {
  const { call, reports } = await setUp([
    json({ code: 12206, data: null, message: 'short' }),
    json({ code: 13010, data: { reason: 'quantity_off_step', params: { step: '0.1' } }, message: '' }),
    json({ code: 4711, data: null, message: '' }),
  ])
  const input = { params: { id: '1' }, query: {} }
  expect(await refusal(call(row, input))).toMatchObject({ reason: 'balance_insufficient_order', code: 12206 })
  expect(await refusal(call(row, input))).toMatchObject({ reason: 'quantity_off_step', params: { step: '0.1' } })
  expect(await refusal(call(row, input))).toMatchObject({ reason: 'unknown', code: 4711 })
  expect(reports).toEqual(['GET /api/v3/rows/1 12206', 'GET /api/v3/rows/1 13010', 'GET /api/v3/rows/1 4711'])
})

test('551 asks for a login, with the token that was refused and why its session has ended', async () => {
  const data = { reason: 'login_required', params: { cause: 'user_disabled' } }
  const answers = [
    { code: 551, data: null, message: '' },
    { code: 551, data, message: '' },
  ]
  const { call, logins, causes } = await setUp(answers.map((answer) => json(answer, 401)))
  for (const _ of answers)
    expect((await refusal(call(row, { params: { id: '1' }, query: {} }))).reason).toBe('login_required')
  expect(logins).toEqual(['T', 'T'])
  expect(causes).toEqual([undefined, 'user_disabled'])
})

test('what was refused was refused, also where nothing is there to read the reason by', async () => {
  const answers = [
    json({ code: 12206, data: { reason: 'balance_insufficient_order', params: {} }, message: 'Not enough' }),
    json({ code: 551, data: null, message: '' }, 401),
  ]
  const refusals = () => Promise.reject(new Error('the file is gone'))
  const { call, heard, logins, missing, storage } = await setUp(answers, 5_000, () => true, { refusals })
  const first = await refusal(call(send, { body: { amount: '1' } }))
  expect(first).toMatchObject({ reason: 'unknown', code: 12206, message: 'Not enough' })
  expect([heard.length, pendingSends(storage, Date.now()), missing.length]).toEqual([1, [], 1])
  expect((await refusal(call(row, { params: { id: '1' }, query: {} }))).reason).toBe('login_required')
  expect(logins).toEqual(['T'])
})

test('nothing is sent of which the answer could not be read, and nobody waits for ever to know it', async () => {
  const { call, heard, missing } = await setUp([], 50)
  const gone = { ...send, whole: () => Promise.reject(new Error('the file is gone')) }
  expect((await refusal(call(gone, { body: { amount: '1' } }))).reason).toBe('not_sent')
  expect(missing).toEqual(['missing'])
  const stalled = { ...send, whole: () => new Promise<never>(() => undefined) }
  expect((await refusal(call(stalled, { body: { amount: '1' } }))).reason).toBe('not_sent')
  expect(heard).toEqual([])
})

test('no answer, or one that is none, shows its own text', async () => {
  const { call } = await setUp(
    [lost, (response) => response.writeHead(502, 'Bad Gateway').end('<html>'), () => undefined],
    200,
  )
  const input = { params: { id: '1' }, query: {} }
  expect(await refusal(call(row, input))).toMatchObject({ reason: 'network', code: 0, message: 'fetch failed' })
  expect(await refusal(call(row, input))).toMatchObject({ reason: 'network', message: '502 Bad Gateway' })
  expect(await refusal(call(row, input))).toMatchObject({ reason: 'network' })
})

test('a lost answer is asked for again with the same key and the same bytes', async () => {
  const { call, heard, storage } = await setUp([lost, json({ code: 200, data: null, message: '' })])
  await call(send, { body: { amount: '1' } })
  expect(heard).toHaveLength(2)
  expect(heard[1]?.headers['idempotency-key']).toMatch(/^[0-9a-f-]{14}7/)
  expect(heard[1]?.headers['idempotency-key']).toBe(heard[0]?.headers['idempotency-key'])
  expect(heard[1]?.body).toBe(heard[0]?.body)
  expect(pendingSends(storage, Date.now())).toEqual([])
})

test('a key outlives answers that never came, and ends with a refusal', async () => {
  const { call, heard, storage } = await setUp([lost, lost, lost, json({ code: 12206, data: null, message: '' })])
  await refusal(call(send, { body: { amount: '1' } }))
  expect(pendingSends(storage, Date.now())).toHaveLength(1)
  expect((await refusal(call(send, { body: { amount: '1' } }))).reason).toBe('balance_insufficient_order')
  expect(new Set(heard.map((each) => each.headers['idempotency-key'])).size).toBe(1)
  expect(pendingSends(storage, Date.now())).toEqual([])
})

test('without a network what moves money is refused at once, and is nothing that could be sent later', async () => {
  const { call, heard, reports, storage } = await setUp([], 5_000, () => false)
  const failure = await refusal(call(send, { body: { amount: '1' } }))
  expect(failure).toMatchObject({ reason: 'not_sent', code: 0 })
  expect({ heard, reports, kept: pendingSends(storage, Date.now()) }).toEqual({ heard: [], reports: [], kept: [] })
})

test('an answer lost with the network is not asked for without one; its key is kept for who presses again', async () => {
  let online = true
  const goes: Answer = (response) => {
    online = false
    response.destroy()
  }
  const back = json({ code: 200, data: null, message: '' })
  const { call, heard, storage } = await setUp([goes, back], 5_000, () => online)
  expect(await refusal(call(send, { body: { amount: '1' } }))).toMatchObject({ reason: 'network' })
  expect(await refusal(call(send, { body: { amount: '1' } }))).toMatchObject({ reason: 'not_sent' })
  expect(pendingSends(storage, Date.now())).toHaveLength(1)
  online = true
  await call(send, { body: { amount: '1' } })
  expect(heard.map(({ headers }) => headers['idempotency-key'])).toEqual([
    heard[0]?.headers['idempotency-key'],
    heard[0]?.headers['idempotency-key'],
  ])
  expect(heard).toHaveLength(2)
})

test('what got no answer is sent again under its key from where it was pressed, and is another request from elsewhere', async () => {
  const back = json({ code: 200, data: null, message: '' })
  let place = 'a sheet'
  const { call, heard, storage } = await setUp(
    [lost, lost, lost, back, lost, lost, lost, back, back],
    5_000,
    () => true,
    {
      attempt: () => place,
    },
  )
  const keys = () => heard.map(({ headers }) => headers['idempotency-key'])
  const press = () => call(send, { body: { amount: '1' } })
  await refusal(press())
  await press()
  expect(new Set(keys()).size).toBe(1)
  expect(pendingSends(storage, Date.now())).toEqual([])
  await refusal(press())
  place = 'the same sheet, opened anew'
  await press()
  const [kept] = pendingSends(storage, Date.now())
  expect(new Set(keys()).size).toBe(3)
  expect(kept).not.toHaveProperty('page')
  // by its notice it is sent as it was
  await call(send, { body: { amount: '1' }, again: kept?.key ?? '' })
  expect(keys().at(-1)).toBe(keys()[4])
  expect(pendingSends(storage, Date.now())).toEqual([])
})

test('an answer of another shape is refused rather than believed', async () => {
  const { call } = await setUp([json({ code: 200, data: { name: 5 }, message: '' })])
  expect((await refusal(call(row, { params: { id: '1' }, query: {} }))).reason).toBe('unknown')
})

test('a form carries its fields and images, and leaves no password under its key', async () => {
  const { call, heard, storage } = await setUp([lost, lost, lost, lost, lost, lost])
  const files = [new Blob(['pixels'])]
  const body = { amount: '5', password: 'Quiet-river7' }
  await expect(call(photo, { body, files })).rejects.toMatchObject({ reason: 'network' })
  await expect(call(photo, { body, files: [new Blob(['others'])] })).rejects.toMatchObject({ reason: 'network' })
  expect(heard[0]?.headers['content-type']).toMatch(/^multipart\/form-data/)
  expect(heard[0]?.body).toMatch(/name="voucher".*pixels/s)
  expect(heard[0]?.body).toContain('Quiet-river7')
  const kept = pendingSends(storage, Date.now())
  expect(kept.map((send) => send.key)).toHaveLength(2)
  expect(JSON.stringify(kept)).not.toContain('Quiet-river7')
  expect(new Set(heard.map(({ headers }) => headers['idempotency-key'])).size).toBe(2)
})

const dayMs = 86_400_000
/** The time that a key bears, in UTC milliseconds. */
const timeOf = (key: unknown) => Number.parseInt(String(key).replaceAll('-', '').slice(0, 12), 16)

/** Answers as the server judges a key: what is older than a day is refused, with the right time in the head. */
const judged =
  (heard: Heard[]): Answer =>
  (response) => {
    const made = timeOf(heard.at(-1)?.headers['idempotency-key'])
    const isOld = Date.now() - made > dayMs
    json({ code: isOld ? 13_008 : 200, data: null, message: '' })(response)
  }

test.each([-3, -40, 3, 40])('FC-73 a device whose clock is %i days wrong sends what moves money', async (days) => {
  const device = Date.now()
  // What this device takes for the server's time before an answer has told it.
  learnServerTime(device + days * dayMs, device, device)
  const answers: Answer[] = []
  const { call, heard, storage } = await setUp(answers)
  answers.push(judged(heard), judged(heard), judged(heard))
  await call(send, { body: { amount: '1' } })
  await call(send, { body: { amount: '2' } })
  expect(Math.abs(timeOf(heard.at(-1)?.headers['idempotency-key']) - Date.now())).toBeLessThan(5_000)
  expect(pendingSends(storage, Date.now())).toEqual([])
})

test('FC-73 a key that was sent before is never made anew, since it may have moved money', async () => {
  const expired = json({ code: 13_008, data: null, message: '' })
  const { call, heard } = await setUp([lost, lost, lost, expired])
  await refusal(call(send, { body: { amount: '1' } }))
  expect(await refusal(call(send, { body: { amount: '1' } }))).toMatchObject({ reason: 'key_expired' })
  expect(heard).toHaveLength(4)
})

test('calls by the outline of a route, and reads the answer by the route as a whole', async () => {
  const { call } = await setUp([json({ name: 'long' }), json({ name: 'no' })])
  const long = { ...row, answer: z.object({ name: z.string().check(z.minLength(3)) }) }
  const outline = { ...row, whole: async () => long }
  expect(await call(outline, { params: { id: '1' }, query: {} })).toEqual({ name: 'long' })
  await expect(call(outline, { params: { id: '1' }, query: {} })).rejects.toMatchObject({ reason: 'unknown' })
})

test('does nothing of which the answer could not be read', async () => {
  const { call, heard } = await setUp([])
  const outline = { ...send, whole: () => Promise.reject(new TypeError('the file is gone')) }
  await expect(call(outline, { body: { amount: '1' } })).rejects.toMatchObject({ reason: 'not_sent' })
  expect(heard).toEqual([])
})
