import { accountRoutes } from '@truemark/protocol/routes/account'
import { notificationLimits } from '@truemark/protocol/notifications'
import { deskSettingsRoutes } from '@truemark/protocol/routes/deskSettings'
import { deskIeoRoutes } from '@truemark/protocol/routes/deskIeo'
import { deskInvestRoutes } from '@truemark/protocol/routes/deskInvest'
import { deskMiningRoutes } from '@truemark/protocol/routes/deskMining'
import { identityRoutes } from '@truemark/protocol/routes/identity'
import { ieoRoutes } from '@truemark/protocol/routes/ieo'
import { investRoutes } from '@truemark/protocol/routes/invest'
import { marketRoutes } from '@truemark/protocol/routes/market'
import { miningRoutes } from '@truemark/protocol/routes/mining'
import { notificationRoutes } from '@truemark/protocol/routes/notification'
import { optionRoutes } from '@truemark/protocol/routes/option'
import { payeeRoutes } from '@truemark/protocol/routes/payees'
import type { RouteDefinition } from '@truemark/protocol/routes/route'
import { supportRoutes } from '@truemark/protocol/routes/support'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { must } from '../../apps/server/src/invest/testing/saver.ts'
import { keyNow } from '../../apps/server/src/testing/keys.ts'
import type { CallOptions } from '../../apps/server/src/testing/liveCalls.ts'
import { type LiveServer, startLiveServer } from '../../apps/server/src/testing/liveServer.ts'
import { makeOperator } from '../../apps/server/src/testing/people.ts'
import { openWallet, ownTron, person, proof } from '../../apps/server/src/wallet/testing/walletRun.ts'
import { ieoDraftBody, investDraftBody, miningDraftBody } from './draftBodies.ts'
import { cardFields, openReal, trader } from './world.ts'

const many = 20
const reason = { reason: 'a test needs it' }

let server: LiveServer
let quiet = (): void => undefined
let token = ''
let admin = ''
beforeAll(async () => {
  server = await startLiveServer()
  quiet = await openReal(server)
  await openWallet(server)
  token = await trader(server, 'atonce@example.com')
  admin = await makeOperator(server, 'administrator', 'Once')
  server.view.take({ type: 'index', symbol: 'BTCUSDT', price: '10000', ask: null, sources: 4, time: Date.now() })
}, 180_000)
afterAll(async () => {
  quiet()
  await server.stop()
})

async function countOf(table: string, where = 'true'): Promise<number> {
  const { rows } = await server.database.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM ${table} WHERE ${where}`,
  )
  return rows[0]?.count ?? 0
}

/** An answer's text without its receipt, which who is answered a second time does not get: nothing was written then. */
function withoutReceipt(text: string): string {
  const answer: object = JSON.parse(text)
  return JSON.stringify({ ...answer, receipt: undefined })
}

/** Twenty equal calls at once under one key: each is answered alike, with 200. */
async function alike(route: RouteDefinition, options: CallOptions): Promise<void> {
  const key = keyNow()
  const answers = await Promise.all(Array.from({ length: many }, () => server.raw(route, { ...options, key })))
  const texts = await Promise.all(answers.map(async (answer) => withoutReceipt(await answer.text())))
  expect(JSON.parse(texts[0] ?? '{}')).toMatchObject({ code: 200 })
  expect(new Set(texts).size).toBe(1)
}

/** Twenty calls at once, each of its own; gives the codes. */
async function apart(route: RouteDefinition, options: (at: number) => CallOptions): Promise<number[]> {
  const calls = Array.from({ length: many }, (_, at) => server.call(route, options(at)))
  return (await Promise.all(calls)).map(({ code }) => code)
}

const good = (codes: readonly number[]): number => codes.filter((code) => code === 200).length

const miningDraft = () => server.ok(deskMiningRoutes.deskMiningDraftMake, { token: admin, body: miningDraftBody })

const investDraft = () => server.ok(deskInvestRoutes.deskInvestDraftMake, { token: admin, body: investDraftBody() })

const ieoDraft = () => server.ok(deskIeoRoutes.deskIeoDraftMake, { token: admin, body: ieoDraftBody() })

async function fillPool(): Promise<void> {
  const hands = { asker: 1, approver: 2 } as const
  const pool = { type: 'moveHouse', realm: 'real', from: 'external', to: 'wealthPool', currency: 1, ...hands } as const
  await must(server, { ...pool, amount: 5_000_000_000n })
}

describe('twenty publishing at once', () => {
  it('put one product of mining out of one draft, and twenty orders under one key are one', async () => {
    const draft = await miningDraft()
    const call = { token: admin, params: { id: draft.draft_id }, body: { digest: draft.digest, ...reason } }
    expect(good(await apart(deskMiningRoutes.deskMiningPublish, () => call))).toBe(1)
    const { items } = await server.ok(deskMiningRoutes.deskMining, { token: admin, query: { realm: 'real' } })
    expect(items).toHaveLength(1)
    const order = { product_id: items[0]?.product_id, amount: '200', terms_version: 1 }
    await alike(miningRoutes.miningOrderPlace, { token, body: order })
    expect((await server.ok(miningRoutes.miningOrders, { token, query: {} })).items).toHaveLength(1)
  })

  it('put one investment on sale out of one draft, and twenty purchases under one key are one', async () => {
    const draft = await investDraft()
    const call = { token: admin, params: { id: draft.draft_id }, body: { digest: draft.digest, ...reason } }
    expect(good(await apart(deskInvestRoutes.deskInvestPublish, () => call))).toBe(1)
    const { items } = await server.ok(investRoutes.investProducts, { token, query: {} })
    expect(items).toHaveLength(1)
    const desk = await server.ok(deskInvestRoutes.deskInvest, { token: admin, query: {} })
    const body = { product_id: desk.items[0]?.product_id, quantity: 1 }
    await alike(investRoutes.investOrderPlace, { token, body })
    expect((await server.ok(investRoutes.investOrders, { token, query: {} })).items).toHaveLength(1)
  })

  it('make one launch out of one draft, and twenty applications under one key are one', async () => {
    await fillPool()
    const draft = await ieoDraft()
    const call = { token: admin, params: { id: draft.draft_id }, body: { digest: draft.digest, ...reason } }
    expect(good(await apart(deskIeoRoutes.deskIeoLaunch, () => call))).toBe(1)
    const { items } = await server.ok(ieoRoutes.ieoProjects, { token, query: {} })
    expect(items).toHaveLength(1)
    const desk = await server.ok(deskIeoRoutes.deskIeo, { token: admin, query: {} })
    await alike(ieoRoutes.ieoSubscribe, { token, body: { project_id: desk.items[0]?.project_id, quantity: '1' } })
    expect((await server.ok(ieoRoutes.ieoSubscriptions, { token, query: {} })).items).toHaveLength(1)
  })
})

describe('twenty of a person at once', () => {
  it('are one option under one key', async () => {
    const body = { symbol: 'BTCUSDT', type: 'up', trade_mode: 3_600, amount: '100' }
    await alike(optionRoutes.optionOrderPlace, { token, body })
    expect((await server.ok(optionRoutes.optionOrders, { token, query: {} })).items).toHaveLength(1)
  })

  it('are one card under one key with one code, and one address also under twenty keys', async () => {
    const who = await person(server)
    await alike(payeeRoutes.cardAdd, { token: who.token, body: { ...cardFields, ...(await proof(server, who)) } })
    expect((await server.ok(payeeRoutes.cards, { token: who.token, query: {} })).items).toHaveLength(1)
    const wanted = { currency: 'USDT', network: 'TRC20', address: ownTron, label: 'mine' }
    const body = { ...wanted, ...(await proof(server, who)) }
    const codes = await apart(payeeRoutes.addressAdd, () => ({ token: who.token, body, key: keyNow() }))
    expect(good(codes)).toBe(1)
    expect((await server.ok(payeeRoutes.addresses, { token: who.token, query: {} })).items).toHaveLength(1)
  })

  it('are no more favourites and alerts than one may have', async () => {
    const { token: own } = await server.ok(identityRoutes.simulationLogin, { body: {} })
    const { rows } = await server.database.query<{ id: number }>('SELECT max(id)::int AS id FROM app_user')
    const id = rows[0]?.id ?? 0
    const most = 100
    await server.database.query(
      `INSERT INTO favourite (user_id, symbol) SELECT $1, 'X' || n FROM generate_series(1, $2::int) AS n`,
      [id, most - 1],
    )
    const symbols = (await server.ok(deskSettingsRoutes.deskSymbols, { token: admin })).map(({ symbol }) => symbol)
    await apart(marketRoutes.favouriteAdd, (at) => ({
      token: own,
      params: { symbol: symbols[at % symbols.length] ?? '' },
    }))
    expect(await countOf('favourite', `user_id = ${id}`)).toBeLessThanOrEqual(most)
    await server.database.query(
      `INSERT INTO price_alert (user_id, symbol, direction, source, price, repeats)
       SELECT $1, 'BTCUSDT', 'above', 'mark', (30000 + n)::text, false FROM generate_series(1, $2::int) AS n`,
      [id, notificationLimits.alertsMax - 2],
    )
    const wanted = { symbol: 'BTCUSDT', direction: 'above', source: 'mark', repeats: false }
    const codes = await apart(notificationRoutes.priceAlertMake, (at) => ({
      token: own,
      body: { ...wanted, price: String(20_000 + at) },
    }))
    expect(good(codes)).toBe(2)
    expect(await countOf('price_alert', `user_id = ${id}`)).toBe(notificationLimits.alertsMax)
  })

  it('are no more messages to customer service than may be open', async () => {
    const who = await person(server)
    const codes = await apart(supportRoutes.ticketMake, () => {
      const form = new FormData()
      form.set('phone', '06 12 34 56 78')
      form.set('question', 'Where is my deposit?')
      return { token: who.token, form, key: keyNow() }
    })
    const open = await countOf('ticket', `status <> 'closed'`)
    expect(open).toBe(good(codes))
    expect(open).toBeLessThan(many)
  })

  it('are one exchange at a quote that is good once', async () => {
    const quote = await server.ok(accountRoutes.quoteAsk, {
      token,
      body: { source: 'USDT', target: 'BTC', amount: '100' },
    })
    const body = { quote_id: quote.id }
    expect(good(await apart(accountRoutes.exchangeMake, () => ({ token, body, key: keyNow() })))).toBe(1)
  })
})
