import { marketRoutes } from '@truemark/protocol/routes/market'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { sendFrames } from './frames.ts'
import { openSocket, socketToken } from './listener.ts'
import { closeCodeAfter, rawFrames } from './rawFrames.ts'
import { run, type RunOptions } from './run.ts'
import { sendBytes } from './send.ts'
import { type Stage, openStage } from './stage.ts'

/** Set by `npm run fuzz`, which says what each is for. */
const asked = (name: string, otherwise: number): number => Number(process.env[name] ?? otherwise)
const options: RunOptions = {
  seed: asked('FUZZ_SEED', 1),
  from: asked('FUZZ_FROM', 0),
  requests: asked('FUZZ_REQUESTS', 2_000),
  minutesMax: asked('FUZZ_MINUTES', Number.POSITIVE_INFINITY),
}

describe(`requests ${options.from} to ${options.from + options.requests} of seed ${options.seed}`, () => {
  let stage: Stage
  beforeAll(async () => {
    stage = await openStage()
  }, 240_000)
  afterAll(() => stage.stop())

  it('are answered as the protocol says, and change nothing where they are refused', { timeout: 0 }, async () => {
    const { faults, told } = await run(stage, options)
    process.stdout.write(`${told}\n`)
    expect(faults).toEqual([])
  })

  it('go on after bytes that are no request', async () => {
    const { port } = stage.server
    for (const bytes of oddBytes) {
      const answer = await sendBytes(port, bytes)
      expect(
        answer === '' || /^HTTP\/1\.1 [234]\d\d /.test(answer),
        `${bytes.slice(0, 80)} → ${answer.slice(0, 200)}`,
      ).toBe(true)
      expect(answer).not.toMatch(/node_modules|\bat .+:\d+/)
    }
    expect((await stage.server.call(marketRoutes.coins)).reason).toBeNull()
  })

  it('have frames of sockets beside them that are answered or end their socket, and tell nobody what is another’s', async () => {
    const { server, cast } = stage
    const matter = { ids: cast.ids, found: cast.found, path: '' }
    const heard = new Map<string, ReadonlySet<string>>()
    for (let at = 0; at < sockets; at += 1) {
      const asker = socketAskers[at % socketAskers.length] ?? 'owner'
      const token = await socketToken(`http://127.0.0.1:${server.port}`, cast.tokens.get(asker) ?? '')
      const { faults, ids } = await sendFrames(server.port, token, options.seed, at, matter)
      expect([at, asker, faults]).toEqual([at, asker, []])
      for (const [other, theirs] of heard) {
        if (other !== asker)
          expect(
            [...ids].filter((id) => theirs.has(id)),
            `${asker} and ${other}`,
          ).toEqual([])
      }
      heard.set(asker, new Set([...ids, ...(heard.get(asker) ?? [])]))
    }
    await expect.poll(() => server.hub.stats().sockets).toBe(0)
  })

  it('have bytes of sockets beside them that end their own socket, each by its code, and no other', async () => {
    const { server, cast } = stage
    const url = `http://127.0.0.1:${server.port}`
    const beside = await openSocket(server.port, await socketToken(url, cast.tokens.get('owner') ?? ''))
    const rounds = ['guest', 'owner', 'support'] as const
    const sent = rawFrames.map(async ([what, bytes, codes], at) => {
      const token = await socketToken(url, cast.tokens.get(rounds[at % rounds.length] ?? 'guest') ?? '')
      const code = await closeCodeAfter(server.port, token, bytes, codes.includes(0)).catch(String)
      expect(codes, `${what} → ${code}`).toContain(code)
    })
    await Promise.all(sent)
    expect([beside.socket.readyState, beside.hearing.faults]).toEqual([WebSocket.OPEN, []])
    beside.socket.close()
    await beside.closed
    await expect.poll(() => server.hub.stats().sockets).toBe(0)
  })
})

const socketAskers = ['guest', 'owner', 'user', 'demo', 'support', 'administrator', 'garbled'] as const
const sockets = 28

const head = 'GET /api/v3/user HTTP/1.1\r\nhost: a\r\n'
const post = 'POST /api/v3/login HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\n'
/** What is no HTTP, or says two things at once. */
const oddBytes: readonly string[] = [
  '\0\0\0\0',
  'nonsense\r\n\r\n',
  'GET / HTTP/9.9\r\n\r\n',
  'GET  /api/v3/user HTTP/1.1\r\nhost: a\r\n\r\n',
  'GET /api/v3/user\0 HTTP/1.1\r\nhost: a\r\n\r\n',
  'GET http://[::1 HTTP/1.1\r\nhost: a\r\n\r\n',
  'CONNECT a:1 HTTP/1.1\r\nhost: a\r\n\r\n',
  'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  `${head}authorization: Bearer a\0b\r\n\r\n`,
  `${head}bad header: 1\r\n\r\n`,
  `${head} folded: 1\r\n\r\n`,
  `${head}x: ${'y'.repeat(40_000)}\r\n\r\n`,
  `${head}${'a: b\r\n'.repeat(3_000)}\r\n`,
  `${post}content-length: -1\r\n\r\n{}`,
  `${post}content-length: 2, 3\r\n\r\n{}`,
  `${post}content-length: 2\r\ncontent-length: 3\r\n\r\n{}`,
  `${post}content-length: 2\r\ntransfer-encoding: chunked\r\n\r\n{}`,
  `${post}transfer-encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n`,
  `${post}transfer-encoding: chunked, gzip\r\n\r\n0\r\n\r\n`,
  'GET /ws HTTP/1.1\r\nhost: a\r\nupgrade: websocket\r\nconnection: upgrade\r\nsec-websocket-key: no\r\n\r\n',
]
