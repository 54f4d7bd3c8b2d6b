import { realms } from '@truemark/core/ledger/holders'
import { deskSupportRoutes } from '@truemark/protocol/routes/deskSupport'
import { deskWalletRoutes as desk } from '@truemark/protocol/routes/deskWallet'
import { supportRoutes } from '@truemark/protocol/routes/support'
import { withdrawalStatistics } from '@truemark/protocol/routes/transparency'
import { walletRoutes as routes } from '@truemark/protocol/routes/wallet'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { logAll } from '../testing/evidence.ts'
import { createPublicIds } from '../platform/publicId.ts'
import { type LiveServer, startLiveServer } from '../testing/liveServer.ts'
import { makeOperator } from '../testing/people.ts'
import { checkEvidenceLog } from '../transparency/evidenceLogCheck.ts'
import { countPayoutAnswers } from './payouts.store.ts'
import { payoutAnswerMs, withdrawalStatuses } from './door.ts'
import { type Person, bringIn, openWallet, person, proof, saveAddress, transaction } from './testing/walletRun.ts'

let server: LiveServer
let treasurer: string

beforeAll(async () => {
  server = await startLiveServer()
  ;({ treasurer } = await openWallet(server))
})
afterAll(() => server.stop())

/** A withdrawal that waits for its payment. */
async function inPayment(): Promise<{ who: Person; params: { id: string } }> {
  const who = await person(server)
  await bringIn(server, who, '500')
  const payee_id = await saveAddress(server, who)
  const wanted = { currency: 'USDT', amount: '100', method: 'address', payee_id } as const
  const body = { ...wanted, ...(await proof(server, who)) }
  const params = { id: (await server.ok(routes.withdrawalMake, { token: who.token, body })).id }
  const typed = { amount: '100', currency: 'USDT' }
  await server.ok(desk.deskWithdrawalApprove, { token: treasurer, params, body: typed })
  return { who, params }
}

async function paid(): Promise<{ who: Person; params: { id: string } }> {
  const made = await inPayment()
  const body = { transaction_id: transaction() }
  await server.ok(desk.deskWithdrawalPay, { token: treasurer, params: made.params, body })
  return made
}

const say = ({ token }: Person, params: { id: string }, arrived: boolean) =>
  server.call(routes.withdrawalAnswer, { token, params, body: { arrived } })

async function answers() {
  // what the public is told is kept for five seconds
  const [paid, realm] = [withdrawalStatuses.indexOf('paid'), realms.indexOf('real')]
  return countPayoutAnswers(server.database, { from: 0, late: Date.now() - payoutAnswerMs, paid, realm })
}

const disputed = async () =>
  (await server.ok(desk.deskWithdrawals, { token: treasurer, query: { queue: 'disputed' } })).items

describe('a payout', () => {
  it('is named by what can be a transaction of its network, once for its payee', async () => {
    const first = await inPayment()
    const second = await inPayment()
    const pay = (params: { id: string }, transaction_id: string) =>
      server.call(desk.deskWithdrawalPay, { token: treasurer, params, body: { transaction_id } })
    for (const bad of ['xyz', 'chain-1', 'ab'.repeat(31), `${'ab'.repeat(31)}zz`]) {
      expect((await pay(first.params, bad)).reason, bad).toBe('transaction_invalid')
    }
    const id = transaction()
    expect((await pay(first.params, `0x${id.toUpperCase()}`)).data).toMatchObject({
      status: 'paid',
      transaction_id: id,
    })
    // both have the same wallet: one transfer is no two payouts
    expect((await pay(second.params, id)).reason).toBe('transaction_used')
    expect((await pay(second.params, transaction())).data?.status).toBe('paid')
  })

  it('is said by its owner alone to have arrived, once, and counted', async () => {
    const before = (await answers()).confirmed
    const { who, params } = await inPayment()
    expect((await say(who, params, true)).reason).toBe('payout_unpaid')
    const body = { transaction_id: transaction() }
    const done = await server.ok(desk.deskWithdrawalPay, { token: treasurer, params, body })
    expect(done).toMatchObject({ answer: null, answered: null, ticket_id: '' })
    expect((done.answer_until ?? 0) - done.updated).toBe(7 * 86_400_000)
    expect((await say(await person(server), params, true)).reason).toBe('withdrawal_unknown')
    const told = await Promise.all([say(who, params, true), say(who, params, true), say(who, params, true)])
    expect(told.map(({ data }) => data?.answer)).toEqual(['arrived', 'arrived', 'arrived'])
    expect((await say(who, params, false)).reason).toBe('payout_answered')
    expect((await server.ok(routes.withdrawals, { token: who.token })).items[0]?.answer).toBe('arrived')
    expect((await answers()).confirmed).toBe(before + 1)
  })

  it('is disputed with a ticket, shown to the desk, and stays counted when it arrived in the end', async () => {
    const { who, params } = await paid()
    // of a "no" and a "yes" at once one is first, and what follows is what may follow it
    const { data } = await say(who, params, false)
    expect(data?.answer).toBe('missing')
    expect((await say(who, params, false)).data?.ticket_id).toBe(data?.ticket_id)
    const tickets = (await server.ok(supportRoutes.tickets, { token: who.token, query: {} })).items
    expect(tickets.map(({ id, status }) => ({ id, status }))).toEqual([{ id: data?.ticket_id, status: 'open' }])
    expect(tickets[0]?.question).toContain(params.id)
    const support = await makeOperator(server, 'support', 'Sam')
    const { items } = await server.ok(deskSupportRoutes.deskTickets, { token: support, query: {} })
    expect(items.map(({ id }) => id)).toContain(data?.ticket_id)
    expect((await disputed()).map(({ id }) => id)).toEqual([params.id])
    expect((await say(who, params, true)).data?.answer).toBe('settled')
    expect(await disputed()).toEqual([])
    expect((await say(who, params, false)).reason).toBe('payout_answered')
    expect(await answers()).toMatchObject({ disputed: 1, settled: 1 })
    const told = (await server.ok(withdrawalStatistics, {})).answers
    expect(told).toMatchObject({ disputed: 1, settled: 1, days: 7 })
  })

  it('without an answer counts as unanswered after a week, and can be answered all the same', async () => {
    const { who, params } = await paid()
    const number = createPublicIds(server.keys.tokens.names).read('withdrawal', params.id)
    const later = 'UPDATE withdrawal SET updated_at = updated_at - $2::bigint WHERE id = $1'
    await server.database.query(later, [number, 7 * 86_400_000 + 1])
    const before = (await answers()).unanswered
    expect(before).toBe(1)
    expect((await say(who, params, true)).data?.answer).toBe('arrived')
    expect((await answers()).unanswered).toBe(0)
    await server.database.query(later, [number, -(7 * 86_400_000 + 1)])
  })

  it('and its answers stand in the log of evidence, where one that is altered or taken out is missed', async () => {
    await logAll(server)
    const fault = async () => (await checkEvidenceLog(server.database, server.keys, Date.now() + 700_000)).fault
    expect(await fault()).toBe(null)
    await expect(server.database.query('UPDATE payout_answer SET arrived = true')).rejects.toThrow('never changed')
    await server.database.query('ALTER TABLE payout_answer DISABLE TRIGGER USER')
    const { rows } = await server.database.query<{ withdrawal: string; time: string }>(
      'SELECT withdrawal, time FROM payout_answer WHERE NOT arrived',
    )
    const [{ withdrawal, time } = { withdrawal: '', time: '' }] = rows
    await server.database.query('UPDATE payout_answer SET arrived = true WHERE withdrawal = $1', [withdrawal])
    expect(await fault()).toContain('arrived')
    await server.database.query('DELETE FROM payout_answer WHERE withdrawal = $1 AND step = 0', [withdrawal])
    expect(await fault()).not.toBe(null)
    await server.database.query('INSERT INTO payout_answer VALUES ($1, 0, false, $2)', [withdrawal, time])
    expect(await fault()).toBe(null)
  })
})
