import { records } from '@truemark/protocol/routes/account'
import { deskRoutes } from '@truemark/protocol/routes/desk'
import { deskWalletRoutes as desk } from '@truemark/protocol/routes/deskWallet'
import { identityRoutes } from '@truemark/protocol/routes/identity'
import { payeeRoutes as payees } from '@truemark/protocol/routes/payees'
import { touchRoutes } from '@truemark/protocol/routes/touches'
import { walletRoutes as routes } from '@truemark/protocol/routes/wallet'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { house } from '../engine/door.ts'
import { type LiveServer, startLiveServer } from '../testing/liveServer.ts'
import { makeOperator } from '../testing/people.ts'
import {
  type Person,
  bringIn,
  ethereum,
  key,
  openWallet,
  ownEthereum,
  person,
  proof,
  saveAddress,
  transaction,
  usdtOf,
} from './testing/walletRun.ts'

let server: LiveServer
let [treasurer, second] = ['', '']

beforeAll(async () => {
  server = await startLiveServer()
  ;({ treasurer, second } = await openWallet(server))
})
afterAll(() => server.stop())
afterEach(async () => {
  expect(await server.engine.imbalance()).toEqual([])
})

async function funded(amount = '500'): Promise<{ who: Person; payee: string }> {
  const who = await person(server)
  await bringIn(server, who, amount)
  return { who, payee: await saveAddress(server, who) }
}

async function verify({ email }: Person): Promise<void> {
  const { rows } = await server.database.query<{ real_holder: number }>(
    'SELECT real_holder FROM app_user WHERE email = $1',
    [email],
  )
  const holder = rows[0]?.real_holder ?? -1
  const standing = { type: 'setStanding', holder, disabled: false, realName: 'approved', country: 'FR' } as const
  expect((await server.engine.exchange.command(house, standing)).ok).toBe(true)
}

const wanting = (payee: string, amount: string) =>
  ({ currency: 'USDT', amount, method: 'address', payee_id: payee }) as const

async function asked(who: Person, payee: string, amount = '100') {
  const body = { ...wanting(payee, amount), ...(await proof(server, who)) }
  return server.ok(routes.withdrawalMake, { token: who.token, body })
}

const approving = (amount: string) => ({ body: { amount, currency: 'USDT' } })
const paying = (transaction_id = transaction()) => ({ body: { transaction_id } })
const rejecting = { body: { reason: 'payee_invalid' } } as const

describe('a withdrawal', () => {
  it('is frozen, approved, paid, and stands in the records to the cent', async () => {
    const { who, payee } = await funded()
    const { token } = who
    const waiting = await asked(who, payee)
    expect(waiting).toMatchObject({ status: 'pending', amount: '100', fee: '0.1', payout: '99.9', escalated: false })
    expect(waiting.deadline - waiting.created).toBe(86_400_000)
    expect(await usdtOf(server, who)).toEqual(['400', '100'])
    const params = { id: waiting.id }
    const approved = await server.ok(desk.deskWithdrawalApprove, { token: treasurer, params, ...approving('100') })
    expect(approved).toMatchObject({ status: 'approved', approved_by: 'First treasurer', account: who.email })
    expect((await server.call(routes.withdrawalCancel, { token, params })).reason).toBe('withdrawal_in_payment')
    const paid = await server.ok(desk.deskWithdrawalPay, { token: second, params, ...paying('ab'.repeat(32)) })
    expect(paid).toMatchObject({ status: 'paid', decided_by: 'Second treasurer', transaction_id: 'ab'.repeat(32) })
    expect(await usdtOf(server, who)).toEqual(['400', '0'])
    const { items } = await server.ok(records, { token })
    const lines = items.map(({ category, amount, balance }) => `${category} ${amount} ${balance}`)
    expect(lines.toReversed()).toEqual([
      'deposit 500 500',
      'withdrawal_frost -100 400',
      'withdrawal_frost 100 500',
      'withdrawal_success -99.9 400.1',
      'withdrawal_success -0.1 400',
    ])
    expect(new Set(items.slice(0, 4).map(({ reference }) => reference))).toEqual(new Set([waiting.id]))
    expect((await server.ok(routes.withdrawals, { token })).items[0]).toMatchObject({ status: 'paid' })
  })

  it('comes back whole when it is rejected, cancelled, or turns out not to have arrived', async () => {
    const { who, payee } = await funded()
    const first = { id: (await asked(who, payee)).id }
    expect(
      (await server.call(desk.deskWithdrawalReject, { token: treasurer, params: first, body: { reason: '' } })).code,
    ).toBe(550)
    const rejected = await server.ok(desk.deskWithdrawalReject, { token: treasurer, params: first, ...rejecting })
    expect(rejected).toMatchObject({ status: 'rejected', reason: 'payee_invalid' })
    expect(await usdtOf(server, who)).toEqual(['500', '0'])
    const next = { id: (await asked(who, payee)).id }
    expect((await server.ok(routes.withdrawalCancel, { token: who.token, params: next })).status).toBe('canceled')
    expect(await usdtOf(server, who)).toEqual(['500', '0'])
    const last = { id: (await asked(who, payee)).id }
    const failing = { body: { reason: 'the bank does not answer' } }
    expect((await server.call(desk.deskWithdrawalFail, { token: treasurer, params: last, ...failing })).reason).toBe(
      'withdrawal_not_approved',
    )
    expect((await server.call(desk.deskWithdrawalPay, { token: treasurer, params: last, ...paying() })).reason).toBe(
      'withdrawal_not_approved',
    )
    await server.ok(desk.deskWithdrawalApprove, { token: treasurer, params: last, ...approving('100') })
    expect((await server.ok(desk.deskWithdrawalFail, { token: treasurer, params: last, ...failing })).status).toBe(
      'errored',
    )
    expect((await server.call(routes.withdrawalCancel, { token: who.token, params: last })).reason).toBe(
      'withdrawal_in_payment',
    )
    expect(await usdtOf(server, who)).toEqual(['400', '100'])
    await server.ok(desk.deskWithdrawalReject, { token: second, params: last, body: { reason: 'bank_returned' } })
    expect(await usdtOf(server, who)).toEqual(['500', '0'])
  })

  it('of a large amount is paid by another than who approved it', async () => {
    const who = await person(server)
    // a verified person: without a name at most 1 000 USDT a day come in
    await verify(who)
    await bringIn(server, who, '20000')
    const payee = await saveAddress(server, who)
    const params = { id: (await asked(who, payee, '10000')).id }
    await server.ok(desk.deskWithdrawalApprove, { token: treasurer, params, ...approving('10000') })
    expect((await server.call(desk.deskWithdrawalPay, { token: treasurer, params, ...paying() })).reason).toBe(
      'second_person_needed',
    )
    expect((await server.ok(desk.deskWithdrawalPay, { token: second, params, ...paying() })).status).toBe('paid')
  })

  it('ends one way, once, when all act at the same moment', async () => {
    for (let round = 0; round < 6; round += 1) {
      const { who, payee } = await funded()
      const params = { id: (await asked(who, payee)).id }
      if (round % 2 === 1)
        await server.ok(desk.deskWithdrawalApprove, { token: treasurer, params, ...approving('100') })
      const pay = (token: string) => server.call(desk.deskWithdrawalPay, { token, params, ...paying('cd'.repeat(32)) })
      const reject = (token: string) => server.call(desk.deskWithdrawalReject, { token, params, ...rejecting })
      const cancel = () => server.call(routes.withdrawalCancel, { token: who.token, params })
      const answers = await Promise.all([
        cancel(),
        reject(second),
        pay(treasurer),
        pay(second),
        reject(treasurer),
        cancel(),
      ])
      expect(answers.filter(({ code }) => code === 200)).toHaveLength(1)
      const isPaid = answers[2]?.code === 200 || answers[3]?.code === 200
      expect(await usdtOf(server, who)).toEqual([isPaid ? '400' : '500', '0'])
    }
  })

  it('waits alone: of many at once one is taken', async () => {
    const { who, payee } = await funded()
    const proved = await proof(server, who)
    const answers = await Promise.all(
      Array.from({ length: 20 }, () =>
        server.call(routes.withdrawalMake, {
          token: who.token,
          body: { ...wanting(payee, '500'), ...proved },
          key: key(),
        }),
      ),
    )
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(1)
    expect(await usdtOf(server, who)).toEqual(['0', '500'])
    const body = { ...wanting(payee, '10'), ...(await proof(server, who)) }
    expect((await server.call(routes.withdrawalMake, { token: who.token, body })).code).toBe(11_904)
    const { rows } = await server.database.query(
      'SELECT 1 FROM withdrawal_claim WHERE id NOT IN (SELECT claim FROM withdrawal)',
    )
    expect(rows).toEqual([])
  })

  it('under its key is answered the same again, though the code is spent', async () => {
    const { who, payee } = await funded()
    const id = key()
    const body = { ...wanting(payee, '100'), ...(await proof(server, who)) }
    const send = (changed: object = {}) =>
      server.call(routes.withdrawalMake, { token: who.token, body: { ...body, ...changed }, key: id })
    const first = await send()
    const again = await send()
    expect([first.code, again.code, again.data?.id, again.replayed]).toEqual([200, 200, first.data?.id, true])
    expect((await send({ amount: '101' })).code).toBe(566)
    // a key of so long ago that no clock may count it as of today, and that nobody knows, does nothing without a proof
    const old = await server.call(routes.withdrawalMake, { token: who.token, body, key: key(Date.now() - 100_000_000) })
    expect([old.code, old.reason]).toEqual([13_008, 'key_expired'])
    expect(await usdtOf(server, who)).toEqual(['400', '100'])
  })

  it('asks for the password and a code, and a code that came to nothing can be used again', async () => {
    const { who, payee } = await funded()
    const { token } = who
    const proved = await proof(server, who)
    const call = async (fields: object) =>
      (await server.call(routes.withdrawalMake, { token, body: { ...wanting(payee, '100'), ...proved, ...fields } }))
        .code
    expect(await call({ password: 'wrong-password' })).toBe(12_103)
    expect(await call({ verify_code: proved.verify_code === '000000' ? '000001' : '000000' })).toBe(568)
    expect(await call({ amount: '0' })).toBe(11_914)
    expect(await call({ amount: '9.99' })).toBe(13_083)
    expect(await call({ amount: '500.000001' })).toBe(11_902)
    expect(await call({ amount: '1e2' })).toBe(550)
    expect(await call({ currency: 'XYZ' })).toBe(13_027)
    expect(await call({ currency: 'BTC', amount: '0.01' })).toBe(11_905)
    expect(await call({ payee_id: 'nothing' })).toBe(13_091)
    const row = {
      currency: 'USDT',
      network: 'TRC20',
      form: 'TRC20',
      deposit: false,
      address: '',
      reason: 'maintenance',
    } as const
    await server.ok(desk.deskNetworkPut, { token: treasurer, body: { ...row, withdraw: false } })
    expect(await call({})).toBe(11_901)
    const open = { ...row, deposit: true, withdraw: true, address: 'TNDzfERDpxLDS2w1q6yaFC7pzqaSQ3Bg3r' }
    await server.ok(desk.deskNetworkPut, { token: treasurer, body: open })
    expect(await call({})).toBe(200)
    const [made] = (await server.ok(routes.withdrawals, { token })).items
    await server.ok(routes.withdrawalCancel, { token, params: { id: made?.id ?? '' } })
    expect(await call({})).toBe(568)
  })

  it('slows down who guesses passwords, on that account alone', async () => {
    const { who, payee } = await funded()
    const body = { ...wanting(payee, '100'), password: 'wrong-password', verify_code: '000000' }
    const codes: number[] = []
    for (let tries = 0; tries < 8; tries += 1) {
      codes.push((await server.call(routes.withdrawalMake, { token: who.token, body })).code)
    }
    expect(codes.slice(0, 5)).toEqual(Array.from({ length: 5 }, () => 12_103))
    expect(codes.at(-1)).toBe(13_028)
  })
})

describe('who may not', () => {
  it('is told so, and reads and moves nothing of others', async () => {
    const [{ who, payee }, other] = [await funded(), await person(server)]
    await bringIn(server, other, '500')
    const body = { ...wanting(payee, '100'), ...(await proof(server, other)) }
    expect((await server.call(routes.withdrawalMake, { token: other.token, body })).reason).toBe('payee_unknown')
    const params = { id: (await asked(who, payee)).id }
    expect((await server.call(routes.withdrawalCancel, { token: other.token, params })).reason).toBe(
      'withdrawal_unknown',
    )
    expect((await server.ok(routes.withdrawals, { token: other.token })).items).toEqual([])
    const demo = (await server.ok(identityRoutes.simulationLogin, { token: who.token, body: {} })).token
    expect((await server.call(routes.withdrawalMake, { token: demo, body })).reason).toBe('demo_no_withdraw')
    expect((await server.call(payees.addresses, { token: demo })).reason).toBe('demo_no_addresses')
    expect((await server.call(payees.cards, { token: demo })).reason).toBe('demo_no_cards')
    for (const role of ['support', 'reviewer', 'auditor'] as const) {
      const token = await makeOperator(server, role, `No ${role}`)
      const answer = await server.call(desk.deskWithdrawalApprove, { token, params, ...approving('100') })
      expect(answer.reason).toBe('permission_insufficient')
    }
    expect(
      (await server.call(desk.deskWithdrawalApprove, { token: treasurer, params, ...approving('1000') })).code,
    ).toBe(550)
    const log = await server.database.query(
      `SELECT 1 FROM audit WHERE action = 'withdrawal_approved' AND subject = $1`,
      [params.id],
    )
    expect(log.rows).toEqual([])
  })

  it('leaves an entry in the audit log with each act, the refused ones too', async () => {
    const { who, payee } = await funded()
    const params = { id: (await asked(who, payee)).id }
    await server.ok(desk.deskWithdrawalApprove, { token: treasurer, params, ...approving('100') })
    await server.ok(desk.deskWithdrawalPay, { token: second, params, ...paying() })
    await server.call(desk.deskWithdrawalReject, { token: treasurer, params, ...rejecting })
    const auditor = await makeOperator(server, 'auditor', 'Auditor')
    const { items } = await server.ok(deskRoutes.deskAudit, { token: auditor, query: { limit: '20' } })
    const own = items.filter(({ subject }) => subject === params.id).map(({ action, actor }) => `${action} ${actor}`)
    const [first, other] = ['First treasurer', 'Second treasurer']
    const entries = (action: string, actor: string): string[] => [`${action} ${actor}`, `${action}_asked ${actor}`]
    expect(own.slice(0, 2)).toEqual([`withdrawal_rejected_refused ${first}`, `withdrawal_rejected_asked ${first}`])
    expect(own.slice(2)).toEqual([...entries('withdrawal_paid', other), ...entries('withdrawal_approved', first)])
    // its owner reads what came of each, and of nothing done that was not
    const { items: touches } = await server.ok(touchRoutes.accountTouches, { token: who.token })
    const told = touches.map(({ action }) => action).filter((action) => action.startsWith('withdrawal_'))
    expect(told).toEqual(['withdrawal_rejected_refused', 'withdrawal_paid', 'withdrawal_approved'])
  })
})

describe('an address', () => {
  it('is judged by its network, saved once, and can be removed', async () => {
    const who = await person(server)
    const { token } = who
    const proved = await proof(server, who)
    const codeOf = async (network: string, address: string, currency = 'USDT') =>
      (await server.call(payees.addressAdd, { token, body: { currency, network, address, ...proved } })).code
    expect(await codeOf('TRC20', 'TNDzfERDpxLDS2w1q6yaFC7pzqaSQ3Bg31')).toBe(12_264)
    expect(await codeOf('ERC20', ethereum.replace('aA', 'Aa'))).toBe(12_265)
    expect(await codeOf('Bitcoin', 'tb1qxhkl607frtvjsy9nlyeg03lf6fsq947pl2pe82', 'BTC')).toBe(12_266)
    expect(await codeOf('Solana', 'not-an-address')).toBe(12_267)
    expect(await codeOf('TRC20', ethereum)).toBe(11_905)
    expect(await codeOf('Fantasy', ethereum)).toBe(13_090)
    expect(await codeOf('ERC20', ` ${ownEthereum} `)).toBe(200)
    const again = { currency: 'USDT', network: 'ERC20', address: ownEthereum, ...(await proof(server, who)) }
    expect((await server.call(payees.addressAdd, { token, body: again })).reason).toBe('payee_exists')
    const [saved] = (await server.ok(payees.addresses, { token })).items
    expect(saved?.address).toBe(ownEthereum)
    const other = await person(server)
    const params = { id: saved?.id ?? '' }
    expect((await server.call(payees.addressRemove, { token: other.token, params })).reason).toBe('payee_unknown')
    await server.ok(payees.addressRemove, { token, params })
    expect((await server.ok(payees.addresses, { token })).items).toEqual([])
  })

  it('that is new is held for a day where its owner wants that', async () => {
    const who = await person(server)
    await bringIn(server, who, '500')
    const body = { payee_hold: true, ...(await proof(server, who)) }
    expect(await server.ok(payees.walletSettingsChange, { token: who.token, body })).toEqual({ payee_hold: true })
    const payee = await saveAddress(server, who)
    const wanted = { ...wanting(payee, '100'), ...(await proof(server, who)) }
    expect((await server.call(routes.withdrawalMake, { token: who.token, body: wanted })).code).toBe(13_093)
    await server.database.query(`UPDATE wallet_address SET usable_from = now() WHERE label = 'mine'`)
    expect((await server.call(routes.withdrawalMake, { token: who.token, body: wanted })).code).toBe(200)
    // who may end the hold could save an address next: it lasts another day
    const end = { payee_hold: false, ...(await proof(server, who)) }
    await server.ok(payees.walletSettingsChange, { token: who.token, body: end })
    await server.ok(payees.addressRemove, { token: who.token, params: { id: payee } })
    await saveAddress(server, who)
    const { items } = await server.ok(payees.addresses, { token: who.token })
    expect(items[0]?.usable_from).toBeGreaterThan(Date.now() + 23 * 3_600_000)
  })
})

describe('a bank card', () => {
  const card = {
    payee_name: 'Ada Byron',
    payee_address: '1 Quiet Street',
    bank_type: 'savings',
    bank_name: 'River Bank',
    account_number: 'DE89 3704 0044 0532 0130 00',
    bank_address: '2 Loud Street',
    bank_country: 'DE',
    international_code: 'DEUTDEFF',
    aba_routing_number: '',
  }

  it('has each field’s own code, in the order of the form', async () => {
    const who = await person(server)
    const proved = await proof(server, who)
    const codeOf = async (fields: object) =>
      (await server.call(payees.cardAdd, { token: who.token, body: { ...card, ...proved, ...fields } })).code
    const names = [
      'payee_name',
      'payee_address',
      'bank_type',
      'bank_name',
      'account_number',
      'bank_address',
      'bank_country',
    ]
    for (const [at, name] of names.entries())
      expect([name, await codeOf({ [name]: '  ' })]).toEqual([name, 12_256 + at])
    expect(await codeOf({ payee_name: '', bank_name: '' })).toBe(12_256)
    expect(await codeOf({ international_code: 'DEUTZZFF' })).toBe(11_910)
    expect(await codeOf({ aba_routing_number: '111000026' })).toBe(13_095)
    expect(await codeOf({ account_number: 'DE88 3704 0044 0532 0130 00' })).toBe(13_096)
    expect(await codeOf({ bank_country: 'ZZ' })).toBe(12_262)
    expect(await codeOf({ bank_type: 'gold' })).toBe(12_258)
    expect(await codeOf({ password: 'wrong-password' })).toBe(12_103)
    expect(await codeOf({})).toBe(200)
  })

  it('is withdrawn to with its international code alone, and changed as a new one', async () => {
    const who = await person(server)
    const { token } = who
    await bringIn(server, who, '500')
    const bare = { ...card, international_code: '', ...(await proof(server, who)) }
    const saved = await server.ok(payees.cardAdd, { token, body: bare })
    const wanted = { currency: 'USDT', amount: '100', method: 'card', payee_id: saved.id } as const
    const proved = await proof(server, who)
    const first = { ...wanted, ...proved }
    expect((await server.call(routes.withdrawalMake, { token, body: first })).code).toBe(12_263)
    const params = { id: saved.id }
    const changed = await server.ok(payees.cardChange, { token, params, body: { ...card, ...proved } })
    expect([changed.id, changed.international_code]).toEqual([saved.id, 'DEUTDEFF'])
    const made = await server.ok(routes.withdrawalMake, { token, body: { ...wanted, ...(await proof(server, who)) } })
    expect(made).toMatchObject({ method: 'card', network: '', payee: 'River Bank …0 00' })
    await server.ok(payees.cardRemove, { token, params })
    const { items } = await server.ok(desk.deskWithdrawals, { token: treasurer, query: { limit: '100' } })
    expect(items.find(({ id }) => id === made.id)?.bank).toMatchObject({ payee_name: 'Ada Byron', bank_country: 'DE' })
  })
})
