import { type Server, createServer } from 'node:http'
import { randomBytes } from 'node:crypto'
import { accountOne } from '@truemark/protocol/routes/account'
import { contentRoutes } from '@truemark/protocol/routes/content'
import { deskChainRoutes as chainDesk } from '@truemark/protocol/routes/deskChain'
import { deskWalletRoutes as desk } from '@truemark/protocol/routes/deskWallet'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createServerClient } from '../../chain/door.ts'
import { chainKey } from '../../platform/chain/signature.ts'
import { portOf } from '../../platform/http/listen.ts'
import { type LiveServer, startLiveServer } from '../../testing/liveServer.ts'
import { makeOperator } from '../../testing/people.ts'
import type { ChainPort } from '../door.ts'
import { type Person, person } from '../testing/walletRun.ts'
import { createScreen } from './screen.ts'

const network = { network: 'Bitcoin', confirmations: 1, key: chainKey(randomBytes(32).toString('hex'), 'Bitcoin') }
const asked: { readonly headers: unknown; readonly body: unknown }[] = []

let screening: Server
/** What happens while it looks. */
let meanwhile: () => Promise<void> = () => Promise.resolve()
/** What the screening answers, each time it is asked; nothing at all for null. */
let answers: readonly (readonly [number, string] | null)[] = []
let server: LiveServer
let port: ChainPort
let treasurer = ''
let who: Person
let address = ''
let sequence = 0

beforeAll(async () => {
  screening = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const { authorization, 'idempotency-key': key } = request.headers
      asked.push({ headers: { authorization, key }, body: JSON.parse(Buffer.concat(parts).toString()) })
      const answer = answers[Math.min(asked.length, answers.length) - 1]
      if (!answer) return
      const say = () => response.writeHead(answer[0], { location: 'http://127.0.0.1:1/' }).end(answer[1])
      void meanwhile().then(say)
    })
  })
  await new Promise<void>((resolve) => screening.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${portOf(screening)}/`
  const screen = createScreen({ url, token: 'a-token', patienceMs: 150, pauseMs: 10 })
  server = await startLiveServer({ chain: [network], screen })
  const opened = await server.chainPort()
  if (opened === null) throw new Error('no port was opened')
  port = opened
  treasurer = await makeOperator(server, 'treasurer', 'Ada')
  const where = { currency: 'BTC', network: 'Bitcoin' }
  const shared = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq'
  const row = { ...where, form: 'Bitcoin', address: shared, deposit: true, withdraw: true, reason: 'opening' }
  await server.ok(desk.deskNetworkPut, { token: treasurer, body: row })
  const own = { ...where, addresses: ['bc1qqv9pzxqlyckngw6zf9g9whn9d3eh4qvg8d8phl'], reason: 'more' }
  await server.ok(desk.deskAddressesAdd, { token: treasurer, body: own })
  who = await person(server)
  address = (await server.ok(contentRoutes.addressToken, { token: who.token, body: where })).address
})
afterAll(async () => {
  await port.stop()
  expect(await server.engine.imbalance()).toEqual([])
  await server.stop()
  screening.closeAllConnections()
  screening.close()
})

/** Has a payment told of that is confirmed; gives its transaction once it was dealt with. */
async function pay(...said: typeof answers): Promise<string> {
  asked.length = 0
  answers = said
  sequence += 1
  const txid = sequence.toString(16).padStart(64, 'e')
  await tell(txid, { confirmations: 1, height: 9, block: 'b9' })
  await port.settled()
  return txid
}

async function tell(txid: string, how: { confirmations: number; height: number | null; block: string }): Promise<void> {
  const say = createServerClient({ url: `http://127.0.0.1:${port.port()}`, ...network })
  const paid = { sequence, txid, output: 0, currency: 'BTC', address, amount: '0.002', removed: false }
  await say('/payments', { payments: [{ ...paid, ...how }] })
}

async function shown(queue: 'waiting' | 'held' | 'done', txid: string) {
  const { items } = await server.ok(chainDesk.deskChain, { token: treasurer, query: { queue } })
  return items.find((one) => one.transaction_id === txid)
}

const says = (verdict: string, note = ''): readonly [number, string] => [200, JSON.stringify({ verdict, note })]

async function bitcoin(): Promise<string> {
  const { balances } = await server.ok(accountOne, { token: who.token, params: { kind: 'coin' } })
  return balances.find((one) => one.currency === 'BTC')?.available ?? '0'
}

it('is asked before a credit, with all it needs and nothing more, and clears it', async () => {
  const txid = await pay(says('clear', 'case 1'))
  expect(await shown('done', txid)).toMatchObject({ screened: 'clear', note: 'case 1', by_machine: true })
  expect(await bitcoin()).toBe('0.002')
  const body = { kind: 'deposit', network: 'Bitcoin', currency: 'BTC', amount: '0.002', address, memo: '', output: 0 }
  const uid = (await shown('done', txid))?.uid
  const headers = { authorization: 'Bearer a-token', key: `Bitcoin ${txid} 0` }
  expect(asked).toEqual([{ headers, body: { ...body, transaction_id: txid, uid } }])
})

it('is asked again where it gives no answer, and holds what it never answers', async () => {
  const cleared = await pay([503, ''], null, says('clear'))
  expect(asked).toHaveLength(3)
  expect(await shown('done', cleared)).toMatchObject({ screened: 'clear' })
  for (const nonsense of [null, [200, '{"verdict":"fine"}'], [200, ''], [302, ''], [200, '{}']] as const) {
    const txid = await pay(nonsense)
    expect(asked).toHaveLength(3)
    expect(await shown('held', txid)).toMatchObject({ reason: 'screen_failed', screened: 'failed' })
  }
  expect(await bitcoin()).toBe('0.004')
})

it('leaves a payment to people with the note of its case, and what it rejects is never credited', async () => {
  const looked = await pay(says('review', 'case 7: new wallet'))
  const held = await shown('held', looked)
  expect(held).toMatchObject({ reason: 'screen_review', screened: 'review', note: 'case 7: new wallet' })
  const decide = (id: string, act: string) => {
    const back = { address, transaction_id: 'f'.repeat(64) }
    const body = { act, reason: 'looked at the case', ...(act === 'return' ? back : {}) }
    return server.call(chainDesk.deskChainDecide, { token: treasurer, params: { id }, body })
  }
  expect((await decide(held?.id ?? '', 'credit')).code).toBe(200)
  expect(await bitcoin()).toBe('0.006')
  const bad = await shown('held', await pay(says('reject', 'n'.repeat(900))))
  expect(bad?.note).toHaveLength(500)
  expect((await decide(bad?.id ?? '', 'credit')).reason).toBe('payment_rejected')
  expect((await decide(bad?.id ?? '', 'return')).code).toBe(200)
  expect(await bitcoin()).toBe('0.006')
})

it('clears nothing whose block has gone while it looked', async () => {
  const before = await bitcoin()
  const txid = (sequence + 1).toString(16).padStart(64, 'e')
  meanwhile = async () => {
    sequence += 1
    await tell(txid, { confirmations: 0, height: null, block: '' })
  }
  expect(await pay(says('clear'))).toBe(txid)
  expect([await bitcoin(), (await shown('waiting', txid))?.confirmations]).toEqual([before, 0])
  meanwhile = () => Promise.resolve()
  sequence += 1
  await tell(txid, { confirmations: 1, height: 10, block: 'b10' })
  await port.settled()
  expect(await shown('done', txid)).toMatchObject({ screened: 'clear', by_machine: true })
  expect(Number(await bitcoin()) - Number(before)).toBeCloseTo(0.002, 9)
})
