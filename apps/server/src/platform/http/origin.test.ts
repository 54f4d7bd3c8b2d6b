import { request } from 'node:http'
import fastify, { type FastifyInstance } from 'fastify'
import { afterEach, expect, it } from 'vitest'
import { portOf } from './listen.ts'
import { type OriginOptions, ownOrigin } from './origin.ts'

let app: FastifyInstance | null = null

afterEach(() => app?.close())

/** What a server says to be, to a caller who says to have reached it as `host`; `~` stands for its port. */
async function saidTo(host: string, options: OriginOptions): Promise<string> {
  const server = fastify({ trustProxy: options.trustedProxies > 0 })
  app = server
  server.get('/', async (one) => ownOrigin(one, options))
  await server.listen({ port: 0, host: '127.0.0.1' })
  const port = String(portOf(server.server))
  const headers = { host: host.replace('~', port) }
  const body = await new Promise<string>((resolve, reject) => {
    const call = request({ port, host: '127.0.0.1', headers, timeout: 5_000 }, (answer) => {
      let text = ''
      answer.on('data', (part: Buffer) => {
        text += part.toString()
      })
      answer.on('end', () => resolve(text))
    })
    call.on('error', reject)
    call.end()
  })
  return body.replace(port, '~')
}

const bare = { publicUrl: null, trustedProxies: 0 }

it.each(['localhost:~', '127.0.0.1:~', 'localhost:8443'])('believes %s, which is itself', async (host) => {
  expect(await saidTo(host, bare)).toBe(`http://${host}`)
})

it.each(['evil.example', '203.0.113.7:~', 'localhost.evil.example:~', '127.0.0.1.evil.example', 'a b', ''])(
  'takes no caller’s word that it is "%s"',
  async (host) => {
    const said = await saidTo(host, bare)
    expect(['http://127.0.0.1:~', 'http://localhost']).toContain(said)
  },
)

it('is what it was told to be, or what a trusted proxy says', async () => {
  const publicUrl = 'https://trade.example.org'
  expect(await saidTo('evil.example', { publicUrl, trustedProxies: 0 })).toBe(publicUrl)
  await app?.close()
  expect(await saidTo('trade.example.org', { publicUrl: null, trustedProxies: 1 })).toBe('http://trade.example.org')
})
