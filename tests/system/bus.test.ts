import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { Bus } from '../../apps/server/src/platform/bus/bus.ts'
import { busKeys } from '../../apps/server/src/platform/bus/envelope.ts'
import { connectNats } from '../../apps/server/src/platform/bus/nats.ts'
import { type NatsServer, busSeed, natsProgram, startNatsServer } from './natsServer.ts'

const keys = busKeys({ all: [randomBytes(16)] })

describe.skipIf(natsProgram === null)('the bus through a NATS server', () => {
  let server: NatsServer | null = null
  const warnings: string[] = []
  const heard: string[] = []
  const warn = (text: string): void => void warnings.push(text)
  const open = (url: string, credentials: string | null = null): Bus => {
    const wire = connectNats({ url, credentials, authorities: null, name: 'test', warn })
    return new Bus({ wire, keys, name: 'test', warn })
  }
  afterEach(async () => {
    await server?.remove()
  })

  it('carries before and after the server was away, to others and not to itself, and for nobody without a password or a seed', async () => {
    server = await startNatsServer()
    const { bareUrl } = server
    const url = server.urlOf('core')
    const seed = join(mkdtempSync(join(tmpdir(), 'truemark-bus-')), 'seed')
    writeFileSync(seed, `${busSeed}\n`)
    const [one, other, strangers] = [open(url), open(bareUrl, seed), open(url.replace(':bus@', ':guess@'))]
    try {
      one.subscribe('told', (bytes) => heard.push(`one ${Buffer.from(bytes).toString()}`))
      other.subscribe('told', (bytes) => heard.push(`other ${Buffer.from(bytes).toString()}`))
      let times = 0
      one.onConnected(() => (times += 1))
      const bothConnected = (): boolean => one.isConnected && other.isConnected
      await expect.poll(bothConnected).toBe(true)
      one.publish('told', Buffer.from('a'))
      await expect.poll(() => heard).toEqual(['other a'])
      await server.kill()
      await expect.poll(() => one.isConnected || other.isConnected).toBe(false)
      one.publish('told', Buffer.from('lost'))
      await server.start()
      await expect.poll(bothConnected).toBe(true)
      expect(times).toBe(2)
      other.publish('told', Buffer.alloc(3_000_000, 'b'))
      await expect.poll(() => heard.length).toBe(2)
      expect(heard[1]).toHaveLength(3_000_004)
      expect(strangers.isConnected).toBe(false)
      expect(warnings.join()).toContain('the bus is away')
      expect(warnings.join()).not.toContain('guess')
    } finally {
      await Promise.all([one.close(), other.close(), strangers.close()])
      rmSync(dirname(seed), { recursive: true })
    }
  })

  it('says which file it can’t read', () => {
    expect(() => open('nats://127.0.0.1:1', join(tmpdir(), 'no such file'))).toThrow(
      /^The file of BUS_CREDENTIALS, .*no such file, can't be read \(ENOENT\)\.$/,
    )
  })
})
