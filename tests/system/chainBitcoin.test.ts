import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bitcoinAddressIn } from '@truemark/payee/bitcoinForm'
import { accountOne } from '@truemark/protocol/routes/account'
import { contentRoutes } from '@truemark/protocol/routes/content'
import { deskChainRoutes as chainDesk } from '@truemark/protocol/routes/deskChain'
import { deskWalletRoutes as desk } from '@truemark/protocol/routes/deskWallet'
import { walletRoutes } from '@truemark/protocol/routes/wallet'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createRpc, createServerClient, watchBitcoin } from '../../apps/server/src/chain/door.ts'
import { house } from '../../apps/server/src/engine/door.ts'
import { chainKey } from '../../apps/server/src/platform/chain/signature.ts'
import { type LiveServer, startLiveServer } from '../../apps/server/src/testing/liveServer.ts'
import { makeOperator } from '../../apps/server/src/testing/people.ts'
import type { ChainPort } from '../../apps/server/src/wallet/door.ts'
import { type Person, person } from '../../apps/server/src/wallet/testing/walletRun.ts'
import { type ChainNode, nodeProgram, startChainNode } from './chainNode.ts'

const root = join(import.meta.dirname, '../..')
const network = { network: 'Bitcoin', confirmations: 3, key: chainKey(randomBytes(32).toString('hex'), 'Bitcoin') }
const folder = mkdtempSync(join(tmpdir(), 'truemark-chain-'))
const file = join(folder, 'state.json')

// npm test says how to come by one
const withNode = it.skipIf(nodeProgram === null)
let node: ChainNode
let server: LiveServer
let port: ChainPort
let treasurer = ''
let who: Person
let address = ''
/** Which answers of the server are lost on their way to the program. */
let lost: (path: string) => boolean = () => false

beforeAll(async () => {
  if (nodeProgram === null) return
  node = await startChainNode(root)
  server = await startLiveServer({ chain: [network] })
  const opened = await server.chainPort()
  if (opened === null) throw new Error('no port was opened')
  port = opened
  treasurer = await makeOperator(server, 'treasurer', 'Ada')
  const shared = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq'
  const row = { currency: 'BTC', network: 'Bitcoin', form: 'Bitcoin', address: shared, reason: 'opening' }
  await server.ok(desk.deskNetworkPut, { token: treasurer, body: { ...row, deposit: true, withdraw: true } })
  const addresses = ['bc1qqv9pzxqlyckngw6zf9g9whn9d3eh4qvg8d8phl']
  const body = { currency: 'BTC', network: 'Bitcoin', addresses, reason: 'more' }
  await server.ok(desk.deskAddressesAdd, { token: treasurer, body })
  who = await person(server)
  const { rows } = await server.database.query<{ real_holder: number }>(
    'SELECT real_holder FROM app_user WHERE email = $1',
    [who.email],
  )
  const holder = rows[0]?.real_holder ?? -1
  const standing = { type: 'setStanding', holder, disabled: false, realName: 'approved', country: 'FR' } as const
  expect((await server.engine.exchange.command(house, standing)).ok).toBe(true)
  const asked = { currency: 'BTC', network: 'Bitcoin' }
  const given = await server.ok(contentRoutes.addressToken, { token: who.token, body: asked })
  address = bitcoinAddressIn(node.form, given.address) ?? ''
})
afterAll(async () => {
  if (nodeProgram === null) return
  await port.stop()
  expect(await server.engine.imbalance()).toEqual([])
  await server.stop()
  await node.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** The program as it begins after a crash, with nothing but its file. */
function begun() {
  const client = createServerClient({ url: `http://127.0.0.1:${port.port()}`, ...network })
  return watchBitcoin({
    rpc: createRpc(node.url),
    tell: async (path, message) => {
      const answer = await client(path, message)
      if (lost(path)) throw new Error('the answer was lost')
      return answer
    },
    file,
    currency: 'BTC',
    form: node.form,
    depth: 20,
    paying: null,
  })
}

async function bitcoin(): Promise<string> {
  const { balances } = await server.ok(accountOne, { token: who.token, params: { kind: 'coin' } })
  return balances.find((one) => one.currency === 'BTC')?.available ?? '0'
}

const seen = async (txid: string) => {
  const { items } = await server.ok(walletRoutes.depositsIncoming, { token: who.token })
  return items.find((one) => one.transaction_id === txid)
}
const lostNow = async () =>
  (await server.ok(chainDesk.deskChain, { token: treasurer, query: { queue: 'lost' } })).items.map(
    (one) => one.transaction_id,
  )

withNode(
  'tells of a payment from the mempool on, and has it credited once, whatever is lost and repeated',
  async () => {
    let watch = begun()
    await watch.round()
    const txid = await node.pay(address, '0.05')
    await watch.round()
    expect(await seen(txid)).toMatchObject({ amount: '0.05', confirmations: 0, needed: 3, status: 'waiting' })
    await node.mine(2)
    await watch.round()
    expect(await seen(txid)).toMatchObject({ confirmations: 2, status: 'waiting' })
    expect(await bitcoin()).toBe('0')
    await node.mine(1)
    lost = (path) => path === '/payments'
    await expect(watch.round()).rejects.toThrow('the answer was lost')
    lost = () => false
    expect(await bitcoin()).toBe('0.05')
    // killed here, after the server had it and before it noted so
    watch = begun()
    await watch.round()
    await begun().round()
    await node.mine(1)
    await watch.round()
    expect(await bitcoin()).toBe('0.05')
    expect(await seen(txid)).toMatchObject({ confirmations: 4, status: 'credited' })
    expect(port.adapters()[0]?.height).toBe(105)
  },
)

withNode('goes on from an old copy of its file, and begins at the end of the chain without one', async () => {
  const kept = readFileSync(file, 'utf8')
  const txid = await node.pay(address, '0.01')
  await begun().round()
  await node.mine(1)
  await begun().round()
  writeFileSync(file, kept)
  await node.mine(2)
  await begun().round()
  expect(await seen(txid)).toMatchObject({ status: 'credited' })
  rmSync(file)
  const before = await node.pay(address, '0.02')
  await node.mine(3)
  const fresh = begun()
  await fresh.round()
  expect(await seen(before)).toBeUndefined()
  expect(await bitcoin()).toBe('0.06')
  writeFileSync(file, kept)
  await begun().round()
  expect(await bitcoin()).toBe('0.08')
})

withNode(
  'takes a payment back to waiting by a reorganisation before its credit, and notes it as lost by one after',
  async () => {
    const txid = await node.pay(address, '0.5')
    const [first] = await node.mine(2)
    const watch = begun()
    await watch.round()
    expect(await seen(txid)).toMatchObject({ confirmations: 2 })
    await node.call('invalidateblock', first)
    await watch.round()
    expect(await seen(txid)).toMatchObject({ confirmations: 0, status: 'waiting' })
    const [again] = await node.mine(3)
    await watch.round()
    expect(await bitcoin()).toBe('0.58')
    await node.call('invalidateblock', again)
    await watch.round()
    expect(await lostNow()).toEqual([txid])
    expect(await bitcoin()).toBe('0.58')
    await node.mine(1)
    await begun().round()
    expect(await lostNow()).toEqual([])
    expect(await bitcoin()).toBe('0.58')
  },
)
