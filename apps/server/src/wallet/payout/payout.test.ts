import { randomBytes } from 'node:crypto'
import { deskPayoutRoutes as payouts } from '@truemark/protocol/routes/deskPayouts'
import { deskProposalRoutes as proposals } from '@truemark/protocol/routes/deskProposals'
import { type DeskWithdrawal, deskWalletRoutes as desk } from '@truemark/protocol/routes/deskWallet'
import { walletRoutes as routes } from '@truemark/protocol/routes/wallet'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type * as z from 'zod/mini'
import { house } from '../../engine/door.ts'
import { type ChainPayoutMessage, chainPayouts, chainTaken } from '../../platform/chain/message.ts'
import { chainHeaders, chainKey, signChain } from '../../platform/chain/signature.ts'
import { type LiveServer, startLiveServer } from '../../testing/liveServer.ts'
import { makeOperator } from '../../testing/people.ts'
import type { Verdict } from '../chain/screen.ts'
import type { ChainPort } from '../door.ts'
import { type Person, bringIn, ownTron, person, proof, saveAddress, tron, usdtOf } from '../testing/walletRun.ts'

const secret = randomBytes(32).toString('hex')
const network = { network: 'TRC20', confirmations: 3, key: chainKey(secret, 'TRC20') }
const usdt = 1_000_000n
const aTransaction = () => randomBytes(32).toString('hex')

let server: LiveServer
let port: ChainPort
let ada = ''
let ben = ''
let sequence = 0
let who: Person
let payee = ''
let verdict: Verdict = { screened: 'clear', note: '' }
let screened: unknown[] = []

beforeAll(async () => {
  const bounds = { orderMax: new Map([['TRC20', 500n * usdt]]), dayMax: 100_000n * usdt }
  const screen = async (asked: unknown) => {
    screened.push(asked)
    return verdict
  }
  server = await startLiveServer({ singleOperator: false, chain: [network], payouts: bounds, screen })
  const opened = await server.chainPort()
  if (opened === null) throw new Error('no port was opened')
  port = opened
  ada = await makeOperator(server, 'treasurer', 'Ada')
  ben = await makeOperator(server, 'treasurer', 'Ben')
  const place = { currency: 'USDT', network: 'TRC20', form: 'TRC20', address: tron, reason: 'opening' } as const
  await server.call(desk.deskNetworkPut, { token: ada, body: { ...place, deposit: true, withdraw: true } })
  await approveAll()
})
afterAll(async () => {
  await port.stop()
  await server.stop()
})
afterEach(async () => {
  expect(await server.engine.imbalance()).toEqual([])
})
beforeEach(async () => {
  verdict = { screened: 'clear', note: '' }
  screened = []
  who = await person(server)
  await bringIn(server, who, '900')
  payee = await saveAddress(server, who)
})

async function approveAll(): Promise<void> {
  const { items } = await server.ok(proposals.deskProposals, { token: ben })
  for (const { id, digest, state } of items) {
    if (state !== 'open') continue
    const body = { approve: true, digest, reason: 'compared with the chain' }
    await server.call(proposals.deskProposalDecide, { token: ben, params: { id }, body })
  }
}

async function post(path: string, message: unknown, by: Uint8Array = network.key): Promise<Response> {
  const [time, nonce] = [String(Date.now()), randomBytes(16).toString('hex')]
  const body = JSON.stringify(message)
  const headers = {
    [chainHeaders.network]: 'TRC20',
    [chainHeaders.time]: time,
    [chainHeaders.nonce]: nonce,
    [chainHeaders.signature]: signChain(by, { place: path, time, nonce, body }),
  }
  return fetch(`http://127.0.0.1:${port.port()}${path}`, { method: 'POST', headers, body })
}

async function answered<T>(path: string, message: unknown, shape: z.ZodMiniType<T>): Promise<T> {
  const response = await post(path, message)
  expect(response.status).toBe(200)
  return shape.parse(await response.json())
}

const orders = async () => (await answered('/payouts', { after: 0 }, chainPayouts)).payouts
const take = (payout: number, pledge = `input-${payout}`) =>
  answered('/payouts/take', { payout, address: ownTron, amount: '99.9', pledge, txid: '' }, chainTaken)

/** Asks for 100 USDT and has Ada approve it; gives its public number. */
async function approved(amount = '100'): Promise<string> {
  const body = { currency: 'USDT', amount, method: 'address', payee_id: payee, ...(await proof(server, who)) }
  const { id } = await server.ok(routes.withdrawalMake, { token: who.token, body })
  await server.ok(desk.deskWithdrawalApprove, { token: ada, params: { id }, body: { amount, currency: 'USDT' } })
  return id
}
const release = (id: string, token = ben, amount = '100') =>
  server.call(payouts.deskWithdrawalRelease, { token, params: { id }, body: { amount, currency: 'USDT' } })

interface Ordered {
  readonly id: string
  readonly payout: number
}

/** With a withdrawal that its program was handed, and may see. */
async function ordered(): Promise<Ordered> {
  const id = await approved()
  expect((await release(id)).code).toBe(200)
  await port.settled()
  const payout = (await orders()).at(-1)?.payout ?? 0
  return { id, payout }
}

function said(payout: number, more: Partial<ChainPayoutMessage> = {}): ChainPayoutMessage {
  sequence += 1
  const sent = { sequence, payout, state: 'sent', txid: aTransaction(), address: ownTron, amount: '99.9' } as const
  return { ...sent, memo: '', confirmations: 0, height: null, block: '', reason: '', ...more }
}
async function say(...messages: ChainPayoutMessage[]): Promise<void> {
  expect((await post('/payouts/said', { payouts: messages })).status).toBe(200)
}

async function shown(id: string): Promise<DeskWithdrawal | undefined> {
  for (const queue of ['open', 'done']) {
    const { items } = await server.ok(desk.deskWithdrawals, { token: ada, query: { queue, limit: '100' } })
    const found = items.find((one) => one.id === id)
    if (found) return found
  }
  return undefined
}
const own = async (id: string) =>
  (await server.ok(routes.withdrawals, { token: who.token })).items.find((one) => one.id === id)

describe('a payout by a machine', () => {
  it('is ordered, let go, sent and paid, and its owner and the desk see each step', async () => {
    const { id, payout } = await ordered()
    const [order] = (await orders()).filter((one) => one.payout === payout)
    expect(order).toMatchObject({ address: ownTron, amount: '99.9', currency: 'USDT', state: 'ordered', memo: '' })
    expect(screened).toMatchObject([{ kind: 'payout', amount: '99.9', address: ownTron, network: 'TRC20' }])
    expect(await take(payout)).toEqual({ go: true, why: '' })
    const txid = aTransaction()
    await say(said(payout, { txid }))
    expect(await own(id)).toMatchObject({ status: 'approved', transaction_id: txid, confirmations: 0, needed: 3 })
    await say(said(payout, { txid, confirmations: 2, height: 9, block: 'b9' }))
    expect((await shown(id))?.order).toMatchObject({ state: 'sent', confirmations: 2, needed: 3, released_by: 'Ben' })
    expect(await usdtOf(server, who)).toEqual(['800', '100'])
    await say(said(payout, { txid, confirmations: 3, height: 9, block: 'b9' }))
    expect(await own(id)).toMatchObject({ status: 'paid', transaction_id: txid, confirmations: 3 })
    expect(await usdtOf(server, who)).toEqual(['800', '0'])
    const { rows } = await server.database.query<{ action: string; actor: string }>(
      `SELECT action, actor FROM audit WHERE subject = $1 AND action LIKE 'withdrawal_%' ORDER BY id`,
      [id],
    )
    expect(rows.map(({ action }) => action)).toEqual([
      'withdrawal_approved_asked',
      'withdrawal_approved',
      'withdrawal_released_asked',
      'withdrawal_paid_asked',
      'withdrawal_paid',
    ])
    expect(rows.at(-1)?.actor).toBe('chain TRC20')
  })

  it('is handed over as it could be paid by hand, to a network that pays, and in no person’s hands while it runs', async () => {
    const id = await approved('600')
    expect((await release(id, ben, '599')).reason).toBe('field_malformed')
    expect((await release(id, ben, '600')).reason).toBe('payout_limit')
    await server.ok(desk.deskWithdrawalReject, { token: ben, params: { id }, body: { reason: 'payee_invalid' } })
    const { id: running } = await ordered()
    const params = { id: running }
    expect((await release(running)).reason).toBe('payout_running')
    const pay = { token: ben, params, body: { transaction_id: aTransaction() } }
    expect((await server.call(desk.deskWithdrawalPay, pay)).reason).toBe('payout_running')
    const reject = { token: ben, params, body: { reason: 'payee_invalid' } }
    expect((await server.call(desk.deskWithdrawalReject, reject)).reason).toBe('payout_running')
    const fail = { token: ben, params, body: { reason: 'no idea' } }
    expect((await server.call(desk.deskWithdrawalFail, fail)).reason).toBe('payout_running')
    expect((await server.call(routes.withdrawalCancel, { token: who.token, params })).reason).toBe(
      'withdrawal_in_payment',
    )
  })

  it('is let go once: to one pledge, not while its network is stopped, and not on a legal ground', async () => {
    const { payout } = await ordered()
    const stop = { network: 'TRC20', paused: true, reason: 'drill' }
    await server.ok(payouts.deskPayoutsSwitch, { token: ada, body: stop })
    expect(await take(payout)).toEqual({ go: false, why: 'payout_paused' })
    expect(
      (await server.call(payouts.deskPayoutsSwitch, { token: ada, body: { ...stop, paused: false } })).reason,
    ).toBe('approval_pending')
    expect(await take(payout)).toEqual({ go: false, why: 'payout_paused' })
    await approveAll()
    expect((await server.ok(payouts.deskPayouts, { token: ada })).items).toMatchObject([
      { network: 'TRC20', paused: false, changed_by: 'Ben', order_max: '500' },
    ])
    expect(await take(payout, 'a')).toEqual({ go: true, why: '' })
    expect(await take(payout, 'a')).toEqual({ go: true, why: '' })
    expect(await take(payout, 'b')).toEqual({ go: false, why: 'payout_taken' })
    await say(said(payout))
    expect(await take(payout, 'a')).toEqual({ go: false, why: 'payout_done' })
    expect(await take(9_999)).toEqual({ go: false, why: 'payout_unknown' })
  })

  it('is not let go on a legal ground, and is as soon as that has ended', async () => {
    const { payout } = await ordered()
    const { rows } = await server.database.query<{ real_holder: number }>(
      'SELECT real_holder FROM app_user WHERE email = $1',
      [who.email],
    )
    const holder = rows[0]?.real_holder ?? -1
    const freeze = { type: 'suspendHolder', holder, kind: 'freeze', ground: 'court_order', claim: 5 } as const
    const two = { durationMs: 3_600_000, asker: 1, approver: 2, basis: 'confirmed' } as const
    const { exchange } = server.engine
    expect((await exchange.command(house, { ...freeze, ...two })).ok).toBe(true)
    expect(await take(payout)).toEqual({ go: false, why: 'account_frozen' })
    expect((await exchange.command(house, { type: 'releaseHolder', holder, kind: 'freeze', operator: 1 })).ok).toBe(
      true,
    )
    expect(await take(payout)).toEqual({ go: true, why: '' })
  })

  it('gives the money back where it was certainly never sent, and the payout to people where it was taken back', async () => {
    const { id, payout } = await ordered()
    await say(said(payout, { state: 'unsent', txid: '', address: '', amount: '0', reason: 'payee_invalid' }))
    expect(await own(id)).toMatchObject({ status: 'rejected', reason: 'payee_invalid', transaction_id: '' })
    expect(await usdtOf(server, who)).toEqual(['900', '0'])
    const second = await ordered()
    const recall = { token: ben, params: { id: second.id }, body: { reason: 'another look' } }
    const back = await server.ok(payouts.deskWithdrawalRecall, recall)
    expect(back).toMatchObject({ status: 'approved', order: { state: 'taken_back' } })
    expect(await take(second.payout)).toMatchObject({ go: false })
    // and where it was let go, by two people
    expect((await release(second.id)).code).toBe(200)
    await port.settled()
    const payoutAgain = (await orders()).at(-1)?.payout ?? 0
    expect(payoutAgain).toBeGreaterThan(second.payout)
    await take(payoutAgain)
    expect(await server.ok(payouts.deskWithdrawalRecall, recall)).toMatchObject({
      order: { state: 'ordered', recalled: true },
    })
    expect((await orders()).find((one) => one.payout === payoutAgain)).toMatchObject({ state: 'taken', recalled: true })
    await say(said(payoutAgain, { state: 'unsent', txid: '', address: '', amount: '0' }))
    const order = { state: 'lost', reason: 'payout_unsent' }
    expect(await shown(second.id)).toMatchObject({ status: 'approved', order })
    const settle = { token: ada, params: { id: second.id }, body: { outcome: 'returned', reason: 'never sent' } }
    await server.call(payouts.deskWithdrawalSettle, settle)
    await approveAll()
    expect(await usdtOf(server, who)).toEqual(['900', '0'])
  })

  it('is screened before it is let go, and goes back to people with the note of its case', async () => {
    verdict = { screened: 'review', note: 'case 7' }
    const id = await approved()
    await release(id)
    await port.settled()
    expect(await shown(id)).toMatchObject({
      status: 'approved',
      order: { state: 'taken_back', screened: 'review', note: 'case 7', reason: 'screen_review' },
    })
    expect(await usdtOf(server, who)).toEqual(['800', '100'])
  })
})

describe('what a program says', () => {
  it('is signed by its network, and says nothing twice, late or out of order', async () => {
    const { id, payout } = await ordered()
    const forged = await post('/payouts/said', { payouts: [said(payout)] }, chainKey(secret, 'Bitcoin'))
    expect(forged.status).toBe(401)
    await take(payout)
    const txid = aTransaction()
    const first = said(payout, { txid })
    const second = said(payout, { txid, confirmations: 2 })
    await say(second)
    await say(first, second)
    expect((await shown(id))?.order).toMatchObject({ confirmations: 2 })
    const third = said(payout, { txid, confirmations: 3 })
    await Promise.all([say(third), say(third), say(third)])
    expect(await own(id)).toMatchObject({ status: 'paid' })
    expect(await usdtOf(server, who)).toEqual(['800', '0'])
  })

  it.each([
    ['another amount', { amount: '99.8' }],
    ['another payee', { address: tron }],
    ['no transaction', { txid: '' }],
  ])('is not believed where it is %s: two people settle it', async (_, more) => {
    const { id, payout } = await ordered()
    await take(payout)
    await say(said(payout, { ...more, confirmations: 9 }))
    expect(await shown(id)).toMatchObject({ status: 'approved', order: { state: 'lost', reason: 'payout_changed' } })
    // nor is any later word of it
    await say(said(payout, { confirmations: 9 }))
    expect(await shown(id)).toMatchObject({ status: 'approved', order: { state: 'lost', reason: 'payout_changed' } })
    const wanted = { outcome: 'paid', transaction_id: aTransaction(), reason: 'seen on two nodes' }
    const settle = { token: ada, params: { id }, body: wanted }
    expect((await server.call(payouts.deskWithdrawalSettle, settle)).reason).toBe('approval_pending')
    expect(await own(id)).toMatchObject({ status: 'approved' })
    await approveAll()
    expect(await own(id)).toMatchObject({ status: 'paid', transaction_id: wanted.transaction_id })
    expect(await usdtOf(server, who)).toEqual(['800', '0'])
  })

  it('is not believed of what it was not let go with, nor of a transaction that paid another', async () => {
    const one = await ordered()
    await say(said(one.payout, { confirmations: 9 }))
    expect((await shown(one.id))?.order).toMatchObject({ state: 'lost', reason: 'payout_changed' })
    const first = who
    who = await person(server)
    await bringIn(server, who, '500')
    payee = await saveAddress(server, who)
    const txid = aTransaction()
    const two = await ordered()
    await take(two.payout)
    await say(said(two.payout, { txid, confirmations: 3 }))
    expect(await usdtOf(server, who)).toEqual(['400', '0'])
    who = await person(server)
    await bringIn(server, who, '500')
    payee = await saveAddress(server, who)
    const three = await ordered()
    await take(three.payout)
    await say(said(three.payout, { txid, confirmations: 3 }))
    expect((await shown(three.id))?.order).toMatchObject({ state: 'lost', reason: 'payout_changed' })
    expect(await usdtOf(server, first)).toEqual(['800', '100'])
  })

  it('gives nothing back once it was sent, and two people say that it was not paid', async () => {
    const { id, payout } = await ordered()
    await take(payout)
    const txid = aTransaction()
    await say(said(payout, { txid }))
    await say(said(payout, { state: 'unsent', reason: 'payee_invalid', txid: '', address: '', amount: '0' }))
    expect(await shown(id)).toMatchObject({ status: 'approved', order: { state: 'lost', reason: 'payout_changed' } })
    const settle = { token: ada, params: { id }, body: { outcome: 'returned', reason: 'its input is spent' } }
    await server.call(payouts.deskWithdrawalSettle, settle)
    await approveAll()
    expect(await own(id)).toMatchObject({ status: 'rejected', reason: 'network_unavailable' })
    expect(await usdtOf(server, who)).toEqual(['900', '0'])
    // it was, after all: nothing is taken from anybody, and people are told
    await say(said(payout, { txid, confirmations: 4 }))
    expect((await shown(id))?.order?.lost).not.toBeNull()
    expect(await usdtOf(server, who)).toEqual(['900', '0'])
  })

  it('finds again what was lost, and notes as lost what was paid and is gone', async () => {
    const { id, payout } = await ordered()
    await take(payout)
    const txid = aTransaction()
    await say(said(payout, { txid, confirmations: 1 }))
    await say(said(payout, { txid, state: 'lost', reason: 'payout_gone' }))
    expect((await shown(id))?.order).toMatchObject({ state: 'lost', reason: 'payout_gone' })
    await say(said(payout, { txid, confirmations: 3 }))
    expect(await own(id)).toMatchObject({ status: 'paid' })
    expect((await shown(id))?.order).toMatchObject({ state: 'paid', lost: null })
    await say(said(payout, { txid, confirmations: 0 }))
    expect((await shown(id))?.order?.lost).not.toBeNull()
    const { items: lost } = await server.ok(desk.deskWithdrawals, { token: ada, query: { queue: 'lost' } })
    expect(lost.map((one) => one.id)).toContain(id)
    const settle = { token: ada, params: { id }, body: { outcome: 'noted', reason: 'paid again from the reserve' } }
    await server.call(payouts.deskWithdrawalSettle, settle)
    await approveAll()
    expect((await shown(id))?.order?.lost).toBeNull()
    expect(await usdtOf(server, who)).toEqual(['800', '0'])
  })

  it('is told to the engine once more where a crash came between', async () => {
    const { id, payout } = await ordered()
    await take(payout)
    // what a message leaves behind before the engine is asked
    await server.database.query(
      `UPDATE payout_order SET said = 'sent', transaction_id = $2, confirmations = 3 WHERE payout = $1`,
      [payout, aTransaction()],
    )
    await port.settled()
    await port.settled()
    expect(await own(id)).toMatchObject({ status: 'paid' })
    expect(await usdtOf(server, who)).toEqual(['800', '0'])
    const { rows } = await server.database.query(
      `SELECT 1 FROM audit WHERE subject = $1 AND action = 'withdrawal_paid'`,
      [id],
    )
    expect(rows).toHaveLength(1)
  })
})
