import { accountRoutes } from '@truemark/protocol/routes/account'
import { contractRoutes } from '@truemark/protocol/routes/contract'
import { deskWalletRoutes as desk } from '@truemark/protocol/routes/deskWallet'
import { identityRoutes } from '@truemark/protocol/routes/identity'
import { payeeRoutes } from '@truemark/protocol/routes/payees'
import { perpetualRoutes } from '@truemark/protocol/routes/perpetual'
import type { RouteDefinition } from '@truemark/protocol/routes/route'
import { spotRoutes } from '@truemark/protocol/routes/spot'
import { supportRoutes } from '@truemark/protocol/routes/support'
import { walletRoutes } from '@truemark/protocol/routes/wallet'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CallOptions } from '../testing/liveCalls.ts'
import { type LiveServer, startLiveServer } from '../testing/liveServer.ts'
import {
  bringIn,
  formOf,
  key,
  openWallet,
  person,
  proof,
  saveAddress,
  ownTron,
  usdtOf,
  voucher,
} from './testing/walletRun.ts'

let server: LiveServer
let treasurer: string
beforeAll(async () => {
  server = await startLiveServer()
  ;({ treasurer } = await openWallet(server))
  await server.tick(1_000_000)
})
afterAll(() => server.stop())

/** An answer's text without its receipt: where many ask at once, it may be over fewer of the row's commands. */
function withoutReceipt(text: string): string {
  const answer: object = JSON.parse(text)
  return JSON.stringify({ ...answer, receipt: undefined })
}

/** Twenty equal calls at once under one key: each must be answered with the same 200. */
async function twenty(route: RouteDefinition, options: () => CallOptions): Promise<void> {
  const id = key()
  const calls = Array.from({ length: 20 }, () => server.raw(route, { ...options(), key: id }))
  const texts = await Promise.all(
    (await Promise.all(calls)).map(async (answered) => withoutReceipt(await answered.text())),
  )
  expect(JSON.parse(texts[0] ?? '{}')).toMatchObject({ code: 200 })
  expect(new Set(texts).size).toBe(1)
}

async function countOf(sql: string): Promise<number> {
  const { rows } = await server.database.query<{ count: string }>(sql)
  return Number(rows[0]?.count ?? 0)
}

async function funded() {
  const who = await person(server)
  await bringIn(server, who, '500')
  return who
}

const demo = async () => (await server.ok(identityRoutes.simulationLogin, { body: {} })).token

describe('twenty equal calls at once under one key are one deed, told alike to all', () => {
  it('a deposit, with its picture, and what an operator decides of it', async () => {
    const who = await person(server)
    const picture = await voucher()
    await twenty(walletRoutes.depositMake, () => ({ token: who.token, form: formOf({}, [picture]) }))
    const { items } = await server.ok(walletRoutes.deposits, { token: who.token })
    expect(items).toHaveLength(1)
    const params = { id: items[0]?.id ?? '' }
    const body = { received: '500', currency: 'USDT', reason: 'arrived' }
    await twenty(desk.deskDepositComplete, () => ({ token: treasurer, params, body }))
    expect(await usdtOf(server, who)).toEqual(['500', '0'])
  })

  it('a withdrawal, with one code, and its end', async () => {
    const who = await funded()
    const payee = await saveAddress(server, who)
    const proved = await proof(server, who)
    const body = { currency: 'USDT', method: 'address', payee_id: payee, amount: '100', ...proved }
    await twenty(walletRoutes.withdrawalMake, () => ({ token: who.token, body }))
    expect(await usdtOf(server, who)).toEqual(['400', '100'])
    const { items } = await server.ok(walletRoutes.withdrawals, { token: who.token })
    await twenty(walletRoutes.withdrawalCancel, () => ({ token: who.token, params: { id: items[0]?.id ?? '' } }))
    expect(await usdtOf(server, who)).toEqual(['500', '0'])
  })

  it('an address, which is asked for with one code', async () => {
    const who = await person(server)
    const body = { currency: 'USDT', network: 'TRC20', address: ownTron, label: 'mine', ...(await proof(server, who)) }
    await twenty(payeeRoutes.addressAdd, () => ({ token: who.token, body }))
    expect((await server.ok(payeeRoutes.addresses, { token: who.token })).items).toHaveLength(1)
  })

  it('a transfer and an exchange', async () => {
    const token = await demo()
    const transfers = await countOf('SELECT count(*) FROM transfer')
    await twenty(accountRoutes.transferMake, () => ({ token, body: { from: 'coin', to: 'contract', amount: '100' } }))
    const quote = await server.ok(accountRoutes.quoteAsk, {
      token,
      body: { source: 'USDT', target: 'BTC', amount: '100' },
    })
    await twenty(accountRoutes.exchangeMake, () => ({ token, body: { quote_id: quote.id } }))
    await server.ok(accountRoutes.exchanges, { token })
    expect(await countOf('SELECT count(*) FROM transfer')).toBe(transfers + 1)
    expect(await countOf('SELECT count(*) FROM conversion')).toBe(1)
  })

  it('an order of each book, and its end', async () => {
    const token = await demo()
    await server.ok(accountRoutes.transferMake, {
      token,
      body: { from: 'coin', to: 'contract', amount: '50000' },
      key: key(),
    })
    const limit = { symbol: 'BTCUSDT', side: 'buy', type: 'limit' }
    await twenty(spotRoutes.spotOrderPlace, () => ({ token, body: { ...limit, price: '9000', quantity: '0.01' } }))
    const spot = await server.ok(spotRoutes.spotOrders, { token, query: { status: 'open' } })
    expect(spot.items).toHaveLength(1)
    await twenty(spotRoutes.spotOrderCancel, () => ({ token, params: { id: spot.items[0]?.order_id ?? '' } }))
    const lots = { symbol: 'BTCUSDT', side: 'buy', type: 'limit', price: '9900', lots: '0.1' }
    await twenty(contractRoutes.contractOrderPlace, () => ({ token, body: { ...lots, multiple: 10 } }))
    await twenty(perpetualRoutes.perpetualOrderPlace, () => ({ token, body: lots }))
    await server.ok(contractRoutes.contractOrders, { token, query: {} })
    expect(await countOf('SELECT count(*) FROM derivative_order')).toBe(2)
  })

  it('the closing of a part of a ticket', async () => {
    const token = await demo()
    const money = { from: 'coin', to: 'contract', amount: '5000' }
    await server.ok(accountRoutes.transferMake, { token, body: money, key: key() })
    const lots = { symbol: 'BTCUSDT', side: 'buy', type: 'market', lots: '0.1', multiple: 10 }
    const { order_id: id } = await server.ok(contractRoutes.contractOrderPlace, { token, body: lots, key: key() })
    await twenty(contractRoutes.contractOrderClose, () => ({ token, params: { id }, body: { lots: '0.05' } }))
    const one = await server.ok(contractRoutes.contractOrderOne, { token, params: { id } })
    expect(one.order).toMatchObject({ lots_open: '0.05' })
  })

  it('a message to customer service', async () => {
    const { token } = await person(server)
    const form = (): FormData => {
      const made = new FormData()
      made.set('phone', '06 12 34 56 78')
      made.set('question', 'Where is my deposit?')
      return made
    }
    await twenty(supportRoutes.ticketMake, () => ({ token, form: form() }))
    const line = { text: 'Hello', key: key() }
    await twenty(supportRoutes.chatSend, () => ({ token, body: line }))
    expect(await countOf(`SELECT count(*) FROM chat_message WHERE author = 'user'`)).toBe(1)
    expect(await countOf('SELECT count(*) FROM ticket_line')).toBe(1)
  })
})

it('another body under a key that is under way is refused, and no twin of it is done', async () => {
  const who = await funded()
  const id = key()
  const body = (amount: string) => ({ from: 'coin', to: 'contract', amount })
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, at) =>
      server.call(accountRoutes.transferMake, { token: who.token, key: id, body: body(at % 2 === 0 ? '10' : '11') }),
    ),
  )
  expect(new Set(answers.map(({ code }) => code))).toEqual(new Set([200, 566]))
  expect(answers.filter(({ code }) => code === 200)).toHaveLength(10)
})
