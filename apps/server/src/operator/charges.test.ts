import { contractRoutes } from '@truemark/protocol/routes/contract'
import { deskDerivativeRoutes as desk } from '@truemark/protocol/routes/deskDerivative'
import { deskProposalRoutes } from '@truemark/protocol/routes/deskProposals'
import { notificationRoutes } from '@truemark/protocol/routes/notification'
import { transparencyRoutes } from '@truemark/protocol/routes/transparency'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { logAll } from '../testing/evidence.ts'
import { keyNow } from '../testing/keys.ts'
import { type LiveServer, startLiveServer } from '../testing/liveServer.ts'
import { makeOperator, signUp } from '../testing/people.ts'
import { derivativeDemo } from '../testing/trader.ts'

let server: LiveServer
let ada = ''
let ben = ''

beforeAll(async () => {
  server = await startLiveServer({ singleOperator: false })
  ada = await makeOperator(server, 'administrator', 'Ada')
  ben = await makeOperator(server, 'administrator', 'Ben')
})
afterAll(() => server.stop())
beforeEach(async () => {
  await server.tick(1_000_000)
})

const params = { symbol: 'BTCUSDT' }
const dayMs = 86_400_000

/** Two people change the terms of a market; gives what the second one read of it. */
async function change(body: object): Promise<Readonly<Record<string, string>>> {
  const asked = await server.call(desk.deskDerivativeChange, { token: ada, params, body: { ...body, reason: 'costs' } })
  expect(asked.reason).toBe('approval_pending')
  const waiting = (await server.ok(deskProposalRoutes.deskProposals, { token: ben })).items.at(-1)
  if (waiting === undefined) throw new Error('nothing waits')
  const decision = { approve: true, digest: waiting.digest, reason: 'looked at it' }
  const call = { token: ben, params: { id: waiting.id }, body: decision }
  const { proposal } = await server.ok(deskProposalRoutes.deskProposalDecide, call)
  expect(proposal.state).toBe('applied')
  return waiting.detail
}

async function terms() {
  const [found] = await server.ok(contractRoutes.derivativeTermsAll)
  if (found === undefined) throw new Error('no market has terms')
  return found
}

/** Waits until somebody is told something, who asks for nothing that would wait for it. */
async function isTold(token: string, kind: string): Promise<void> {
  const kinds = async () =>
    (await server.ok(notificationRoutes.notifications, { token, query: {} })).items.map((one) => one.kind)
  await expect.poll(kinds, { timeout: 20_000 }).toContain(kind)
}

async function history() {
  await server.ok(transparencyRoutes.haltsPublic, { query: {} })
  await logAll(server)
  const { items } = await server.ok(transparencyRoutes.termsPublic, { query: { term: 'charges', subject: 'BTCUSDT' } })
  return items.map(({ change: { figures } }) => figures)
}

it('announces fees that rise a day ahead to everybody, and whoever closes meanwhile pays those of before', async () => {
  const reader = await signUp(server, 'reader@example.com', '+33612345688')
  const token = await derivativeDemo(server)
  const body = { symbol: 'BTCUSDT', side: 'buy', type: 'market', lots: '1', multiple: 10 } as const
  const { order_id: id } = await server.ok(contractRoutes.contractOrderPlace, { token, body, key: keyNow() })
  expect(await change({ fee_rate: '0.09', fee_rate_taker: '0.0003', funding_interest_rate: '0.0002' })).toMatchObject({
    fee_rate: '"0.0005" → "0.09"',
  })
  const now = await terms()
  expect(now).toMatchObject({
    fee_rate: '0.0005',
    fee_rate_taker: '0.0003',
    funding_interest_rate: '0.0001',
    charges: { fee_rate: '0.09', fee_rate_taker: '0.0003', funding_interest_rate: '0.0002' },
  })
  const { announced_time: from, effective_time: until } = now.charges ?? { announced_time: 0, effective_time: 0 }
  expect(until - from).toBe(dayMs)
  await server.tick(1_000_000)
  await server.ok(contractRoutes.contractOrderClose, { token, params: { id }, body: {}, key: keyNow() })
  const { items: fills } = await server.ok(contractRoutes.derivativeFills, { token, query: {} })
  expect(fills[0]?.fee).toBe('0.4999')
  await isTold(reader, 'charges_announced')
  const [announced] = await history()
  expect(announced).toContainEqual({ name: 'contract_fee_rate', unit: 'rate', before: null, after: '0.09' })
  expect(announced).toContainEqual({ name: 'effective_time', unit: 'time', before: null, after: String(until) })
})

it('leaves what is announced as it is where something else is changed', async () => {
  const { charges } = await terms()
  await change({ open_interest_user_max: '4000000' })
  expect(await terms()).toMatchObject({ open_interest_user_max: '4000000', charges })
})

it('takes it back where the terms in force are asked for again, and tells that too', async () => {
  const reader = await signUp(server, 'other@example.com', '+33612345677')
  expect(await change({ fee_rate: '0.0005', funding_interest_rate: '0.0001' })).toMatchObject({
    fee_rate: '"0.09" → "0.0005"',
  })
  expect(await terms()).toMatchObject({ fee_rate: '0.0005', charges: null })
  await isTold(reader, 'charges_withdrawn')
  const [withdrawn] = await history()
  expect(withdrawn).toContainEqual({ name: 'contract_fee_rate', unit: 'rate', before: '0.09', after: null })
})
