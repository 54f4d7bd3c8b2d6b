import { readFileSync } from 'node:fs'
import type { SymbolView } from '@truemark/protocol/routes/market'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { marketShape } from './shapes.ts'
import { truemark } from './truemark.ts'

// The files are in CCXT's own form of static tests, and are read as its runner reads them: what a call would send, without a
// network, and what it makes of an answer.
const one = z.object({ description: z.string(), method: z.string(), input: z.array(z.unknown()) })
const requests = z.object({
  methods: z.record(z.string(), z.array(one.extend({ url: z.string(), output: z.string().optional() }))),
})
const responses = z.object({
  methods: z.record(z.string(), z.array(one.extend({ httpResponse: z.unknown(), parsedResponse: z.unknown() }))),
})
const read = (name: string): unknown =>
  JSON.parse(readFileSync(new URL(`./static/${name}.json`, import.meta.url), 'utf8'))

const btc: SymbolView = {
  symbol: 'BTCUSDT',
  name: 'Bitcoin',
  base: 'BTC',
  quote: 'USDT',
  price_decimals: 1,
  quantity_decimals: 5,
  price_max: '10000000',
  quantity_max: '1000',
  amount_min: '1',
  fee_rate_maker: '0.001',
  fee_rate_taker: '0.001',
  collar_rate: '0.05',
  status: 'open',
  halt_reason: '',
  halt_until: null,
  lastPrice: '10000',
  buyPrice: null,
  index: '10000.01',
  time: 1_700_000_000_000,
  todayStatus: 'positive',
  todayChange: '1.25%',
  high: '10100',
  low: '9900',
  volume: '12.5',
  turnover: '125000',
  source: 'test',
  kind: 'live',
  simulated: false,
}

interface Sent {
  readonly url: string
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | undefined
}

class Offline extends truemark {
  sent: Sent | null = null
  answered: unknown = undefined

  override fetch(url: string, method = 'GET', headers: Record<string, string> = {}, body?: string): Promise<unknown> {
    this.sent = { url, method, headers, body }
    if (this.answered === undefined) return Promise.reject(new Error('nothing is sent'))
    this.handleErrors(200, 'OK', url, method, {}, JSON.stringify(this.answered), this.answered)
    return Promise.resolve(this.answered)
  }
}

function offline(): Offline {
  const secret = Buffer.from('a secret of thirty-two bytes ....').toString('base64')
  const exchange = new Offline({ apiKey: 'TK00', secret, hostname: 'trade.example.org', enableRateLimit: false })
  exchange.setMarkets([exchange.safeMarketStructure(marketShape(btc))])
  return exchange
}

async function call(exchange: Offline, method: string, input: readonly unknown[]): Promise<unknown> {
  const does: unknown = Reflect.get(exchange, method)
  if (typeof does !== 'function') throw new Error(`there is no ${method}`)
  // as CCXT's runner has it: null stands for what is left out
  return Reflect.apply(
    does,
    exchange,
    input.map((value) => value ?? undefined),
  )
}

describe('what is sent', () => {
  for (const [method, cases] of Object.entries(requests.parse(read('request')).methods)) {
    for (const { description, input, output, url } of cases) {
      it(`${method}: ${description}`, async () => {
        const exchange = offline()
        await call(exchange, method, input).catch(() => undefined)
        expect(exchange.sent?.url).toBe(url)
        expect(exchange.sent?.body).toBe(output)
        const isOwn = !/datafeed|market\/|crypto/.test(url)
        expect(exchange.sent?.headers['x-api-key']).toBe(isOwn ? 'TK00' : undefined)
        const isChange = isOwn && exchange.sent?.method !== 'GET'
        expect('idempotency-key' in (exchange.sent?.headers ?? {})).toBe(isChange)
      })
    }
  }
})

describe('what an answer is read as', () => {
  for (const [method, cases] of Object.entries(responses.parse(read('response')).methods)) {
    for (const { description, httpResponse, input, parsedResponse } of cases) {
      it(`${method}: ${description}`, async () => {
        const exchange = offline()
        exchange.answered = httpResponse
        const said: unknown = JSON.parse(JSON.stringify(await call(exchange, method, input)))
        expect(said).toMatchObject(z.record(z.string(), z.unknown()).or(z.array(z.unknown())).parse(parsedResponse))
      })
    }
  }
})

describe('what cannot be asked', () => {
  const refused: [string, unknown[], string][] = [
    ['createOrder', ['BTC/USDT', 'limit', 'buy', 1], 'ArgumentsRequired'],
    ['createOrder', ['BTC/USDT', 'stop', 'buy', 1], 'InvalidOrder'],
    ['createOrder', ['BTC/USDT', 'limit', 'hold', 1, 9000], 'InvalidOrder'],
    ['createOrder', ['BTC/USDT', 'limit', 'buy', 1, 9000, { timeInForce: 'GTD' }], 'InvalidOrder'],
    ['createOrder', ['BTC/USDT', 'market', 'buy', 1, null, { stopLossPrice: 9000 }], 'ArgumentsRequired'],
    ['createOrder', ['BTC/USDT', 'market', 'sell', 1, null, { triggerPrice: 9000 }], 'ArgumentsRequired'],
    ['fetchOHLCV', ['BTC/USDT', '2h'], 'BadRequest'],
    ['fetchOrderBook', ['ETH/USDT'], 'BadSymbol'],
  ]
  it.each(refused)('%s %j', async (method, input, error) => {
    const exchange = offline()
    await expect(call(exchange, method, input)).rejects.toMatchObject({ name: error })
    expect(exchange.sent).toBeNull()
  })
})

it('reads the book of the demo in sandbox mode', async () => {
  const exchange = offline()
  exchange.setSandboxMode(true)
  await call(exchange, 'fetchOrderBook', ['BTC/USDT']).catch(() => undefined)
  expect(exchange.sent?.url).toBe('https://trade.example.org/api/v3/market/BTCUSDT/depth?realm=demo')
})
