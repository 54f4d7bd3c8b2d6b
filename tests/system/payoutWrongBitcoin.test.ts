import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bitcoinAddressIn } from '@truemark/payee/bitcoinForm'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { type createServerClient, createRpc, payBitcoin, payOrders } from '../../apps/server/src/chain/door.ts'
import { RpcRefusal } from '../../apps/server/src/chain/jsonRpc.ts'
import { aBitcoinAddress } from '../../apps/server/src/wallet/testing/walletRun.ts'
import { type ChainNode, nodeProgram, startChainNode } from './chainNode.ts'

/** What the server hands over may be wrong, old or another's: nothing of it may cost the house more than it owes. */
const folder = mkdtempSync(join(tmpdir(), 'truemark-payout-'))
// npm test says how to come by one
const withNode = it.skipIf(nodeProgram === null)

let node: ChainNode
let file = ''
/** What the server was told, in order; what it answers. */
let said: { path: string; message: unknown }[] = []
let orders: object[] = []
let answer: () => object = () => ({ go: true, why: '' })

const kept = () => JSON.parse(readFileSync(file, 'utf8'))
const stands = () =>
  said.filter(({ path }) => path === '/payouts/said').flatMap(({ message }) => Object(message).payouts)

const tell: ReturnType<typeof createServerClient> = async (path, message) => {
  said.push({ path, message })
  if (path === '/payouts') return { payouts: orders, sequence: 0, confirmations: 2, next: 0, more: false }
  return path === '/payouts/take' ? answer() : {}
}

const begun = (rpc: ReturnType<typeof createRpc> = createRpc(node.url)) => {
  const options = { rpc, tell, file, currency: 'BTC', form: node.form, feeBlocks: 6 }
  return payOrders(tell, payBitcoin({ ...options, now: Date.now }))
}

const ordered = (payout: number, address: string, more: object = {}) => {
  const plain = { payout, currency: 'BTC', address, memo: '', amount: '0.5', state: 'ordered', pledge: '', txid: '' }
  return { ...plain, recalled: false, ...more }
}

/** An order that is written down, and whose program ended before it knew whether it was let go. */
async function signedOnly(payout: number, address: string) {
  orders = [ordered(payout, address)]
  answer = () => {
    throw new Error('the server went away')
  }
  await expect(begun().round()).rejects.toThrow(`payout ${payout}`)
  answer = () => ({ go: true, why: '' })
  const [{ inputs, txid }] = kept().orders
  return { pledge: `${inputs[0].txid}:${inputs[0].vout}`, txid }
}

/** What the wallet has sent to an address, in blocks and on its way. */
async function arrived(address: string): Promise<number[]> {
  const there = bitcoinAddressIn(node.form, address)
  const listed: { category: string; address: string; amount: number; confirmations: number }[] = Object(
    await node.call('listsinceblock'),
  ).transactions
  const sent = listed.filter((one) => one.category === 'send' && one.address === there && one.confirmations >= 0)
  return sent.map(({ amount }) => -amount)
}

beforeAll(async () => {
  if (nodeProgram !== null) node = await startChainNode(join(import.meta.dirname, '../..'))
})
beforeEach(() => {
  file = join(folder, `${randomBytes(8).toString('hex')}.json`)
  said = []
  orders = []
})
afterAll(async () => {
  if (nodeProgram !== null) await node.stop()
  rmSync(folder, { recursive: true, force: true })
})

withNode('pays no other payee under a number that it has signed or sent for one', async () => {
  const [first, second, third] = [aBitcoinAddress(), aBitcoinAddress(), aBitcoinAddress()]
  await signedOnly(1, first)
  orders = [ordered(1, second)]
  await begun().round()
  expect(said.findLast(({ path }) => path === '/payouts/take')?.message).toMatchObject({ address: second })
  orders = [ordered(1, third)]
  await begun().round()
  expect(stands().at(-1)).toMatchObject({ payout: 1, state: 'lost', txid: '' })
  expect([await arrived(first), await arrived(second), await arrived(third)]).toEqual([[], [0.5], []])
  await node.mine(1)
})

withNode(
  'says nothing unsent that was let go, until the node was asked, whatever old copy of its file it has',
  async () => {
    const there = aBitcoinAddress()
    const at = await signedOnly(1, there)
    const copy = readFileSync(file)
    orders = [ordered(1, there, { ...at, state: 'taken', recalled: true })]
    await begun().round()
    expect(stands().at(-1)).toMatchObject({ payout: 1, state: 'lost' })
    expect(await arrived(there)).toEqual([])
    orders = [ordered(1, there, { ...at, state: 'taken' })]
    await begun().round()
    await node.mine(1)
    writeFileSync(file, copy)
    orders = [ordered(1, there, { ...at, state: 'taken', recalled: true })]
    await begun().round()
    expect(stands().at(-1)).toMatchObject({ payout: 1, state: 'sent', confirmations: 1 })
  },
)

withNode('sends again nothing that people settle, or that a server which was put back has not let go', async () => {
  const there = aBitcoinAddress()
  const { pledge, txid } = await signedOnly(1, there)
  const {
    orders: [one],
  } = kept()
  writeFileSync(file, JSON.stringify({ sequence: 0, orders: [{ ...one, stage: 'sending' }], numbers: {} }))
  for (const more of [{}, { state: 'lost', txid, pledge }]) {
    orders = [ordered(1, there, more)]
    await begun().round()
    expect(stands().at(-1)).toMatchObject({ payout: 1, state: 'lost', txid })
    expect(await arrived(there)).toEqual([])
  }
  orders = [ordered(1, there, { state: 'returned', txid, pledge })]
  await begun().round()
  expect(await node.call('listlockunspent')).toEqual([])
})

withNode('gives dust back to people and pays the others, and frees the coins of what is named no more', async () => {
  const there = aBitcoinAddress()
  const finer = ordered(2, aBitcoinAddress(), { amount: '0.000000001' })
  orders = [ordered(1, aBitcoinAddress(), { amount: '0.00000001' }), finer, ordered(3, there)]
  await begun().round()
  expect(stands()).toMatchObject([
    { payout: 1, state: 'unsent', reason: '' },
    { payout: 2, state: 'unsent', reason: '' },
    { payout: 3, state: 'sent' },
  ])
  expect(await arrived(there)).toEqual([0.5])
  await node.mine(1)
  await signedOnly(4, aBitcoinAddress())
  orders = []
  await begun().round()
  expect(kept().orders).toMatchObject([{ payout: 3 }])
  expect(await node.call('listlockunspent')).toEqual([])
})

withNode('is lost only once what used its coins lies as deep as a payment has to', async () => {
  const there = aBitcoinAddress()
  const at = await signedOnly(1, there)
  await node.call('lockunspent', true)
  const all = Object(await node.call('getbalance'))
  await node.call('sendtoaddress', await node.call('getnewaddress'), all, '', '', true)
  await node.mine(1)
  orders = [ordered(1, there, { ...at, state: 'taken' })]
  await begun().round()
  expect(stands().at(-1)).toMatchObject({ payout: 1, state: 'sent', confirmations: 0 })
  await node.mine(1)
  await begun().round()
  expect(stands().at(-1)).toMatchObject({ payout: 1, state: 'lost', reason: 'payout_gone' })
  expect(await arrived(there)).toEqual([])
})

withNode('is lost that is said to be paid by a transaction of another', async () => {
  const txid = await node.pay(String(await node.call('getnewaddress')), '1')
  for (const one of [txid, 'ab'.repeat(32)]) {
    orders = [ordered(1, aBitcoinAddress(), { state: 'paid', txid: one, pledge: 'forged' })]
    await begun().round()
    expect(stands().at(-1)).toMatchObject({ payout: 1, state: 'lost', reason: 'payout_gone' })
  }
})

/** A node that sends nothing, for a reason. */
function refusing(refusal: Error): ReturnType<typeof createRpc> {
  const rpc = createRpc(node.url)
  return (method, params, shape) =>
    method === 'sendrawtransaction' ? Promise.reject(refusal) : rpc(method, params, shape)
}

withNode('is not lost while its coins are there, though the node says that one is missing', async () => {
  const there = aBitcoinAddress()
  const at = await signedOnly(1, there)
  orders = [ordered(1, there, { ...at, state: 'taken' })]
  // as for one that spends the change of another, which the node has dropped while fees are high
  const missing = refusing(
    new RpcRefusal('sendrawtransaction', { code: -25, message: 'bad-txns-inputs-missingorspent' }),
  )
  for (let rounds = 0; rounds < 3; rounds += 1) {
    await begun(missing).round()
    expect(stands().at(-1)).toMatchObject({ payout: 1, state: 'sent', confirmations: 0 })
    await node.mine(1)
  }
  await begun().round()
  await node.mine(1)
  expect(await arrived(there)).toEqual([0.5])
})

withNode('that was let go, not sent and taken back is lost, and is sent no more', async () => {
  const there = aBitcoinAddress()
  orders = [ordered(1, there)]
  await expect(begun(refusing(new Error('the node stops'))).round()).rejects.toThrow('payout 1')
  const [{ inputs, txid }] = kept().orders
  const pledge = `${inputs[0].txid}:${inputs[0].vout}`
  orders = [ordered(1, there, { pledge, txid, state: 'taken', recalled: true })]
  await begun().round()
  expect(stands().at(-1)).toMatchObject({ payout: 1, state: 'lost', reason: 'payout_gone' })
  await node.mine(1)
  expect(await arrived(there)).toEqual([])
})
