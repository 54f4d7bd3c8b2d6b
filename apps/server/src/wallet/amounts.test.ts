import { accountRoutes } from '@truemark/protocol/routes/account'
import { identityRoutes } from '@truemark/protocol/routes/identity'
import { deskWaiting } from '@truemark/protocol/routes/deskWaiting'
import { walletRoutes as routes } from '@truemark/protocol/routes/wallet'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { house } from '../engine/door.ts'
import { type LiveServer, startLiveServer } from '../testing/liveServer.ts'
import { personPassword } from '../testing/people.ts'
import { bringIn, formOf, key, openWallet, person, voucher } from './testing/walletRun.ts'

let server: LiveServer
let treasurer: string
beforeAll(async () => {
  server = await startLiveServer()
  ;({ treasurer } = await openWallet(server))
})
afterAll(() => server.stop())

async function verified() {
  const who = await person(server)
  const { rows } = await server.database.query<{ real_holder: number }>(
    'SELECT real_holder FROM app_user WHERE email = $1',
    [who.email],
  )
  const holder = rows[0]?.real_holder ?? 0
  const standing = { type: 'setStanding', holder, disabled: false, realName: 'approved', country: 'FR' } as const
  expect((await server.engine.exchange.command(house, standing)).ok).toBe(true)
  return { ...who, holder }
}

describe('an amount beyond 2^56 smallest units', () => {
  it('is 550 with the field’s name on every way in, and nobody else’s lines stand still', async () => {
    const who = await verified()
    const { token } = who
    const { token: demo } = await server.ok(identityRoutes.simulationLogin, { body: {} })
    for (const amount of ['10000000000000', '72057594037.927937', '9'.repeat(36)]) {
      const form = formOf({ amount }, [await voucher()])
      const calls = [
        server.raw(routes.depositMake, { token, form, key: key() }),
        server.raw(routes.withdrawalMake, {
          token,
          body: { currency: 'USDT', amount, method: 'address', payee_id: 'x', password: personPassword },
          key: key(),
        }),
        server.raw(accountRoutes.transferMake, {
          token,
          body: { from: 'coin', to: 'contract', currency: 'USDT', amount },
          key: key(),
        }),
        // a real account’s exchange waits for live prices, which comes before the shape
        server.raw(accountRoutes.quoteAsk, { token: demo, body: { source: 'USDT', target: 'BTC', amount } }),
      ]
      for (const answered of await Promise.all(calls)) {
        const { code, data } = (await answered.json()) as { code: number; data: unknown }
        expect([answered.url, code]).toEqual([answered.url, 550])
        // one that no scale could make small is refused before its currency is known
        if (amount.length < 30) expect(data).toMatchObject({ params: { field: 'amount' } })
      }
    }
    const other = await person(server)
    await bringIn(server, other, '500')
    await vi.waitFor(async () => {
      const { items } = await server.ok(accountRoutes.records, { token: other.token })
      expect(items.length).toBeGreaterThan(0)
    }, 15_000)
    expect((await server.ok(deskWaiting, { token: treasurer })).set_aside).toBe(0)
  })
})

it('tells the desk how many committed facts are set aside', async () => {
  await server.database.query(
    `INSERT INTO set_aside (projection, seq, place, event, reason) VALUES ('ledger', 1, 0, 'transferred', 'a test')`,
  )
  expect((await server.ok(deskWaiting, { token: treasurer })).set_aside).toBe(1)
})
