import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bitcoinAddressIn } from '@truemark/payee/bitcoinForm'
import { deskPayoutRoutes as payouts } from '@truemark/protocol/routes/deskPayouts'
import { deskWalletRoutes as desk } from '@truemark/protocol/routes/deskWallet'
import { payeeRoutes } from '@truemark/protocol/routes/payees'
import { walletRoutes } from '@truemark/protocol/routes/wallet'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createRpc, createServerClient, payBitcoin, payOrders } from '../../apps/server/src/chain/door.ts'
import { house } from '../../apps/server/src/engine/door.ts'
import { chainKey } from '../../apps/server/src/platform/chain/signature.ts'
import { type LiveServer, startLiveServer } from '../../apps/server/src/testing/liveServer.ts'
import { makeOperator } from '../../apps/server/src/testing/people.ts'
import type { ChainPort } from '../../apps/server/src/wallet/door.ts'
import { type Person, aBitcoinAddress, person, proof } from '../../apps/server/src/wallet/testing/walletRun.ts'
import { type ChainNode, nodeProgram, startChainNode } from './chainNode.ts'

const root = join(import.meta.dirname, '../..')
const network = { network: 'Bitcoin', confirmations: 2, key: chainKey(randomBytes(32).toString('hex'), 'Bitcoin') }
const folder = mkdtempSync(join(tmpdir(), 'truemark-payout-'))
const file = join(folder, 'payouts.json')

// npm test says how to come by one
const withNode = it.skipIf(nodeProgram === null)
let node: ChainNode
let server: LiveServer
let port: ChainPort
let treasurer = ''

/** Where the program dies next: before or after its n-th call of node or server for a new order. */
let dies: { at: number; before: boolean } | null = null
let calls = 0
class Killed extends Error {}

async function called<T>(work: () => Promise<T>, isFirst = false): Promise<T> {
  if (calls === 0 && !isFirst) return work()
  calls += 1
  const isNow = dies?.at === calls
  if (dies !== null && (calls > dies.at || (isNow && dies.before))) throw new Killed('killed')
  const answer = await work()
  if (isNow) throw new Killed('killed')
  return answer
}

/** The program as it begins after a crash, with nothing but its file. */
function begun() {
  const client = createServerClient({ url: `http://127.0.0.1:${port.port()}`, ...network })
  const rpc = createRpc(node.url)
  const tell: typeof client = (path, message) => called(() => client(path, message))
  const options = { tell, file, currency: 'BTC', form: node.form, feeBlocks: 6, now: Date.now }
  return payOrders(
    tell,
    payBitcoin({
      ...options,
      rpc: (method, params, shape) => called(() => rpc(method, params, shape), method === 'createrawtransaction'),
    }),
  )
}

beforeAll(async () => {
  if (nodeProgram === null) return
  node = await startChainNode(root)
  const bounds = { orderMax: new Map([['Bitcoin', 10n ** 15n]]), dayMax: 10n ** 15n }
  server = await startLiveServer({ chain: [network], payouts: bounds })
  const opened = await server.chainPort()
  if (opened === null) throw new Error('no port was opened')
  port = opened
  treasurer = await makeOperator(server, 'treasurer', 'Ada')
  const shared = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq'
  const row = { currency: 'BTC', network: 'Bitcoin', form: 'Bitcoin', address: shared, reason: 'opening' }
  await server.ok(desk.deskNetworkPut, { token: treasurer, body: { ...row, deposit: true, withdraw: true } })
})
afterAll(async () => {
  if (nodeProgram === null) return
  await port.stop()
  expect(await server.engine.imbalance()).toEqual([])
  await server.stop()
  await node.stop()
  rmSync(folder, { recursive: true, force: true })
})

interface Asked {
  readonly who: Person
  readonly id: string
  /** In the form of the node's chain. */
  readonly there: string
}

/** A withdrawal of 0.05 BTC, of which 0.04995 arrive, that was handed to the program. */
async function handedOver(address = aBitcoinAddress()): Promise<Asked> {
  const who = await person(server)
  const { rows } = await server.database.query<{ real_holder: number }>(
    'SELECT real_holder FROM app_user WHERE email = $1',
    [who.email],
  )
  const holder = rows[0]?.real_holder ?? -1
  const two = { currency: 1, amount: 5_000_000n, asker: 1, approver: 2 } as const
  const { exchange } = server.engine
  expect(
    (await exchange.command(house, { type: 'moveHouse', realm: 'real', from: 'external', to: 'treasury', ...two })).ok,
  ).toBe(true)
  expect((await exchange.command(house, { type: 'enterManually', holder, kind: 'deposit', ...two })).ok).toBe(true)
  const saved = { currency: 'BTC', network: 'Bitcoin', address, label: 'mine', ...(await proof(server, who)) }
  const { id: payee } = await server.ok(payeeRoutes.addressAdd, { token: who.token, body: saved })
  const asked = { currency: 'BTC', amount: '0.05', method: 'address', payee_id: payee, ...(await proof(server, who)) }
  const { id } = await server.ok(walletRoutes.withdrawalMake, { token: who.token, body: asked })
  const deed = { token: treasurer, params: { id }, body: { amount: '0.05', currency: 'BTC' } }
  await server.ok(desk.deskWithdrawalApprove, deed)
  await server.ok(payouts.deskWithdrawalRelease, deed)
  return { who, id, there: bitcoinAddressIn(node.form, address) ?? '' }
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

/** What arrived at an address, in blocks and on its way: the amounts of all outputs that pay it. */
async function arrived(there: string): Promise<number[]> {
  const found: number[] = []
  const listed = Object(await node.call('listsinceblock'))
  for (const one of listed.transactions) {
    if (one.category === 'send' && one.address === there && one.confirmations >= 0 && one.abandoned !== true)
      found.push(-one.amount)
  }
  return found
}

withNode('pays an order, tells of it from the mempool on, and is paid by its confirmations', async () => {
  const asked = await handedOver()
  const program = begun()
  await program.round()
  expect(await arrived(asked.there)).toEqual([0.04995])
  const first = await own(asked)
  expect(first).toMatchObject({ status: 'approved', confirmations: 0, needed: 2 })
  expect(first?.transaction_id).toHaveLength(64)
  await node.mine(1)
  await program.round()
  expect(await own(asked)).toMatchObject({ status: 'approved', confirmations: 1 })
  await node.mine(1)
  await program.round()
  expect(await own(asked)).toMatchObject({ status: 'paid', confirmations: 2 })
  await begun().round()
  expect(await arrived(asked.there)).toEqual([0.04995])
})

withNode(
  'pays once though it is killed before or after any call of node or server',
  async () => {
    // calls are counted from the new order’s first on: those before it only look at what is not deep yet
    for (let at = 1, isOver = false; !isOver; at += 1) {
      for (const before of [true, false]) {
        const asked = await handedOver()
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
        await begun().round()
        expect(await arrived(asked.there), `killed at ${String(at)}`).toEqual([0.04995])
        await node.mine(2)
        await begun().round()
        expect(await own(asked)).toMatchObject({ status: 'paid' })
        expect(await arrived(asked.there)).toEqual([0.04995])
      }
    }
  },
  300_000,
)

withNode(
  'lets two of them run, goes on from an old copy of its file and without one, and pays nothing twice',
  async () => {
    const asked = await handedOver()
    await begun().round()
    const kept = readFileSync(file, 'utf8')
    const second = await handedOver()
    await begun().round()
    // an old copy knows of the first alone
    writeFileSync(file, kept)
    await begun().round()
    await begun().round()
    rmSync(file)
    await begun().round()
    await node.mine(2)
    await begun().round()
    for (const one of [asked, second]) {
      expect(await own(one)).toMatchObject({ status: 'paid' })
      expect(await arrived(one.there)).toEqual([0.04995])
    }
    // another of the same network with a file of its own is let go with nothing
    const third = await handedOver()
    const [one, other] = [begun(), begun()]
    await Promise.all([one.round(), other.round()].map((round) => round.catch(() => undefined)))
    await begun().round()
    await node.mine(2)
    await begun().round()
    expect(await arrived(third.there)).toEqual([0.04995])
  },
)

withNode('goes back with a reorganisation, and is lost where another has used its coins', async () => {
  const asked = await handedOver()
  const program = begun()
  await program.round()
  const [first] = await node.mine(1)
  await program.round()
  expect(await own(asked)).toMatchObject({ confirmations: 1, status: 'approved' })
  await node.call('invalidateblock', first)
  await program.round()
  expect(await own(asked)).toMatchObject({ confirmations: 0, status: 'approved' })
  const [again] = await node.mine(2)
  await program.round()
  expect(await own(asked)).toMatchObject({ status: 'paid' })
  await node.call('invalidateblock', again)
  await program.round()
  expect((await order(asked))?.lost).not.toBeNull()
  await node.mine(2)
  await program.round()
  expect(await order(asked)).toMatchObject({ state: 'paid', lost: null })
  expect(await arrived(asked.there)).toEqual([0.04995])
})

/** The built program, whose calls of the node go through a hand that can kill it: right before a method is called, or right after. */
async function runBuilt(
  kill: { readonly method: string; readonly before: boolean } | null,
  until: () => Promise<boolean>,
) {
  const target = new URL(node.url)
  const hand = createServer((request, response) => {
    void (async () => {
      const parts: Buffer[] = []
      for await (const part of request) parts.push(Buffer.from(part))
      const body = Buffer.concat(parts).toString()
      const isIt = kill !== null && body.includes(`"${kill.method}"`)
      if (isIt && kill.before) return child.kill('SIGKILL')
      const headers = { 'content-type': 'application/json', authorization: request.headers.authorization ?? '' }
      const at = new URL(request.url ?? '/', target.origin)
      const answer = await fetch(at, { method: 'POST', headers, body })
      const text = await answer.text()
      if (isIt) return child.kill('SIGKILL')
      response.writeHead(answer.status, { 'content-type': 'application/json' })
      return response.end(text)
    })()
  })
  await new Promise<void>((resolve) => hand.listen(0, '127.0.0.1', () => resolve()))
  const address = hand.address()
  const url = `http://test:test@127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}${target.pathname}`
  const { key, prefix, script } = node.form
  const env = {
    ...process.env,
    CHAIN_URL: `http://127.0.0.1:${port.port()}`,
    CHAIN_KEY: Buffer.from(network.key).toString('hex'),
    CHAIN_STATE: join(folder, 'deposits.json'),
    CHAIN_PAYOUT_STATE: file,
    CHAIN_EVERY_MS: '100',
    BITCOIN_RPC: url,
    BITCOIN_PAYOUT_RPC: url,
    BITCOIN_PREFIX: prefix,
    BITCOIN_VERSIONS: `${key},${script}`,
  }
  const child = spawn(process.execPath, [join(root, 'apps/server/dist/chainBitcoin.js')], { env, stdio: 'ignore' })
  const ended = new Promise<string | null>((resolve) => child.once('exit', (_, signal) => resolve(signal)))
  for (let tries = 0; tries < 200 && child.exitCode === null && child.signalCode === null; tries += 1) {
    if (await until()) child.kill('SIGTERM')
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  const signal = await ended
  hand.closeAllConnections()
  hand.close()
  return signal
}

withNode(
  'pays once though its process is killed right before or after it signs and sends',
  { timeout: 120_000 },
  async () => {
    for (const method of ['signrawtransactionwithwallet', 'sendrawtransaction']) {
      for (const before of [true, false]) {
        const asked = await handedOver()
        expect(await runBuilt({ method, before }, async () => false)).toBe('SIGKILL')
        // what the node was given before the process ended is what the next one goes on with
        await runBuilt(null, async () => (await own(asked))?.confirmations === 0)
        await node.mine(2)
        await runBuilt(null, async () => (await own(asked))?.status === 'paid')
        expect(await arrived(asked.there)).toEqual([0.04995])
      }
    }
  },
)

withNode('says what its wallet lacks, and pays it once it is there', async () => {
  await node.call(
    'lockunspent',
    false,
    Object(await node.call('listunspent', 0)).map(({ txid, vout }: { txid: string; vout: number }) => ({ txid, vout })),
  )
  const asked = await handedOver()
  const program = begun()
  await program.round()
  expect(program.short()).toEqual([{ currency: 'BTC', amount: '0.04995' }])
  expect(await own(asked)).toMatchObject({ status: 'approved', transaction_id: '' })
  await node.call('lockunspent', true)
  await program.round()
  expect(program.short()).toEqual([])
  expect(await arrived(asked.there)).toEqual([0.04995])
})
