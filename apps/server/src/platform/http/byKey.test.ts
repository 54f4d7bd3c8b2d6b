import { createHmac, createSecretKey, hash, randomBytes } from 'node:crypto'
import { defineRoute } from '@truemark/protocol/routes/route'
import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import { createLogger } from '../log.ts'
import { done } from './call.ts'
import { createGateway } from './gateway.ts'
import { createLimits } from './limits.ts'
import { type ProgramKey, cacheSessions } from './session.ts'

const base = { summary: 'A route of this test.', errors: [], answer: z.null() } as const
const read = defineRoute({ ...base, method: 'GET', path: '/test/read', access: 'user', byKey: 'read' })
const texts = { refusal: (reason: string) => reason, success: (name: string) => name }
const id = 'k'.repeat(26)
const secret = randomBytes(32)

/** A gateway that knows one key, which works while `live` says so. */
function openGateway(limits: ReturnType<typeof createLimits>, live: () => boolean, now = Date.now) {
  const looks: string[] = []
  const key: ProgramKey = {
    caller: {
      sessionId: 'key 1',
      kind: 'user',
      userId: 7,
      holder: 40,
      realm: 'real',
      guest: false,
      actor: 'user',
      program: { key: 1, scope: 'read' },
    },
    key: createSecretKey(secret),
    expiresAt: null,
    allows: () => true,
    used: () => undefined,
  }
  const sessions = cacheSessions({
    authenticate: async () => null,
    keyOf: async (asked) => {
      looks.push(asked)
      return asked === id && live() ? key : null
    },
  })
  const own = createGateway({
    logger: createLogger('silent'),
    sessions,
    texts,
    limits,
    publicUrl: null,
    trustedProxies: 0,
    now,
  })
  own.bind(read, () => done(null))
  const ask = (asked = id, by = secret) => {
    const time = String(now())
    const text = [asked, time, '', 'GET', read.path, hash('sha256', '', 'hex')].join('\n')
    const signature = createHmac('sha256', by).update(text).digest('base64')
    const headers = { 'x-api-key': asked, 'x-api-time': time, 'x-api-signature': signature }
    return own.app.inject({ url: read.path, headers, remoteAddress: '203.0.113.9' })
  }
  return { ask, looks, sessions, close: () => own.app.close() }
}

it('counts each key by itself, half of what its person may, and says what is left', async () => {
  const { ask, close } = openGateway(createLimits(1), () => true)
  const first = await ask()
  expect(first.statusCode).toBe(200)
  expect(first.headers).toMatchObject({
    'ratelimit-limit': '300',
    'ratelimit-remaining': '299',
    'ratelimit-reset': '10',
  })
  for (let n = 1; n < 300; n += 1) await ask()
  const over = await ask()
  expect(over.statusCode).toBe(429)
  expect(over.headers).toMatchObject({ 'ratelimit-remaining': '0' })
  await close()
})

it('looks a busy key up once a second, and one that was ended at once not at all', async () => {
  let live = true
  const { ask, looks, sessions, close } = openGateway(createLimits(0), () => live)
  for (let n = 0; n < 5; n += 1) expect((await ask()).statusCode).toBe(200)
  expect(looks).toEqual([id])
  live = false
  sessions.forget('key 1')
  expect((await ask()).statusCode).toBe(401)
  await close()
})

it('looks up so many keys of strangers from a network and no more, and lets nobody guess by a key that is known', async () => {
  const limits = createLimits(1)
  const { ask, looks, close } = openGateway(limits, () => true)
  await ask()
  for (let n = 0; n < 300; n += 1) limits.noteStranger('203.0.113.9')
  expect((await ask('j'.repeat(26))).statusCode).toBe(429)
  expect(looks).toEqual([id])
  expect((await ask()).statusCode).toBe(200)
  const heard = new Set<number>()
  for (let n = 0; n < 601; n += 1) heard.add((await ask(id, randomBytes(32))).statusCode)
  expect([...heard]).toEqual([401, 429])
  await close()
})
