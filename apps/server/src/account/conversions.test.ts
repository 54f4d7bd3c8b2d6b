import { accountRoutes } from '@truemark/protocol/routes/account'
import { identityRoutes } from '@truemark/protocol/routes/identity'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { must } from '../invest/testing/saver.ts'
import { keyNow } from '../testing/keys.ts'
import { type LiveServer, startLiveServer } from '../testing/liveServer.ts'

let server: LiveServer
let token: string

beforeAll(async () => {
  server = await startLiveServer()
  await server.tick(1_000_000)
  token = (await server.ok(identityRoutes.simulationLogin, { body: {} })).token
})
afterAll(() => server.stop())

const asked = { source: 'USDT', target: 'BTC', amount: '1000' } as const
const ask = () => server.ok(accountRoutes.quoteAsk, { token, body: asked })
const accept = (id: string, key = keyNow()) =>
  server.call(accountRoutes.exchangeMake, { token, body: { quote_id: id }, key })

const nothing = { order_id: '', exchange_rate: '', transaction_time: 0 }

async function usdt(): Promise<string | undefined> {
  const { balances } = await server.ok(accountRoutes.accountAssets, { token })
  return balances.find(({ account, currency }) => account === 'coin' && currency === 'USDT')?.total
}

describe('a quote', () => {
  it('is exchanged once, however many accept it at once, and its history bears every field', async () => {
    const quote = await ask()
    expect(quote.validUntil - quote.time).toBe(10_000)
    const answers = await Promise.all(Array.from({ length: 12 }, () => accept(quote.id)))
    expect(answers.filter(({ reason }) => reason === null)).toHaveLength(1)
    expect(answers.filter(({ reason }) => reason === 'quote_unknown')).toHaveLength(11)
    expect(await usdt()).toBe('99000')
    const { items } = await server.ok(accountRoutes.exchanges, { token })
    expect(items).toHaveLength(1)
    const { order_id, exchange_rate, transaction_time, ...rest } = items[0] ?? nothing
    expect(rest).toMatchObject({ source: 'USDT', target: 'BTC', source_amount: '1000', fee_rate: '0.001' })
    expect(exchange_rate).toBe('0.0000999')
    expect(transaction_time).toBeGreaterThan(quote.time - 1)
    const one = await server.ok(accountRoutes.exchanges, { token, query: { id: order_id } })
    expect(one.items.map((each) => each.order_id)).toEqual([order_id])
  })

  it('is exchanged once where the answer was lost and the same request comes again', async () => {
    const quote = await ask()
    const key = keyNow()
    const answers = await Promise.all(Array.from({ length: 4 }, () => accept(quote.id, key)))
    expect(new Set(answers.map(({ data }) => data?.order_id)).size).toBe(1)
    expect(await usdt()).toBe('98000')
  })

  it('stays what its prices were, simulated or live, whatever feeds the market later', async () => {
    const later = (await server.ok(identityRoutes.simulationLogin, { body: {} })).token
    const exchanged = async (): Promise<void> => {
      const quote = await server.ok(accountRoutes.quoteAsk, { token: later, body: asked })
      await server.ok(accountRoutes.exchangeMake, { token: later, body: { quote_id: quote.id }, key: keyNow() })
    }
    const sample = (kind: 'live' | 'simulated', stamp: number) =>
      must(server, {
        type: 'sampleIndex',
        stamp,
        kind,
        samples: [{ listing: 0, indexTenths: 1_000_000, sources: 4, fresh: true }],
      })
    const second = (now: number): number => now - (now % 1_000)
    await sample('simulated', second(Date.now()))
    await exchanged()
    const next = second(Date.now()) + 1_000
    await sample('live', next)
    await new Promise((resolve) => setTimeout(resolve, next + 20 - Date.now()))
    await exchanged()
    const { items } = await server.ok(accountRoutes.exchanges, { token: later })
    expect(items.map(({ simulated }) => simulated)).toEqual([false, true])
  })

  it('is nothing to another account, nor once a new one is asked for or the price has moved', async () => {
    const quote = await ask()
    const other = (await server.ok(identityRoutes.simulationLogin, { body: {} })).token
    const body = { quote_id: quote.id }
    const theirs = await server.call(accountRoutes.exchangeMake, { token: other, body, key: keyNow() })
    expect(theirs.reason).toBe('quote_unknown')
    const next = await ask()
    expect((await accept(quote.id)).reason).toBe('quote_unknown')
    await server.tick(1_003_000)
    expect((await accept(next.id)).reason).toBe('quote_void')
    await server.tick(1_000_000)
    expect(await usdt()).toBe('98000')
  })
})

describe('a transfer', () => {
  it('is refused for each fault with a code of its own, and moves nothing then', async () => {
    const move = async (body: object) => {
      const { code, reason } = await server.call(accountRoutes.transferMake, { token, body, key: keyNow() })
      return [code, reason]
    }
    const coin = { from: 'coin', to: 'contract' } as const
    expect(await move({ ...coin, amount: '0' })).toEqual([14000, 'transfer_not_positive'])
    expect(await move({ ...coin, amount: '98000.000001' })).toEqual([11902, 'balance_insufficient'])
    expect(await move({ ...coin, amount: '0.0000001' })).toEqual([550, 'field_malformed'])
    expect(await move({ ...coin, amount: '-1' })).toEqual([550, 'field_malformed'])
    expect(await move({ from: 'coin', to: 'coin', amount: '1' })).toEqual([13021, 'account_invalid'])
    expect(await move({ from: 'coin', to: 'vault', amount: '1' })).toEqual([550, 'field_malformed'])
    expect(await usdt()).toBe('98000')
  })

  it('of all there is goes through once, however many ask at once', async () => {
    const body = { from: 'coin', to: 'option', amount: '98000' }
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => server.call(accountRoutes.transferMake, { token, body, key: keyNow() })),
    )
    expect(answers.filter(({ reason }) => reason === null)).toHaveLength(1)
    expect(await usdt()).toBe('0')
    const { items } = await server.ok(accountRoutes.transfers, { token })
    expect(items).toMatchObject([{ from: 'coin', to: 'option', amount: '98000', currency: 'USDT' }])
    const one = await server.ok(accountRoutes.transfers, { token, query: { id: items[0]?.id ?? '' } })
    expect(one.items).toEqual(items)
  })
})
