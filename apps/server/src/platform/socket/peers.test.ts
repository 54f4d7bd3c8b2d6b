import { randomBytes } from 'node:crypto'
import type { HolderId } from '@truemark/core/ledger/holders'
import { closeCode } from '@truemark/protocol/stream'
import { afterEach, expect, it } from 'vitest'
import { Bus } from '../bus/bus.ts'
import { busKeys } from '../bus/envelope.ts'
import { Wires } from '../bus/testing/wires.ts'
import { type Limits, createLimits } from '../http/limits.ts'
import { type Caller, cacheSessions } from '../http/session.ts'
import { Peers, onlyHere } from './peers.ts'

const keys = busKeys({ all: [randomBytes(16)] })
const wires = new Wires()
const opened: Peers[] = []
afterEach(async () => {
  for (const peers of opened.splice(0)) await peers.close()
  wires.isConnected = true
})

/** One of several processes, with sockets that a test opens by naming their holder and session. */
function makePlace(live = new Set<string>()) {
  const sockets = new Map<HolderId, string>()
  const told: unknown[] = []
  const closed: unknown[] = []
  const hub = {
    holders: () => sockets.keys(),
    sessions: () => new Set(sockets.values()),
    isOpen: (holder: HolderId) => sockets.has(holder),
    toHolder: (holder: HolderId, type: number, data: object) => {
      if (sockets.has(holder)) told.push([holder, type, data])
    },
    closeSession: (session: string, code?: number) => void closed.push([session, code]),
  }
  let looks = 0
  const caller = (sessionId: string): Caller => ({
    sessionId,
    kind: 'user',
    userId: 7,
    holder: 40,
    realm: 'real',
    guest: false,
    actor: 'user',
  })
  const sessions = cacheSessions({
    authenticate: async (token) => {
      looks += 1
      return caller(token)
    },
    callerOf: async (id) => (live.has(id) ? caller(id) : null),
  })
  const limits: Limits = createLimits(1, () => 0, true)
  const bus = new Bus({ wire: wires.make(), keys, name: 'test', warn: fail })
  const peers = new Peers({ bus, hub, sessions, limits, onError: fail })
  opened.push(peers)
  return { peers, sockets, told, closed, sessions, limits, looks: () => looks }
}

const fail = (problem: unknown): never => {
  throw new Error(String(problem))
}

it('tells a holder wherever a socket is open, and knows where one is', async () => {
  const [here, there] = [makePlace(), makePlace()]
  await expect.poll(() => [here.peers.others, there.peers.others]).toEqual([1, 1])
  // an operator's holder is below zero
  for (const holder of [40, -5]) {
    there.sockets.set(holder, '1')
    await expect.poll(() => here.peers.isOpen(holder)).toBe(true)
    here.peers.toHolder(holder, 9, { of: holder })
    await expect.poll(() => there.told.at(-1)).toEqual([holder, 9, { of: holder }])
  }
  here.peers.toHolder(41, 9, {})
  there.sockets.delete(40)
  await expect.poll(() => here.peers.isOpen(40)).toBe(false)
  expect(there.told).toHaveLength(2)
  const late = makePlace()
  await expect.poll(() => late.peers.isOpen(-5)).toBe(true)
  await there.peers.close()
  await expect.poll(() => here.peers.isOpen(-5)).toBe(false)
})

it('ends sessions at all, and forgets what was known of them and of a person', async () => {
  const [here, there] = [makePlace(), makePlace()]
  await there.sessions.find('token')
  here.peers.endSessions(['token'], closeCode.userDisabled)
  expect(here.closed).toEqual([['token', closeCode.userDisabled]])
  await expect.poll(() => there.closed).toEqual([['token', closeCode.userDisabled]])
  await there.sessions.find('token')
  expect(there.looks()).toBe(2)
  await there.sessions.find('token')
  expect(there.looks()).toBe(2)
  here.peers.forgetUser(7)
  await expect.poll(() => there.sessions.knows('token')).toBe(false)
})

it('ends, once the bus is back, the sockets of sessions that ended while it was away', async () => {
  const live = new Set(['1', '2'])
  const [here, there] = [makePlace(), makePlace(live)]
  there.sockets.set(40, '1').set(41, '2')
  wires.isConnected = false
  await new Promise((resolve) => setTimeout(resolve, 600))
  live.delete('2')
  here.peers.endSessions(['2'])
  expect(there.closed).toEqual([])
  wires.connect()
  await expect.poll(() => there.closed).toEqual([['2', undefined]])
})

it('counts what was taken elsewhere', async () => {
  const [here, there] = [makePlace(), makePlace()]
  for (let call = 0; call < 30; call += 1) expect(here.limits.take('report', null, '192.0.2.1')).toBeNull()
  expect(here.limits.take('report', null, '192.0.2.1')).toBe(60)
  await expect.poll(() => there.limits.take('report', null, '192.0.2.1')).toBe(60)
  expect(there.limits.take('report', null, '192.0.2.2')).toBeNull()
  expect(createLimits(1).gather()).toEqual([])
  expect(createLimits(0).gather()).toEqual([])
})

it('is this process alone where there are no others', () => {
  const { sockets, told, closed, sessions } = makePlace()
  sockets.set(40, '1')
  const alone = onlyHere({
    hub: {
      holders: () => sockets.keys(),
      sessions: () => new Set(),
      isOpen: (holder) => sockets.has(holder),
      toHolder: (...given) => void told.push(given),
      closeSession: (...given) => void closed.push(given),
    },
    sessions,
  })
  expect([alone.others, alone.isOpen(40), alone.isOpen(41)]).toEqual([null, true, false])
  alone.toHolder(40, 3, {})
  alone.endSessions(['1'])
  expect([told, closed]).toEqual([[[40, 3, {}]], [['1', undefined]]])
})
