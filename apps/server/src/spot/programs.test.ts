import { contractRoutes } from '@truemark/protocol/routes/contract'
import { derivativeFills } from '@truemark/protocol/routes/derivative'
import { identityRoutes } from '@truemark/protocol/routes/identity'
import { marketDepth, marketTrades } from '@truemark/protocol/routes/market'
import { perpetualRoutes } from '@truemark/protocol/routes/perpetual'
import { spotRoutes } from '@truemark/protocol/routes/spot'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { Catalogue } from '../engine/door.ts'
import { openDepths } from '../market/depths.ts'
import { keyNow } from '../testing/keys.ts'
import { type LiveServer, startLiveServer } from '../testing/liveServer.ts'
import { derivativeDemo } from '../testing/trader.ts'

let server: LiveServer
beforeAll(async () => {
  server = await startLiveServer()
})
afterAll(() => server.stop())
beforeEach(() => server.tick(1_000_000))

const demo = async () => (await server.ok(identityRoutes.simulationLogin, { body: {} })).token
const place = (token: string, body: object) =>
  server.ok(spotRoutes.spotOrderPlace, { token, key: keyNow(), body: { symbol: 'BTCUSDT', ...body } })

describe('one’s own fills', () => {
  it('of spot add up to what the orders say, page by page, and are nobody else’s', async () => {
    const token = await demo()
    const bought = await place(token, { side: 'buy', type: 'market', quantity: '0.02' })
    const sold = await place(token, { side: 'sell', type: 'market', quantity: '0.01' })
    const { items } = await server.ok(spotRoutes.spotFills, { token })
    const last = items.at(-1)
    expect(items[0]).toMatchObject({ order_id: sold.order_id, side: 'sell', role: 'taker', fee_currency: 'USDT' })
    expect(last).toMatchObject({ order_id: bought.order_id, symbol: 'BTCUSDT', side: 'buy', fee_currency: 'BTC' })
    for (const order of [bought, sold]) {
      const own = items.filter(({ order_id }) => order_id === order.order_id)
      const sum = (of: (fill: (typeof own)[number]) => string) => own.reduce((all, fill) => all + Number(of(fill)), 0)
      expect(sum(({ quantity }) => quantity)).toBeCloseTo(Number(order.filled), 8)
      expect(sum(({ amount }) => amount)).toBeCloseTo(Number(order.amount), 6)
      expect(sum(({ fee }) => fee)).toBeCloseTo(Number(order.fee), 8)
    }
    const read: string[] = []
    for (let cursor: string | null = ''; cursor !== null;) {
      const query: Record<string, string> = { limit: '1', symbol: 'BTCUSDT', ...(cursor === '' ? {} : { cursor }) }
      const page = await server.ok(spotRoutes.spotFills, { token, query })
      read.push(...page.items.map(({ id }) => id))
      cursor = page.cursor
    }
    expect(read).toEqual(items.map(({ id }) => id))
    expect((await server.call(spotRoutes.spotFills, { token, query: { symbol: 'NOUSDT' } })).reason).toBe(
      'symbol_unknown',
    )
    expect((await server.ok(spotRoutes.spotFills, { token: await demo() })).items).toEqual([])
  })

  it('of a maker say so', async () => {
    const [maker, taker] = [await demo(), await demo()]
    await place(maker, { side: 'buy', type: 'market', quantity: '0.05' })
    await server.tick(900_000)
    const ask = await place(maker, { side: 'sell', type: 'limit', price: '9001', quantity: '0.01' })
    await place(taker, { side: 'buy', type: 'limit', price: '9001', quantity: '0.01' })
    const newest = async () => (await server.ok(spotRoutes.spotFills, { token: maker })).items[0]
    await expect.poll(async () => (await newest())?.order_id, { timeout: 5_000 }).toBe(ask.order_id)
    expect(await newest()).toMatchObject({
      role: 'maker',
      price: '9001',
      quantity: '0.01',
      amount: '90.01',
      fee: '0.09001',
    })
  })

  it('of contracts and perpetuals stand in one list, each with its product', async () => {
    const token = await derivativeDemo(server)
    const lots = { symbol: 'BTCUSDT', side: 'buy', type: 'market', lots: '1' } as const
    const body = { ...lots, multiple: 10 }
    const ticket = await server.ok(contractRoutes.contractOrderPlace, { token, key: keyNow(), body })
    const order = await server.ok(perpetualRoutes.perpetualOrderPlace, { token, key: keyNow(), body: lots })
    const { items } = await server.ok(derivativeFills, { token })
    const told = items.map(({ product, order_id, symbol, fee_currency }) => ({
      product,
      order_id,
      symbol,
      fee_currency,
    }))
    const both = { symbol: 'BTCUSDT', fee_currency: 'USDT' }
    expect(told[0]).toEqual({ product: 'perpetual', order_id: order.order_id, ...both })
    expect(told.at(-1)).toEqual({ product: 'contract', order_id: ticket.order_id, ...both })
    const first = await server.ok(derivativeFills, { token, query: { limit: '1', symbol: 'BTCUSDT' } })
    const query = { limit: '100', cursor: first.cursor ?? '' }
    const rest = await server.ok(derivativeFills, { token, query })
    expect([...first.items, ...rest.items]).toEqual(items)
    expect((await server.call(derivativeFills, { token, query: { symbol: 'NOUSDT' } })).reason).toBe('symbol_unknown')
    expect((await server.ok(derivativeFills, { token: await demo() })).items).toEqual([])
  })
})

describe('what anybody may read', () => {
  const params = { symbol: 'BTCUSDT' }

  it('is the depth that an order meets, to the level and the amount', async () => {
    const query = { realm: 'demo', limit: '50' }
    const token = await demo()
    for (let n = 0; n < 50; n += 1) {
      await place(token, { side: 'buy', type: 'limit', price: String(5_000 - n), quantity: '0.001' })
    }
    // the house fills up what was taken before, a little with each second
    let asks = ''
    let book = await server.ok(marketDepth, { params, query })
    const isStill = async (): Promise<boolean> => {
      asks = JSON.stringify(book.asks)
      book = await server.ok(marketDepth, { params, query })
      return JSON.stringify(book.asks) === asks
    }
    await expect.poll(isStill, { interval: 600, timeout: 30_000 }).toBe(true)
    expect(book).toMatchObject({ symbol: 'BTCUSDT', kind: 'spot', realm: 'demo', simulated: false })
    expect(book.bids.length).toBe(50)
    expect(book.bids.slice(-45)[0]).toEqual({ price: '5000', amount: '0.001' })
    const rising = book.asks.map(({ price }) => Number(price))
    expect(rising).toEqual(rising.toSorted((a, b) => a - b))
    // what is bought of the two best levels is filled at their prices
    const [best, next] = book.asks
    const quantity = String(Number((Number(best?.amount) + Number(next?.amount)).toFixed(5)))
    const bought = await place(await demo(), { side: 'buy', type: 'market', quantity })
    const cost = Number(best?.price) * Number(best?.amount) + Number(next?.price) * Number(next?.amount)
    expect(Number(bought.amount)).toBeCloseTo(cost, 4)
    await server.ok(spotRoutes.spotOrdersCancel, { token, key: keyNow() })
    const short = await server.ok(marketDepth, { params, query: { ...query, limit: '2' } })
    expect([short.asks.length, short.bids.length]).toEqual([2, 2])
    const lots = await server.ok(marketDepth, { params, query: { realm: 'demo', kind: 'derivative' } })
    expect(lots.kind).toBe('derivative')
    for (const limit of ['0', '51', '100', 'all']) {
      expect((await server.call(marketDepth, { params, query: { limit } })).reason, limit).toBe('field_malformed')
    }
    expect((await server.call(marketDepth, { params: { symbol: 'NOUSDT' } })).reason).toBe('symbol_unknown')
  })

  it('may be kept for a second, and a refusal never', async () => {
    for (const route of [marketDepth, marketTrades]) {
      expect((await server.raw(route, { params })).headers.get('cache-control')).toBe('public, max-age=1')
      const unknown = await server.raw(route, { params: { symbol: 'NOUSDT' } })
      expect(unknown.headers.get('cache-control')).toBe('no-store')
    }
  })

  it('is asked of the engine once a quarter of a second, whoever asks', async () => {
    const { exchange } = server.engine
    let now = 0
    const depths = openDepths(exchange, () => now)
    const listing = (await Catalogue.load(exchange)).byCode('BTCUSDT')
    if (listing === undefined) throw new Error('the market is not listed')
    const first = depths('demo', listing, 'spot')
    now = 249
    expect(depths('demo', listing, 'spot')).toBe(first)
    expect(depths('real', listing, 'spot')).not.toBe(first)
    expect(depths('demo', listing, 'derivative')).not.toBe(first)
    now = 250
    expect(depths('demo', listing, 'spot')).not.toBe(first)
    expect((await first).symbol).toBe('BTCUSDT')
  })
})
