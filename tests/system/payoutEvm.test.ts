import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deskPayoutRoutes as payouts } from '@truemark/protocol/routes/deskPayouts'
import { deskWalletRoutes as desk } from '@truemark/protocol/routes/deskWallet'
import { payeeRoutes } from '@truemark/protocol/routes/payees'
import { walletRoutes } from '@truemark/protocol/routes/wallet'
import { afterAll, beforeAll, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { createServerClient, evmAddress, payEvm, payOrders, signEvm } from '../../apps/server/src/chain/door.ts'
import { house } from '../../apps/server/src/engine/door.ts'
import { chainKey } from '../../apps/server/src/platform/chain/signature.ts'
import { type LiveServer, startLiveServer } from '../../apps/server/src/testing/liveServer.ts'
import { makeOperator } from '../../apps/server/src/testing/people.ts'
import type { ChainPort } from '../../apps/server/src/wallet/door.ts'
import { type Person, person, proof } from '../../apps/server/src/wallet/testing/walletRun.ts'
import { type Anvil, startAnvil } from './anvil.ts'

const network = { network: 'ERC20', confirmations: 2, key: chainKey(randomBytes(32).toString('hex'), 'ERC20') }
const folder = mkdtempSync(join(tmpdir(), 'truemark-payout-'))
const file = join(folder, 'payouts.json')
const rich = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
/** A token whose maker holds 10¹⁵ of it: `balanceOf`, and `transfer`, which refuses what its caller has not. */
const tokenCode =
  '0x66038d7ea4c68000335560708060156000396000f360003560e01c6370a0823114605d576024353354818110606a57819003335560043580548201815581600052337fddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef60206000a3600160005260206000f35b6004355460005260206000f35b60006000fd'
/** A contract that reverts whatever it is called with. */
const refusingCode = '0x6460006000fd6000526005601bf3'
const key = Uint8Array.from(randomBytes(32))
const payer = evmAddress(key)
const gwei = 1_000_000_000n
const ether = 10n ** 18n
const texts = z.string()
const anAddress = (): string => `0x${randomBytes(20).toString('hex')}`

let node: Anvil
let rpc: Anvil['rpc']
let server: LiveServer
let port: ChainPort
let treasurer = ''
let token = ''
/** What the program takes for the time. */
let now = 0

/** Where the program dies next: before or after its n-th call of node or server. */
let dies: { at: number; before: boolean } | null = null
let calls = 0
class Killed extends Error {}

async function called<T>(work: () => Promise<T>): Promise<T> {
  calls += 1
  const isNow = dies?.at === calls
  if (dies !== null && (calls > dies.at || (isNow && dies.before))) throw new Killed('killed')
  const answer = await work()
  if (isNow) throw new Killed('killed')
  return answer
}

async function mine(count: number): Promise<void> {
  for (let made = 0; made < count; made += 1) await rpc('evm_mine', [], z.unknown())
}

const word = (units: bigint): string => units.toString(16).padStart(64, '0')

async function fund(): Promise<void> {
  const made = await rpc('eth_sendTransaction', [{ from: rich, data: tokenCode, gas: '0x100000' }], texts)
  await mine(1)
  const receipt = await rpc('eth_getTransactionReceipt', [made], z.object({ contractAddress: texts, status: texts }))
  expect(receipt.status).toBe('0x1')
  token = receipt.contractAddress.toLowerCase()
  const value = `0x${(50n * ether).toString(16)}`
  await rpc('eth_sendTransaction', [{ from: rich, to: payer, value, gas: '0x5208' }], texts)
  const data = `0xa9059cbb${payer.slice(2).padStart(64, '0')}${word(1_000_000_000_000n)}`
  await rpc('eth_sendTransaction', [{ from: rich, to: token, data, gas: '0x20000' }], texts)
  await mine(1)
}

beforeAll(async () => {
  node = await startAnvil()
  rpc = node.rpc
  await fund()
  const bounds = { orderMax: new Map([['ERC20', 10n ** 15n]]), dayMax: 10n ** 15n }
  server = await startLiveServer({ chain: [network], payouts: bounds })
  const opened = await server.chainPort()
  if (opened === null) throw new Error('no port was opened')
  port = opened
  treasurer = await makeOperator(server, 'treasurer', 'Ada')
  for (const currency of ['BTC', 'USDT']) {
    const row = { currency, network: 'ERC20', form: 'ERC20', address: anAddress(), reason: 'opening' }
    await server.ok(desk.deskNetworkPut, { token: treasurer, body: { ...row, deposit: true, withdraw: true } })
  }
})
afterAll(async () => {
  await port.stop()
  expect(await server.engine.imbalance()).toEqual([])
  await server.stop()
  await node.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** The program as it begins after a crash, with nothing but its file and its key. */
function begun(more: { readonly feeMax?: bigint } = {}) {
  const client = createServerClient({ url: `http://127.0.0.1:${port.port()}`, ...network })
  const tell: typeof client = (path, message) => called(() => client(path, message))
  const coins = [
    { currency: 'BTC', contract: '', decimals: 18 },
    { currency: 'USDT', contract: token, decimals: 6 },
  ]
  const bounds = { chainId: 31_337, gasMax: { own: 100_000n, token: 300_000n }, feeMax: 200n * gwei }
  const options = { tell, file, coins, key, ...bounds, bumpMs: 60_000, now: () => now, ...more }
  return payOrders(
    tell,
    payEvm({ ...options, rpc: (method, params, shape) => called(() => rpc(method, params, shape)) }),
  )
}

interface Asked {
  readonly who: Person
  readonly id: string
  readonly there: string
}

/** A withdrawal of 0.05 BTC or of 20 USDT, less a thousandth, that was handed to the program. */
async function handedOver(currency: 'BTC' | 'USDT', there = anAddress()): Promise<Asked> {
  const who = await person(server)
  const { rows } = await server.database.query<{ real_holder: number }>(
    'SELECT real_holder FROM app_user WHERE email = $1',
    [who.email],
  )
  const holder = rows[0]?.real_holder ?? -1
  const isBitcoin = currency === 'BTC'
  const two = {
    currency: isBitcoin ? 1 : 0,
    amount: isBitcoin ? 5_000_000n : 20_000_000n,
    asker: 1,
    approver: 2,
  } as const
  const { exchange } = server.engine
  const move = { type: 'moveHouse', realm: 'real', from: 'external', to: 'treasury', ...two } as const
  expect((await exchange.command(house, move)).ok).toBe(true)
  expect((await exchange.command(house, { type: 'enterManually', holder, kind: 'deposit', ...two })).ok).toBe(true)
  const saved = { currency, network: 'ERC20', address: there, label: 'mine', ...(await proof(server, who)) }
  const { id: payee } = await server.ok(payeeRoutes.addressAdd, { token: who.token, body: saved })
  const amount = isBitcoin ? '0.05' : '20'
  const asked = { currency, amount, method: 'address', payee_id: payee, ...(await proof(server, who)) }
  const { id } = await server.ok(walletRoutes.withdrawalMake, { token: who.token, body: asked })
  const deed = { token: treasurer, params: { id }, body: { amount, currency } }
  await server.ok(desk.deskWithdrawalApprove, deed)
  await server.ok(payouts.deskWithdrawalRelease, deed)
  return { who, id, there }
}

const own = async ({ id, who }: Asked) =>
  (await server.ok(walletRoutes.withdrawals, { token: who.token })).items.find((one) => one.id === id)
const order = async ({ id }: Asked) => {
  for (const queue of ['open', 'done']) {
    const { items } = await server.ok(desk.deskWithdrawals, { token: treasurer, query: { queue, limit: '100' } })
    const found = items.find((one) => one.id === id)
    if (found) return found.order
  }
  return null
}
const coins = async (there: string) => BigInt(await rpc('eth_getBalance', [there, 'latest'], texts))
const tokens = async (there: string) =>
  BigInt(await rpc('eth_call', [{ to: token, data: `0x70a08231${there.slice(2).padStart(64, '0')}` }, 'latest'], texts))
const bitcoin = 49_950_000_000_000_000n
const tether = 19_980_000n

it('pays the chain’s coin and a token, and is paid by their confirmations', async () => {
  const [one, other] = [await handedOver('BTC'), await handedOver('USDT')]
  const program = begun()
  await program.round()
  expect(await own(one)).toMatchObject({ status: 'approved', confirmations: 0, needed: 2 })
  await mine(1)
  await program.round()
  expect([await coins(one.there), await tokens(other.there)]).toEqual([bitcoin, tether])
  expect(await own(other)).toMatchObject({ status: 'approved', confirmations: 1 })
  await mine(1)
  await program.round()
  expect(await own(one)).toMatchObject({ status: 'paid', confirmations: 2 })
  expect(await own(other)).toMatchObject({ status: 'paid', confirmations: 2 })
  await begun().round()
  await mine(2)
  expect([await coins(one.there), await tokens(other.there)]).toEqual([bitcoin, tether])
})

it('pays once though it is killed before or after any call of node or server', { timeout: 300_000 }, async () => {
  for (let at = 1, isOver = false; !isOver; at += 1) {
    for (const before of [true, false]) {
      const asked = await handedOver(at % 2 === 0 ? 'BTC' : 'USDT')
      calls = 0
      dies = { at, before }
      const wasKilled = await begun()
        .round()
        .then(
          () => false,
          (error: unknown) => {
            // where it died in the middle of an order, its round says of which
            const isIt = error instanceof Killed || (error instanceof Error && error.cause instanceof Killed)
            if (!isIt) throw error
            return true
          },
        )
      dies = null
      isOver = !wasKilled
      await begun().round()
      await mine(1)
      await begun().round()
      await mine(1)
      await begun().round()
      expect(await own(asked), `killed at ${String(at)}`).toMatchObject({ status: 'paid' })
      const arrived = at % 2 === 0 ? await coins(asked.there) : await tokens(asked.there)
      expect(arrived, `killed at ${String(at)}`).toBe(at % 2 === 0 ? bitcoin : tether)
      // so deep that it is looked at no more: each round has as many calls as the one before
      await rpc('anvil_mine', ['0x64'], z.unknown())
      await begun().round()
    }
  }
})

it('sends what is stuck again under its number with a higher fee, and pays it once', async () => {
  const asked = await handedOver('USDT')
  await begun().round()
  const first = (await own(asked))?.transaction_id
  const sent = z.object({ nonce: texts, maxFeePerGas: texts })
  const before = await rpc('eth_getTransactionByHash', [`0x${first ?? ''}`], sent)
  now += 60_000
  await begun().round()
  const second = (await own(asked))?.transaction_id
  expect(second).not.toBe(first)
  const replaced = await rpc('eth_getTransactionByHash', [`0x${second ?? ''}`], sent)
  expect(await rpc('eth_getTransactionByHash', [`0x${first ?? ''}`], z.nullable(sent))).toBeNull()
  expect(replaced.nonce).toBe(before.nonce)
  expect(BigInt(replaced.maxFeePerGas)).toBeGreaterThan(BigInt(before.maxFeePerGas))
  // no higher than it may go
  now += 60_000
  await begun({ feeMax: 1n }).round()
  expect((await own(asked))?.transaction_id).toBe(second)
  await mine(2)
  await begun().round()
  expect(await own(asked)).toMatchObject({ status: 'paid', transaction_id: second })
  expect(await tokens(asked.there)).toBe(tether)
})

it('goes back with a reorganisation, is sent again, and is noted as lost meanwhile', async () => {
  const asked = await handedOver('USDT')
  const program = begun()
  await program.round()
  const before = await rpc('evm_snapshot', [], texts)
  await mine(2)
  await program.round()
  expect(await own(asked)).toMatchObject({ status: 'paid' })
  await rpc('evm_revert', [before], z.boolean())
  await mine(1)
  // what was sent again with the reorganisation may stand in that block
  await begun().round()
  const isLost = (await order(asked))?.lost !== null
  await mine(2)
  await begun().round()
  expect(await order(asked)).toMatchObject({ state: 'paid', lost: null })
  expect(await tokens(asked.there)).toBe(tether)
  expect(isLost).toBe((await order(asked))?.confirmations === 2)
})

it('is lost where its number was used elsewhere, and goes on with the next; without its file it pays nothing again', async () => {
  const asked = await handedOver('BTC')
  await begun().round()
  const txid = `0x${(await own(asked))?.transaction_id ?? ''}`
  const { nonce } = await rpc('eth_getTransactionByHash', [txid], z.object({ nonce: texts }))
  const fees = { tip: 90n * gwei, feeMax: 190n * gwei, gas: 21_000n }
  const other = signEvm({ chainId: 31_337, nonce: Number(nonce), ...fees, to: rich, value: 1n, data: '0x' }, key)
  expect(await rpc('eth_sendRawTransaction', [other.raw], texts)).toBe(other.hash)
  await mine(1)
  await begun().round()
  // it may come back while what took its number lies no deeper than a payment has to
  expect(await order(asked)).toMatchObject({ state: 'sent', reason: '' })
  await mine(1)
  await begun().round()
  expect(await order(asked)).toMatchObject({ state: 'lost', reason: 'payout_gone' })
  const next = await handedOver('BTC')
  await begun().round()
  rmSync(file)
  await begun().round()
  await mine(2)
  await begun().round()
  expect(await own(next)).toMatchObject({ status: 'paid' })
  expect([await coins(asked.there), await coins(next.there)]).toEqual([0n, bitcoin])
  const settle = { outcome: 'returned', reason: 'its number is used by another' }
  await server.ok(payouts.deskWithdrawalSettle, { token: treasurer, params: { id: asked.id }, body: settle })
  expect(await own(asked)).toMatchObject({ status: 'rejected' })
})

it('pays nobody who takes no coins, and says what its wallet lacks', async () => {
  // of a contract that takes none the money comes back
  const made = await rpc('eth_sendTransaction', [{ from: rich, data: refusingCode, gas: '0x100000' }], texts)
  await mine(1)
  const receipt = await rpc('eth_getTransactionReceipt', [made], z.object({ contractAddress: texts }))
  const refusing = await handedOver('BTC', receipt.contractAddress)
  await begun().round()
  expect(await own(refusing)).toMatchObject({ status: 'rejected', reason: 'payee_invalid' })
  const left = await tokens(payer)
  const data = `0xa9059cbb${rich.slice(2).toLowerCase().padStart(64, '0')}${word(left - 1_000_000n)}`
  const nonce = Number(await rpc('eth_getTransactionCount', [payer, 'latest'], texts))
  const fees = { tip: gwei, feeMax: 100n * gwei, gas: 100_000n }
  const away = signEvm({ chainId: 31_337, nonce, ...fees, to: token, value: 0n, data }, key)
  await rpc('eth_sendRawTransaction', [away.raw], texts)
  await mine(1)
  const asked = await handedOver('USDT')
  const program = begun()
  await program.round()
  expect(program.short()).toEqual([{ currency: 'USDT', amount: '18.98' }])
  expect(await own(asked)).toMatchObject({ status: 'approved', transaction_id: '' })
  const more = `0xa9059cbb${payer.slice(2).padStart(64, '0')}${word(50_000_000n)}`
  await rpc('eth_sendTransaction', [{ from: rich, to: token, data: more, gas: '0x20000' }], texts)
  await mine(1)
  await program.round()
  await mine(2)
  await program.round()
  expect(program.short()).toEqual([])
  expect(await own(asked)).toMatchObject({ status: 'paid' })
  expect(await tokens(asked.there)).toBe(tether)
})
