import { accountRoutes } from '@truemark/protocol/routes/account'
import { deskRoutes } from '@truemark/protocol/routes/desk'
import { deskProposalRoutes } from '@truemark/protocol/routes/deskProposals'
import { deskTreasuryRoutes as routes } from '@truemark/protocol/routes/deskTreasury'
import { identityRoutes } from '@truemark/protocol/routes/identity'
import { transparencyRoutes } from '@truemark/protocol/routes/transparency'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type LiveServer, startLiveServer } from '../testing/liveServer.ts'
import { makeOperator } from '../testing/people.ts'

let server: LiveServer
let tom = ''
let ben = ''

beforeAll(async () => {
  server = await startLiveServer({ singleOperator: false })
  tom = await makeOperator(server, 'treasurer', 'Tom')
  ben = await makeOperator(server, 'administrator', 'Ben')
  await server.tick(1_000_000)
})
afterAll(() => server.stop())

const first = {
  fee_rate: '0.001',
  spread_rate: '0.001',
  worth_max: '100000',
  debt_max: '10000000',
  stock_max: '200000',
  refill_per_second: '1000',
}

function change(more: object, token = tom) {
  const body = { ...first, ...more, reason: 'costs have risen' }
  return server.call(routes.deskExchangeTermsChange, { token, body })
}

it('are changed by two people within their bounds, and stand in the log with what was', async () => {
  expect(await server.ok(routes.deskExchangeTerms, { token: tom })).toEqual(first)
  const beyond = [
    { fee_rate: '0.020000001' },
    { fee_rate: '1e-3' },
    { fee_rate: '99999999999' },
    { spread_rate: '0.03' },
    { worth_max: '99.999999' },
    { debt_max: '-1' },
    { stock_max: '0.0000001' },
  ]
  for (const terms of beyond) expect((await change(terms)).reason).toMatch(/amount_invalid|field_malformed/)
  expect((await change({ fee_rate: '0.005', worth_max: '500' })).reason).toBe('approval_pending')
  const waiting = (await server.ok(deskProposalRoutes.deskProposals, { token: ben })).items
  expect(waiting).toHaveLength(1)
  const [asked] = waiting
  if (asked === undefined) throw new Error('nothing waits')
  expect(asked).toMatchObject({
    kind: 'exchange_terms',
    subject: 'exchange',
    detail: { fee_rate: '0.001 → 0.005', worth_max: '100000 → 500' },
  })
  const decision = { approve: true, digest: asked.digest, reason: 'seen' }
  const own = { token: tom, params: { id: asked.id }, body: decision }
  expect((await server.call(deskProposalRoutes.deskProposalDecide, own)).reason).toBe('second_person_needed')
  await server.ok(deskProposalRoutes.deskProposalDecide, { ...own, token: ben })
  const { items } = await server.ok(deskRoutes.deskAudit, { token: ben, query: { action: 'exchange_terms_changed' } })
  expect(items[0]).toMatchObject({ subject: 'exchange', reason: 'costs have risen', detail: asked.detail })
})

it('hold for everyone’s next quote, and everybody reads them', async () => {
  const { token } = await server.ok(identityRoutes.simulationLogin, { body: {} })
  const ask = (amount: string) =>
    server.call(accountRoutes.quoteAsk, {
      token,
      body: { source: 'USDT', target: 'BTC', amount },
    })
  expect((await ask('500.1')).reason).toBe('quote_too_large')
  expect((await ask('500')).data).toMatchObject({ fee_rate: '0.005', spread_rate: '0.001' })
  expect((await server.ok(transparencyRoutes.transparencyRules, {})).exchange_fee_rate).toBe('0.005')
})
