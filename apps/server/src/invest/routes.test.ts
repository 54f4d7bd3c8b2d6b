import { accountAssets } from '@truemark/protocol/routes/account'
import { evidence } from '@truemark/protocol/routes/evidence'
import { deskInvestRoutes as desk } from '@truemark/protocol/routes/deskInvest'
import { deskProposalRoutes } from '@truemark/protocol/routes/deskProposals'
import { identityRoutes } from '@truemark/protocol/routes/identity'
import { investRoutes as routes } from '@truemark/protocol/routes/invest'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { keyNow } from '../testing/keys.ts'
import { type LiveServer, startLiveServer } from '../testing/liveServer.ts'
import { makeOperator } from '../testing/people.ts'
import { openWealth, sampleUntil, saver, speakLive } from './testing/saver.ts'

const dayMs = 86_400_000
let server: LiveServer
let quiet = (): void => undefined
let ada = ''
let ben = ''

beforeAll(async () => {
  server = await startLiveServer({ singleOperator: false })
  await openWealth(server, 'invest')
  quiet = speakLive(server)
  ada = await makeOperator(server, 'administrator', 'Ada')
  ben = await makeOperator(server, 'treasurer', 'Ben')
})
afterAll(() => {
  quiet()
  return server.stop()
})

const reason = 'the desk hedges it'
const maturity = Math.ceil((Date.now() + 8 * dayMs) / 1_000) * 1_000

function draft(more: object = {}) {
  return {
    realm: 'real' as const,
    name: 'A week of BTC',
    symbol: 'BTCUSDT',
    direction: 'sell_high' as const,
    linked_reference_price: '60000',
    annualized_return: '0.365',
    holding_period: 7,
    single_price: '0.1',
    shares: 100,
    maturity_date: maturity,
    yield_source: { en: 'Premiums of options that the desk hedges.', fre: 'Des primes d’option.' },
    ...more,
  }
}

async function published(more: object = {}): Promise<string> {
  const made = await server.ok(desk.deskInvestDraftMake, { token: ada, body: draft(more) })
  const publish = { token: ada, params: { id: made.draft_id }, body: { digest: made.digest, reason } }
  expect((await server.call(desk.deskInvestPublish, publish)).reason).toBe('approval_pending')
  const { items } = await server.ok(deskProposalRoutes.deskProposals, { token: ben })
  const proposal = items.find(({ kind, detail }) => kind === 'invest_publish' && detail['digest'] === made.digest)
  const decide = { approve: true, digest: proposal?.digest ?? '', reason: 'read and right' }
  const decided = { token: ben, params: { id: proposal?.id ?? '' }, body: decide }
  expect((await server.ok(deskProposalRoutes.deskProposalDecide, decided)).proposal.state).toBe('applied')
  const row = (await server.ok(desk.deskInvest, { token: ada })).items.find(
    ({ draft_id }) => draft_id === made.draft_id,
  )
  expect(row).toMatchObject({ state: 'on_sale', sold: 0 })
  return row?.product_id ?? ''
}

describe('the desk', () => {
  it('publishes by two people, never without the source of the yield, and never changes what is published', async () => {
    const bare = await server.ok(desk.deskInvestDraftMake, { token: ada, body: draft({ yield_source: { en: '  ' } }) })
    const publish = { token: ada, params: { id: bare.draft_id }, body: { digest: bare.digest, reason } }
    expect((await server.call(desk.deskInvestPublish, publish)).reason).toBe('invest_source_missing')
    const sold = draft({ yield_source: { en: 'Guaranteed by us.', fre: 'Rien n’est garanti.' } })
    const boast = await server.ok(desk.deskInvestDraftMake, { token: ada, body: sold })
    const promised = { token: ada, params: { id: boast.draft_id }, body: { digest: boast.digest, reason } }
    const refusal = await server.call(desk.deskInvestPublish, promised)
    expect([refusal.reason, refusal.message.includes('“Guaranteed”')]).toEqual(['promise_made', true])
    await server.ok(desk.deskInvestDraftDrop, { token: ada, params: promised.params })
    const wrong = { ...publish, body: { digest: '0'.repeat(64), reason } }
    expect((await server.call(desk.deskInvestPublish, wrong)).reason).toBe('proposal_changed')
    const named = { token: ada, params: { id: bare.draft_id } }
    await server.ok(desk.deskInvestDraftChange, { ...named, body: draft() })
    await server.ok(desk.deskInvestDraftDrop, named)
    expect((await server.call(desk.deskInvestDraftDrop, named)).reason).toBe('invest_draft_unknown')
    const product = await published()
    const [first] = (await server.ok(desk.deskInvest, { token: ben })).items
    expect(first?.product_id).toBe(product)
    const again = { token: ada, params: { id: first?.draft_id ?? '' }, body: draft({ shares: 999 }) }
    expect((await server.call(desk.deskInvestDraftChange, again)).reason).toBe('invest_draft_published')
    await expect(server.database.query('UPDATE wealth_draft SET body = $1 WHERE published', ['{}'])).rejects.toThrow()
  })

  it('refuses terms that cannot hold', async () => {
    const make = (more: object) => server.call(desk.deskInvestDraftMake, { token: ada, body: draft(more) })
    expect((await make({ symbol: 'NONE' })).reason).toBe('symbol_unknown')
    expect((await make({ linked_reference_price: '1.23' })).reason).toBe('field_malformed')
    expect((await make({ holding_period: 9 })).reason).toBe('invest_terms_invalid')
    expect((await make({ maturity_date: Date.now() })).reason).toBe('invest_terms_invalid')
  })
})

describe('a person', () => {
  it('sees what is on sale, with what a share pays either way, and buys whole shares once a key', async () => {
    const product = await published()
    const { token } = await saver(server, 'iris@example.org', { btc: 100_000_000n })
    const shown = (await server.ok(routes.investProducts, { token, lang: 'fre' })).items.find(
      ({ product_id }) => product_id === product,
    )
    expect(shown).toMatchObject({
      name: 'A week of BTC',
      currency: 'BTC',
      coin: 'BTC',
      single_price: '0.1',
      annualized_return: '0.365',
      linked_reference_price: '60000',
      holding_period: 7,
      maturity_date: maturity,
      sale_end: maturity - 7 * dayMs,
      remaining_shares: 100,
      yield_source: 'Des primes d’option.',
      coin_payout: '0.1007',
      usdt_payout: '6042',
    })
    const key = keyNow()
    const body = { product_id: product, quantity: 3 }
    const bought = await server.ok(routes.investOrderPlace, { token, body, key })
    expect(bought).toMatchObject({ shares: 3, investment_amount: '0.3', status: 'purchased', coin_payout: '0.3021' })
    expect(await server.ok(routes.investOrderPlace, { token, body, key })).toEqual(bought)
    const { items } = await server.ok(routes.investOrders, { token })
    expect(items).toEqual([bought])
    const one = await server.ok(routes.investOrders, { token, query: { id: bought.order_id } })
    expect(one).toEqual({ items: [bought], cursor: null })
    expect((await server.call(routes.investOrders, { token, query: { id: 'nothing' } })).reason).toBe('field_malformed')
    const left = (await server.ok(routes.investProducts, { token })).items.find(
      ({ product_id }) => product_id === product,
    )
    expect(left?.remaining_shares).toBe(97)
    const refused = async (more: object) =>
      (await server.call(routes.investOrderPlace, { token, body: { ...body, ...more }, key: keyNow() })).reason
    expect(await refused({ quantity: 8 })).toBe('balance_insufficient')
    expect(await refused({ quantity: 98 })).toBe('invest_shares_short')
    expect(await refused({ quantity: 0 })).toBe('invest_shares_min')
    expect(await refused({ quantity: 1.5 })).toBe('field_malformed')
    expect(await refused({ product_id: 'nothing' })).toBe('invest_product_unknown')
    const close = { token: ada, params: { id: product }, body: { reason } }
    expect((await server.ok(desk.deskInvestClose, close)).state).toBe('closed')
    expect(await refused({ quantity: 1 })).toBe('invest_sale_ended')
  })

  it('never gets more shares than there are, however many ask at once', async () => {
    const product = await published({ shares: 5, single_price: '0.01' })
    const { token } = await saver(server, 'kim@example.org', { btc: 100_000_000n })
    const body = { product_id: product, quantity: 1 }
    const asked = Array.from({ length: 20 }, () => server.call(routes.investOrderPlace, { token, body, key: keyNow() }))
    const reasons = (await Promise.all(asked)).map(({ reason }) => reason)
    expect(reasons.filter((reason) => reason === null)).toHaveLength(5)
    expect(reasons.filter((reason) => reason === 'invest_shares_short')).toHaveLength(15)
  })

  it('is paid at maturity, and told what holding would have been worth', async () => {
    const product = await published()
    const { token } = await saver(server, 'june@example.org', { btc: 100_000_000n })
    // 1 BTC at an index of 10 000
    const owned = { total_value: '10000', values: { coin: '10000', contract: '0', option: '0', invested: '0' } }
    expect(await server.ok(accountAssets, { token })).toMatchObject({ ...owned, invested: [] })
    await server.ok(routes.investOrderPlace, { token, body: { product_id: product, quantity: 10 }, key: keyNow() })
    expect(await server.ok(accountAssets, { token })).toMatchObject({
      total_value: '10000',
      values: { ...owned.values, coin: '0', invested: '10000' },
      invested: [{ product: 'invest', currency: 'BTC', amount: '1', value: '10000' }],
    })
    await sampleUntil(server, maturity, 6_500_000)
    const { items } = await server.ok(routes.investOrders, { token, query: { status: 'completed' } })
    expect(items[0]).toMatchObject({
      status: 'completed',
      outcome: 'usdt',
      settlement_price: '65000',
      samples: 900,
      sample_last: maturity,
      paid_currency: 'USDT',
      paid_amount: '60420',
      income: '420',
      had_held: { paid_value: '60420', held_value: '65000', difference: '-4580' },
    })
    expect((await server.ok(routes.investOrders, { token, query: { status: 'purchased' } })).items).toEqual([])
    const proof = await server.ok(evidence, { params: { id: items[0]?.order_id ?? '' } })
    if (proof.kind !== 'investment') throw new Error('other evidence')
    expect(proof).toMatchObject({ state: 'settled', settlement_price: '65000', paid_coin: false, sample_count: 900 })
    expect(proof.samples).toHaveLength(900)
    expect(proof.samples.at(-1)).toEqual({ time: maturity, price: '65000', sources: 4, fresh: true })
    expect(await server.ok(evidence, { params: { id: product } })).toEqual({ ...proof, id: product })
    // nothing in it tells whose it was, or of how much
    expect(Object.keys(proof).filter((name) => /amount|shares|holder|user/.test(name))).toEqual([])
    // the total changes by what the product paid, and by nothing else
    expect(await server.ok(accountAssets, { token })).toMatchObject({
      total_value: '60420',
      values: { ...owned.values, coin: '60420' },
      invested: [],
    })
  })

  it('can look in the demo, and buys nothing there', async () => {
    const { token } = await server.ok(identityRoutes.simulationLogin, { body: {} })
    expect(await server.ok(routes.investProducts, { token })).toEqual({ items: [], cursor: null })
    const body = { product_id: 'x', quantity: 1 }
    expect((await server.call(routes.investOrderPlace, { token, body, key: keyNow() })).reason).toBe('demo_no_wealth')
  })
})
