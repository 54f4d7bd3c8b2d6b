import { type IncomingMessage, createServer } from 'node:http'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { SteadyClock } from '../clock.ts'
import { portOf } from '../http/listen.ts'
import { type Hub, type HubOptions, createHub } from './hub.ts'
import { addressOfUpgrade } from './networks.ts'

const server = createServer()
const opened: WebSocket[] = []
let hub: Hub
let live = true

function build(more: Partial<HubOptions>): void {
  hub = createHub({
    clock: new SteadyClock(),
    path: '/ws',
    publicUrl: 'http://ours',
    authenticateSocket: async () => (live ? { sessionId: 's', holder: 40, realm: 'real' } : null),
    hasSymbol: () => true,
    history: async () => '[]',
    onError: () => undefined,
    ...more,
  })
  hub.attach(server)
}

beforeEach(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)))
afterEach(async () => {
  for (const socket of opened.splice(0)) socket.terminate()
  await hub.close()
  server.removeAllListeners('upgrade')
  await new Promise((resolve) => server.close(resolve))
})

/** The code that a socket is closed with, its refusal's status, or 0 while it stays open. */
function tryOpen(query = ''): Promise<{ socket: WebSocket; told: number }> {
  const socket = new WebSocket(`ws://127.0.0.1:${portOf(server)}/ws${query}`, { origin: 'http://ours' })
  opened.push(socket)
  return new Promise((resolve) => {
    socket.on('error', () => undefined)
    socket.on('unexpected-response', (_, response) => resolve({ socket, told: response.statusCode ?? 0 }))
    socket.on('close', (told) => resolve({ socket, told }))
    socket.on('open', () => setTimeout(() => resolve({ socket, told: 0 }), 300))
  })
}

describe('sockets of one network', () => {
  it('are bounded, and a place that is left is free again', async () => {
    build({ socketsPerNetworkMax: 2 })
    const first = await tryOpen()
    expect([first.told, (await tryOpen()).told]).toEqual([0, 0])
    expect((await tryOpen()).told).toBe(503)
    const closed = new Promise((resolve) => first.socket.on('close', resolve))
    first.socket.close()
    await closed
    expect((await tryOpen()).told).toBe(0)
  })

  it('are told by as many proxies as are trusted, and by nobody else', () => {
    const request = {
      headers: { 'x-forwarded-for': '198.51.100.1, 203.0.113.7, 192.0.2.1' },
      socket: { remoteAddress: '::ffff:10.0.0.1' },
    } as unknown as IncomingMessage
    expect(addressOfUpgrade(request, 0)).toBe('10.0.0.1')
    expect(addressOfUpgrade(request, 1)).toBe('192.0.2.1')
    expect(addressOfUpgrade(request, 2)).toBe('203.0.113.7')
  })
})

it('a session that ends while its token is looked up leaves no socket behind (T077)', async () => {
  live = true
  build({
    authenticateSocket: async () => {
      if (!live) return null
      live = false
      return { sessionId: 's', holder: 40, realm: 'real' }
    },
  })
  const { socket, told } = await tryOpen('?token=t')
  // a busy machine closes it later than such an opening waits
  const code = told === 0 ? await new Promise<number>((resolve) => socket.once('close', resolve)) : told
  expect(code).toBeGreaterThan(3_999)
})
