import { connect } from 'node:net'
import { defineRoute } from '@truemark/protocol/routes/route'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { createLogger } from '../log.ts'
import { done } from './call.ts'
import { createGateway } from './gateway.ts'
import { createLimits } from './limits.ts'
import { portOf } from './listen.ts'
import { type Caller, cacheSessions } from './session.ts'

const base = { summary: 'A route of this test.', errors: [], answer: z.null() } as const
const desk = defineRoute({ ...base, method: 'GET', path: '/test/desk', access: 'desk' })
const open = defineRoute({ ...base, method: 'GET', path: '/test/open', access: 'guest' })
const texts = { refusal: (reason: string) => reason, success: (name: string) => name }

const caller = (token: string): Caller | null =>
  token === 'support'
    ? { sessionId: token, kind: 'operator', userId: 7, holder: -1, realm: 'real', guest: false, actor: 'support' }
    : null

describe('tokens that nobody has', () => {
  it('are looked up so often and no more; a token that is known goes on', async () => {
    const limits = createLimits(1)
    let asked = 0
    const own = createGateway({
      logger: createLogger('silent'),
      sessions: cacheSessions({
        authenticate: (token) => {
          asked += 1
          return Promise.resolve(caller(token))
        },
      }),
      texts,
      limits,
      publicUrl: null,
      trustedProxies: 0,
    })
    own.bind(desk, () => done(null))
    const ask = (token: string) =>
      own.app.inject({ url: desk.path, headers: { authorization: `Bearer ${token}` }, remoteAddress: '203.0.113.9' })
    await ask('support')
    for (let n = 0; n < 300; n += 1) limits.noteStranger('203.0.113.9')
    expect((await ask('guess')).statusCode).toBe(429)
    expect(asked).toBe(1)
    expect((await ask('support')).statusCode).toBe(200)
    expect(limits.strangerWait('203.0.113.10')).toBeNull()
    await own.app.close()
  })

  it('count by the network, of which an IPv6 caller has every address', () => {
    const limits = createLimits(1)
    for (let n = 0; n < 300; n += 1) limits.noteStranger(`2001:db8:1:2::${n.toString(16)}`)
    expect(limits.strangerWait('2001:db8:1:2:ffff::1')).toBeGreaterThan(0)
    expect(limits.strangerWait('2001:db8:1:3::1')).toBeNull()
  })
})

describe('connections', () => {
  it('holds so many connections of one network, and has room again when one has gone', async () => {
    const own = createGateway({
      logger: createLogger('silent'),
      sessions: cacheSessions({ authenticate: () => Promise.resolve(null) }),
      texts,
      limits: createLimits(1),
      publicUrl: null,
      trustedProxies: 0,
      connectionsPerNetworkMax: 2,
    })
    own.bind(open, () => done(null))
    await own.app.listen({ port: 0, host: '127.0.0.1' })
    const idle = () => {
      const socket = connect(portOf(own.server), '127.0.0.1')
      socket.on('error', () => undefined)
      return socket
    }
    const asked = async () => {
      const socket = idle()
      socket.write(`GET ${open.path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)
      let text = ''
      socket.on('data', (chunk) => (text += chunk.toString()))
      await new Promise((resolve) => socket.on('close', resolve))
      return text.slice(0, 12)
    }
    const held = [idle(), idle()]
    await Promise.all(held.map((socket) => new Promise((resolve) => socket.on('connect', resolve))))
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(await asked()).toBe('')
    held[0]?.destroy()
    await expect.poll(asked, { timeout: 10_000 }).toBe('HTTP/1.1 200')
    held[1]?.destroy()
    await own.app.close()
  })
})

it('lets a guest change so much a day, and a person more', () => {
  let now = 0
  const limits = createLimits(1, () => now)
  const most = (account: string, guest: boolean): number => {
    let taken = 0
    for (let at = 0; at < 60; at += 1) {
      now += 5_001
      for (let n = 0; n < 100; n += 1) if (limits.take('order', account, '203.0.113.9', guest) === null) taken += 1
    }
    return taken
  }
  expect([most('user:1', true), most('user:2', false)]).toEqual([5_000, 6_000])
  expect(limits.take('read', 'user:1', '203.0.113.9', true)).toBeNull()
  expect(limits.take('order', 'user:1', '203.0.113.9', true)).toBeGreaterThan(80_000)
})
