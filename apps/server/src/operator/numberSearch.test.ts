import { contractRoutes } from '@truemark/protocol/routes/contract'
import { deskRoutes } from '@truemark/protocol/routes/desk'
import { identityRoutes } from '@truemark/protocol/routes/identity'
import { spotRoutes } from '@truemark/protocol/routes/spot'
import { walletRoutes } from '@truemark/protocol/routes/wallet'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { keyNow } from '../testing/keys.ts'
import { type LiveServer, startLiveServer } from '../testing/liveServer.ts'
import { makeOperator } from '../testing/people.ts'
import { derivativeDemo } from '../testing/trader.ts'
import { formOf, openWallet, person, voucher } from '../wallet/testing/walletRun.ts'
import { findOwnerOf, numberedKinds } from './numbers.store.ts'

let server: LiveServer
let support = ''
beforeAll(async () => {
  server = await startLiveServer()
  await openWallet(server)
  support = await makeOperator(server, 'support', 'Sue')
  await server.tick(1_000_000)
})
afterAll(async () => {
  expect(await server.engine.imbalance()).toEqual([])
  await server.stop()
})

const found = async (search: string): Promise<string[]> =>
  (await server.ok(deskRoutes.deskUsers, { token: support, query: { search } })).items.map(({ uid }) => uid)
const uidOf = async (token: string): Promise<string> => (await server.ok(identityRoutes.user, { token })).uid

it('finds whose an order, a position and a deposit is by the number that its owner sees', async () => {
  const trader = await derivativeDemo(server)
  const limit = { symbol: 'BTCUSDT', side: 'buy', type: 'limit', price: '9900', quantity: '0.1' } as const
  const order = await server.ok(spotRoutes.spotOrderPlace, { token: trader, key: keyNow(), body: limit })
  const lots = { symbol: 'BTCUSDT', side: 'buy', type: 'market', lots: '1', multiple: 10 } as const
  const ticket = await server.ok(contractRoutes.contractOrderPlace, { token: trader, key: keyNow(), body: lots })
  const saver = (await person(server)).token
  const deposit = await server.ok(walletRoutes.depositMake, { token: saver, form: formOf({}, [await voucher()]) })
  const [ofTrader, ofSaver] = [await uidOf(trader), await uidOf(saver)]
  await expect.poll(() => found(order.order_id)).toEqual([ofTrader])
  await expect.poll(() => found(ticket.order_id)).toEqual([ofTrader])
  await expect.poll(() => found(` ${deposit.id} `)).toEqual([ofSaver])
  // a number that nothing bears, and one of another kind's making
  const last = deposit.id.endsWith('0') ? '1' : '0'
  expect(await found(`${deposit.id.slice(0, -1)}${last}`)).toEqual([])
})

it('keeps what was found under the eyes of the log', async () => {
  const { rows } = await server.database.query<{ shown: string }>(
    `SELECT detail ->> 'shown' AS shown FROM audit WHERE action = 'users_listed' ORDER BY id LIMIT 1`,
  )
  expect(rows[0]?.shown).toMatch(/^[0-9a-z]{26}$/)
})

it('finds nobody for a number of any kind that was never given out', async () => {
  for (const kind of numberedKinds)
    expect([kind, await findOwnerOf(server.database, kind, 2 ** 40)]).toEqual([kind, null])
})
