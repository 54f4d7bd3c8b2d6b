import type { Event } from '@truemark/core/vocabulary'
import { accountRoutes } from '@truemark/protocol/routes/account'
import { contractRoutes } from '@truemark/protocol/routes/contract'
import { identityRoutes } from '@truemark/protocol/routes/identity'
import { spotRoutes } from '@truemark/protocol/routes/spot'
import { type BalanceChange, balanceChange } from '@truemark/protocol/stream'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { Catalogue } from '../engine/door.ts'
import { keyNow } from '../testing/keys.ts'
import { type LiveServer, startLiveServer } from '../testing/liveServer.ts'
import { BalanceStream } from './balanceStream.ts'

let server: LiveServer
let stream: BalanceStream
/** Committed events, which a test may hold back to hand them over as one batch. */
let waiting: Event[] = []
let together = false
let told: BalanceChange[] = []
const failures: unknown[] = []

beforeAll(async () => {
  server = await startLiveServer()
  const { exchange } = server.engine
  const hub = {
    isOpen: () => true,
    toHolder: (_holder: number, _type: number, data: object) => void told.push(z.parse(balanceChange, data)),
  }
  stream = new BalanceStream(hub, exchange, await Catalogue.load(exchange), (error) => void failures.push(error))
  server.engine.onCommitted((events, _seq, time) => {
    waiting.push(...events)
    if (!together) hand(time)
  })
})
afterAll(async () => {
  await server.stop()
  expect(failures).toEqual([])
})
beforeEach(async () => {
  await server.tick(1_000_000)
  together = false
  waiting = []
  told = []
})

function hand(time: number): void {
  stream.take({ events: waiting, seq: 1, time })
  waiting = []
}

/** What moved by account, currency and category. */
function sums(lines: readonly (readonly [string, string])[]): Record<string, number> {
  const all: Record<string, number> = {}
  for (const [name, amount] of lines) all[name] = Math.round(((all[name] ?? 0) + Number(amount)) * 1e8) / 1e8
  return all
}

const saidOf = (changes: readonly BalanceChange[]) =>
  sums(changes.map(({ account, currency, type, change }) => [`${account} ${currency} ${type}`, change] as const))

async function recordsOf(token: string): Promise<Record<string, number>> {
  const lines: [string, string][] = []
  for (const type of ['coin', 'contract'] as const) {
    const { items } = await server.ok(accountRoutes.records, { token, query: { type, limit: '100' } })
    for (const { currency, category, amount } of items) lines.push([`${type} ${currency} ${category}`, amount])
  }
  return sums(lines)
}

async function demo(): Promise<string> {
  const { token } = await server.ok(identityRoutes.simulationLogin, { body: {} })
  return token
}

it('says of a spot buy that it is one, and of its fee that it is a fee', async () => {
  const token = await demo()
  const body = { symbol: 'BTCUSDT', side: 'buy', type: 'market', quantity: '0.01' } as const
  told = []
  await server.ok(spotRoutes.spotOrderPlace, { token, body, key: keyNow() })
  await expect.poll(() => told.length).toBe(3)
  expect(told.map(({ currency, type, change }) => [currency, type, change])).toEqual([
    ['USDT', 'spot_buy', expect.stringMatching(/^-100\./)],
    ['BTC', 'spot_buy', '0.01'],
    ['BTC', 'transaction_fee', '-0.00001'],
  ])
  // each says what stands after all of them
  expect(told.map(({ money }) => money).slice(1)).toEqual(['0.00999', '0.00999'])
})

it('keeps the orders of one batch apart by what they are, and says what the records say', async () => {
  const token = await demo()
  const spot = (body: object) => server.ok(spotRoutes.spotOrderPlace, { token, body, key: keyNow() })
  const market = { symbol: 'BTCUSDT', type: 'market' } as const
  await spot({ ...market, side: 'buy', quantity: '0.03' })
  await server.ok(accountRoutes.transferMake, {
    token,
    body: { from: 'coin', to: 'contract', amount: '5000' },
    key: keyNow(),
  })
  together = true
  await spot({ ...market, side: 'buy', quantity: '0.01' })
  await spot({ ...market, side: 'sell', quantity: '0.02' })
  const resting = await spot({ ...market, type: 'limit', side: 'buy', price: '9000', quantity: '0.01' })
  await server.ok(contractRoutes.contractOrderPlace, {
    token,
    body: { ...market, side: 'buy', lots: '1', multiple: 20 },
    key: keyNow(),
  })
  await server.ok(spotRoutes.spotOrderCancel, { token, params: { id: resting.order_id }, key: keyNow() })
  hand(1)
  await expect.poll(async () => saidOf(told)).toEqual(await recordsOf(token))
  expect(Object.keys(saidOf(told))).toEqual(
    expect.arrayContaining(['coin USDT spot_sell', 'coin BTC spot_buy', 'contract USDT contract_order']),
  )
})

it('says that only a hold changed where no record tells of it', async () => {
  const token = await demo()
  told = []
  const body = { symbol: 'BTCUSDT', side: 'buy', type: 'limit', price: '9000', quantity: '0.01' } as const
  await server.ok(spotRoutes.spotOrderPlace, { token, body, key: keyNow() })
  await expect.poll(() => told.map(({ type, change, frozen }) => [type, change, frozen])).toEqual([['hold', '0', '90']])
})
