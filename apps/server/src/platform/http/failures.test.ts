import { connect } from 'node:net'
import { defineRoute } from '@truemark/protocol/routes/route'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { openDatabase } from '../postgres/database.ts'
import { createTestDatabase } from '../postgres/testDatabase.ts'
import { done } from './call.ts'
import { type Gateway, createGateway } from './gateway.ts'
import { createLimits } from './limits.ts'
import { listenOn, portOf } from './listen.ts'
import { type Caller, cacheSessions } from './session.ts'

const base = { summary: 'A route of this test.', errors: [], answer: z.null() } as const
const reading = defineRoute({ ...base, method: 'GET', path: '/test/reading', access: 'guest' })
const writing = defineRoute({ ...base, method: 'POST', path: '/test/writing', access: 'guest' })
const desk = defineRoute({ ...base, method: 'GET', path: '/test/desk', access: 'desk' })

const person: Caller = {
  sessionId: 'one',
  kind: 'user',
  userId: 7,
  holder: 40,
  realm: 'real',
  guest: false,
  actor: 'user',
}
const logLine = z.looseObject({ msg: z.string() })
const logged: z.infer<typeof logLine>[] = []
/** Asks a database for what it does not come back from. */
let leave: () => Promise<unknown>
let gateway: Gateway

function makeGateway(): Gateway {
  const made = createGateway({
    logger: pino({ level: 'info' }, { write: (line) => void logged.push(z.parse(logLine, JSON.parse(line))) }),
    sessions: cacheSessions({
      authenticate: async (token) => {
        if (token === 'away') await leave()
        return token === 'bearer' ? person : null
      },
    }),
    texts: { refusal: (reason) => reason, success: (name) => name },
    limits: createLimits(0),
    publicUrl: null,
    trustedProxies: 0,
  })
  for (const route of [reading, writing]) made.bind(route, () => leave().then(() => done(null)))
  made.bind(desk, () => done(null))
  return made
}

beforeAll(async () => {
  gateway = makeGateway()
  await gateway.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => gateway.app.close())

const envelope = z.object({ data: z.nullable(z.object({ reason: z.string() })) })

/** The status of a call, and the reason of its refusal. */
async function call(method: 'GET' | 'POST', path: string, token = ''): Promise<string> {
  const headers = { 'content-type': 'application/json', ...(token === '' ? {} : { authorization: `Bearer ${token}` }) }
  const init = { method, headers, body: method === 'POST' ? '{}' : null }
  const response = await fetch(`http://127.0.0.1:${portOf(gateway.server)}/api/v3/test/${path}`, init)
  return `${response.status} ${z.parse(envelope, await response.json()).data?.reason ?? ''}`
}

it('says that nothing was changed where the database is away and nothing was, and else that nobody knows', async () => {
  const test = await createTestDatabase()
  const { url } = test
  const narrow = openDatabase({ url, name: 'test', connectionsMax: 1, waitTimeout: 50, onError: () => undefined })
  const dead = openDatabase({ url: 'postgres://a:b@127.0.0.1:1/c', name: 'test', onError: () => undefined })
  const slow = openDatabase({ url, name: 'test', statementTimeout: 50, onError: () => undefined })
  const ways: readonly (() => Promise<unknown>)[] = [
    () => dead.query('SELECT 1'),
    () => slow.query('SELECT pg_sleep(1)'),
    () => test.database.query('SELECT pg_terminate_backend(pg_backend_pid())'),
    () => narrow.transaction(() => narrow.query('SELECT 1')),
  ]
  for (leave of ways) {
    expect(await call('GET', 'reading')).toBe('503 server_busy')
    expect(await call('POST', 'writing')).toBe('503 outcome_unknown')
    expect(await call('POST', 'writing', 'away')).toBe('503 server_busy')
  }
  leave = () => test.database.query('SELECT 1 / 0')
  expect(await call('GET', 'reading')).toBe('500 server_error')
  await Promise.all([narrow.close(), dead.close(), slow.close()])
  await test.drop()
})

it('logs who was refused what, and nothing of what they sent', async () => {
  logged.length = 0
  await call('GET', 'desk?secret=1', 'bearer')
  await call('GET', 'desk')
  expect(logged.filter(({ msg }) => msg === 'a call was refused')).toEqual([
    expect.objectContaining({ route: 'GET /api/v3/test/desk', actor: 'user', reason: 'permission_insufficient' }),
  ])
  expect(JSON.stringify(logged)).not.toMatch(/secret|bearer/i)
})

it('answers a connection that is open when the server’s end begins in an envelope as any other, and closes it', async () => {
  const ending = makeGateway()
  await ending.app.ready()
  await listenOn(ending.server, '127.0.0.1', 0, 'PORT')
  const socket = connect(portOf(ending.server), '127.0.0.1')
  const heard: string[] = []
  socket.on('data', (bytes) => void heard.push(bytes.toString()))
  const ended = new Promise((resolve) => socket.once('close', resolve))
  const ask = (path: string) =>
    socket.write(
      `POST /api/v3/test/${path} HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n{}`,
    )
  // the first waits in its handler, so that the connection is not idle when the end begins
  let isAsked = false
  let letGo: () => void = () => undefined
  leave = () =>
    new Promise<void>((resolve) => {
      isAsked = true
      letGo = resolve
    })
  ask('writing')
  await expect.poll(() => isAsked).toBe(true)
  const closed = ending.app.close()
  // whether or not there is such a route
  ask('nothing')
  await new Promise((resolve) => setTimeout(resolve, 50))
  letGo()
  await Promise.all([closed, ended])
  expect(heard.join('').match(/HTTP\/1\.1 \d+|"reason":"\w+"/g)).toEqual([
    'HTTP/1.1 200',
    'HTTP/1.1 503',
    '"reason":"server_busy"',
  ])
})
