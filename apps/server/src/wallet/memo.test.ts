import { randomBytes } from 'node:crypto'
import { accountOne } from '@truemark/protocol/routes/account'
import { contentRoutes } from '@truemark/protocol/routes/content'
import { deskChainRoutes as chainDesk } from '@truemark/protocol/routes/deskChain'
import { deskPayoutRoutes as payouts } from '@truemark/protocol/routes/deskPayouts'
import { deskProposalRoutes as proposals } from '@truemark/protocol/routes/deskProposals'
import { deskWalletRoutes as desk } from '@truemark/protocol/routes/deskWallet'
import { payeeRoutes } from '@truemark/protocol/routes/payees'
import type { BodyOf } from '@truemark/protocol/routes/route'
import { walletRoutes } from '@truemark/protocol/routes/wallet'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { house } from '../engine/door.ts'
import { chainPayouts, chainTaken } from '../platform/chain/message.ts'
import { chainHeaders, chainKey, signChain } from '../platform/chain/signature.ts'
import { type LiveServer, startLiveServer } from '../testing/liveServer.ts'
import { sentMessages } from '../testing/outbox.ts'
import { makeOperator } from '../testing/people.ts'
import type { ChainPort } from './door.ts'
import { type Person, bringIn, formOf, person, proof, voucher } from './testing/walletRun.ts'

type Said = Omit<BodyOf<typeof chainDesk.deskChainDecide>, 'reason'>

const usdt = 1_000_000n
const secret = randomBytes(32).toString('hex')
const network = { network: 'Ledger', confirmations: 2, key: chainKey(secret, 'Ledger') }
const shared = 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh'
const theirs = 'rDsbeomae4FXwgQTJp9Rs64Qg9vDiTCdBv'
const place = { currency: 'USDT', network: 'Ledger' } as const

let server: LiveServer
let port: ChainPort
let ada = ''
let ben = ''
let sequence = 0

beforeAll(async () => {
  const bounds = { orderMax: new Map([['Ledger', 500n * usdt]]), dayMax: 100_000n * usdt }
  server = await startLiveServer({ singleOperator: false, chain: [network], payouts: bounds })
  const opened = await server.chainPort()
  if (opened === null) throw new Error('no port was opened')
  port = opened
  ada = await makeOperator(server, 'treasurer', 'Ada')
  ben = await makeOperator(server, 'treasurer', 'Ben')
  expect((await put({ form: 'ERC20', address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed' })).reason).toBe(
    'field_malformed',
  )
  expect((await put({})).reason).toBe('approval_pending')
  await approveAll()
})
afterAll(async () => {
  await port.stop()
  await server.stop()
})
afterEach(async () => {
  expect(await server.engine.imbalance()).toEqual([])
})

function put(more: object) {
  const opening = { ...place, form: 'XRP', address: shared, deposit: true, withdraw: true, memo: true } as const
  return server.call(desk.deskNetworkPut, { token: ada, body: { ...opening, reason: 'opening', ...more } })
}

async function approveAll(): Promise<void> {
  const { items } = await server.ok(proposals.deskProposals, { token: ben })
  for (const { id, digest } of items.filter(({ state }) => state === 'open')) {
    const body = { approve: true, digest, reason: 'compared with the chain' }
    expect((await server.call(proposals.deskProposalDecide, { token: ben, params: { id }, body })).code).toBe(200)
  }
}

async function newcomer(): Promise<Person> {
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

const given = ({ token }: Person) => server.ok(contentRoutes.addressToken, { token, body: place })

async function post(path: string, message: unknown): Promise<unknown> {
  const [time, nonce] = [String(Date.now()), randomBytes(16).toString('hex')]
  const body = JSON.stringify(message)
  const headers = {
    [chainHeaders.network]: 'Ledger',
    [chainHeaders.time]: time,
    [chainHeaders.nonce]: nonce,
    [chainHeaders.signature]: signChain(network.key, { place: path, time, nonce, body }),
  }
  const answer = await fetch(`http://127.0.0.1:${port.port()}${path}`, { method: 'POST', headers, body })
  expect(answer.status).toBe(200)
  return answer.json()
}

/** A payment to the shared address with its confirmations, which bears a memo; gives its transaction. */
async function paid(memo: string, address = shared): Promise<string> {
  sequence += 1
  const txid = randomBytes(32).toString('hex')
  const one = { sequence, txid, output: 0, currency: 'USDT', address, memo, amount: '50' }
  await post('/payments', { payments: [{ ...one, confirmations: 2, height: 7, block: 'b7', removed: false }] })
  return txid
}

async function usdtOf({ token }: Person): Promise<string> {
  const { balances } = await server.ok(accountOne, { token, params: { kind: 'coin' } })
  return balances.find((one) => one.currency === 'USDT')?.available ?? '0'
}

async function held(txid: string) {
  const { items } = await server.ok(chainDesk.deskChain, { token: ada, query: { queue: 'held' } })
  return items.find((one) => one.transaction_id === txid)
}

describe('a deposit with a memo', () => {
  it('is of whom its memo is, each with one of their own for good, on the address that all share', async () => {
    const [one, two] = [await newcomer(), await newcomer()]
    const [first, again, second] = [await given(one), await given(one), await given(two)]
    expect(first).toMatchObject({ address: shared, own: false, qr: shared, confirmations: 2 })
    expect(first.memo).toMatch(/^[1-9][0-9]{8}$/)
    expect(again.memo).toBe(first.memo)
    expect(second.memo).not.toBe(first.memo)
    await paid(second.memo)
    await paid(first.memo)
    await paid(first.memo)
    expect([await usdtOf(one), await usdtOf(two)]).toEqual(['100', '50'])
    const { items } = await server.ok(walletRoutes.depositsIncoming, { token: two.token })
    expect(items).toMatchObject([{ status: 'credited', amount: '50' }])
    const change = server.database.query(`UPDATE deposit_memo SET memo = '1' WHERE memo = $1`, [first.memo])
    await expect(change).rejects.toThrow('for good')
  })

  it('without one, with nobody’s, or to another address is nobody’s: two people credit it to its owner or note its return', async () => {
    const who = await newcomer()
    const { memo } = await given(who)
    const [bare, strange, elsewhere] = [await paid(''), await paid('7'), await paid(memo, theirs)]
    expect(await held(bare)).toMatchObject({ reason: 'memo_missing', uid: null, memo: '' })
    expect(await held(strange)).toMatchObject({ reason: 'memo_unknown', uid: null, memo: '7' })
    expect(await held(elsewhere)).toMatchObject({ reason: 'address_unknown', uid: null })
    expect(await usdtOf(who)).toBe('0')
    const decide = async (txid: string, body: Said) => {
      const params = { id: (await held(txid))?.id ?? '' }
      return server.call(chainDesk.deskChainDecide, { token: ada, params, body: { ...body, reason: 'looked at' } })
    }
    const known = await paid(memo)
    const { items: done } = await server.ok(chainDesk.deskChain, { token: ada, query: { queue: 'done' } })
    const uid = done.find((one) => one.transaction_id === known)?.uid ?? ''
    expect((await decide(bare, { act: 'credit', uid })).reason).toBe('approval_pending')
    const back = { act: 'return', address: theirs, transaction_id: 'c'.repeat(64) } as const
    expect((await decide(strange, { ...back, memo: 'x' })).reason).toBe('memo_invalid')
    expect((await decide(strange, { ...back, memo: '12' })).reason).toBe('approval_pending')
    await approveAll()
    expect(await usdtOf(who)).toBe('100')
    const { items } = await server.ok(chainDesk.deskChain, { token: ada, query: { queue: 'done' } })
    const settled = `${theirs} 12 ${'c'.repeat(64)}`
    expect(items.find((one) => one.transaction_id === strange)).toMatchObject({ status: 'returned', settled })
  })

  it('by voucher is shown to the desk with the memo of its person', async () => {
    const who = await newcomer()
    const { memo } = await given(who)
    const form = formOf({ ...place, amount: '60' }, [await voucher()])
    await server.ok(walletRoutes.depositMake, { token: who.token, form })
    const { items } = await server.ok(desk.deskDeposits, { token: ada })
    expect(items.find(({ account }) => account === who.email)).toMatchObject({ own_memo: memo, own_address: '' })
  })

  it('once its network shows none any more is still of whom its memo is', async () => {
    const who = await newcomer()
    const { memo } = await given(who)
    await put({ memo: false })
    await approveAll()
    expect(await given(who)).toMatchObject({ address: shared, own: false, memo: '', confirmations: null })
    await paid(memo)
    expect(await usdtOf(who)).toBe('50')
    await put({})
    await approveAll()
    expect((await given(who)).memo).toBe(memo)
  })
})

describe('a withdrawal to an address with a memo', () => {
  let who: Person
  const add = async (more: object) => {
    const body = { ...place, address: theirs, label: '', ...more, ...(await proof(server, who)) }
    return server.call(payeeRoutes.addressAdd, { token: who.token, body })
  }
  beforeAll(async () => {
    who = await newcomer()
    await bringIn(server, who, '900')
  })

  it('is asked for the memo, or told in so many words that there is none', async () => {
    const networks = (await server.ok(walletRoutes.walletNetworks, { token: who.token })).networks
    expect(networks).toMatchObject([{ network: 'Ledger', memo: true }])
    expect((await add({})).reason).toBe('memo_missing')
    expect((await add({ memo: 'name' })).reason).toBe('memo_invalid')
    expect((await add({ memo: '4294967296' })).reason).toBe('memo_invalid')
    expect((await add({ memo: '12', no_memo: true })).reason).toBe('memo_invalid')
    expect((await add({ address: shared, memo: '12' })).reason).toBe('payee_own')
    expect((await add({ address: 'rDsbeomae4FXwgQTJp9Rs64Qg9vDiTCdBw', memo: '12' })).reason).toBe(
      'address_form_invalid',
    )
    expect((await add({ memo: ' 12 ' })).data).toMatchObject({ address: theirs, memo: '12' })
    expect((await add({ memo: '12' })).reason).toBe('payee_exists')
    expect((await add({ memo: '13' })).data).toMatchObject({ memo: '13' })
    expect((await add({ no_memo: true })).data).toMatchObject({ memo: '' })
  })

  it('bears it from the address to the desk, the mail, the program and the records', async () => {
    const { items } = await server.ok(payeeRoutes.addresses, { token: who.token })
    const payee_id = items.find(({ memo }) => memo === '13')?.id ?? ''
    const wanted = { currency: 'USDT', amount: '100', method: 'address', payee_id } as const
    const made = await server.ok(walletRoutes.withdrawalMake, {
      token: who.token,
      body: { ...wanted, ...(await proof(server, who)) },
    })
    expect(made).toMatchObject({ payee: theirs, memo: '13' })
    const mails = await sentMessages(server, `recipient = $1 AND template = 'securityChanged'`, [who.email])
    expect(mails.map(({ params }) => params['detail'])).toContain(`${theirs} · 13 (Ledger)`)
    const params = { id: made.id }
    const body = { amount: '100', currency: 'USDT' }
    expect(await server.ok(desk.deskWithdrawalApprove, { token: ada, params, body })).toMatchObject({ memo: '13' })
    expect((await server.call(payouts.deskWithdrawalRelease, { token: ben, params, body })).code).toBe(200)
    await port.settled()
    const orders = z.parse(chainPayouts, await post('/payouts', { after: 0 })).payouts
    expect(orders).toMatchObject([{ address: theirs, memo: '13', amount: '99.9' }])
    const payout = orders[0]?.payout ?? 0
    const take = { payout, address: theirs, amount: '99.9', pledge: 'account-7', txid: '' }
    const taken = async (more: object) => z.parse(chainTaken, await post('/payouts/take', { ...take, ...more }))
    expect(await taken({})).toEqual({ go: false, why: 'payout_changed' })
    expect(await taken({ memo: '14' })).toEqual({ go: false, why: 'payout_changed' })
    expect(await taken({ memo: '13' })).toEqual({ go: true, why: '' })
    sequence += 1
    const stands = { state: 'sent', txid: 'd'.repeat(64), address: theirs, memo: '13', amount: '99.9', reason: '' }
    const depth = { confirmations: 2, height: 9, block: 'b9' }
    await post('/payouts/said', { payouts: [{ sequence, payout, ...stands, ...depth }] })
    const { items: records } = await server.ok(walletRoutes.withdrawals, { token: who.token })
    expect(records).toMatchObject([{ status: 'paid', memo: '13', transaction_id: 'd'.repeat(64) }])
  })

  it('that was said to have gone to another memo is believed in nothing', async () => {
    const { items } = await server.ok(payeeRoutes.addresses, { token: who.token })
    const payee_id = items.find(({ memo }) => memo === '')?.id ?? ''
    const wanted = { currency: 'USDT', amount: '100', method: 'address', payee_id } as const
    const made = await server.ok(walletRoutes.withdrawalMake, {
      token: who.token,
      body: { ...wanted, ...(await proof(server, who)) },
    })
    const [params, body] = [{ id: made.id }, { amount: '100', currency: 'USDT' }]
    await server.ok(desk.deskWithdrawalApprove, { token: ada, params, body })
    await server.ok(payouts.deskWithdrawalRelease, { token: ben, params, body })
    await port.settled()
    const payout = z.parse(chainPayouts, await post('/payouts', { after: 0 })).payouts.at(-1)?.payout ?? 0
    await post('/payouts/take', { payout, address: theirs, amount: '99.9', pledge: 'account-8', txid: '' })
    sequence += 1
    const stands = { state: 'sent', txid: 'e'.repeat(64), address: theirs, memo: '1', amount: '99.9', reason: '' }
    await post('/payouts/said', {
      payouts: [{ sequence, payout, ...stands, confirmations: 2, height: 9, block: 'b9' }],
    })
    const { items: records } = await server.ok(walletRoutes.withdrawals, { token: who.token })
    expect(records[0]).toMatchObject({ status: 'approved', transaction_id: '' })
    const { items: lost } = await server.ok(desk.deskWithdrawals, { token: ada, query: { queue: 'lost' } })
    expect(lost).toMatchObject([{ id: made.id, order: { state: 'lost', reason: 'payout_changed' } }])
  })

  it('is not made to one that was saved before its memo was asked for', async () => {
    who = await newcomer()
    await bringIn(server, who, '900')
    await add({ memo: '12' })
    await server.database.query(
      'UPDATE wallet_address SET memo = NULL WHERE user_id = (SELECT id FROM app_user WHERE email = $1)',
      [who.email],
    )
    const { items } = await server.ok(payeeRoutes.addresses, { token: who.token })
    expect(items).toMatchObject([{ memo: null }])
    const wanted = { currency: 'USDT', amount: '100', method: 'address', payee_id: items[0]?.id ?? '' } as const
    const body = { ...wanted, ...(await proof(server, who)) }
    expect((await server.call(walletRoutes.withdrawalMake, { token: who.token, body })).reason).toBe('memo_missing')
  })
})
