import { randomBytes } from 'node:crypto'
import type { HolderId } from '@truemark/core/ledger/holders'
import { identityRoutes } from '@truemark/protocol/routes/identity'
import { type SpotOrder, spotRoutes as routes } from '@truemark/protocol/routes/spot'
import { orderChange, streamType } from '@truemark/protocol/stream'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { Catalogue } from '../engine/door.ts'
import { createPublicIds } from '../platform/publicId.ts'
import type { CommittedEvents } from '../platform/socket/ownStream.ts'
import { type LiveServer, startLiveServer } from '../testing/liveServer.ts'
import { openOrderStream } from './orderStream.ts'

let server: LiveServer
let hear: (batch: CommittedEvents) => void = () => undefined
beforeAll(async () => {
  server = await startLiveServer()
  server.engine.onCommitted((events, seq, time) => hear({ events, seq, time }))
})
afterAll(() => server.stop())
beforeEach(async () => {
  await server.database.query('UPDATE app_user SET guest_address_hash = NULL')
  await server.tick(1_000_000)
})

interface Told {
  readonly order: SpotOrder
  readonly type: string
  /** How often the tables were waited for before. */
  readonly waits: number
}

/** A stream of its own, to whoever `isOpen` says is here, and what it told; the tables follow only once `follow` is called. */
async function open(isOpen: () => boolean = () => true) {
  const told: Told[] = []
  const noted = new Set<HolderId>()
  let waits = 0
  let follow: () => void = () => undefined
  const followed = new Promise<void>((resolve) => (follow = resolve))
  const stream = openOrderStream({
    hub: {
      isOpen,
      toHolder: (_, type, data) => {
        const change = z.parse(orderChange, data)
        expect(type).toBe(streamType.order)
        if (change.game === 'spot' && change.order !== undefined)
          told.push({ order: change.order, type: change.type, waits })
      },
    },
    watermark: {
      waitFor: async (seq, timeout) => {
        waits += 1
        await followed
        await server.engine.watermark.waitFor(seq, timeout)
      },
    },
    database: server.database,
    reads: { note: (holder) => void noted.add(holder) },
    catalogue: await Catalogue.load(server.engine.exchange),
    ids: createPublicIds(randomBytes(16)),
    simulated: () => true,
    onError: (error) => expect.unreachable(String(error)),
  })
  hear = (batch) => stream.take(batch)
  return { stream, told, noted, follow: () => follow() }
}

const demo = async (): Promise<string> => (await server.ok(identityRoutes.simulationLogin, { body: {} })).token
const limit = { symbol: 'BTCUSDT', side: 'buy', type: 'limit', price: '9000', quantity: '0.01' } as const
const placed = (token: string, body: object) => server.ok(routes.spotOrderPlace, { token, body })
const wordsOf = ({ type, order }: Told): string => `${type} ${order.status} ${order.quantity} ${order.filled}`

it('tells of an order from its events alone, each time as the tables say it when they have followed', async () => {
  const { stream, told, noted } = await open()
  const [token, other] = [await demo(), await demo()]
  const hears = (line: string) => expect.poll(() => told.map(wordsOf).at(-1)).toBe(line)
  const asTables = async (id: string): Promise<void> => {
    const { order } = await server.ok(routes.spotOrderOne, { token, params: { id } })
    const last = told.at(-1)?.order
    expect({ ...last, order_id: id }).toEqual(order)
  }
  const { order_id: id } = await placed(token, limit)
  await hears('new new 0.01 0')
  await asTables(id)
  await server.ok(routes.spotOrderAmend, { token, params: { id }, body: { price: '9001', quantity: '0.03' } })
  await hears('amend new 0.03 0')
  await asTables(id)
  await placed(other, { symbol: 'BTCUSDT', side: 'buy', type: 'market', quantity: '0.1' })
  await server.tick(900_000)
  const before = told.length
  await placed(other, { ...limit, side: 'sell', price: '9001', quantity: '0.012' })
  await expect.poll(() => told.slice(before).map(wordsOf)).toContain('fill new 0.03 0.012')
  await server.ok(routes.spotOrderCancel, { token, params: { id } })
  await hears('canceled canceled 0.03 0.012')
  await asTables(id)
  const { order_id: bought } = await placed(token, { symbol: 'BTCUSDT', side: 'buy', type: 'market', amount: '100' })
  await expect.poll(() => told.at(-1)?.order.status).toBe('filled')
  await asTables(bought)
  expect(told.map(({ waits }) => waits)).toEqual(told.map(() => 0))
  expect(noted.size).toBe(2)
  await stream.close()
})

it('waits for the tables with an order of which not all was heard', async () => {
  const token = await demo()
  const { order_id: id } = await placed(token, limit)
  let isHere = false
  const { stream, told, noted, follow } = await open(() => isHere)
  const { order_id: away } = await placed(token, limit)
  isHere = true
  await server.ok(routes.spotOrderCancel, { token, params: { id } })
  await server.ok(routes.spotOrderCancel, { token, params: { id: away } })
  follow()
  await expect.poll(() => told.map(wordsOf)).toEqual(['canceled canceled 0.01 0', 'canceled canceled 0.01 0'])
  for (const { waits } of told) expect(waits).toBeGreaterThan(0)
  expect(noted.size).toBe(0)
  await stream.close()
})
