import { contractRoutes } from '@truemark/protocol/routes/contract'
import { deskDerivativeRoutes as desk } from '@truemark/protocol/routes/deskDerivative'
import { type Proposal, deskProposalRoutes } from '@truemark/protocol/routes/deskProposals'
import { notificationRoutes } from '@truemark/protocol/routes/notification'
import { perpetualRoutes } from '@truemark/protocol/routes/perpetual'
import { transparencyRoutes } from '@truemark/protocol/routes/transparency'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
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
const reason = 'the coin is to be delisted'
const singling = [
  { floor: '0', maintenance_rate: '0.004', multiple_max: 100 },
  { floor: '4000', maintenance_rate: '0.2', multiple_max: 4 },
]

async function newest(token: string): Promise<Proposal> {
  const last = (await server.ok(deskProposalRoutes.deskProposals, { token })).items.at(-1)
  if (last === undefined) throw new Error('nothing waits')
  return last
}

function decide(token: string, { id, digest }: Proposal) {
  const body = { approve: true, digest, reason: 'looked at it' }
  return server.call(deskProposalRoutes.deskProposalDecide, { token, params: { id }, body })
}

function announce(brackets: typeof singling, hours: number, token = ada) {
  const body = { brackets, effective_time: Date.now() + hours * 3_600_000, reason }
  return server.call(desk.deskBracketsAnnounce, { token, params, body })
}

async function history() {
  return (await server.ok(transparencyRoutes.bracketsPublic, { query: { symbol: 'BTCUSDT' } })).items
}

it('leaves what is open alone where brackets are changed, and says which ones it keeps', async () => {
  const token = await derivativeDemo(server)
  const body = { symbol: 'BTCUSDT', side: 'buy', type: 'market', lots: '10', multiple: 10 } as const
  const ticket = await server.ok(contractRoutes.contractOrderPlace, { token, body, key: keyNow() })
  const before = await history()
  expect(before.map(({ change }) => change)).toEqual(['set'])
  const change = { token: ada, params, body: { brackets: singling, reason } }
  expect((await server.call(desk.deskDerivativeChange, change)).reason).toBe('approval_pending')
  await decide(ben, await newest(ben))
  await server.tick(1_000_000)
  const { items } = await server.ok(contractRoutes.contractOrders, { token, query: { status: 'open' } })
  expect(items).toMatchObject([{ order_id: ticket.order_id, liquidation_price: ticket.liquidation_price }])
  const { kept_brackets: kept } = await server.ok(perpetualRoutes.perpetualAccountOne, { token })
  expect(kept).toMatchObject([{ position_id: ticket.order_id, symbol: 'BTCUSDT', brackets: before[0]?.brackets }])
  const [terms] = await server.ok(contractRoutes.derivativeTermsAll)
  expect(terms).toMatchObject({ brackets_version: 2, measure: null })
  expect((await history()).map(({ change: what }) => what)).toEqual(['set', 'set'])
})

it('announces a measure for all that is open by two people, a day ahead, to everybody, and in public', async () => {
  const reader = await signUp(server, 'reader@example.com', '+33612345688')
  expect((await announce(singling, 48)).reason).toBe('approval_pending')
  const asked = await newest(ben)
  expect(asked).toMatchObject({ kind: 'brackets', subject: 'BTCUSDT', asked_by: 'Ada', may_decide: true })
  expect((await decide(ada, asked)).reason).toBe('second_person_needed')
  expect((await decide(ben, asked)).reason).toBeNull()
  const [terms] = await server.ok(contractRoutes.derivativeTermsAll)
  expect(terms?.measure?.brackets).toMatchObject(singling)
  const [announced] = await history()
  expect(announced).toMatchObject({ change: 'announced', effective_time: terms?.measure?.effective_time })
  expect((announced?.effective_time ?? 0) - (announced?.time ?? 0)).toBeGreaterThan(47 * 3_600_000)
  const { items } = await server.ok(notificationRoutes.notifications, { token: reader, query: {} })
  expect(items[0]).toMatchObject({ kind: 'brackets_announced', params: { symbol: 'BTCUSDT' } })
})

it('refuses a second one meanwhile and one with too little notice, and takes one back', async () => {
  expect((await announce(singling, 72)).reason).toBe('approval_pending')
  expect((await decide(ben, await newest(ben))).data?.proposal.failure).toBe('bracket_measure_pending')
  const withdraw = () => server.call(desk.deskBracketsWithdraw, { token: ada, params, body: { reason } })
  expect((await withdraw()).code).toBe(200)
  expect((await withdraw()).reason).toBe('bracket_measure_none')
  expect((await history()).map(({ change }) => change)).toEqual(['withdrawn', 'announced', 'set', 'set'])
  expect((await announce(singling, 23)).reason).toBe('approval_pending')
  expect((await decide(ben, await newest(ben))).data?.proposal.failure).toBe('bracket_notice_invalid')
  const token = await derivativeDemo(server)
  expect((await announce(singling, 48, token)).code).not.toBe(200)
})
