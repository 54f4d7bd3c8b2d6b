import { accountOne } from '@truemark/protocol/routes/account'
import { contentRoutes } from '@truemark/protocol/routes/content'
import { deskRoutes } from '@truemark/protocol/routes/desk'
import { type Proposal, deskProposalRoutes as proposals } from '@truemark/protocol/routes/deskProposals'
import { deskSettingsRoutes } from '@truemark/protocol/routes/deskSettings'
import { identityRoutes } from '@truemark/protocol/routes/identity'
import { marketRoutes } from '@truemark/protocol/routes/market'
import { readOnlyRoutes as routes } from '@truemark/protocol/routes/readOnly'
import { spotRoutes } from '@truemark/protocol/routes/spot'
import { touchRoutes } from '@truemark/protocol/routes/touches'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { house } from '../engine/door.ts'
import { ReadOnly } from '../platform/http/readOnly.ts'
import { type LiveServer, startLiveServer } from '../testing/liveServer.ts'
import { makeOperator, personPassword } from '../testing/people.ts'
import { type Person, bringIn, person } from '../wallet/testing/walletRun.ts'
import { loadReadOnly } from './readOnly.ts'

let server: LiveServer
let ada = ''
let ben = ''
let cleo = ''
let who: Person

beforeAll(async () => {
  server = await startLiveServer({ singleOperator: false })
  ada = await makeOperator(server, 'administrator', 'Ada')
  ben = await makeOperator(server, 'treasurer', 'Ben')
  cleo = await makeOperator(server, 'administrator', 'Cleo')
  who = await person(server)
  await bringIn(server, who, '900')
})
afterAll(async () => {
  await server.stop()
})

const set = (from: number | null, minutes: number) =>
  server.call(routes.deskReadOnlySet, { token: ada, body: { from, minutes, reason: 'an upgrade' } })

async function approve(): Promise<number> {
  const { items } = await server.ok(proposals.deskProposals, { token: ben })
  const found = items.find(({ state, kind }) => state === 'open' && kind === 'read_only')
  const body = { approve: true, digest: found?.digest ?? '', reason: 'agreed' }
  return (await server.call(proposals.deskProposalDecide, { token: ben, params: { id: found?.id ?? '' }, body })).code
}

const told = async () => (await server.ok(contentRoutes.appData, {})).read_only
const mark = () => server.call(marketRoutes.favouriteAdd, { token: who.token, params: { symbol: 'BTCUSDT' } })

it('is announced, then begins and ends by itself: nothing is refused before', async () => {
  expect((await set(null, 4)).reason).toBe('field_malformed')
  expect((await set(Date.now() + 8 * 86_400_000, 30)).reason).toBe('field_malformed')
  const from = Date.now() + 3_600_000
  expect((await set(from, 30)).reason).toBe('approval_pending')
  expect(await told()).toBeNull()
  expect(await approve()).toBe(200)
  expect(await told()).toEqual({ from, until: from + 30 * 60_000 })
  expect((await mark()).reason).not.toBe('read_only')
  await server.ok(routes.deskReadOnlyLift, { token: ben, body: { reason: 'not today' } })
  expect(await told()).toBeNull()
})

it('refuses every change with the time that is left, by session, by desk and by program, and answers what is read', async () => {
  await set(null, 30)
  expect(await approve()).toBe(200)
  const refused = await mark()
  expect(refused).toMatchObject({
    code: 14_700,
    reason: 'read_only',
    message: expect.stringContaining('at most 30 min'),
  })
  const order = { symbol: 'BTCUSDT', side: 'buy', type: 'limit', price: '9000', quantity: '0.01' } as const
  expect((await server.call(spotRoutes.spotOrderPlace, { token: who.token, body: order })).reason).toBe('read_only')
  const code = { code: 'SPRING24', note: 'spring' }
  expect((await server.call(deskSettingsRoutes.deskInviteCodeMake, { token: ada, body: code })).reason).toBe(
    'read_only',
  )
  expect((await set(null, 30)).reason).toBe('read_only')
  const { balances } = await server.ok(accountOne, { token: who.token, params: { kind: 'coin' } })
  expect(balances.find(({ currency }) => currency === 'USDT')?.available).toBe('900')
  // whoever may not call it at all is told that, and no more
  expect((await server.call(deskSettingsRoutes.deskInviteCodeMake, { token: who.token, body: code })).reason).not.toBe(
    'read_only',
  )
})

it('lets people in and out, and lets stop what has to be stopped', async () => {
  const back = await server.ok(identityRoutes.login, { body: { account: who.email, password: personPassword } })
  expect(back.token).not.toBe('')
  await server.ok(identityRoutes.logout, { token: back.token })
  const { items } = await server.ok(deskRoutes.deskUsers, { token: ada, query: { search: who.email } })
  const uid = items[0]?.uid ?? ''
  const freeze = { ground: 'court_order', reference: 'case 7' } as const
  const body = { freeze, reason: 'a letter' }
  expect((await server.call(touchRoutes.deskUserFreeze, { token: ben, params: { id: uid }, body })).code).toBe(200)
})

const waiting = async (kind: Proposal['kind']): Promise<Proposal | undefined> =>
  (await server.ok(proposals.deskProposals, { token: cleo })).items.find((one) => one.kind === kind)
const decide = (asked: Proposal | undefined, token = ben) => {
  const body = { approve: true, digest: asked?.digest ?? '', reason: 'agreed' }
  return server.call(proposals.deskProposalDecide, { token, params: { id: asked?.id ?? '' }, body })
}

it('lets the second person confirm what stops, and lets nobody lift it, by whatever call', async () => {
  const { items } = await server.ok(deskRoutes.deskUsers, { token: ada, query: { search: who.email } })
  const params = { id: items[0]?.uid ?? '' }
  const lift = { freeze: null, reason: 'lifted' }
  expect((await server.call(touchRoutes.deskUserFreeze, { token: ada, params, body: lift })).reason).toBe('read_only')
  expect((await decide(await waiting('freeze'), ada)).data?.proposal.state).toBe('applied')
  const off = { disabled: true, ground: 'security', reason: 'a stolen phone' } as const
  expect((await server.call(deskRoutes.deskUserDisable, { token: ada, params, body: off })).code).toBe(200)
  expect((await decide(await waiting('disable'), cleo)).data?.proposal.state).toBe('applied')
  const on = { disabled: false, reason: 'it was found' } as const
  expect((await server.call(deskRoutes.deskUserDisable, { token: ada, params, body: on })).reason).toBe('read_only')

  const market = { symbol: 'BTCUSDT' }
  const halt = (body: object) =>
    server.call(deskSettingsRoutes.deskSymbolHalt, { token: ada, params: market, body: { reason: 'a fork', ...body } })
  expect((await halt({ halt: 'halted', ground: 'asset_event' })).code).toBe(200)
  expect((await decide(await waiting('halt'))).data?.proposal.state).toBe('applied')
  expect((await halt({ halt: 'trading' })).reason).toBe('read_only')
})

it('leaves undecided what lifts a stop and was asked for before, until everything may be changed again', async () => {
  const lift = (reason: string) => server.ok(routes.deskReadOnlyLift, { token: ada, body: { reason } })
  await lift('for a moment')
  const halt = { halt: 'trading', reason: 'it is over' } as const
  const asked = { token: ada, params: { symbol: 'BTCUSDT' }, body: halt }
  expect((await server.call(deskSettingsRoutes.deskSymbolHalt, asked)).reason).toBe('approval_pending')
  await set(null, 30)
  expect(await approve()).toBe(200)
  const resume = await waiting('resume')
  expect((await decide(resume)).reason).toBe('read_only')
  expect((await waiting('resume'))?.state).toBe('open')
  expect((await server.engine.exchange.ask(house, { type: 'catalogue' })).listings[0]?.terms.halt).toBe('halted')
  await lift('for good')
  expect((await decide(resume)).data?.proposal.state).toBe('applied')
  await set(null, 30)
  expect(await approve()).toBe(200)
})

it('outlives a restart, is ended by one at once, and stands in the audit log', async () => {
  const again = new ReadOnly(() => Date.now())
  await loadReadOnly({ database: server.database, readOnly: again })
  expect(again.get()).toEqual(await told())
  expect(again.refusal(spotRoutes.spotOrderPlace)).toMatchObject({ reason: 'read_only' })
  const later = new ReadOnly(() => Date.now() + 31 * 60_000)
  await loadReadOnly({ database: server.database, readOnly: later })
  expect([later.get(), later.refusal(spotRoutes.spotOrderPlace)]).toEqual([null, null])
  await server.ok(routes.deskReadOnlyLift, { token: ada, body: { reason: 'done' } })
  expect(await server.ok(routes.deskReadOnly, { token: ben })).toEqual({ period: null })
  expect((await mark()).reason).not.toBe('read_only')
  const { items } = await server.ok(deskRoutes.deskAudit, { token: ada, query: { action: 'read_only_lifted' } })
  expect(items.map(({ reason }) => reason)).toEqual(['done', 'for good', 'for a moment', 'not today'])
})
