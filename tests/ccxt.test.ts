import { generateKeyPairSync } from 'node:crypto'
import { truemark } from '@truemark/ccxt/truemark'
import { apiKeyRoutes } from '@truemark/protocol/routes/apiKeys'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { type LiveServer, startLiveServer } from '../apps/server/src/testing/liveServer.ts'
import { keyBody } from '../apps/server/src/testing/program.ts'
import { person } from '../apps/server/src/wallet/testing/walletRun.ts'

let server: LiveServer
beforeAll(async () => {
  server = await startLiveServer()
})
afterAll(() => server.stop())
beforeEach(() => server.tick(1_000_000))

const pair = generateKeyPairSync('ed25519')
const pem = pair.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()

/** The adapter with a key of somebody's demo. */
async function exchange(kind: 'hmac' | 'ed25519' = 'hmac', scope: 'read' | 'trade' = 'trade'): Promise<truemark> {
  const who = await person(server)
  const public_key = pair.publicKey.export({ type: 'spki', format: 'pem' }).toString()
  const asked = { kind, realm: 'demo', scope, ...(kind === 'ed25519' ? { public_key } : {}) } as const
  const body = await keyBody(server, who, asked)
  const { key, secret } = await server.ok(apiKeyRoutes.apiKeyMake, { token: who.token, body })
  return made(key.id, secret ?? pem)
}

function made(apiKey: string, secret: string): truemark {
  return new truemark({ apiKey, secret, hostname: `http://127.0.0.1:${server.port}`, rateLimit: 1 })
}

const idOf = ({ id }: { id?: string | undefined }): string => id ?? ''
const nameOf = (call: Promise<unknown>) =>
  call.then(
    () => null,
    (error: unknown) => (error instanceof Error ? error.constructor.name : String(error)),
  )

it.each(['hmac', 'ed25519'] as const)('a bot reads, trades and looks back through CCXT by its %s key', async (kind) => {
  const bot = await exchange(kind)
  const markets = await bot.loadMarkets()
  expect(markets['BTC/USDT']).toMatchObject({ id: 'BTCUSDT', spot: true, precision: { price: 0.1 } })
  const book = await bot.fetchOrderBook('BTC/USDT', 5, { realm: 'demo' })
  expect(book.asks[0]?.[0]).toBeGreaterThan(book.bids[0]?.[0] ?? 0)
  const before = await bot.fetchBalance()
  expect(before['USDT']).toMatchObject({ free: 100_000, used: 0, total: 100_000 })

  const limit = await bot.createOrder('BTC/USDT', 'limit', 'buy', 0.01, 9_000)
  expect(limit).toMatchObject({
    symbol: 'BTC/USDT',
    status: 'open',
    price: 9_000,
    amount: 0.01,
    filled: 0,
    remaining: 0.01,
  })
  expect((await bot.fetchBalance())['USDT']).toMatchObject({ used: 90 })
  const changed = await bot.editOrder(idOf(limit), 'BTC/USDT', 'limit', 'buy', 0.02, 9_100)
  expect(changed).toMatchObject({ id: limit.id, price: 9_100, amount: 0.02 })
  expect(await bot.fetchOpenOrders('BTC/USDT')).toMatchObject([{ id: limit.id, price: 9_100 }])
  expect(await bot.cancelOrder(idOf(limit), 'BTC/USDT')).toMatchObject({ status: 'canceled' })
  expect(await nameOf(bot.cancelOrder(idOf(limit), 'BTC/USDT'))).toBe('OrderNotFound')

  const bought = await bot.createMarketBuyOrderWithCost('BTC/USDT', 500)
  expect(bought.status).toBe('closed')
  expect(bought.cost).toBeGreaterThan(490)
  await expect.poll(() => bot.fetchMyTrades('BTC/USDT'), { timeout: 5_000 }).not.toHaveLength(0)
  const [fill] = await bot.fetchMyTrades('BTC/USDT')
  expect(fill).toMatchObject({ order: bought.id, side: 'buy', takerOrMaker: 'taker', fee: { currency: 'BTC' } })
  expect(await bot.fetchOrder(idOf(bought))).toMatchObject({ id: bought.id, status: 'closed', filled: bought.filled })
  expect((await bot.fetchClosedOrders('BTC/USDT', undefined, 1))[0]).toMatchObject({ id: bought.id })
})

it('orders that wait go through it too', async () => {
  const bot = await exchange()
  await bot.createMarketBuyOrderWithCost('BTC/USDT', 500)
  const stop = await bot.createOrder('BTC/USDT', 'market', 'sell', 0.01, undefined, { stopLossPrice: 9_500 })
  const trail = await bot.createOrder('BTC/USDT', 'market', 'sell', 0.01, undefined, { trailingPercent: 2.5 })
  expect([stop, trail]).toMatchObject([
    { status: 'open', triggerPrice: 9_500 },
    { status: 'open', triggerPrice: 9_750 },
  ])
  const waiting = await bot.fetchOpenOrders(undefined, undefined, undefined, { trigger: true })
  expect(waiting.map(({ id }) => id)).toEqual([stop.id, trail.id])
  expect(await bot.fetchOrder(idOf(stop), undefined, { trigger: true })).toMatchObject({ id: stop.id })
  expect(await bot.cancelOrder(idOf(stop), undefined, { trigger: true })).toMatchObject({ status: 'canceled' })
  expect(await bot.cancelAllOrders('BTC/USDT')).toMatchObject([{ info: { canceled: 1 } }])
})

it('a refusal is the error that CCXT has for it', async () => {
  const bot = await exchange()
  const order = (...rest: [number, number?, Record<string, unknown>?]) =>
    nameOf(bot.createOrder('BTC/USDT', 'limit', 'buy', ...rest))
  expect(await order(900, 9_000)).toBe('InsufficientFunds')
  expect(await order(0.00001, 9_000)).toBe('InvalidOrder')
  expect(await order(0.01, 10_500, { postOnly: true })).toBe('OrderImmediatelyFillable')
  const passed = { stopLossPrice: 10_500 }
  expect(await nameOf(bot.createOrder('BTC/USDT', 'market', 'sell', 0.01, undefined, passed))).toBe(
    'OrderImmediatelyFillable',
  )
  expect(await nameOf(bot.fetchOrder('A'.repeat(26)))).toBe('OrderNotFound')
  const reader = await exchange('hmac', 'read')
  expect(await nameOf(reader.createOrder('BTC/USDT', 'limit', 'buy', 0.01, 9_000))).toBe('PermissionDenied')
  const stranger = made(bot.apiKey, Buffer.from('another secret').toString('base64'))
  expect(await nameOf(stranger.fetchBalance())).toBe('AuthenticationError')
})

it('one that is asked again under its key is done once, and a clock that is off is set by the refusal', async () => {
  const bot = await exchange()
  const idempotencyKey = '01890000-0000-7000-8000-000000000001'.replace('01890000-0000', uuidTime())
  const twice = [1, 2].map(() => bot.createOrder('BTC/USDT', 'limit', 'buy', 0.01, 9_000, { idempotencyKey }))
  const [one, other] = await Promise.all(twice)
  expect(one?.id).toBe(other?.id)
  bot.options['timeDifference'] = 60_000
  expect(await nameOf(bot.fetchBalance())).toBe('InvalidNonce')
  expect((await bot.fetchBalance())['USDT']).toMatchObject({ used: 90 })
})

/** The first two parts of a UUIDv7 of now. */
function uuidTime(): string {
  const hex = Date.now().toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}`
}
