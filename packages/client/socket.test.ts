/// <reference types="node" />
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { WebSocket, WebSocketServer } from 'ws'
import { afterEach, expect, test, vi } from 'vitest'
import { createSocket, type LiveSocket } from './socket.ts'

/** Long enough for a machine that does much else. */
const soon = { timeout: 10_000 }
const cleanups: (() => void)[] = []
afterEach(() => {
  for (const clean of cleanups.splice(0).reverse()) clean()
})

async function setUp(over: { silenceMs?: number; answerBeats?: boolean } = {}) {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  await new Promise((resolve) => server.once('listening', resolve))
  cleanups.push(() => {
    for (const client of server.clients) client.terminate()
    server.close()
  })
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const received: unknown[] = []
  server.on('connection', (client) => {
    client.on('message', (data) => {
      const message: unknown = JSON.parse(Buffer.isBuffer(data) ? data.toString() : '')
      received.push(message)
      const beat = JSON.stringify(message) === '{"type":"heartbeat"}'
      if (beat && over.answerBeats !== false) client.send(JSON.stringify([{ type: 'heartbeat', time: 1 }]))
    })
  })
  const heard: unknown[] = []
  const seen = {
    opens: 0,
    errors: 0,
    resyncs: 0,
    ended: 0,
    cause: null as 'user_disabled' | null,
    reconnecting: false,
    visible: true,
  }
  const socket: LiveSocket = createSocket({
    async open() {
      seen.opens += 1
      const link = new WebSocket(`ws://127.0.0.1:${port}/?token=x`)
      // A browser's socket that breaks while it connects says so by closing; this one throws where nobody listens.
      link.on('error', () => (seen.errors += 1))
      return link
    },
    times: {
      heartbeatMs: 40,
      silenceMs: over.silenceMs ?? 5_000,
      quietMs: 4_000,
      connectMs: 2_000,
      backoffMs: () => 20,
    },
    checkMs: 10,
    visible: () => seen.visible,
    heard: (message) => void (isBeat(message) || heard.push(message)),
    resync: () => (seen.resyncs += 1),
    sessionEnded: (cause) => {
      seen.ended += 1
      seen.cause = cause
    },
    reconnecting: (now) => now && (seen.reconnecting = true),
  })
  cleanups.push(() => socket.stop())
  return { server, socket, received, heard, seen }
}

const isBeat = (message: unknown) => JSON.stringify(message).includes('heartbeat')
const subscriptions = (received: unknown[]) => received.filter((message) => !isBeat(message))

test('follows channels over a real link, each once, and hears frames in order', async () => {
  const { server, socket, received, heard, seen } = await setUp()
  const stopBook = socket.follow('BTCUSDT_Obook')
  socket.follow('BTCUSDT_Obook')
  socket.start()
  await vi.waitFor(
    () => expect(subscriptions(received)).toEqual([{ type: 'subscribe', symbols: ['BTCUSDT_Obook'] }]),
    soon,
  )
  stopBook()
  stopBook()
  for (const client of server.clients) client.send(JSON.stringify([{ n: 1 }, { n: 2 }]))
  for (const client of server.clients) client.send('{"n":3}')
  await vi.waitFor(() => expect(heard.slice(-3)).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }]), soon)
  expect(subscriptions(received)).toHaveLength(1)
  expect(seen.resyncs).toBe(1)
})

test('comes back when the link breaks, subscribes once more and asks for state', async () => {
  const { server, socket, received, seen } = await setUp()
  socket.follow('A_24H')
  socket.follow('B_24H')
  socket.start()
  await vi.waitFor(() => expect(received.length).toBeGreaterThan(0), soon)
  received.length = 0
  for (const client of server.clients) client.terminate()
  await vi.waitFor(
    () => expect(subscriptions(received)).toEqual([{ type: 'subscribe', symbols: ['A_24H', 'B_24H'] }]),
    soon,
  )
  expect(seen.opens).toBe(2)
  expect(seen.reconnecting).toBe(true)
  expect(seen.resyncs).toBe(2)
})

test('beats, stays while it is answered, and takes a silent link for dead', async () => {
  const calm = await setUp({ silenceMs: 1_000 })
  calm.socket.start()
  await new Promise((resolve) => setTimeout(resolve, 2_500))
  expect(calm.received.length).toBeGreaterThan(5)
  expect(calm.seen.opens).toBe(1)
  const silent = await setUp({ silenceMs: 300, answerBeats: false })
  silent.socket.start()
  await vi.waitFor(() => expect(silent.seen.opens).toBeGreaterThan(1), soon)
})

/** A server in a process of its own that beats each 50 ms, so that it can be stopped as a whole. */
async function beatingServer() {
  const program = `import { WebSocketServer } from 'ws'
    const server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
    server.on('listening', () => console.log(server.address().port))
    server.on('connection', (client) => setInterval(() => client.send('[]'), 50))`
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    cwd: import.meta.dirname,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  cleanups.push(() => child.kill('SIGKILL'))
  const [port] = await once(child.stdout, 'data')
  return { port: Number(String(port)), signal: (name: NodeJS.Signals) => child.kill(name) }
}

test('says that a server that was stopped brings nothing, and that it does again', async () => {
  const server = await beatingServer()
  const seen = { opens: 0, spoke: 0, quiet: [] as boolean[] }
  const socket = createSocket({
    async open() {
      seen.opens += 1
      return new WebSocket(`ws://127.0.0.1:${server.port}/`)
    },
    times: { heartbeatMs: 60_000, silenceMs: 60_000, quietMs: 1_000, connectMs: 10_000, backoffMs: () => 20 },
    checkMs: 10,
    visible: () => true,
    spoke: () => (seen.spoke += 1),
    heard: () => expect.unreachable('a beat bears no message'),
    resync: () => undefined,
    sessionEnded: () => undefined,
    reconnecting: () => undefined,
    quiet: (now) => seen.quiet.at(-1) !== now && seen.quiet.push(now),
  })
  cleanups.push(() => socket.stop())
  socket.follow('A_24H')
  socket.start()
  await vi.waitFor(() => expect(seen.spoke).toBeGreaterThan(30), soon)
  expect(seen.quiet).toEqual([false])
  server.signal('SIGSTOP')
  await vi.waitFor(() => expect(seen.quiet).toEqual([false, true]), soon)
  server.signal('SIGCONT')
  await vi.waitFor(() => expect(seen.quiet).toEqual([false, true, false]), soon)
  expect(seen.opens).toBe(1)
})

test('pauses while the page is hidden and resumes when it is shown', async () => {
  const { server, socket, received, seen } = await setUp()
  socket.follow('A_24H')
  socket.start()
  await vi.waitFor(() => expect(received.length).toBeGreaterThan(0), soon)
  seen.visible = false
  socket.visibilityChanged()
  await vi.waitFor(
    () => expect(subscriptions(received).at(-1)).toEqual({ type: 'unsubscribe', symbols: ['A_24H'] }),
    soon,
  )
  for (const client of server.clients) client.terminate()
  await new Promise((resolve) => setTimeout(resolve, 150))
  expect(seen.opens).toBe(1)
  seen.visible = true
  socket.visibilityChanged()
  await vi.waitFor(
    () => expect(subscriptions(received).at(-1)).toEqual({ type: 'subscribe', symbols: ['A_24H'] }),
    soon,
  )
})

test('says that the session has ended when the server closes for it', async () => {
  const { server, socket, seen } = await setUp()
  socket.start()
  await vi.waitFor(() => expect(server.clients.size).toBe(1), soon)
  for (const client of server.clients) client.close(4551)
  await vi.waitFor(() => expect(seen.ended).toBe(1), soon)
  expect(seen.cause).toBeNull()
})

test('says why the session has ended where the server closes for an account that it disabled', async () => {
  const { server, socket, seen } = await setUp()
  socket.start()
  await vi.waitFor(() => expect(server.clients.size).toBe(1), soon)
  for (const client of server.clients) client.close(4552)
  await vi.waitFor(() => expect(seen.ended).toBe(1), soon)
  expect(seen.cause).toBe('user_disabled')
})

test('is never closed while it is still being made, which a browser would call an error', async () => {
  const { server, socket, seen } = await setUp()
  const gone = new Promise((resolve) => server.once('connection', (client) => client.once('close', resolve)))
  socket.start()
  await vi.waitFor(() => expect(seen.opens).toBe(1), soon)
  socket.stop()
  await gone
  expect(seen.errors).toBe(0)
})
