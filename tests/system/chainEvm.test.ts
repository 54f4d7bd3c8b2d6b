import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { accountOne } from '@truemark/protocol/routes/account'
import { contentRoutes } from '@truemark/protocol/routes/content'
import { deskChainRoutes as chainDesk } from '@truemark/protocol/routes/deskChain'
import { deskWalletRoutes as desk } from '@truemark/protocol/routes/deskWallet'
import { walletRoutes } from '@truemark/protocol/routes/wallet'
import { afterAll, beforeAll, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { createRpc, createServerClient, watchEvm } from '../../apps/server/src/chain/door.ts'
import { house } from '../../apps/server/src/engine/door.ts'
import { chainKey } from '../../apps/server/src/platform/chain/signature.ts'
import { type LiveServer, startLiveServer } from '../../apps/server/src/testing/liveServer.ts'
import { makeOperator } from '../../apps/server/src/testing/people.ts'
import type { ChainPort } from '../../apps/server/src/wallet/door.ts'
import { type Person, person } from '../../apps/server/src/wallet/testing/walletRun.ts'
import { freePort } from './chainNode.ts'

const network = { network: 'ERC20', confirmations: 3, key: chainKey(randomBytes(32).toString('hex'), 'ERC20') }
const folder = mkdtempSync(join(tmpdir(), 'truemark-chain-'))
const file = join(folder, 'state.json')
const from = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
/** Says `Transfer(caller, to, amount)` of its two arguments: all that of a token is looked at. */
const tokenCode =
  '0x60318060' +
  '0b6000396000f3' +
  '602035600052600035337fddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef60206000a300'
/** An address that nobody has the key of. */
const anAddress = (): string => `0x${randomBytes(20).toString('hex')}`
const texts = z.string()

let node: ChildProcess
let rpc: ReturnType<typeof createRpc>
let server: LiveServer
let port: ChainPort
let treasurer = ''
let who: Person
let token = ''
const addresses: Record<string, string> = {}
let lost: (path: string) => boolean = () => false

async function startNode(): Promise<void> {
  const at = await freePort()
  const launcher = createRequire(import.meta.url).resolve('@foundry-rs/anvil/package.json')
  const { bin } = z.parse(
    z.object({ bin: z.union([z.string(), z.record(z.string(), z.string())]) }),
    JSON.parse(readFileSync(launcher, 'utf8')),
  )
  const program = join(launcher, '..', typeof bin === 'string' ? bin : (Object.values(bin)[0] ?? ''))
  const args = [program, '--port', String(at), '--no-mining', '--silent', '--order', 'fifo']
  node = spawn(process.execPath, args, { stdio: 'ignore' })
  rpc = createRpc(`http://127.0.0.1:${at}`)
  for (let tries = 0; tries < 200; tries += 1) {
    const isUp = await rpc('eth_blockNumber', [], texts).then(
      () => true,
      () => false,
    )
    if (isUp) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error('the node does not answer')
}

beforeAll(async () => {
  await startNode()
  const made = await rpc('eth_sendTransaction', [{ from, data: tokenCode, gas: '0x100000' }], texts)
  await mine(1)
  const receipt = await rpc('eth_getTransactionReceipt', [made], z.object({ contractAddress: texts }))
  token = receipt.contractAddress
  server = await startLiveServer({ chain: [network] })
  const opened = await server.chainPort()
  if (opened === null) throw new Error('no port was opened')
  port = opened
  treasurer = await makeOperator(server, 'treasurer', 'Ada')
  who = await person(server)
  const { rows } = await server.database.query<{ real_holder: number }>(
    'SELECT real_holder FROM app_user WHERE email = $1',
    [who.email],
  )
  const holder = rows[0]?.real_holder ?? -1
  const standing = { type: 'setStanding', holder, disabled: false, realName: 'approved', country: 'FR' } as const
  expect((await server.engine.exchange.command(house, standing)).ok).toBe(true)
  for (const currency of ['BTC', 'USDT']) {
    const where = { currency, network: 'ERC20' }
    const shared = anAddress()
    const row = { ...where, form: 'ERC20', address: shared, deposit: true, withdraw: true, reason: 'opening' }
    await server.ok(desk.deskNetworkPut, { token: treasurer, body: row })
    const body = { ...where, addresses: [anAddress()], reason: 'more' }
    await server.ok(desk.deskAddressesAdd, { token: treasurer, body })
    const given = await server.ok(contentRoutes.addressToken, { token: who.token, body: where })
    addresses[currency] = given.address
  }
})
afterAll(async () => {
  await port.stop()
  expect(await server.engine.imbalance()).toEqual([])
  await server.stop()
  const ended = new Promise((resolve) => node.once('exit', resolve))
  node.kill('SIGTERM')
  await ended
  rmSync(folder, { recursive: true, force: true })
})

/** The program as it begins after a crash, with nothing but its file. */
function begun() {
  const client = createServerClient({ url: `http://127.0.0.1:${port.port()}`, ...network })
  return watchEvm({
    rpc,
    tell: async (path, message) => {
      const answer = await client(path, message)
      if (lost(path)) throw new Error('the answer was lost')
      return answer
    },
    file,
    coins: [
      { currency: 'BTC', contract: '', decimals: 18 },
      { currency: 'USDT', contract: token.toLowerCase(), decimals: 6 },
    ],
    depth: 20,
    paying: null,
  })
}

async function mine(count: number): Promise<void> {
  for (let made = 0; made < count; made += 1) await rpc('evm_mine', [], z.unknown())
}

const word = (units: bigint): string => units.toString(16).padStart(64, '0')
const coin = (units: bigint): Promise<string> =>
  rpc('eth_sendTransaction', [{ from, to: addresses['BTC'], value: `0x${units.toString(16)}`, gas: '0x5208' }], texts)
const pay = (units: bigint, to = addresses['USDT'] ?? ''): Promise<string> => {
  // at a fixed price, so that the same payment is the same transaction
  const data = `0x${to.slice(2).toLowerCase().padStart(64, '0')}${word(units)}`
  return rpc('eth_sendTransaction', [{ from, to: token, data, gas: '0x20000', gasPrice: '0x77359400' }], texts)
}

async function balance(currency: string): Promise<string> {
  const { balances } = await server.ok(accountOne, { token: who.token, params: { kind: 'coin' } })
  return balances.find((one) => one.currency === currency)?.available ?? '0'
}
const seen = async (txid: string) => {
  const { items } = await server.ok(walletRoutes.depositsIncoming, { token: who.token })
  return items.find((one) => txid.endsWith(one.transaction_id))
}
const queue = async (name: 'lost' | 'waiting' | 'held') =>
  (await server.ok(chainDesk.deskChain, { token: treasurer, query: { queue: name } })).items

it('tells of the chain’s coin and of a token, each credited once, whatever is lost and repeated', async () => {
  let watch = begun()
  await watch.round()
  const ether = await coin(50_000_000_000_000_001n)
  const tether = await pay(25_000_000n)
  await pay(25_000_000n, from)
  await mine(1)
  await watch.round()
  expect(await seen(ether)).toMatchObject({ amount: '0.05', confirmations: 1, needed: 3, status: 'waiting' })
  expect(await seen(tether)).toMatchObject({ amount: '25', confirmations: 1, status: 'waiting' })
  await mine(2)
  lost = (path) => path === '/payments'
  await expect(watch.round()).rejects.toThrow('the answer was lost')
  lost = () => false
  // killed here, after the server had it and before it noted so
  watch = begun()
  await watch.round()
  await begun().round()
  await mine(1)
  await watch.round()
  expect([await balance('BTC'), await balance('USDT')]).toEqual(['0.05', '25'])
  expect(await seen(tether)).toMatchObject({ confirmations: 4, status: 'credited' })
  expect(await queue('held')).toEqual([])
})

it('numbers a transfer by its place in its transaction and not in the block, and goes on from an old copy of its file', async () => {
  const kept = readFileSync(file, 'utf8')
  await pay(10_000_000n)
  await pay(11_000_000n)
  await mine(3)
  await begun().round()
  expect(await balance('USDT')).toBe('46')
  const { items } = await server.ok(chainDesk.deskChain, { token: treasurer, query: { queue: 'done' } })
  expect(items.map(({ currency, output }) => [currency, output])).toEqual([
    ['USDT', 1],
    ['USDT', 1],
    ['USDT', 1],
    ['BTC', 0],
  ])
  writeFileSync(file, kept)
  await begun().round()
  await mine(1)
  await begun().round()
  expect(await balance('USDT')).toBe('46')
})

it('takes a payment back to waiting by a reorganisation before its credit, and notes it as lost by one after', async () => {
  const before = await rpc('evm_snapshot', [], texts)
  const txid = await pay(30_000_000n)
  await mine(2)
  const watch = begun()
  await watch.round()
  expect(await seen(txid)).toMatchObject({ confirmations: 2 })
  await rpc('evm_revert', [before], z.boolean())
  await mine(1)
  await watch.round()
  expect(await seen(txid)).toBeUndefined()
  expect(await queue('waiting')).toMatchObject([{ confirmations: 0, removed: true }])
  const again = await rpc('evm_snapshot', [], texts)
  // the same transaction, in another block
  expect(await pay(30_000_000n)).toBe(txid)
  await mine(3)
  await watch.round()
  expect(await balance('USDT')).toBe('76')
  await rpc('evm_revert', [again], z.boolean())
  await mine(1)
  // also where it was not running meanwhile
  await begun().round()
  expect(await queue('lost')).toMatchObject([{ status: 'credited' }])
  expect(await balance('USDT')).toBe('76')
  expect(await pay(30_000_000n)).toBe(txid)
  await mine(1)
  await begun().round()
  expect(await queue('lost')).toEqual([])
  expect(await balance('USDT')).toBe('76')
})
