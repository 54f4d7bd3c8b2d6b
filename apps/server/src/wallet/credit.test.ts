import { randomBytes } from 'node:crypto'
import { deskProposalRoutes as proposals, type Proposal } from '@truemark/protocol/routes/deskProposals'
import { deskWalletRoutes as desk } from '@truemark/protocol/routes/deskWallet'
import { payeeRoutes as payees } from '@truemark/protocol/routes/payees'
import { touchRoutes } from '@truemark/protocol/routes/touches'
import { identityRoutes } from '@truemark/protocol/routes/identity'
import { walletRoutes } from '@truemark/protocol/routes/wallet'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { house } from '../engine/door.ts'
import { type LiveServer, startLiveServer } from '../testing/liveServer.ts'
import { makeOperator } from '../testing/people.ts'
import {
  type Person,
  bringIn,
  ethereum,
  formOf,
  key,
  person,
  proof,
  transaction,
  usdtOf,
  voucher,
} from './testing/walletRun.ts'

let server: LiveServer
let ada = ''
let ben = ''

beforeAll(async () => {
  server = await startLiveServer({ singleOperator: false })
  ada = await makeOperator(server, 'treasurer', 'Ada')
  ben = await makeOperator(server, 'treasurer', 'Ben')
  const body = { currency: 'USDT', network: 'ERC20', form: 'ERC20', address: ethereum, reason: 'opening' } as const
  await server.call(desk.deskNetworkPut, { token: ada, body: { ...body, deposit: true, withdraw: true } })
  for (const one of await waiting(ben)) expect((await decide(ben, one)).code).toBe(200)
})
afterAll(() => server.stop())
afterEach(async () => {
  expect(await server.engine.imbalance()).toEqual([])
})

async function waiting(token: string): Promise<Proposal[]> {
  return (await server.ok(proposals.deskProposals, { token })).items.filter(({ state }) => state === 'open')
}

function decide(token: string, { id, digest }: Proposal) {
  const body = { approve: true, digest, reason: 'compared with the chain' }
  return server.call(proposals.deskProposalDecide, { token, params: { id }, body })
}

async function verified(): Promise<Person> {
  const who = await person(server)
  const { rows } = await server.database.query<{ real_holder: number }>(
    'SELECT real_holder FROM app_user WHERE email = $1',
    [who.email],
  )
  const holder = rows[0]?.real_holder ?? -1
  const standing = { type: 'setStanding', holder, disabled: false, realName: 'approved', country: 'FR' } as const
  expect((await server.engine.exchange.command(house, standing)).ok).toBe(true)
  return who
}

async function claimed({ token }: Person, amount: string): Promise<{ id: string }> {
  const form = formOf({ network: 'ERC20', amount }, [await voucher()])
  return { id: (await server.ok(walletRoutes.depositMake, { token, form, key: key() })).id }
}

function complete(token: string, params: { id: string }, received: string) {
  const body = { currency: 'USDT', received, reason: 'seen on the chain' }
  return server.call(desk.deskDepositComplete, { token, params, body, key: key() })
}

describe('a deposit that one operator may not credit', () => {
  it('waits for a second person, and is credited once, whoever decides at the same moment', async () => {
    const who = await verified()
    const params = await claimed(who, '12000')
    const asked = await Promise.all([ada, ben, ada, ben].map((token) => complete(token, params, '12000')))
    expect(asked.map(({ reason }) => reason)).toEqual(Array.from({ length: 4 }, () => 'approval_pending'))
    expect(await usdtOf(server, who)).toEqual(['0', '0'])
    const open = await waiting(ada)
    expect(open.map(({ kind, asked_by }) => `${kind} ${asked_by}`).toSorted()).toEqual([
      'deposit_credit Ada',
      'deposit_credit Ben',
    ])
    for (const one of open) {
      expect(one.detail).toMatchObject({ said: '12000', received: '12000', currency: 'USDT' })
      expect((await decide(one.mine ? ada : ben, one)).reason).toBe('second_person_needed')
    }
    await Promise.all(open.flatMap((one) => [1, 2].map(() => decide(one.mine ? ben : ada, one))))
    expect(await usdtOf(server, who)).toEqual(['12000', '0'])
    const { items } = await server.ok(proposals.deskProposals, { token: ada, query: { queue: 'done' } })
    const ends = items.filter(({ kind }) => kind === 'deposit_credit').map(({ state }) => state)
    expect(ends.filter((state) => state === 'applied')).toHaveLength(1)
    const touches = (await server.ok(touchRoutes.accountTouches, { token: who.token })).items.map(
      ({ action }) => action,
    )
    expect(touches.filter((action) => action === 'deposit_completed')).toHaveLength(1)
    expect(touches.filter((action) => action.endsWith('_asked'))).toEqual([])
  })

  it('is more than was said, or one of many that come to a large sum in a day', async () => {
    const who = await verified()
    const first = await claimed(who, '9000')
    expect((await complete(ada, first, '9000.01')).reason).toBe('approval_pending')
    // of the two of the case before, the one that came too late waits still
    const question = (await waiting(ben)).find(({ subject }) => subject === first.id)
    if (question === undefined) throw new Error('nothing waits')
    // what was asked for is as it is: the operator alone credits what was said
    expect((await complete(ada, first, '9000')).code).toBe(200)
    expect((await decide(ben, question)).reason).toBe('deposit_done')
    const next = await claimed(who, '1000')
    expect((await complete(ada, next, '1000')).reason).toBe('approval_pending')
    await server.ok(walletRoutes.depositCancel, { token: who.token, params: next, key: key() })
    const last = await claimed(who, '999')
    expect((await complete(ada, last, '999')).code).toBe(200)
    expect(await usdtOf(server, who)).toEqual(['9999', '0'])
  })
})

async function payeeOf(who: Person): Promise<string> {
  const address = `0x${randomBytes(20).toString('hex')}`
  const body = { currency: 'USDT', network: 'ERC20', address, label: 'mine', ...(await proof(server, who)) }
  return (await server.ok(payees.addressAdd, { token: who.token, body })).id
}

async function out(who: Person, payee: string, amount: string): Promise<{ id: string }> {
  const wanted = { currency: 'USDT', amount, method: 'address', payee_id: payee } as const
  const body = { ...wanted, ...(await proof(server, who)) }
  return { id: (await server.ok(walletRoutes.withdrawalMake, { token: who.token, body, key: key() })).id }
}

const approve = (token: string, params: { id: string }, amount: string) =>
  server.call(desk.deskWithdrawalApprove, { token, params, body: { amount, currency: 'USDT' }, key: key() })
const pay = (token: string, params: { id: string }) =>
  server.call(desk.deskWithdrawalPay, { token, params, body: { transaction_id: transaction() }, key: key() })
const reject = (token: string, params: { id: string }, reason: 'bank_returned' | 'legal_order' = 'bank_returned') =>
  server.call(desk.deskWithdrawalReject, { token, params, body: { reason }, key: key() })

describe('one transaction', () => {
  const id = randomBytes(32).toString('hex')
  const claim = async (who: Person, transaction_id: string) => {
    const form = formOf({ network: 'ERC20', amount: '100', transaction_id }, [await voucher()])
    return { id: (await server.ok(walletRoutes.depositMake, { token: who.token, form })).id }
  }
  const spellings = [
    id,
    id.toUpperCase(),
    `0x${id}`,
    `https://etherscan.io/tx/0x${id}`,
    `${id}\u200B`,
    `${id.slice(0, 30)} ${id.slice(30)}`,
  ]

  it('FC-97 is one in six spellings, and is credited a second time by two people alone', async () => {
    const people: Person[] = []
    const claims: { id: string }[] = []
    for (const spelling of spellings) {
      const who = await verified()
      people.push(who)
      claims.push(await claim(who, spelling))
    }
    const ids = claims.map((one) => one.id)
    const { items } = await server.ok(desk.deskDeposits, { token: ada, query: { limit: '100' } })
    for (const one of items.filter((shown) => ids.includes(shown.id))) {
      expect(one.transaction_id).toBe(id)
      expect(one.same_transaction.toSorted()).toEqual(ids.filter((other) => other !== one.id).toSorted())
    }
    // both at once: one is the first, the other waits
    const [first, second, third] = claims
    const both = await Promise.all([
      complete(ada, first ?? { id: '' }, '100'),
      complete(ben, second ?? { id: '' }, '100'),
    ])
    expect(both.map(({ reason, code }) => String(code === 200 ? 'done' : reason)).toSorted()).toEqual([
      'approval_pending',
      'done',
    ])
    expect((await complete(ada, third ?? { id: '' }, '100')).reason).toBe('approval_pending')
    const open = (await waiting(ben)).find(({ subject }) => subject === third?.id)
    if (open === undefined) throw new Error('nothing waits')
    const credited = both[0]?.code === 200 ? first : second
    expect(open.detail).toMatchObject({ same_transaction: credited?.id })
    expect((await decide(ada, open)).reason).toBe('second_person_needed')
    expect((await decide(ben, open)).code).toBe(200)
    const holder = people[2]
    if (holder !== undefined) expect(await usdtOf(server, holder)).toEqual(['100', '0'])
  })
})

describe('a payout that one operator may not decide', () => {
  it('is large together with others of its day, and neither paid nor given back by whoever began it', async () => {
    const who = await verified()
    await bringIn(server, who, '30000')
    const payee = await payeeOf(who)
    const first = await out(who, payee, '6000')
    expect([(await approve(ada, first, '6000')).code, (await pay(ada, first)).code]).toEqual([200, 200])
    const second = await out(who, payee, '4000')
    await approve(ada, second, '4000')
    const alone = await Promise.all([pay(ada, second), reject(ada, second), pay(ada, second), reject(ada, second)])
    expect(alone.map(({ reason }) => reason)).toEqual(Array.from({ length: 4 }, () => 'second_person_needed'))
    const both = await Promise.all([pay(ben, second), reject(ben, second), pay(ada, second), reject(ada, second)])
    expect(both.filter(({ code }) => code === 200)).toHaveLength(1)
    const third = await out(who, payee, '10000')
    await approve(ada, third, '10000')
    const failing = { token: ben, params: third, body: { reason: 'no answer' }, key: key() }
    expect((await server.call(desk.deskWithdrawalFail, failing)).code).toBe(200)
    // who said last that nobody knows does not alone know it after all
    expect((await reject(ben, third)).reason).toBe('second_person_needed')
    expect((await reject(ada, third)).code).toBe(200)
    expect((await usdtOf(server, who))[1]).toBe('0')
  })
})

describe('a legal freeze', () => {
  it('reaches a withdrawal that is open already: nothing is paid, the money may come back to the account', async () => {
    const who = await verified()
    await bringIn(server, who, '300')
    const payee = await payeeOf(who)
    const { uid } = await server.ok(identityRoutes.user, { token: who.token })
    const freeze = async (ground: { ground: 'court_order'; reference: string } | null) => {
      const body = { freeze: ground, reason: 'served today' }
      const asked = { token: ada, params: { id: uid }, body }
      if ((await server.call(touchRoutes.deskUserFreeze, asked)).reason !== 'approval_pending') return
      // who has frozen it within a day needs a second person
      const waiting = (await server.ok(proposals.deskProposals, { token: ben })).items
      const proposal = waiting.find(({ kind }) => kind === 'freeze')
      const decision = { approve: true, digest: proposal?.digest ?? '', reason: 'seen' }
      const params = { id: proposal?.id ?? '' }
      await server.ok(proposals.deskProposalDecide, { token: ben, params, body: decision })
    }
    const order = { ground: 'court_order', reference: 'Court of Lyon, 26/118' } as const
    const first = await out(who, payee, '100')
    await freeze(order)
    const [shown] = (await server.ok(desk.deskWithdrawals, { token: ada })).items.filter(({ id }) => id === first.id)
    expect(shown?.frozen).toMatchObject(order)
    expect((await approve(ada, first, '100')).code).toBe(13_126)
    await freeze(null)
    expect((await approve(ada, first, '100')).data?.frozen).toBeNull()
    await freeze(order)
    expect((await pay(ben, first)).code).toBe(13_126)
    const log = await server.database.query('SELECT action FROM audit WHERE subject = $1 ORDER BY id', [first.id])
    expect(log.rows).toEqual([{ action: 'withdrawal_approved_asked' }, { action: 'withdrawal_approved' }])
    expect((await reject(ben, first, 'legal_order')).code).toBe(200)
    expect(await usdtOf(server, who)).toEqual(['300', '0'])
    await freeze(null)
    const second = await out(who, payee, '100')
    await approve(ada, second, '100')
    expect((await pay(ada, second)).code).toBe(200)
  })
})
