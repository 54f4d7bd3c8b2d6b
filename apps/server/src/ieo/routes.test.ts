import { accountAssets } from '@truemark/protocol/routes/account'
import { deskIeoRoutes as desk } from '@truemark/protocol/routes/deskIeo'
import { deskMiningRoutes } from '@truemark/protocol/routes/deskMining'
import { deskProposalRoutes } from '@truemark/protocol/routes/deskProposals'
import { ieoRoutes as routes } from '@truemark/protocol/routes/ieo'
import { identityRoutes } from '@truemark/protocol/routes/identity'
import { accountTouches } from '@truemark/protocol/routes/touches'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { must, openWealth, saver } from '../invest/testing/saver.ts'
import { holdsSomething } from '../identity/holding.ts'
import { keyNow } from '../testing/keys.ts'
import { type LiveServer, startLiveServer } from '../testing/liveServer.ts'
import { makeOperator } from '../testing/people.ts'

const dayMs = 86_400_000
const usdt = 1_000_000n
const reason = 'read and right'
let server: LiveServer
let ada = ''
let ben = ''

beforeAll(async () => {
  server = await startLiveServer({ singleOperator: false })
  await openWealth(server, 'ieo')
  // no promise beyond what stands in the pool
  await must(server, { type: 'boundPool', realm: 'real', currency: 1, debtMax: 0n })
  ada = await makeOperator(server, 'administrator', 'Ada')
  ben = await makeOperator(server, 'treasurer', 'Ben')
})
afterAll(() => server.stop())

const closes = Math.ceil(Date.now() / 1_000) * 1_000 + 3 * dayMs

function draft(more: object = {}) {
  return {
    realm: 'real' as const,
    name: 'Lantern',
    description: { en: 'Pays for storage. It can fall to zero.', fre: 'Paie le stockage.' },
    currency: 'BTC',
    price: '120.5',
    supply: '100',
    pass_quantity: '2',
    application_min: '2',
    application_max: '150',
    opens: Date.now() - 1_000,
    closes,
    time_to_market: closes + dayMs,
    ...more,
  }
}

async function approve(kind: string): Promise<string> {
  const { items } = await server.ok(deskProposalRoutes.deskProposals, { token: ben })
  const found = items.find((one) => one.kind === kind && one.state === 'open')
  const body = { approve: true, digest: found?.digest ?? '', reason: 'seen' }
  const decided = { token: ben, params: { id: found?.id ?? '' }, body }
  const { proposal } = await server.ok(deskProposalRoutes.deskProposalDecide, decided)
  return proposal.failure === '' ? proposal.state : proposal.failure
}

/** Launches by two people; gives what became of the proposal, and the project. */
async function launched(more: object = {}): Promise<{ readonly outcome: string; readonly project: string }> {
  const { draft_id: id, digest } = await server.ok(desk.deskIeoDraftMake, { token: ada, body: draft(more) })
  const launch = { token: ada, params: { id }, body: { digest, reason } }
  expect((await server.call(desk.deskIeoLaunch, launch)).reason).toBe('approval_pending')
  const outcome = await approve('ieo_launch')
  const row = (await server.ok(desk.deskIeo, { token: ada })).items.find(({ draft_id }) => draft_id === id)
  return { outcome, project: row?.project_id ?? '' }
}

it('refuses drafts that cannot hold, and a launch of what the house does not have', async () => {
  const make = (more: object) => server.call(desk.deskIeoDraftMake, { token: ada, body: draft(more) })
  expect((await make({ currency: 'NONE' })).reason).toBe('currency_unknown')
  expect((await make({ supply: '99' })).reason).toBe('ieo_terms_invalid')
  expect((await make({ price: '0.0000001' })).reason).toBe('field_malformed')
  expect((await make({ closes: Date.now() - 1 })).reason).toBe('ieo_terms_invalid')
  const bare = await server.ok(desk.deskIeoDraftMake, { token: ada, body: draft({ description: {} }) })
  const launch = { token: ada, params: { id: bare.draft_id }, body: { digest: bare.digest, reason } }
  expect((await server.call(desk.deskIeoLaunch, launch)).reason).toBe('ieo_text_missing')
  await server.ok(desk.deskIeoDraftDrop, { token: ada, params: { id: bare.draft_id } })
  const boast = await server.ok(desk.deskIeoDraftMake, { token: ada, body: draft({ name: 'Sure Profit' }) })
  const promised = { token: ada, params: { id: boast.draft_id }, body: { digest: boast.digest, reason } }
  expect((await server.call(desk.deskIeoLaunch, promised)).reason).toBe('promise_made')
  await server.ok(desk.deskIeoDraftDrop, { token: ada, params: promised.params })
  expect((await launched()).outcome).toBe('ieo_supply_missing')
})

it('takes applications, previews and makes the allocation, and delivers; a canceled launch gives all back', async () => {
  const { token, holder } = await saver(server, 'iris@example.org', { usdt: 20_000n * usdt })
  const other = await saver(server, 'june@example.org', { usdt: 20_000n * usdt })
  expect(await server.ok(routes.ieoProjects, { token })).toEqual({ items: [], cursor: null })
  const hands = { asker: 1, approver: 2 } as const
  const pool = { type: 'moveHouse', realm: 'real', from: 'external', to: 'wealthPool', currency: 1, ...hands } as const
  await must(server, { ...pool, amount: 20_000_000_000n })
  const { project, outcome } = await launched()
  expect(outcome).toBe('applied')
  const [shown] = (await server.ok(routes.ieoProjects, { token, lang: 'fre' })).items
  expect(shown).toMatchObject({ phase: 'open', price: '120.5', pass_price: '241', description: 'Paie le stockage.' })
  const ask = (quantity: string, more: object = {}) =>
    server.call(routes.ieoSubscribe, { token, body: { project_id: project, quantity, ...more }, key: keyNow() })
  expect((await ask('3')).message).toContain('2')
  expect((await ask('3')).reason).toBe('quantity_off_step')
  expect((await ask('0')).reason).toBe('ieo_application_too_small')
  expect((await ask('152')).reason).toBe('ieo_application_too_large')
  expect((await ask('x')).reason).toBe('field_malformed')
  expect((await ask('2', { project_id: 'nothing' })).reason).toBe('ieo_project_unknown')
  const taken = await ask('60')
  expect(taken.data).toMatchObject({ applications: '60', amount: '7230', passes: null, status: 'subscribed' })
  await server.ok(routes.ieoSubscribe, {
    token: other.token,
    body: { project_id: project, quantity: '90' },
    key: keyNow(),
  })
  const preview = await server.ok(desk.deskIeoAllocation, { token: ben, params: { id: project } })
  expect(preview).toMatchObject({ applications: '150', passes: '100', left: '0', proceeds: '12050', count: 2 })
  expect(preview.items.map(({ passes }) => passes)).toEqual(['40', '60'])
  const touches = await server.ok(accountTouches, { token: other.token })
  expect(touches.items[0]).toMatchObject({ action: 'ieo_allocation_read' })
  const forecast = { token: ben, query: { realm: 'real' } }
  const { rows } = await server.ok(deskMiningRoutes.deskWealthForecast, forecast)
  expect(rows.filter((row) => row.product === 'ieo')).toHaveLength(2)
  const second = await launched({ name: 'Harbour' })
  await server.ok(routes.ieoSubscribe, { token, body: { project_id: second.project, quantity: '10' }, key: keyNow() })
  const cancel = { token: ada, params: { id: second.project }, body: { reason } }
  expect((await server.call(desk.deskIeoCancel, cancel)).reason).toBe('approval_pending')
  expect(await approve('ieo_cancel')).toBe('applied')
  const pass = (stamp: number) => must(server, { type: 'sampleIndex', stamp, kind: 'live', samples: [] })
  await pass(closes)
  expect(await server.ok(accountAssets, { token })).toMatchObject({
    total_value: '20000',
    values: { coin: '15180', invested: '4820' },
    invested: [{ product: 'ieo', currency: 'USDT', amount: '4820', value: '4820' }],
  })
  // whose coin is still to come has something, whatever else is gone
  const entry = { holder: other.holder, kind: 'withdrawal', currency: 0, ...hands } as const
  await must(server, { type: 'enterManually', ...entry, amount: 12_770n * usdt })
  const { balances: nothing } = await server.engine.exchange.ask(
    { kind: 'house' },
    { type: 'balances', holder: other.holder },
  )
  expect(nothing.every(({ available, frozen }) => available === 0n && frozen === 0n)).toBe(true)
  expect(await holdsSomething(server.engine.exchange, other.holder)).toBe(true)
  await pass(closes + dayMs)
  expect((await server.ok(accountAssets, { token })).invested).toEqual([])
  const { items } = await server.ok(routes.ieoSubscriptions, { token })
  expect(items.map(({ name, status, passes, refund }) => [name, status, passes, refund])).toEqual([
    ['Harbour', 'returned', '0', '1205'],
    ['Lantern', 'delivered', '40', '2410'],
  ])
  const [, lantern] = items
  const one = { token, query: { id: lantern?.subscription_id ?? '' } }
  expect(await server.ok(routes.ieoSubscriptions, one)).toEqual({ items: [lantern], cursor: null })
  expect((await server.ok(routes.ieoSubscriptions, { ...one, token: other.token })).items).toEqual([])
  const { balances } = await server.engine.exchange.ask({ kind: 'house' }, { type: 'balances', holder })
  expect(balances.find(({ currency }) => currency === 1)?.available).toBe(4_000_000_000n)
  expect((await server.ok(desk.deskIeo, { token: ben })).items).toMatchObject([
    { name: 'Harbour', phase: 'canceled' },
    { name: 'Lantern', phase: 'ended', passes: '100' },
    { phase: 'draft' },
  ])
})

it('shows a demo account what there is, and takes nothing from it', async () => {
  const { token } = await server.ok(identityRoutes.simulationLogin, { body: {} })
  expect(await server.ok(routes.ieoProjects, { token })).toEqual({ items: [], cursor: null })
  const body = { project_id: 'x', quantity: '1' }
  expect((await server.call(routes.ieoSubscribe, { token, body, key: keyNow() })).reason).toBe('demo_no_wealth')
})
