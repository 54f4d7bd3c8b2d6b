import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { type Server, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { TLSSocket } from 'node:tls'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { Bus } from '../../apps/server/src/platform/bus/bus.ts'
import { busKeys } from '../../apps/server/src/platform/bus/envelope.ts'
import { connectNats } from '../../apps/server/src/platform/bus/nats.ts'
import { type Certificate, makeAuthority } from './certificates.ts'
import { natsProgram, startNatsServer } from './natsServer.ts'

const keys = busKeys({ all: [randomBytes(16)] })
const [authority, stranger] = [makeAuthority(), makeAuthority()]
const folder = mkdtempSync(join(tmpdir(), 'truemark-bus-'))
const authorities = join(folder, 'authority.crt')
writeFileSync(authorities, authority.certificate)

const closes: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closes.splice(0).toReversed()) await close()
})
afterAll(() => rmSync(folder, { recursive: true }))

function open(url: string, vouching: string | null = authorities): Bus {
  const ignore = (): void => undefined
  const wire = connectNats({ url, credentials: null, authorities: vouching, name: 'test', warn: ignore })
  const bus = new Bus({ wire, keys, name: 'test', warn: ignore })
  closes.push(() => bus.close())
  return bus
}

describe.skipIf(natsProgram === null)('a bus by TLS', () => {
  it.each(['localhost', '127.0.0.1'])('is spoken to at %s where the authority vouches for it', async (host) => {
    const server = await startNatsServer({ host, ...authority.vouchFor(host) })
    closes.push(() => server.remove())
    const [one, other] = [open(server.urlOf('core')), open(server.urlOf('core'))]
    const heard: string[] = []
    other.subscribe('told', (bytes) => heard.push(Buffer.from(bytes).toString()))
    const bothConnected = (): boolean => one.isConnected && other.isConnected
    await expect.poll(bothConnected).toBe(true)
    one.publish('told', Buffer.from('a'))
    await expect.poll(() => heard).toEqual(['a'])
    await server.kill()
    await expect.poll(() => one.isConnected || other.isConnected).toBe(false)
    await server.start()
    await expect.poll(bothConnected).toBe(true)
    one.publish('told', Buffer.from('b'))
    await expect.poll(() => heard).toEqual(['a', 'b'])
  })
})

/** Who stands where a bus should be, and what was said to it. */
interface StandIn {
  readonly port: number
  calls: number
  said: string
}

/** Answers as a bus does, with a certificate or in clear. */
async function standIn(tls: Certificate | null): Promise<StandIn> {
  const stand = { port: 0, calls: 0, said: '' }
  const hear = (bytes: Buffer): void => void (stand.said += bytes.toString())
  const server: Server = createServer((socket) => {
    stand.calls += 1
    const info = {
      server_id: 'stand-in',
      version: '2.9.0',
      proto: 1,
      max_payload: 1_048_576,
      tls_required: tls !== null,
    }
    socket.on('error', () => undefined).write(`INFO ${JSON.stringify(info)}\r\n`)
    if (tls === null) return void socket.on('data', hear)
    const secured = new TLSSocket(socket, { isServer: true, cert: tls.certificate, key: tls.key })
    secured.on('error', () => undefined).on('data', hear)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closes.push(() => server.close())
  const address = server.address()
  return Object.assign(stand, { port: typeof address === 'object' && address !== null ? address.port : 0 })
}

describe('who stands in the place of a bus by TLS', () => {
  it.each([
    { what: 'in clear', at: 'localhost', tls: null, vouching: authorities },
    { what: 'vouched for by a stranger', at: 'localhost', tls: stranger.vouchFor('localhost'), vouching: authorities },
    { what: 'vouched for by nobody known', at: 'localhost', tls: authority.vouchFor('localhost'), vouching: null },
    { what: 'under another name', at: 'localhost', tls: authority.vouchFor('bus.internal'), vouching: authorities },
    { what: 'under a name for a number', at: '127.0.0.1', tls: authority.vouchFor('localhost'), vouching: authorities },
    { what: 'under another number', at: '127.0.0.1', tls: authority.vouchFor('127.0.0.2'), vouching: authorities },
  ])('is told no password: $what', async ({ at, tls, vouching }) => {
    const stand = await standIn(tls)
    const bus = open(`tls://core:secret@${at}:${stand.port}`, vouching)
    await expect.poll(() => stand.calls).toBeGreaterThan(1)
    expect([stand.said, bus.isConnected]).toEqual(['', false])
  })

  it('is told it where it is the bus', async () => {
    const stand = await standIn(authority.vouchFor('127.0.0.1'))
    open(`tls://core:secret@127.0.0.1:${stand.port}`)
    await expect.poll(() => stand.said).toMatch(/^CONNECT .*"pass":"secret"/)
  })
})
