import { identityRoutes } from '@truemark/protocol/routes/identity'
import { walletRoutes } from '@truemark/protocol/routes/wallet'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { house } from '../engine/door.ts'
import { type LiveServer, startLiveServer } from '../testing/liveServer.ts'
import { personPassword } from '../testing/people.ts'
import { bringIn, key, openWallet, person, proof, saveAddress, tron, usdtOf } from './testing/walletRun.ts'

let server: LiveServer

beforeAll(async () => {
  server = await startLiveServer()
  await openWallet(server)
})
afterAll(() => server.stop())

it('a withdrawal is told by mail to whoever asked for it, and the mail’s link takes it back', async () => {
  const who = await person(server)
  const { token, email } = who
  await bringIn(server, who, '500')
  const payee_id = await saveAddress(server, who)
  const setting = { word: '', login_mail: false, withdrawal_mail: true, password: personPassword }
  await server.ok(identityRoutes.securityChange, { token, body: setting })
  const body = { currency: 'USDT', amount: '100', method: 'address', payee_id, ...(await proof(server, who)) }
  await server.ok(walletRoutes.withdrawalMake, { token, key: key(), body })
  expect(await usdtOf(server, who)).toEqual(['400', '100'])
  const { rows } = await server.database.query<{ params: Record<string, string> }>(
    `SELECT params FROM outbox WHERE recipient = $1 AND template = 'withdrawal'`,
    [email],
  )
  expect(rows).toHaveLength(1)
  expect(rows[0]?.params).toMatchObject({ amount: '100', currency: 'USDT', payee: tron })
  const link = rows[0]?.params['link'] ?? ''
  const frozen = await server.ok(identityRoutes.freezeAccount, { body: { token: link.slice(link.indexOf('#') + 1) } })
  expect(frozen).toEqual({ withdrawal_canceled: true })
  expect((await server.call(identityRoutes.user, { token })).code).toBe(551)
  const { rows: frozenRows } = await server.database.query<{ real_holder: number }>(
    'SELECT real_holder FROM app_user WHERE email = $1',
    [email],
  )
  const holder = frozenRows[0]?.real_holder ?? -1
  const { view } = await server.engine.exchange.ask(house, { type: 'wallet', holder })
  expect(view.withdrawal).toBeNull()
})
