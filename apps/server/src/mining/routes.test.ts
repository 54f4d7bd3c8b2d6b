import { dayOf } from '@truemark/core/mining/terms'
import { dayMs } from '@truemark/core/money/units'
import { accountRoutes } from '@truemark/protocol/routes/account'
import { type MiningDraftBody, deskMiningRoutes as desk } from '@truemark/protocol/routes/deskMining'
import { deskProposalRoutes } from '@truemark/protocol/routes/deskProposals'
import { identityRoutes } from '@truemark/protocol/routes/identity'
import { miningRoutes as routes } from '@truemark/protocol/routes/mining'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { must, openWealth, saver } from '../invest/testing/saver.ts'
import { passDayTurn } from '../testing/dayTurn.ts'
import { keyNow } from '../testing/keys.ts'
import { type LiveServer, startLiveServer } from '../testing/liveServer.ts'
import { makeOperator } from '../testing/people.ts'

const reason = 'lent to the margin desk'
const tomorrow = (dayOf(await passDayTurn()) + 1) * dayMs
let server: LiveServer
let ada = ''
let ben = ''

beforeAll(async () => {
  server = await startLiveServer({ singleOperator: false })
  await openWealth(server, 'mining')
  ada = await makeOperator(server, 'administrator', 'Ada')
  ben = await makeOperator(server, 'treasurer', 'Ben')
})
afterAll(() => server.stop())

function draft(more: Partial<MiningDraftBody> = {}): MiningDraftBody {
  return {
    realm: 'real',
    product_id: null,
    name: { en: 'Five days', fre: 'Cinq jours' },
    currency: 'USDT',
    daily_return_rate_min: '0.003',
    daily_return_rate_max: '0.004',
    lockup_period: 5,
    minimum_amount: '100',
    maximum_amount: '20000',
    capacity: '50000',
    early_redemption_rate: '0.02',
    yield_source: { en: 'Lent to the margin desk.', fre: 'Prêté au desk de marge.' },
    ...more,
  }
}

/** Approves the open proposal of a kind as the second person. */
async function approved(kind: string): Promise<string> {
  const { items } = await server.ok(deskProposalRoutes.deskProposals, { token: ben })
  const proposal = items.find((one) => one.kind === kind)
  const body = { approve: true, digest: proposal?.digest ?? '', reason: 'read and right' }
  const decide = { token: ben, params: { id: proposal?.id ?? '' }, body }
  return (await server.ok(deskProposalRoutes.deskProposalDecide, decide)).proposal.state
}

async function published(more: Partial<MiningDraftBody> = {}): Promise<string> {
  const made = await server.ok(desk.deskMiningDraftMake, { token: ada, body: draft(more) })
  const publish = { token: ada, params: { id: made.draft_id }, body: { digest: made.digest, reason } }
  expect((await server.call(desk.deskMiningPublish, publish)).reason).toBe('approval_pending')
  expect(await approved('mining_publish')).toBe('applied')
  const all = await server.ok(desk.deskMining, { token: ada, query: { realm: 'real' } })
  return all.items[0]?.product_id ?? ''
}

/** Time comes to the end of so many days from tomorrow on. */
async function pass(days: number): Promise<void> {
  await must(server, { type: 'sampleIndex', stamp: tomorrow + days * dayMs, kind: 'live', samples: [] })
}

describe('the desk', () => {
  it('publishes by two people, never without the source of the yield, and never changes what is published', async () => {
    const bare = await server.ok(desk.deskMiningDraftMake, { token: ada, body: draft({ yield_source: { en: ' ' } }) })
    const publish = { token: ada, params: { id: bare.draft_id }, body: { digest: bare.digest, reason } }
    expect((await server.call(desk.deskMiningPublish, publish)).reason).toBe('mining_source_missing')
    const sold = draft({ yield_source: { en: 'Guaranteed by us.', fre: 'Rien n’est garanti.' } })
    const boast = await server.ok(desk.deskMiningDraftMake, { token: ada, body: sold })
    const promised = { token: ada, params: { id: boast.draft_id }, body: { digest: boast.digest, reason } }
    const refusal = await server.call(desk.deskMiningPublish, promised)
    expect([refusal.reason, refusal.message.includes('“Guaranteed”')]).toEqual(['promise_made', true])
    await server.ok(desk.deskMiningDraftDrop, { token: ada, params: promised.params })
    const wrong = { ...publish, body: { digest: '0'.repeat(64), reason } }
    expect((await server.call(desk.deskMiningPublish, wrong)).reason).toBe('proposal_changed')
    const named = { token: ada, params: { id: bare.draft_id } }
    await server.ok(desk.deskMiningDraftChange, { ...named, body: draft() })
    await server.ok(desk.deskMiningDraftDrop, named)
    expect((await server.call(desk.deskMiningDraftDrop, named)).reason).toBe('mining_draft_unknown')
    const product = await published()
    const all = await server.ok(desk.deskMining, { token: ben, query: { realm: 'real' } })
    const drafts = await server.ok(desk.deskMiningDrafts, { token: ben, query: { realm: 'real' } })
    expect(drafts).toEqual({ items: [], cursor: null })
    expect(all.items[0]).toMatchObject({ product_id: product, terms_version: 1, on: true, locked: '0' })
    await expect(server.database.query('UPDATE mining_draft SET body = $1 WHERE published', ['{}'])).rejects.toThrow()
  })

  it('gives a product other terms for later orders, and refuses what cannot hold', async () => {
    const product = await published()
    expect(await published({ product_id: product, early_redemption_rate: '0.05' })).toBe(product)
    const all = await server.ok(desk.deskMining, { token: ada, query: { realm: 'real' } })
    expect(all.items[0]).toMatchObject({ terms_version: 2, early_redemption_rate: '0.05' })
    const make = async (more: Partial<MiningDraftBody>) =>
      (await server.call(desk.deskMiningDraftMake, { token: ada, body: draft(more) })).reason
    expect(await make({ currency: 'NONE' })).toBe('currency_unknown')
    expect(await make({ minimum_amount: '0.0000001' })).toBe('field_malformed')
    expect(await make({ daily_return_rate_max: '0.002' })).toBe('mining_terms_invalid')
    expect(await make({ daily_return_rate_max: '9000000' })).toBe('mining_terms_invalid')
    expect(await make({ product_id: 'nothing' })).toBe('mining_unknown')
  })

  it('stops orders and takes them again by two; publishes the rates of days ahead by two, once', async () => {
    const product = await published()
    const turn = (on: boolean) =>
      server.call(desk.deskMiningSwitch, { token: ada, params: { id: product }, body: { on, reason } })
    expect((await turn(false)).reason).toBe('approval_pending')
    expect(await approved('mining_switch')).toBe('applied')
    expect((await turn(true)).reason).toBe('approval_pending')
    expect(await approved('mining_switch')).toBe('applied')
    const rates = (date: number, rate: string) =>
      server.call(desk.deskMiningRates, {
        token: ada,
        params: { id: product },
        body: { rates: [{ date, rate }], reason },
      })
    expect((await rates(tomorrow - dayMs, '0.003')).reason).toBe('mining_day_begun')
    expect((await rates(tomorrow, '0.005')).reason).toBe('mining_rate_out_of_range')
    expect((await rates(tomorrow + 1, '0.003')).reason).toBe('field_malformed')
    expect((await rates(tomorrow, '0.0035')).reason).toBe('approval_pending')
    expect(await approved('mining_rates')).toBe('applied')
    expect((await rates(tomorrow, '0.004')).reason).toBe('mining_day_published')
    const all = await server.ok(desk.deskMining, { token: ada, query: { realm: 'real' } })
    expect(all.items[0]?.rates).toEqual([{ date: tomorrow, rate: '0.0035' }])
  })

  it('bounds the pool by two people', async () => {
    const params = { currency: 'USDT' }
    const bound = (debt_max: string) =>
      server.call(desk.deskWealthPoolBound, { token: ben, params, body: { realm: 'demo', debt_max, reason } })
    expect((await bound('-1')).reason).toBe('field_malformed')
    expect((await bound('1000')).reason).toBe('approval_pending')
    const { items } = await server.ok(deskProposalRoutes.deskProposals, { token: ada })
    const proposal = items.find((one) => one.kind === 'pool_bound')
    const body = { approve: true, digest: proposal?.digest ?? '', reason: 'read and right' }
    await server.ok(deskProposalRoutes.deskProposalDecide, { token: ada, params: { id: proposal?.id ?? '' }, body })
    const { pools } = await server.ok(desk.deskWealthForecast, { token: ada, query: { realm: 'demo' } })
    expect(pools.find(({ currency }) => currency === 'USDT')).toMatchObject({ debt_max: '1000', promised: '0' })
  })
})

describe('a person', () => {
  it('locks an amount once a key, is paid day by day, and gets the principal back', async () => {
    const product = await published()
    const { token } = await saver(server, 'iris@example.org', { usdt: 20_000_000_000n })
    const [shown] = (await server.ok(routes.miningProducts, { token, lang: 'fre' })).items.toReversed()
    expect(shown).toMatchObject({
      product_id: product,
      name: 'Cinq jours',
      daily_return_rate_min: '0.003',
      daily_return_rate_max: '0.004',
      lockup_period: 5,
      minimum_amount: '100',
      remaining: '50000',
      yield_source: 'Prêté au desk de marge.',
      income_start: tomorrow,
      end_time: tomorrow + 5 * dayMs,
    })
    const key = keyNow()
    const body = { product_id: product, amount: '10000', terms_version: 1 }
    const opened = await server.ok(routes.miningOrderPlace, { token, body, key })
    expect(opened).toMatchObject({ investment_amount: '10000', status: 'ongoing', refund: '9800', days_paid: 0 })
    expect(await server.ok(routes.miningOrderPlace, { token, body, key })).toEqual(opened)
    const { rows } = await server.ok(desk.deskWealthForecast, { token: ada, query: { realm: 'real' } })
    expect(rows.find(({ date }) => date === tomorrow + dayMs)).toMatchObject({ min: '30', max: '40', principal: '0' })
    expect(rows.at(-1)).toMatchObject({ date: tomorrow + 5 * dayMs, principal: '10000' })
    await pass(2)
    const params = { id: opened.order_id }
    const running = await server.ok(routes.miningOrderOne, { token, params })
    expect(running).toMatchObject({ income: '60', days_paid: 2, next_income_time: tomorrow + 3 * dayMs })
    expect(running.incomes.map(({ date, amount, published: by }) => [date, amount, by])).toEqual([
      [tomorrow, '30', false],
      [tomorrow + dayMs, '30', false],
    ])
    await pass(5)
    const { items } = await server.ok(routes.miningOrders, { token, query: { status: 'history' } })
    expect(items).toMatchObject([{ status: 'settled', income: '150', refund: '10000', early_redemption: false }])
    const records = await server.ok(accountRoutes.records, { token, query: { type: 'coin', limit: '100' } })
    const lines = records.items.map(({ category, amount }) => `${category} ${amount}`)
    expect(lines.slice(0, 7)).toEqual(['mining_done 10000', ...Array(5).fill('mining_income 30'), 'lock_mining -10000'])
    const again = { token, params, key: keyNow() }
    expect((await server.call(routes.miningRedeem, again)).reason).toBe('order_done')
  })

  it('redeems before the time for the shown refund, and alone', async () => {
    const product = await published({ capacity: '1500' })
    const { token } = await saver(server, 'june@example.org', { usdt: 2_000_000_000n })
    const { token: other } = await saver(server, 'kate@example.org', { usdt: 2_000_000_000n })
    const place = (by: string, amount: string, more: object = {}) =>
      server.call(routes.miningOrderPlace, {
        token: by,
        body: { product_id: product, amount, ...more },
        key: keyNow(),
      })
    const order = (await place(token, '1000')).data
    expect((await place(other, '501')).reason).toBe('mining_capacity_full')
    expect((await place(other, '100')).reason).toBe('mining_amount_too_small')
    expect((await place(other, '1.2345678')).reason).toBe('field_malformed')
    expect((await place(other, '200', { terms_version: 9 })).reason).toBe('mining_terms_changed')
    expect((await place(other, '200', { product_id: 'nothing' })).reason).toBe('mining_unknown')
    const params = { id: order?.order_id ?? '' }
    expect((await server.call(routes.miningRedeem, { token: other, params, key: keyNow() })).reason).toBe('not_owner')
    expect((await server.call(routes.miningOrderOne, { token: other, params })).reason).toBe('not_owner')
    const key = keyNow()
    const redeemed = await server.ok(routes.miningRedeem, { token, params, key })
    expect(redeemed).toMatchObject({ status: 'history', early_redemption: true, early_redemption_cost: '20' })
    expect(redeemed.refund).toBe(order?.refund)
    expect(await server.ok(routes.miningRedeem, { token, params, key })).toEqual(redeemed)
    expect((await place(other, '501')).reason).toBe(null)
  })

  it('never oversells to many who come at once', async () => {
    const product = await published({ capacity: '1000' })
    const savers = [await saver(server, 'lily@example.org', { usdt: 5_000_000_000n })]
    savers.push(await saver(server, 'mara@example.org', { usdt: 5_000_000_000n }))
    const body = { product_id: product, amount: '150' }
    const placed = await Promise.all(
      Array.from({ length: 20 }, (_, at) =>
        server.call(routes.miningOrderPlace, { token: savers[at % 2]?.token ?? '', body, key: keyNow() }),
      ),
    )
    expect(placed.filter(({ reason: why }) => why === null)).toHaveLength(6)
    expect(placed.filter(({ reason: why }) => why === 'mining_capacity_full')).toHaveLength(14)
    expect(await server.engine.imbalance()).toEqual([])
  })

  it('of a demo account sees examples and locks nothing', async () => {
    const { token } = await server.ok(identityRoutes.simulationLogin, { body: {} })
    expect((await server.ok(routes.miningProducts, { token })).items).toEqual([])
    const body = { product_id: 'x', amount: '1000' }
    expect((await server.call(routes.miningOrderPlace, { token, body, key: keyNow() })).reason).toBe('demo_no_wealth')
  })
})
