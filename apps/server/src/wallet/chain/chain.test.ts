import { randomBytes } from 'node:crypto'
import { accountOne } from '@truemark/protocol/routes/account'
import { contentRoutes } from '@truemark/protocol/routes/content'
import { deskChainRoutes as chainDesk, type ChainAct, type ChainPayment } from '@truemark/protocol/routes/deskChain'
import { type Proposal, deskProposalRoutes as proposals } from '@truemark/protocol/routes/deskProposals'
import { deskWalletRoutes as desk } from '@truemark/protocol/routes/deskWallet'
import { walletRoutes } from '@truemark/protocol/routes/wallet'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { house } from '../../engine/door.ts'
import { type LiveServer, startLiveServer } from '../../testing/liveServer.ts'
import { makeOperator } from '../../testing/people.ts'
import type { ChainPort } from '../door.ts'
import { type Person, aBitcoinAddress, formOf, key, person, voucher } from '../testing/walletRun.ts'
import type { ChainPaymentMessage } from '../../platform/chain/message.ts'
import { chainHeaders, chainKey, isSigned, signChain } from '../../platform/chain/signature.ts'

const secret = randomBytes(32).toString('hex')
const network = { network: 'Bitcoin', confirmations: 3, key: chainKey(secret, 'Bitcoin') }

let server: LiveServer
let port: ChainPort
let ada = ''
let ben = ''
let sequence = 0
let who: Person
let address = ''

beforeAll(async () => {
  server = await startLiveServer({ singleOperator: false, chain: [network] })
  const opened = await server.chainPort()
  if (opened === null) throw new Error('no port was opened')
  port = opened
  ada = await makeOperator(server, 'treasurer', 'Ada')
  ben = await makeOperator(server, 'treasurer', 'Ben')
  const opening = { currency: 'BTC', network: 'Bitcoin', reason: 'opening' }
  const shared = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq'
  const body = { ...opening, form: 'Bitcoin', address: shared, deposit: true, withdraw: true }
  await server.call(desk.deskNetworkPut, { token: ada, body })
  await approveAll()
})
afterAll(async () => {
  await port.stop()
  await server.stop()
})
afterEach(async () => {
  expect(await server.engine.imbalance()).toEqual([])
})

async function newcomer(): Promise<void> {
  who = await person(server)
  const { rows } = await server.database.query<{ real_holder: number }>(
    'SELECT real_holder FROM app_user WHERE email = $1',
    [who.email],
  )
  const holder = rows[0]?.real_holder ?? -1
  const standing = { type: 'setStanding', holder, disabled: false, realName: 'approved', country: 'FR' } as const
  expect((await server.engine.exchange.command(house, standing)).ok).toBe(true)
  const body = { currency: 'BTC', network: 'Bitcoin', addresses: [aBitcoinAddress()], reason: 'more' }
  await server.call(desk.deskAddressesAdd, { token: ada, body })
  await approveAll()
  const given = await server.ok(contentRoutes.addressToken, {
    token: who.token,
    body: { currency: 'BTC', network: 'Bitcoin' },
  })
  expect(given).toMatchObject({ own: true, confirmations: 3 })
  address = given.address
}

async function approveAll(): Promise<Proposal[]> {
  const { items } = await server.ok(proposals.deskProposals, { token: ben })
  const open = items.filter(({ state }) => state === 'open')
  for (const { id, digest } of open) {
    const body = { approve: true, digest, reason: 'compared with the chain' }
    await server.call(proposals.deskProposalDecide, { token: ben, params: { id }, body })
  }
  return open
}

function paid(more: Partial<ChainPaymentMessage> = {}): ChainPaymentMessage {
  sequence += 1
  const txid = (1_000_000 + sequence).toString(16).padStart(64, 'b')
  const one = { sequence, txid, output: 0, currency: 'BTC', address, memo: '', amount: '0.05' }
  return { ...one, confirmations: 0, height: null, block: '', removed: false, ...more }
}
function again(before: ChainPaymentMessage, more: Partial<ChainPaymentMessage>): ChainPaymentMessage {
  sequence += 1
  return { ...before, sequence, ...more }
}

interface Sent {
  readonly place?: string
  readonly time?: number
  readonly nonce?: string
  readonly signature?: string
  readonly by?: Uint8Array
}

async function post(path: string, message: unknown, sent: Sent = {}): Promise<Response> {
  const { time = Date.now(), nonce = randomBytes(16).toString('hex'), by = network.key, place = path } = sent
  const body = typeof message === 'string' ? message : JSON.stringify(message)
  const signature = sent.signature ?? signChain(by, { place, time: String(time), nonce, body })
  const headers = {
    [chainHeaders.network]: 'Bitcoin',
    [chainHeaders.time]: String(time),
    [chainHeaders.nonce]: nonce,
    [chainHeaders.signature]: signature,
  }
  return fetch(`http://127.0.0.1:${port.port()}${path}`, { method: 'POST', headers, body })
}

async function tell(...payments: ChainPaymentMessage[]): Promise<void> {
  expect((await post('/payments', { payments })).status).toBe(200)
}

async function bitcoin(): Promise<string> {
  const { balances } = await server.ok(accountOne, { token: who.token, params: { kind: 'coin' } })
  return balances.find((one) => one.currency === 'BTC')?.available ?? '0'
}

async function queue(name: 'waiting' | 'held' | 'lost' | 'done', { txid }: ChainPaymentMessage) {
  const { items } = await server.ok(chainDesk.deskChain, { token: ada, query: { queue: name } })
  return items.find((one) => one.transaction_id === txid)
}

async function incoming({ txid }: ChainPaymentMessage) {
  const { items } = await server.ok(walletRoutes.depositsIncoming, { token: who.token })
  return items.find((one) => one.transaction_id === txid)
}

function decide(payment: ChainPayment | undefined, act: ChainAct, more: object = {}) {
  const body = { act, reason: 'compared with an explorer', ...more }
  return server.call(chainDesk.deskChainDecide, { token: ada, params: { id: payment?.id ?? '' }, body })
}

describe('a message of an adapter', () => {
  beforeAll(newcomer)

  it('is taken from the key of its network alone, in its time, once', async () => {
    const body = { after: 0 }
    expect((await post('/addresses', body, { by: chainKey(secret, 'ERC20') })).status).toBe(401)
    expect((await post('/addresses', body, { signature: '0'.repeat(64) })).status).toBe(401)
    expect((await post('/addresses', body, { signature: 'none' })).status).toBe(401)
    expect((await post('/addresses', body, { place: '/payments' })).status).toBe(401)
    expect((await post('/addresses', body, { time: Date.now() - 61_000 })).status).toBe(401)
    expect((await post('/addresses', body, { time: Date.now() + 61_000 })).status).toBe(401)
    const nonce = randomBytes(16).toString('hex')
    const first = await post('/addresses', body, { nonce })
    expect(first.status).toBe(200)
    const text = await first.text()
    const answered = { place: '200', nonce, body: text }
    const signature = first.headers.get(chainHeaders.signature) ?? ''
    expect(isSigned(network.key, { ...answered, time: '1' }, signature)).toBe(false)
    expect(JSON.parse(text)).toMatchObject({ addresses: expect.arrayContaining([{ currency: 'BTC', address }]) })
    expect((await post('/addresses', body, { nonce })).status).toBe(401)
  })

  it('has the shape that its path names, and a bounded size', async () => {
    for (const body of ['', '{', '[]', '{}', '{"payments":[]}'])
      expect((await post('/payments', body)).status).toBe(400)
    const wrong = [
      { amount: '1e3' },
      { amount: '-1' },
      { amount: '01' },
      { confirmations: -1 },
      { output: 0.5 },
      { txid: '../..' },
      { sequence: 0 },
      { address: 'a b' },
    ]
    for (const more of wrong) expect((await post('/payments', { payments: [paid(more)] })).status).toBe(400)
    expect((await post('/payments', 'x'.repeat(300_000))).status).toBe(413)
    expect((await post('/nothing', {})).status).toBe(404)
    expect((await fetch(`http://127.0.0.1:${port.port()}/payments`)).status).toBe(404)
  })

  it('says that it lives', async () => {
    expect(port.adapters()).toEqual([{ network: 'Bitcoin', heard: null, height: null, short: [] }])
    expect((await post('/alive', { height: 12 })).status).toBe(200)
    expect(port.adapters()).toMatchObject([{ network: 'Bitcoin', height: 12 }])
  })
})

describe('a payment to a person’s own address', () => {
  beforeAll(newcomer)

  it('is seen by its owner with its confirmations, and credited once with enough of them, without a voucher', async () => {
    const first = paid()
    await tell(first)
    expect(await incoming(first)).toMatchObject({ amount: '0.05', confirmations: 0, needed: 3, status: 'waiting' })
    await tell(again(first, { confirmations: 2, height: 7, block: 'b7' }))
    expect(await queue('waiting', first)).toMatchObject({ confirmations: 2, account: who.email, status: 'waiting' })
    expect(await bitcoin()).toBe('0')
    const enough = again(first, { confirmations: 3, height: 7, block: 'b7' })
    await Promise.all([tell(enough), tell(enough), tell(again(first, { confirmations: 4 })), tell(enough)])
    await tell(first)
    expect(await bitcoin()).toBe('0.05')
    expect(await incoming(first)).toMatchObject({ status: 'credited', confirmations: 4 })
    expect(await queue('done', first)).toMatchObject({ status: 'credited', by_machine: true, lost: null })
    const { items } = await server.ok(walletRoutes.deposits, { token: who.token })
    expect(items).toMatchObject([
      { status: 'completed', received: '0.05', transaction_id: first.txid, network: 'Bitcoin' },
    ])
    const { rows } = await server.database.query<{ action: string; actor: string }>(
      `SELECT action, actor FROM audit WHERE action LIKE 'deposit_completed%' ORDER BY id`,
    )
    expect(rows).toEqual([
      { action: 'deposit_completed_asked', actor: 'chain Bitcoin' },
      { action: 'deposit_completed', actor: 'chain Bitcoin' },
    ])
  })

  it('goes back to waiting when its block is taken back before the credit', async () => {
    const first = paid({ confirmations: 2, height: 9, block: 'b9' })
    await tell(first)
    const old = again(first, { confirmations: 3 })
    await tell(again(first, { confirmations: 0, height: null, block: '' }))
    // told in another order: what is older says nothing
    await tell(old)
    expect(await bitcoin()).toBe('0.05')
    await tell(again(first, { confirmations: 0, removed: true }))
    expect(await incoming(first)).toBeUndefined()
    expect(await queue('waiting', first)).toMatchObject({ removed: true })
    await tell(again(first, { confirmations: 3, removed: false }))
    expect(await bitcoin()).toBe('0.1')
  })

  it('is noted as lost when it is taken back after the credit, and takes nothing from anybody', async () => {
    const first = paid({ confirmations: 3 })
    await tell(first)
    expect(await bitcoin()).toBe('0.15')
    await tell(again(first, { confirmations: 0 }))
    const lost = await queue('lost', first)
    expect(lost?.lost).toBeGreaterThan(0)
    expect(await bitcoin()).toBe('0.15')
    await tell(again(first, { confirmations: 1 }))
    expect(await queue('lost', first)).toBeUndefined()
    await tell(again(first, { confirmations: 0, removed: true }))
    expect((await decide(await queue('lost', first), 'credit')).reason).toBe('deposit_done')
    expect((await decide(await queue('lost', first), 'settle')).reason).toBe('approval_pending')
    await approveAll()
    expect(await queue('lost', first)).toBeUndefined()
    expect(await queue('done', first)).toMatchObject({ settled: 'compared with an explorer', status: 'credited' })
    expect(await bitcoin()).toBe('0.15')
  })

  it('has one content: what says another is held, and what was credited is looked at', async () => {
    const first = paid()
    await tell(first)
    await tell(again(first, { amount: '5', confirmations: 3 }))
    expect(await queue('held', first)).toMatchObject({ reason: 'payment_changed', amount: '0.05' })
    expect((await decide(await queue('held', first), 'credit')).reason).toBe('amount_invalid')
    const second = paid({ confirmations: 3 })
    await tell(second, again(second, { address: 'elsewhere' }))
    expect((await queue('lost', second))?.status).toBe('credited')
  })
})

describe('what a machine may not credit', () => {
  beforeEach(newcomer)

  it('is held with its reason, and credited by two people', async () => {
    const large = paid({ amount: '2.00000001', confirmations: 3 })
    const little = paid({ amount: '0.0000001', confirmations: 3 })
    const dust = paid({ amount: '0.000000001', confirmations: 3 })
    const strange = paid({ address: '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2', confirmations: 3 })
    const other = paid({ currency: 'ETH', confirmations: 3 })
    await tell(large, little, dust, strange, other)
    expect(await bitcoin()).toBe('0')
    const held = await Promise.all([large, little, dust, strange, other].map((one) => queue('held', one)))
    expect(held.map((one) => one?.reason)).toEqual([
      'second_person_needed',
      'deposit_amount_invalid',
      'amount_invalid',
      'address_unknown',
      'network_unknown',
    ])
    expect((await decide(held[0], 'credit')).reason).toBe('approval_pending')
    expect((await decide(held[2], 'credit')).reason).toBe('amount_invalid')
    expect((await decide(held[3], 'credit')).reason).toBe('user_unknown')
    const own = held[0]?.uid ?? ''
    expect((await decide(held[3], 'credit', { uid: own })).reason).toBe('approval_pending')
    const open = await approveAll()
    expect(open.map(({ kind }) => kind)).toEqual(['chain_payment', 'chain_payment'])
    expect(open.some(({ detail }) => detail['received'] === '2.00000001' && detail['uid'] === own)).toBe(true)
    expect(await bitcoin()).toBe('2.05000001')
    expect(await queue('done', large)).toMatchObject({ status: 'credited', by_machine: false })
    expect((await decide(held[0], 'credit')).reason).toBe('deposit_done')
    const back = { address: aBitcoinAddress(), transaction_id: 'c'.repeat(64) }
    expect((await decide(held[4], 'return', { ...back, transaction_id: 'none' })).reason).toBe('transaction_invalid')
    expect((await decide(held[1], 'return', { ...back, address: 'none' })).reason).toBe('field_malformed')
    expect((await decide(held[1], 'return', back)).reason).toBe('approval_pending')
    await approveAll()
    expect(await queue('done', little)).toMatchObject({ status: 'returned' })
    expect(await bitcoin()).toBe('2.05000001')
  })

  it('is nobody’s again where the engine refuses whom two people named', async () => {
    const theirs = paid({ amount: '2', confirmations: 3 })
    await tell(theirs)
    const first = (await queue('held', theirs))?.uid ?? ''
    // an announced deposit that this payment is not
    const form = formOf({ currency: 'BTC', network: 'Bitcoin', amount: '0.3' }, [await voucher()])
    await server.ok(walletRoutes.depositMake, { token: who.token, form, key: key() })
    await newcomer()
    const own = paid({ amount: '2', confirmations: 3 })
    const strange = paid({ address: '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2', confirmations: 3 })
    await tell(own, strange)
    const held = await queue('held', strange)
    await decide(held, 'credit', { uid: first })
    await approveAll()
    expect(await queue('held', strange)).toMatchObject({ reason: 'deposit_pending', uid: null })
    await decide(held, 'credit', { uid: (await queue('held', own))?.uid ?? '' })
    await approveAll()
    expect([await bitcoin(), (await queue('done', strange))?.status]).toEqual(['0.05', 'credited'])
  })

  it('is held where its voucher was credited before it was seen', async () => {
    const first = paid()
    const fields = { currency: 'BTC', network: 'Bitcoin', amount: '0.05', transaction_id: first.txid }
    const form = formOf(fields, [await voucher()])
    const { id } = await server.ok(walletRoutes.depositMake, { token: who.token, form, key: key() })
    const body = { currency: 'BTC', received: '0.05', reason: 'seen on the chain' }
    await server.ok(desk.deskDepositComplete, { token: ada, params: { id }, body, key: key() })
    await tell(again(first, { confirmations: 3 }))
    expect(await queue('held', first)).toMatchObject({ reason: 'deposit_done' })
    expect(await bitcoin()).toBe('0.05')
  })

  it('ends the voucher that it is, and waits beside another', async () => {
    const first = paid()
    const fields = { currency: 'BTC', network: 'Bitcoin', amount: '0.05', transaction_id: first.txid }
    const form = formOf(fields, [await voucher()])
    await server.ok(walletRoutes.depositMake, { token: who.token, form, key: key() })
    await tell(again(first, { confirmations: 3 }))
    expect(await bitcoin()).toBe('0.05')
    const other = paid({ amount: '0.07' })
    const said = formOf({ ...fields, transaction_id: 'd'.repeat(64) }, [await voucher()])
    const made = await server.ok(walletRoutes.depositMake, { token: who.token, form: said, key: key() })
    await tell(again(other, { confirmations: 3 }))
    expect(await queue('held', other)).toMatchObject({ reason: 'deposit_pending' })
    expect(await bitcoin()).toBe('0.05')
    await server.ok(walletRoutes.depositCancel, { token: who.token, params: { id: made.id }, key: key() })
    expect((await decide(await queue('held', other), 'credit')).reason).toBe('approval_pending')
    await approveAll()
    expect(await bitcoin()).toBe('0.12')
  })
})
