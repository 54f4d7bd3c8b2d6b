import { contractRoutes } from '@truemark/protocol/routes/contract'
import { expect, vi } from 'vitest'
import { house } from '../engine/door.ts'
import { keyNow } from './keys.ts'
import type { LiveServer } from './liveServer.ts'

/** A ticket that a fall fires the stop-loss of: fills, a trigger, and a decision for the evidence log. Gives its id. */
export async function stopTicket(server: LiveServer, token: string): Promise<string> {
  await server.tick(1_000_000)
  const stamp = Math.floor(Date.now() / 1_000) * 1_000
  const samples = [{ listing: 0, sources: 4, fresh: true, indexTenths: 1_000_000 }]
  await server.engine.exchange.command(house, { type: 'sampleIndex', stamp, kind: 'simulated', samples })
  const terms = { symbol: 'BTCUSDT', side: 'buy', type: 'market', lots: '1', multiple: 10, stop_loss: '9950' } as const
  const { order_id: id } = await server.ok(contractRoutes.contractOrderPlace, { token, body: terms, key: keyNow() })
  await server.tick(990_000)
  const one = () => server.ok(contractRoutes.contractOrderOne, { token, params: { id } })
  await vi.waitFor(async () => expect((await one()).order.status).toBe('settled'), { timeout: 15_000 })
  return id
}
