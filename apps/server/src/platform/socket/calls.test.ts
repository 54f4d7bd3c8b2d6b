import { createServer } from 'node:http'
import { defineRoute } from '@truemark/protocol/routes/route'
import { callsUnderWayMax, closeCode } from '@truemark/protocol/stream'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import * as z from 'zod/mini'
import { keyNow } from '../../testing/keys.ts'
import { SteadyClock } from '../clock.ts'
import { done } from '../http/call.ts'
import { createGateway } from '../http/gateway.ts'
import { createLimits } from '../http/limits.ts'
import { portOf } from '../http/listen.ts'
import { type Caller, cacheSessions } from '../http/session.ts'
import { createLogger } from '../log.ts'
import { createHub } from './hub.ts'
import { textOf } from './messages.ts'

const order = defineRoute({
  method: 'POST',
  path: '/test/orders/{id}',
  access: 'risk',
  byKey: 'trade',
  params: z.object({ id: z.string() }),
  answer: z.string(),
  errors: [],
  idempotent: true,
  summary: 'A route of this test.',
})
const shown = defineRoute({ ...order, method: 'GET', path: '/test/orders', byKey: 'read', idempotent: false })
const failing = defineRoute({ ...order, path: '/test/failing/{id}' })

const owner: Caller = {
  sessionId: '7',
  kind: 'user',
  userId: 3,
  holder: 40,
  realm: 'demo',
  guest: false,
  actor: 'demo',
}

let release: () => void = () => undefined
let close: () => Promise<unknown> = () => Promise.resolve()
let port = 0

beforeEach(async () => {
  const clock = new SteadyClock()
  const gateway = createGateway({
    logger: createLogger('silent'),
    sessions: cacheSessions({
      authenticate: async () => null,
      callerOf: async (id) => (id === '7' ? owner : null),
    }),
    texts: { success: () => '', refusal: (reason) => reason },
    limits: createLimits(1),
    publicUrl: null,
    trustedProxies: 0,
    checkAnswers: true,
  })
  const held = new Promise<void>((resolve) => (release = resolve))
  gateway.bind(order, async ({ params }) => {
    if (params.id === 'held') await held
    return done(params.id)
  })
  gateway.bind(shown, () => done(''))
  gateway.bind(failing, () => {
    throw new Error('a fault of ours')
  })
  const hub = createHub({
    clock,
    path: '/ws',
    publicUrl: null,
    authenticateSocket: async (token) => (token === '' ? null : { sessionId: token, holder: 40, realm: 'demo' }),
    hasSymbol: () => true,
    history: async () => '[]',
    onError: () => undefined,
  })
  const server = createServer()
  hub.attach(server, gateway.socketCalls)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  port = portOf(server)
  close = async () => {
    release()
    await hub.close()
    await new Promise((resolve) => server.close(resolve))
    await gateway.app.close()
  }
})
afterEach(() => close())

const result = z.object({
  type: z.literal('result'),
  id: z.string(),
  code: z.int(),
  status: z.int(),
  message: z.string(),
})

async function open(token = '7') {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/ws?token=${token}`)
  const results: z.infer<typeof result>[] = []
  socket.on('message', (data) => {
    const frame: unknown = JSON.parse(textOf(data))
    for (const message of Array.isArray(frame) ? frame : []) {
      const read = z.safeParse(result, message)
      if (read.success) results.push(read.data)
    }
  })
  const closed = new Promise<number>((resolve) => socket.on('close', resolve))
  await new Promise((resolve) => socket.on('open', resolve))
  let count = 0
  const ask = (name: string, method = 'POST') => {
    const path = `/api/v3/test/${name}`
    socket.send(JSON.stringify({ type: 'call', id: String((count += 1)), method, path, key: keyNow(), lang: 'en' }))
  }
  return { socket, results, closed, ask }
}

it('answers each call by its own id, and others before one that takes long', async () => {
  const { results, ask } = await open()
  ask('orders/held')
  ask('orders/quick')
  await expect.poll(() => results.map(({ id }) => id)).toEqual(['2'])
  release()
  await expect.poll(() => results.map(({ id }) => id)).toEqual(['2', '1'])
})

it('says what is no route of it, what only reads among that, and tells a fault of ours as one', async () => {
  const { results, ask, socket } = await open()
  ask('orders/a/b')
  ask('orders', 'PATCH')
  ask('failing/x')
  socket.send(JSON.stringify({ type: 'call', id: 'x', method: 'DELETE', path: '', key: '' }))
  await expect.poll(() => results.map(({ id }) => id).toSorted()).toEqual(['1', '2', '3', 'x'])
  const said = Object.fromEntries(results.map(({ id, message }) => [id, message]))
  expect(said).toEqual({ 1: 'route_unknown', 2: 'route_unknown', 3: 'server_error', x: 'route_unknown' })
})

it('does no call that reads: a frame that asks so ends its socket', async () => {
  const { closed, ask } = await open()
  ask('orders', 'GET')
  expect(await closed).toBe(closeCode.malformed)
})

it('has as many under way as it says, and tells one more that it is busy', async () => {
  const { results, ask } = await open()
  for (let n = 0; n < callsUnderWayMax + 1; n += 1) ask('orders/held')
  await expect.poll(() => results.map(({ id, code }) => [id, code])).toHaveLength(1)
  expect(results[0]).toMatchObject({ id: String(callsUnderWayMax + 1), status: 503 })
  release()
  await expect.poll(() => results.filter(({ code }) => code === 200)).toHaveLength(callsUnderWayMax)
})

it('has the allowance of the API, and is closed for who goes on after it', async () => {
  const { closed, ask, results, socket } = await open()
  for (let n = 0; n < 500; n += 1) {
    ask('orders/quick')
    if (n % 50 === 49) await expect.poll(() => results.length).toBe(n + 1)
  }
  expect(results.every(({ code }) => code === 200)).toBe(true)
  ask('orders/quick')
  await expect.poll(() => results.at(-1)?.message).toBe('rate_limited')
  expect(socket.readyState).toBe(WebSocket.OPEN)
  for (let n = 0; n < 200; n += 1) ask('orders/quick')
  expect(await closed).toBe(closeCode.malformed)
})

it('is closed where its session has ended, with the call undone', async () => {
  const { closed, ask, results } = await open('8')
  ask('orders/quick')
  expect(await closed).toBe(closeCode.sessionEnded)
  expect(results.map(({ message }) => message)).toEqual(['login_required'])
})
