import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { type createServerClient, evmAddress, payEvm, payOrders, watchEvm } from '../../apps/server/src/chain/door.ts'
import { type Anvil, startAnvil } from './anvil.ts'

/** What the server hands over may be wrong, old or another's: nothing of it may cost the house more than it owes. */
const folder = mkdtempSync(join(tmpdir(), 'truemark-payout-'))
const rich = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
/** A contract that takes coins, and counts down from 10 000 before it does. */
const burningCode = '0x6c6127105b600190038060035700600052600d6013f3'
const ether = 10n ** 18n
const texts = z.string()
const anAddress = (): string => `0x${randomBytes(20).toString('hex')}`

let node: Anvil
let file = ''
let key = Uint8Array.from(randomBytes(32))
let now = 0
/** What the server was told, in order; what it answers. */
let said: { path: string; message: unknown }[] = []
let orders: object[] = []
let answer: () => object = () => ({ go: true, why: '' })

const mine = (count: number) => node.rpc('anvil_mine', [`0x${count.toString(16)}`], z.unknown())
const coins = async (there: string) => BigInt(await node.rpc('eth_getBalance', [there, 'latest'], texts))
const kept = () => JSON.parse(readFileSync(file, 'utf8'))
const stands = () =>
  said.filter(({ path }) => path === '/payouts/said').flatMap(({ message }) => Object(message).payouts)

const tell: ReturnType<typeof createServerClient> = async (path, message) => {
  said.push({ path, message })
  if (path === '/payouts') return { payouts: orders, sequence: 0, confirmations: 2, next: 0, more: false }
  if (path === '/payouts/take') return answer()
  return path === '/addresses' ? { addresses: [], sequence: 0, next: 0, more: false } : {}
}

function begun(more: { chainId?: number; rpc?: Anvil['rpc'] } = {}) {
  const bounds = { chainId: 31_337, gasMax: { own: 100_000n, token: 300_000n }, feeMax: 10n ** 12n, bumpMs: 60_000 }
  const coin = { currency: 'ETH', contract: '', decimals: 18 }
  const options = { rpc: node.rpc, tell, file, coins: [coin], key, ...bounds, now: () => now, ...more }
  return payOrders(tell, payEvm(options))
}

const ordered = (payout: number, address: string, more: object = {}) => {
  const plain = { payout, currency: 'ETH', address, memo: '', amount: '0.5', state: 'ordered', pledge: '', txid: '' }
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
  const [one] = kept().orders
  return { pledge: `${one.from}:${one.nonce}`, txid: one.versions[0].hash.slice(2) }
}

beforeAll(async () => {
  node = await startAnvil()
})
beforeEach(async () => {
  file = join(folder, `${randomBytes(8).toString('hex')}.json`)
  key = Uint8Array.from(randomBytes(32))
  said = []
  orders = []
  const value = `0x${(9n * ether).toString(16)}`
  await node.rpc('eth_sendTransaction', [{ from: rich, to: evmAddress(key), value, gas: '0x5208' }], texts)
  await mine(1)
})
afterAll(async () => {
  await node.stop()
  rmSync(folder, { recursive: true, force: true })
})

it('pays no other payee under a number that it has signed or sent for one', async () => {
  const [first, second, third] = [anAddress(), anAddress(), anAddress()]
  await signedOnly(1, first)
  orders = [ordered(1, second)]
  await begun().round()
  expect(said.findLast(({ path }) => path === '/payouts/take')?.message).toMatchObject({
    address: second,
    amount: '0.5',
  })
  orders = [ordered(1, third)]
  await begun().round()
  expect(stands().at(-1)).toMatchObject({ payout: 1, state: 'lost', txid: '' })
  orders = [ordered(1, second, { amount: '0.6' })]
  await begun().round()
  expect(stands().at(-1)).toMatchObject({ payout: 1, state: 'lost', txid: '' })
  await mine(2)
  expect([await coins(first), await coins(second), await coins(third)]).toEqual([0n, ether / 2n, 0n])
})

it('says nothing unsent that was let go, until the node was asked, whatever old copy of its file it has', async () => {
  const [sent, unsent] = [anAddress(), anAddress()]
  const at = await signedOnly(1, sent)
  const copy = readFileSync(file)
  await begun().round()
  await mine(1)
  writeFileSync(file, copy)
  orders = [ordered(1, sent, { ...at, state: 'taken', recalled: true })]
  await begun().round()
  expect(stands().at(-1)).toMatchObject({ payout: 1, state: 'sent', confirmations: 1, txid: at.txid })
  const other = await signedOnly(2, unsent).then(() => kept().orders.at(-1))
  const named = { pledge: `${other.from}:${other.nonce}`, txid: other.versions[0].hash.slice(2), state: 'taken' }
  answer = () => ({ go: false, why: 'payout_paused' })
  orders = [ordered(2, unsent, named)]
  await begun().round()
  orders = [ordered(2, unsent, { ...named, recalled: true })]
  await begun().round()
  expect(stands().at(-1)).toMatchObject({ payout: 2, state: 'lost' })
  orders = [ordered(2, unsent, { ...named, state: 'lost', recalled: true })]
  answer = () => ({ go: true, why: '' })
  await begun().round()
  await mine(1)
  expect(kept().orders.find(({ payout }: { payout: number }) => payout === 2)).toMatchObject({ stage: 'signed' })
  expect(await coins(unsent)).toBe(0n)
})

it('sends again nothing that people settle, or that a server which was put back has not let go', async () => {
  const there = anAddress()
  orders = [ordered(1, there)]
  await begun().round()
  const { txid } = stands().at(-1)
  const [one] = kept().orders
  await node.rpc('anvil_dropTransaction', [one.versions[0].hash], z.unknown())
  for (const more of [{}, { state: 'lost', txid, pledge: `${one.from}:0` }]) {
    orders = [ordered(1, there, more)]
    await begun().round()
    expect(stands().at(-1)).toMatchObject({ payout: 1, state: 'lost', txid })
    await mine(1)
    expect(await coins(there)).toBe(0n)
  }
  orders = [ordered(1, there, { state: 'returned', txid, pledge: `${one.from}:0` }), ordered(2, there)]
  await begun().round()
  await mine(1)
  // its number is free, so that nothing after it waits
  expect(await coins(there)).toBe(ether / 2n)
  expect(stands().at(-1)).toMatchObject({ payout: 2, state: 'sent' })
})

it('gives back to people what burns gas, fails at the node or is too fine, and pays the others', async () => {
  const made = await node.rpc('eth_sendTransaction', [{ from: rich, data: burningCode, gas: '0x100000' }], texts)
  await mine(1)
  const receipt = await node.rpc('eth_getTransactionReceipt', [made], z.object({ contractAddress: texts }))
  const [poison, good] = [anAddress(), anAddress()]
  const rpc: Anvil['rpc'] = async (method, params, shape) => {
    const [call] = params
    if (method === 'eth_estimateGas' && Object(call).to === poison) throw new Error('the node fell over')
    return node.rpc(method, params, shape)
  }
  const fine = ordered(3, anAddress(), { amount: '0.0000000000000000001' })
  orders = [ordered(1, receipt.contractAddress), ordered(2, poison), fine, ordered(4, good)]
  const round = watchEvm({
    rpc: node.rpc,
    tell,
    file: `${file}.seen`,
    coins: [],
    depth: 6,
    paying: begun({ rpc }),
  }).round()
  await expect(round).rejects.toThrow('payout 2')
  expect(said.at(-1)?.path).toBe('/alive')
  expect(stands()).toMatchObject([
    { payout: 1, state: 'unsent', reason: '' },
    { payout: 3, state: 'unsent', reason: '' },
    { payout: 4, state: 'sent' },
  ])
  await mine(1)
  expect([await coins(receipt.contractAddress), await coins(good)]).toEqual([0n, ether / 2n])
})

it('gives the number of what is over and was never sent to the next, and forgets what the server names no more', async () => {
  await signedOnly(1, anAddress())
  expect(kept().orders).toMatchObject([{ payout: 1, nonce: 0 }])
  const there = anAddress()
  orders = [ordered(2, there)]
  const program = begun()
  await program.round()
  expect(kept().orders).toMatchObject([{ payout: 2, nonce: 0 }])
  await mine(1)
  expect(await coins(there)).toBe(ether / 2n)
  orders = []
  await program.round()
  expect(kept().orders).toHaveLength(1)
  now += 3_600_000
  await program.round()
  expect(kept()).toMatchObject({ orders: [], numbers: { [`31337:${evmAddress(key)}`]: 1 } })
})

it('asks nothing of a node of another chain', async () => {
  orders = [ordered(1, anAddress())]
  await expect(begun({ chainId: 1 }).round()).rejects.toThrow('the node is of chain 31337, not of 1')
  expect(said.map(({ path }) => path)).toEqual(['/payouts'])
})

it('is not lost that was mined between two questions, and is lost that was paid by no transaction of its own', async () => {
  const there = anAddress()
  orders = [ordered(1, there)]
  await begun().round()
  await mine(1)
  orders = [ordered(1, there, { state: 'taken', pledge: `${evmAddress(key)}:0` })]
  let hidden = 1
  const rpc: Anvil['rpc'] = (method, params, shape) => {
    if (method !== 'eth_getTransactionReceipt' || hidden === 0) return node.rpc(method, params, shape)
    hidden -= 1
    return Promise.resolve(z.parse(shape, null))
  }
  await begun({ rpc }).round()
  expect(stands().at(-1)).toMatchObject({ payout: 1, state: 'sent', confirmations: 1 })
  const others = await node.rpc('eth_sendTransaction', [{ from: rich, to: there, value: '0x1', gas: '0x5208' }], texts)
  await mine(1)
  for (const txid of [others.slice(2), 'ab'.repeat(32)]) {
    orders = [ordered(2, there, { state: 'paid', txid, pledge: 'forged' })]
    await begun().round()
    expect(stands().at(-1)).toMatchObject({ payout: 2, state: 'lost', reason: 'payout_gone' })
  }
})

it('that is lost keeps its number from none after it: nothing is paid under it any more', async () => {
  const [lost, there] = [anAddress(), anAddress()]
  const at = await signedOnly(1, lost)
  orders = [ordered(1, lost, { ...at, state: 'lost', recalled: true }), ordered(2, there)]
  const program = begun()
  await program.round()
  expect(stands().find(({ payout }) => payout === 1)).toMatchObject({ state: 'lost' })
  await mine(1)
  expect([await coins(lost), await coins(there)]).toEqual([0n, ether / 2n])
  expect(Number(await node.rpc('eth_getTransactionCount', [evmAddress(key), 'latest'], texts))).toBe(2)
  // one that is on its way itself is waited for
  orders = [ordered(3, anAddress())]
  await program.round()
  await program.round()
  await mine(1)
  expect(Number(await node.rpc('eth_getTransactionCount', [evmAddress(key), 'latest'], texts))).toBe(3)
})

it('that was let go, not sent and taken back is lost, and is sent no more', async () => {
  const there = anAddress()
  orders = [ordered(1, there)]
  const rpc: Anvil['rpc'] = (method, params, shape) =>
    method === 'eth_sendRawTransaction' ? Promise.reject(new Error('the node stops')) : node.rpc(method, params, shape)
  await expect(begun({ rpc }).round()).rejects.toThrow('payout 1')
  const [one] = kept().orders
  const at = { pledge: `${one.from}:0`, txid: one.versions[0].hash.slice(2), state: 'taken', recalled: true }
  orders = [ordered(1, there, at)]
  await begun().round()
  expect(stands().at(-1)).toMatchObject({ payout: 1, state: 'lost', reason: 'payout_gone' })
  await mine(1)
  expect(await coins(there)).toBe(0n)
})

it('is said to be there by a program that runs on, once people believe it lost', async () => {
  const there = anAddress()
  orders = [ordered(1, there)]
  const program = begun()
  await program.round()
  const [{ txid }] = stands()
  orders = [ordered(1, there, { state: 'taken', pledge: `${evmAddress(key)}:0`, txid })]
  await program.round()
  expect(stands()).toHaveLength(1)
  orders = [ordered(1, there, { state: 'lost', pledge: `${evmAddress(key)}:0`, txid })]
  await program.round()
  expect(stands()).toHaveLength(2)
  expect(stands().at(-1)).toMatchObject({ payout: 1, state: 'sent', txid })
})

it('is refused by a contract only once that lies as deep as a payment has to', async () => {
  const there = anAddress()
  orders = [ordered(1, there)]
  await begun().round()
  const [{ txid }] = stands()
  orders = [ordered(1, there, { state: 'taken', pledge: `${evmAddress(key)}:0`, txid })]
  await mine(1)
  const rpc: Anvil['rpc'] = async (method, params, shape) => {
    if (method !== 'eth_getTransactionReceipt') return node.rpc(method, params, shape)
    return z.parse(shape, { ...Object(await node.rpc(method, params, z.unknown())), status: '0x0' })
  }
  await begun({ rpc }).round()
  expect(stands().at(-1)).toMatchObject({ payout: 1, state: 'sent', confirmations: 0 })
  await mine(1)
  await begun({ rpc }).round()
  expect(stands().at(-1)).toMatchObject({ payout: 1, state: 'lost', reason: 'payout_reverted' })
})
