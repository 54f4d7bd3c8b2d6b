import { type Proposal, deskProposalRoutes as proposals } from '@truemark/protocol/routes/deskProposals'
import { deskWalletRoutes as desk } from '@truemark/protocol/routes/deskWallet'
import { walletRoutes } from '@truemark/protocol/routes/wallet'
import { walletTermsPublic } from '@truemark/protocol/routes/transparency'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { house } from '../engine/door.ts'
import { aloneFault } from '../operator/door.ts'
import { createPublicIds } from '../platform/publicId.ts'
import { type LiveServer, startLiveServer } from '../testing/liveServer.ts'
import { makeOperator } from '../testing/people.ts'
import { putNetwork } from './networks.store.ts'
import { type Person, bringIn, formOf, key, person, transaction, tron, usdtOf, voucher } from './testing/walletRun.ts'

// two people from 200 USDT on, so that one alone may credit below 1 000 in a day
const least = 200n
const usdt = 1_000_000n
const day = 86_400_000

let server: LiveServer
let ada = ''
let ben = ''
const people: Person[] = []

beforeAll(async () => {
  server = await startLiveServer({ singleOperator: false })
  ada = await makeOperator(server, 'treasurer', 'Ada')
  ben = await makeOperator(server, 'treasurer', 'Ben')
  const row = { currency: 'USDT', network: 'TRC20', form: 'TRC20', address: tron, memo: false } as const
  await putNetwork(server.database, { ...row, deposit: true, withdraw: true })
  const { exchange } = server.engine
  const { terms } = (await exchange.ask(house, { type: 'wallet', holder: 0 })).view
  await exchange.command(house, { type: 'configureWallet', terms: { ...terms, fourEyesMin: least * usdt } })
  for (let at = 0; at < 10; at += 1) people.push(await person(server))
})
afterAll(async () => {
  expect(await server.engine.imbalance()).toEqual([])
  await server.stop()
})

async function holderOf({ email }: Person): Promise<number> {
  const { rows } = await server.database.query<{ real_holder: number }>(
    'SELECT real_holder FROM app_user WHERE email = $1',
    [email],
  )
  return rows[0]?.real_holder ?? -1
}

async function said(who: Person, amount: string): Promise<string> {
  const form = formOf({ network: 'TRC20', amount, transaction_id: transaction() }, [await voucher()])
  return (await server.ok(walletRoutes.depositMake, { token: who.token, form, key: key() })).id
}

async function asked(who: Person, amount: bigint): Promise<string> {
  const holder = await holderOf(who)
  const wanted = {
    type: 'submitWithdrawal',
    holder,
    currency: 'USDT',
    amount: amount * usdt,
    method: 'address',
  } as const
  const made = await server.engine.exchange.command(house, { ...wanted, claim: 1, fault: '' })
  if (!made.ok || made.answer.type !== 'withdrawal') throw new Error('not asked for')
  const { withdrawal } = made.answer.withdrawal
  const isShown = async (): Promise<boolean> =>
    (await server.database.query('SELECT 1 FROM withdrawal WHERE id = $1', [withdrawal])).rowCount === 1
  await expect.poll(isShown).toBe(true)
  return createPublicIds(server.keys.tokens.names).write('withdrawal', withdrawal)
}

// what still waits for a second person gets one
async function bringAll(who: Person): Promise<void> {
  const { exchange } = server.engine
  const holder = await holderOf(who)
  const { view } = await exchange.ask(house, { type: 'wallet', holder })
  if (view.deposit === null) return
  const { deposit, amount: received } = view.deposit
  const two = { asker: 1, approver: 2, alone: false } as const
  expect((await exchange.command(house, { type: 'creditDeposit', holder, deposit, received, ...two })).ok).toBe(true)
}

const credit = (token: string, id: string, received: string) =>
  server.call(desk.deskDepositComplete, {
    token,
    key: key(),
    params: { id },
    body: { received, currency: 'USDT', reason: 'seen on the chain' },
  })
const approve = (token: string, id: string, amount: string) =>
  server.call(desk.deskWithdrawalApprove, { token, key: key(), params: { id }, body: { amount, currency: 'USDT' } })
const pay = (token: string, id: string) =>
  server.call(desk.deskWithdrawalPay, { token, key: key(), params: { id }, body: { transaction_id: transaction() } })
const reject = (token: string, id: string) =>
  server.call(desk.deskWithdrawalReject, { token, key: key(), params: { id }, body: { reason: 'bank_returned' } })

async function whileAltered(change: string): Promise<string | null> {
  let fault: string | null = null
  const undone = server.database.transaction(async (client) => {
    await client.query(change)
    fault = await aloneFault(client)
    throw new Error('undone')
  })
  await expect(undone).rejects.toThrow('undone')
  return fault
}

async function waiting(): Promise<Proposal[]> {
  return (await server.ok(proposals.deskProposals, { token: ben })).items.filter(({ state }) => state === 'open')
}

describe('what one operator does alone, to many accounts', () => {
  it('stays below the bound in credits, whatever comes at once: what would reach it waits for a second person', async () => {
    const ids: string[] = []
    for (const who of people) ids.push(await said(who, '150'))
    const heard = await Promise.all(ids.map((id) => credit(ada, id, '150')))
    expect(heard.filter(({ code }) => code === 200)).toHaveLength(6)
    expect(heard.filter(({ reason }) => reason === 'approval_pending')).toHaveLength(4)
    const held = await Promise.all(people.map(async (who) => (await usdtOf(server, who))[0]))
    expect(held.filter((one) => one === '150')).toHaveLength(6)
    const open = await waiting()
    expect(open).toHaveLength(4)
    // by two it is done, and is neither's own; the other alone has a room of his own
    const [one, other] = open
    if (one === undefined || other === undefined) throw new Error('nothing waits')
    const body = { approve: true, digest: one.digest, reason: 'compared with the chain' }
    expect((await server.call(proposals.deskProposalDecide, { token: ben, params: { id: one.id }, body })).code).toBe(
      200,
    )
    expect((await credit(ben, other.subject, '150')).code).toBe(200)
    const { rows } = await server.database.query(
      `SELECT o.name, count(*)::int AS count FROM operator_alone AS a JOIN operator AS o ON o.id = a.operator
       GROUP BY o.name ORDER BY o.name`,
    )
    expect(rows).toEqual([
      { name: 'Ada', count: 6 },
      { name: 'Ben', count: 1 },
    ])
    const shown = await server.ok(walletTermsPublic, {})
    expect([shown.terms.four_eyes_min, shown.alone_day_max]).toEqual(['200', '1000'])
  })

  it('stays below the bound in payouts that they approved, whether they say paid or give the money back', async () => {
    const ids: string[] = []
    for (const who of people) {
      await bringAll(who)
      ids.push(await asked(who, 150n))
    }
    for (const id of ids) expect((await approve(ada, id, '150')).code).toBe(200)
    const heard = await Promise.all(ids.map((id, at) => (at % 2 === 0 ? pay(ada, id) : reject(ada, id))))
    expect(heard.filter(({ code }) => code === 200)).toHaveLength(6)
    const stopped = ids.filter((_, at) => heard[at]?.reason === 'operator_alone_reached')
    expect(stopped).toHaveLength(4)
    expect(heard.find(({ reason }) => reason === 'operator_alone_reached')?.message).toContain('1000 USDT')
    const [first = '', second = ''] = stopped
    expect((await pay(ben, first)).code).toBe(200)
    expect((await reject(ben, second)).code).toBe(200)
    // asked again it is as it was, and nothing more is counted
    expect((await pay(ada, first)).reason).toBe('withdrawal_done')
    expect((await pay(ada, stopped[2] ?? '')).reason).toBe('operator_alone_reached')
  })

  it('asks a second person where nobody knows whether a payout arrived, lets go after 24 hours, and finds a table that was made to forget', async () => {
    const who = await person(server)
    await bringIn(server, who, '150')
    const id = await asked(who, 150n)
    await approve(ben, id, '150')
    const failing = { token: ben, key: key(), params: { id }, body: { reason: 'no answer' } }
    expect((await server.call(desk.deskWithdrawalFail, failing)).code).toBe(200)
    expect((await reject(ada, id)).reason).toBe('operator_alone_reached')
    expect(await aloneFault(server.database)).toBe(null)
    for (const [change, fault] of [
      [
        `DELETE FROM operator_alone WHERE kind = 'credit'`,
        /operator_alone kind=credit .*: it is missing, though entry/,
      ],
      ['UPDATE operator_alone SET worth = worth - 1', /, worth: it says 149999999, the audit log 150000000/],
      [`UPDATE operator_alone SET operator = (SELECT id FROM operator WHERE name = 'Ben')`, /, operator: it says Ben/],
      ['UPDATE operator_alone SET time = time - 1', /, time: it says/],
    ] as const)
      expect(await whileAltered(change)).toMatch(fault)
    await server.database.query('UPDATE operator_alone SET time = time - $1', [day])
    expect((await reject(ada, id)).code).toBe(200)
    // and by the audit log it was too much
    await server.database.query('UPDATE operator_alone SET time = time + $1 WHERE time < $2', [
      day,
      Date.now() - day / 2,
    ])
    expect(await aloneFault(server.database)).toMatch(/audit id=\d+: with it Ada alone did 1050000000 within 24 hours/)
  })

  it('is counted once and for good where each deed is sent twice at once, with a key and without', async () => {
    const eve = await makeOperator(server, 'treasurer', 'Eve')
    const twice = async (id: string, at: number): Promise<boolean> => {
      const params = { id }
      const body = { transaction_id: transaction() }
      const keyed = server.call(desk.deskWithdrawalPay, { token: eve, key: key(), params, body })
      await new Promise((resolve) => setTimeout(resolve, at % 3))
      const bare = server.call(desk.deskWithdrawalPay, { token: eve, params, body })
      return (await Promise.all([keyed, bare])).some(({ code }) => code === 200)
    }
    const ids: string[] = []
    for (let at = 0; at < 10; at += 1) {
      const who = await person(server)
      await bringIn(server, who, '150')
      ids.push(await asked(who, 150n))
    }
    for (const id of ids) expect((await approve(eve, id, '150')).code).toBe(200)
    let paid = 0
    for (const [at, id] of ids.entries()) paid += (await twice(id, at)) ? 1 : 0
    expect(paid).toBe(6)
    const { rows } = await server.database.query(
      `SELECT count(*)::int AS count FROM operator_alone WHERE operator = (SELECT id FROM operator WHERE name = 'Eve')`,
    )
    expect(rows).toEqual([{ count: 6 }])
  })
})
