import { randomBytes } from 'node:crypto'
import { contractRoutes } from '@truemark/protocol/routes/contract'
import { perpetualRoutes } from '@truemark/protocol/routes/perpetual'
import { type BalanceChange, type OrderChange, balanceChange, orderChange, streamType } from '@truemark/protocol/stream'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { BalanceStream } from '../account/door.ts'
import { Catalogue } from '../engine/door.ts'
import { createPublicIds } from '../platform/publicId.ts'
import { keyNow } from '../testing/keys.ts'
import { type LiveServer, startLiveServer } from '../testing/liveServer.ts'
import { derivativeDemo } from '../testing/trader.ts'
import { openDerivativeStream } from './door.ts'

let server: LiveServer
let stream: ReturnType<typeof openDerivativeStream>
const told: OrderChange[] = []
const balances: BalanceChange[] = []
const failures: unknown[] = []

beforeAll(async () => {
  server = await startLiveServer()
  const { exchange, watermark } = server.engine
  const catalogue = await Catalogue.load(exchange)
  const onError = (error: unknown): void => {
    failures.push(error)
  }
  const hub = {
    isOpen: () => true,
    toHolder: (_holder: number, type: number, data: object) => {
      expect(type).toBe(streamType.balance)
      balances.push(z.parse(balanceChange, data))
    },
  }
  const accounts = new BalanceStream(hub, exchange, catalogue, onError)
  stream = openDerivativeStream({
    hub: {
      isOpen: () => true,
      toHolder: (_holder, type, data) => {
        expect(type).toBe(streamType.order)
        told.push(z.parse(orderChange, data))
      },
    },
    exchange,
    watermark,
    database: server.database,
    catalogue,
    ids: createPublicIds(randomBytes(16)),
    simulated: () => true,
    onError,
  })
  server.engine.onCommitted((events, seq, time) => {
    stream.take({ events, seq, time })
    accounts.take({ events, seq, time })
  })
})
afterAll(async () => {
  await stream.close()
  await server.stop()
  expect(failures).toEqual([])
})
beforeEach(async () => {
  await server.database.query('UPDATE app_user SET guest_address_hash = NULL')
  await server.tick(1_000_000)
  told.length = 0
})

const market = { symbol: 'BTCUSDT', side: 'buy', type: 'market', lots: '1' } as const

async function heard(test: (change: OrderChange) => boolean): Promise<OrderChange> {
  await expect.poll(() => told.some(test), { timeout: 10_000 }).toBe(true)
  const found = told.find(test)
  if (found === undefined) throw new Error('nothing was told')
  return found
}

it('tells of a ticket whole, from its opening to its end', async () => {
  const token = await derivativeDemo(server)
  const body = { ...market, multiple: 20, stop_loss: '9900' }
  await server.ok(contractRoutes.contractOrderPlace, { token, body, key: keyNow() })
  const opened = await heard(({ game, type }) => game === 'contract' && type === 'filled')
  expect(opened.ticket).toMatchObject({ status: 'filled', lots_open: '1', stop_loss: '9900', current_price: '10000' })
  const held = ({ account, margin }: BalanceChange): boolean => account === 'contract' && margin === '50.01'
  await expect
    .poll(() => balances.find(held), { timeout: 10_000 })
    .toMatchObject({ frozen: '50.01', money: '19949.4899' })
  const params = { id: '' }
  const { items } = await server.ok(contractRoutes.contractOrders, { token, query: { status: 'open' } })
  params.id = items[0]?.order_id ?? ''
  await server.ok(contractRoutes.contractMarginAdd, { token, params, body: { amount: '10' }, key: keyNow() })
  const changed = await heard(({ type, ticket }) => type === 'position' && ticket?.margin === '60.01')
  expect(changed.ticket?.liquidation_price).not.toBe(opened.ticket?.liquidation_price)
  await server.tick(989_000)
  const settled = await heard(({ type }) => type === 'settled')
  expect(settled).toMatchObject({ game: 'contract', ticket: { reason: 'stop_loss', lots_open: '0', forced: false } })
  expect(settled.ticket?.settlement_price).toBe('9888')
})

it('tells of perpetual orders and positions, each by itself', async () => {
  const token = await derivativeDemo(server)
  const place = (body: object) => server.ok(perpetualRoutes.perpetualOrderPlace, { token, body, key: keyNow() })
  await place({ ...market, type: 'limit', price: '9900' })
  expect((await heard(({ perpetual }) => perpetual?.status === 'new')).game).toBe('perpetual')
  await place(market)
  await heard(({ type, perpetual }) => type === 'filled' && perpetual?.type === 'market')
  const opened = await heard(({ type }) => type === 'position')
  expect(opened.position).toMatchObject({ side: 'buy', lots: '1', status: 'position' })
  expect(opened.order_id).toBe(opened.position?.position_id)
  await server.ok(perpetualRoutes.perpetualCloseAll, { token, body: {}, key: keyNow() })
  expect((await heard(({ type }) => type === 'closed')).position).toMatchObject({ lots: '0', reason: 'by_owner' })
  await heard(({ type, perpetual }) => type === 'canceled' && perpetual?.reason === 'by_owner')
})
