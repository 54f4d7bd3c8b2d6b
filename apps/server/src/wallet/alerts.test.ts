import { quoteAsk } from '@truemark/protocol/routes/account'
import { addressToken } from '@truemark/protocol/routes/content'
import { deskRoutes } from '@truemark/protocol/routes/desk'
import { deskWalletRoutes as desk } from '@truemark/protocol/routes/deskWallet'
import { identityRoutes } from '@truemark/protocol/routes/identity'
import { payeeRoutes } from '@truemark/protocol/routes/payees'
import { touchRoutes } from '@truemark/protocol/routes/touches'
import { walletRoutes } from '@truemark/protocol/routes/wallet'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { house } from '../engine/door.ts'
import { type LiveServer, startLiveServer } from '../testing/liveServer.ts'
import { makeOperator, personPassword } from '../testing/people.ts'
import {
  bringIn,
  key,
  openWallet,
  person,
  proof,
  transaction,
  saveAddress,
  ownTron,
  usdtOf,
} from './testing/walletRun.ts'
import { sentMessages } from '../testing/outbox.ts'

let server: LiveServer
let treasurer = ''

beforeAll(async () => {
  server = await startLiveServer()
  ;({ treasurer } = await openWallet(server))
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
  const rows = await sentMessages(server, `recipient = $1 AND template = 'withdrawal'`, [email])
  expect(rows).toHaveLength(1)
  expect(rows[0]?.params).toMatchObject({ amount: '100', currency: 'USDT', payee: ownTron })
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

it('where money may go is told whatever was asked for, each change with a link that freezes', async () => {
  const who = await person(server)
  const { token, email } = who
  await saveAddress(server, who)
  const bank = { bank_type: 'checking', bank_name: 'Banque Exemple', account_number: 'FR7630006000011234567890189' }
  const where = { bank_address: '2 quai Voltaire, Paris', bank_country: 'FR', international_code: 'AGRIFRPP' }
  const payee = { payee_name: 'Ann Example', payee_address: '1 rue de la Paix, Paris', aba_routing_number: '' }
  const card = async () => ({ ...bank, ...where, ...payee, ...(await proof(server, who)) })
  const { id } = await server.ok(payeeRoutes.cardAdd, { token, body: await card() })
  const changed = { ...(await card()), bank_name: 'Banque Autre' }
  await server.ok(payeeRoutes.cardChange, { token, params: { id }, body: changed })
  for (const payee_hold of [true, true, false]) {
    const body = { payee_hold, ...(await proof(server, who)) }
    await server.ok(payeeRoutes.walletSettingsChange, { token, body })
  }
  const rows = await sentMessages(server, `recipient = $1 AND template = 'securityChanged'`, [email])
  expect(rows.map(({ params }) => [params['change'], params['detail']])).toEqual([
    ['address_added', `${ownTron} (TRC20)`],
    ['card_added', 'Banque Exemple …0189'],
    ['card_changed', 'Banque Autre …0189'],
    ['hold_on', ''],
    ['hold_off', ''],
  ])
  for (const { params } of rows) expect(params['link']).toMatch(/\/freeze#[\w-]{43}$/)
})

it('a disabled person comes in, is told why, withdraws, and is refused at the login once nothing is left', async () => {
  const who = await person(server)
  await bringIn(server, who, '500')
  const payee_id = await saveAddress(server, who)
  const { uid } = await server.ok(identityRoutes.user, { token: who.token })
  const support = await makeOperator(server, 'support', 'Sam')
  const off = { disabled: true, ground: 'agreement_breach', reason: 'a second account' } as const
  await server.ok(deskRoutes.deskUserDisable, { token: support, params: { id: uid }, body: off })
  expect((await server.call(identityRoutes.user, { token: who.token })).status).toBe(401)
  const login = () => server.call(identityRoutes.login, { body: { account: who.email, password: personPassword } })
  const again = { email: who.email, token: (await login()).data?.token ?? '' }
  const { token } = again
  const read = await server.ok(touchRoutes.accountTouches, { token })
  expect(read.disabled).toMatchObject({ ground: 'agreement_breach' })
  expect(read.items[0]).toMatchObject({ action: 'user_disabled', reason: 'a second account' })
  // nothing comes in, and no new risk is taken
  const network = { currency: 'USDT', network: 'TRC20' }
  expect((await server.call(addressToken, { token, body: network })).code).toBe(12_106)
  expect((await server.call(identityRoutes.simulationLogin, { token, body: {} })).code).toBe(12_106)
  const quote = { source: 'USDT', target: 'BTC', amount: '10' }
  expect((await server.call(quoteAsk, { token, body: quote })).code).toBe(12_106)
  const body = {
    currency: 'USDT',
    amount: '500',
    method: 'address',
    payee_id,
    ...(await proof(server, again)),
  } as const
  const params = { id: (await server.ok(walletRoutes.withdrawalMake, { token, key: key(), body })).id }
  const { items } = await server.ok(desk.deskWithdrawals, { token: treasurer })
  expect(items.find(({ id }) => id === params.id)).toMatchObject({ disabled: true, frozen: null })
  const approved = { amount: '500', currency: 'USDT' }
  await server.ok(desk.deskWithdrawalApprove, { token: treasurer, params, body: approved })
  await server.ok(desk.deskWithdrawalPay, { token: treasurer, params, body: { transaction_id: transaction() } })
  expect(await usdtOf(server, again)).toEqual(['0', '0'])
  expect((await login()).code).toBe(12_106)
})
