import { generateKeyPairSync } from 'node:crypto'
import { type Server, type Socket, connect, createServer } from 'node:net'
import { createProgram } from '@truemark/program/program'
import { ed25519Key, hmacKey } from '@truemark/program/programKey'
import { ApiError } from '@truemark/protocol/calling'
import { accountRoutes } from '@truemark/protocol/routes/account'
import { apiKeyRoutes } from '@truemark/protocol/routes/apiKeys'
import { marketRoutes } from '@truemark/protocol/routes/market'
import { spotRoutes } from '@truemark/protocol/routes/spot'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type LiveServer, startLiveServer } from '../apps/server/src/testing/liveServer.ts'
import { keyBody } from '../apps/server/src/testing/program.ts'
import { person } from '../apps/server/src/wallet/testing/walletRun.ts'

let server: LiveServer
/** A line between program and server that can be cut. */
let line: Server
const links = new Set<Socket>()
/** Whether what the server answers is lost. */
let isDeaf = false

beforeAll(async () => {
  server = await startLiveServer()
  line = createServer((near) => {
    const far = connect(server.port, '127.0.0.1')
    near.on('data', (data) => far.write(data))
    far.on('data', (data) => isDeaf || near.write(data))
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      links.add(one)
      one.on('error', () => undefined)
      one.on('close', () => other.destroy())
    }
  })
  await new Promise<void>((resolve) => line.listen(0, '127.0.0.1', resolve))
})
afterAll(async () => {
  cut()
  await new Promise((resolve) => line.close(resolve))
  await server.stop()
})
beforeEach(async () => {
  isDeaf = false
  await server.tick(1_000_000)
})

function cut(): void {
  for (const link of links) link.destroy()
  links.clear()
}

async function key(kind: 'hmac' | 'ed25519' = 'hmac') {
  const who = await person(server)
  const pair = generateKeyPairSync('ed25519')
  const public_key = pair.publicKey.export({ type: 'spki', format: 'pem' }).toString()
  const asked = { kind, realm: 'demo', scope: 'trade', ...(kind === 'ed25519' ? { public_key } : {}) } as const
  const body = await keyBody(server, who, asked)
  const { key: made, secret } = await server.ok(apiKeyRoutes.apiKeyMake, { token: who.token, body })
  const pem = pair.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  return { who, id: made.id, key: secret === null ? ed25519Key(made.id, pem) : hmacKey(made.id, secret) }
}

function url(): string {
  const address = line.address()
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/`
}
const resting = { symbol: 'BTCUSDT', side: 'buy', type: 'limit', price: '9000', quantity: '0.001' } as const
const { spotOrderPlace, spotOrderCancel, spotOrders } = spotRoutes
type Program = ReturnType<typeof createProgram>
const open = async (program: Program) => (await program.call(spotOrders, { query: { status: 'open' } })).items

const reasonOf = (call: Promise<unknown>) =>
  call.then(
    () => null,
    (error: unknown) => (error instanceof ApiError ? error.reason : String(error)),
  )

describe('a program', () => {
  it.each(['hmac', 'ed25519'] as const)('reads and trades by a key of %s, and says why it is refused', async (kind) => {
    const program = createProgram({ url: url(), key: (await key(kind)).key })
    const { balances } = await program.call(accountRoutes.accountOne, { params: { kind: 'coin' } })
    expect(balances.length).toBeGreaterThan(0)
    const order = await program.call(spotOrderPlace, { body: resting })
    expect(await open(program)).toEqual([order])
    const params = { id: order.order_id }
    expect(await program.call(spotOrderCancel, { params })).toMatchObject({ status: 'canceled' })
    expect(await reasonOf(program.call(spotOrderCancel, { params }))).toBe('order_done')
    expect(await reasonOf(program.call(spotOrderPlace, { body: { ...resting, price: 'x' } }))).toBe('field_malformed')
  })

  it('reads what is public without a key', async () => {
    expect((await createProgram({ url: url() }).call(marketRoutes.coins, {})).length).toBeGreaterThan(0)
    expect(() => createProgram({ url: url() }).open()).toThrow('by a key')
  })

  it('places an order once though its answer is lost', async () => {
    const program = createProgram({ url: url(), key: (await key()).key, timeoutMs: 2_000 })
    await open(program)
    isDeaf = true
    const placing = program.call(spotOrderPlace, { body: resting })
    await new Promise((resolve) => setTimeout(resolve, 1_000))
    isDeaf = false
    cut()
    expect(await open(program)).toEqual([await placing])
  })

  it('asks again under its own key after a crash', async () => {
    const mine = await key()
    const once = '0190b7f0-0000-7000-8000-000000000000'
    const [first, second] = [1, 2].map(() => createProgram({ url: url(), key: mine.key }))
    expect(await reasonOf(first?.call(spotOrderPlace, { body: resting }, once) ?? Promise.resolve())).toBe(
      'key_expired',
    )
    const now = Date.now().toString(16).padStart(12, '0')
    const fresh = `${now.slice(0, 8)}-${now.slice(8)}-7000-8000-000000000000`
    const placed = await first?.call(spotOrderPlace, { body: resting }, fresh)
    expect(await second?.call(spotOrderPlace, { body: resting }, fresh)).toEqual(placed)
  })
})

describe('its socket', () => {
  it('places and cancels, follows a book, and hears that it began anew', async () => {
    const program = createProgram({ url: url(), key: (await key()).key })
    const socket = program.open()
    let missed = 0
    socket.missed(() => (missed += 1))
    const heard: number[] = []
    socket.hear(({ type }) => heard.push(type))
    const order = await socket.call(spotOrderPlace, { body: resting })
    expect(await open(program)).toEqual([order])
    expect(missed).toBe(1)
    socket.follow(['BTCUSDT_Obook'])
    await expect
      .poll(() => {
        server.hub.publishBook({ kind: 'book', symbol: 'BTCUSDT' }, 'demo', {
          type: 1,
          data: { symbol: 'BTCUSDT', kind: 'spot', time: 1, mark: null, bids: [], asks: [], simulated: true },
        })
        return heard.length
      })
      .toBeGreaterThan(0)
    expect(await reasonOf(socket.call(spotOrderPlace, { body: { ...resting, quantity: '0' } }))).not.toBeNull()
    socket.close()
    expect(await reasonOf(socket.call(spotOrderPlace, { body: resting }))).toBe('network')
  }, 60_000)

  it('comes back when it is lost, and what was asked for meanwhile is done once', async () => {
    const program = createProgram({ url: url(), key: (await key()).key })
    const socket = program.open()
    let missed = 0
    socket.missed(() => (missed += 1))
    await socket.call(spotOrderPlace, { body: resting })
    isDeaf = true
    const placing = Promise.all(
      ['8000', '8001', '8002'].map((price) => socket.call(spotOrderPlace, { body: { ...resting, price } })),
    )
    await new Promise((resolve) => setTimeout(resolve, 1_000))
    isDeaf = false
    cut()
    const placed = await placing
    expect(placed.map(({ price }) => price)).toEqual(['8000', '8001', '8002'])
    expect(await open(program)).toHaveLength(4)
    expect(missed).toBe(2)
    socket.close()
  })

  it('sends more than may be under way one after the other', async () => {
    const program = createProgram({ url: url(), key: (await key()).key })
    const socket = program.open()
    const asked = Array.from({ length: 150 }, () => reasonOf(socket.call(spotOrderCancel, { params: { id: 'x' } })))
    expect(new Set(await Promise.all(asked))).toEqual(new Set(['order_unknown']))
    socket.close()
  })

  it('ends for good with its key', async () => {
    const { who, id, key: mine } = await key()
    const socket = createProgram({ url: url(), key: mine }).open()
    const ended = new Promise<string>((resolve) => socket.ended(({ reason }) => resolve(reason)))
    await socket.call(spotOrderPlace, { body: resting })
    await server.ok(apiKeyRoutes.apiKeyEnd, { token: who.token, params: { id } })
    expect(await ended).toBe('api_key_wrong')
  })
})
