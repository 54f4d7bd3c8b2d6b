import { accountRoutes } from '@truemark/protocol/routes/account'
import { contractRoutes } from '@truemark/protocol/routes/contract'
import { deskRoutes } from '@truemark/protocol/routes/desk'
import { deskDerivativeRoutes as routes } from '@truemark/protocol/routes/deskDerivative'
import { deskOptionRoutes } from '@truemark/protocol/routes/deskOption'
import { type Proposal, deskProposalRoutes } from '@truemark/protocol/routes/deskProposals'
import { identityRoutes } from '@truemark/protocol/routes/identity'
import { optionRoutes } from '@truemark/protocol/routes/option'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { house } from '../engine/door.ts'
import { btcTerms } from '../engine/testing/exchangeRun.ts'
import { keyNow } from '../testing/keys.ts'
import { type LiveServer, startLiveServer } from '../testing/liveServer.ts'
import { makeOperator } from '../testing/people.ts'
import { derivativeDemo } from '../testing/trader.ts'

const reason = 'asked for by customers'
const params = { symbol: 'PEPUSDT' }
const terms = {
  multiples: [1, 2, 5],
  brackets: [
    { floor: '0', maintenance_rate: '0.01', multiple_max: 5 },
    { floor: '10000', maintenance_rate: '0.02', multiple_max: 2 },
  ],
  fee_rate: '0.0005',
  fee_rate_maker: '0.0002',
  fee_rate_taker: '0.0005',
  limit_rate: '0.02',
  funding_interest_rate: '0.0001',
  funding_clamp_rate: '0.0005',
  funding_impact_amount: '10000',
  open_interest_user_max: '2000000',
  open_interest_max: '20000000',
  insurance_floor: '0',
  contract_size: '1',
  ladder_levels: 5,
  half_spread_rate: '0.0002',
  gap_rate: '0.0002',
  level_lots: '60',
  refill_per_second: '30',
  position_max: '60000',
  house_debt_max: '1000000000',
}
const options = {
  trade_modes: [{ trade_mode: 60, payout_rate: '0.8' }],
  amount_min: '10',
  amount_max: '10000',
  exposure_max: '200000',
  pool_debt_max: '2000000',
}

let server: LiveServer
let ada = ''
let ben = ''
let listing = 0

beforeAll(async () => {
  server = await startLiveServer({ singleOperator: false })
  ada = await makeOperator(server, 'administrator', 'Ada')
  ben = await makeOperator(server, 'treasurer', 'Ben')
  await command({ type: 'listCurrency', code: 'PEP', scale: 8 })
  const { currencies } = await server.engine.exchange.ask(house, { type: 'catalogue' })
  await command({ type: 'listSymbol', terms: { ...btcTerms, code: 'PEPUSDT', base: currencies.at(-1)?.id ?? -1 } })
  const { listings } = await server.engine.exchange.ask(house, { type: 'catalogue' })
  listing = listings.at(-1)?.id ?? -1
})
afterAll(() => server.stop())

async function command(one: Parameters<typeof server.engine.exchange.command>[1]): Promise<void> {
  const told = await server.engine.exchange.command(house, one)
  if (!told.ok) throw new Error(told.reason)
}

function open(more: object = {}, symbol = 'PEPUSDT') {
  return server.call(routes.deskDerivativeOpen, { token: ada, params: { symbol }, body: { ...terms, reason, ...more } })
}

function openOptions(more: object = {}) {
  return server.call(deskOptionRoutes.deskOptionOpen, { token: ada, params, body: { ...options, reason, ...more } })
}

async function waiting(): Promise<Proposal> {
  const last = (await server.ok(deskProposalRoutes.deskProposals, { token: ben })).items.at(-1)
  if (last === undefined) throw new Error('nothing waits')
  return last
}

async function approve(): Promise<Proposal['state']> {
  const { id, digest } = await waiting()
  const body = { approve: true, digest, reason: 'looked at it' }
  return (await server.ok(deskProposalRoutes.deskProposalDecide, { token: ben, params: { id }, body })).proposal.state
}

async function pepTerms() {
  return (await server.ok(routes.deskDerivatives, { token: ada })).find(({ symbol }) => symbol === 'PEPUSDT')
}

async function tick(): Promise<void> {
  const time = Date.now()
  await command({
    type: 'quote',
    listing,
    indexTenths: 1_000_000,
    dispersionTenths: 0,
    sources: 2,
    kind: 'simulated',
    time,
  })
}

describe('contracts and perpetuals of a market that was listed', () => {
  it('are refused where they could not be, and nothing waits then', async () => {
    expect((await open({}, 'NONE')).reason).toBe('symbol_unknown')
    expect((await open({ multiples: undefined })).reason).toBe('field_malformed')
    expect((await open({ contract_size: '0' })).reason).toBe('listing_invalid')
    expect((await open({ fee_rate: '0.00000000001' })).reason).toBe('field_malformed')
    expect((await open({ brackets: [{ floor: '1', maintenance_rate: '0.01', multiple_max: 5 }] })).reason).toBe(
      'listing_invalid',
    )
    expect((await open({}, 'BTCUSDT')).reason).toBe('terms_there')
    expect((await server.ok(deskProposalRoutes.deskProposals, { token: ben })).items).toEqual([])
    const change = { token: ada, params, body: { contract: true, reason } }
    expect((await server.call(routes.deskDerivativeChange, change)).reason).toBe('symbol_unknown')
  })

  it('begin switched off, with every value that two people decided on', async () => {
    expect((await open()).reason).toBe('approval_pending')
    const asked = await waiting()
    expect(asked).toMatchObject({ kind: 'derivative_open', subject: 'PEPUSDT' })
    expect(Object.keys(asked.detail).toSorted()).toEqual(Object.keys(terms).toSorted())
    expect(asked.detail).toMatchObject({ contract_size: '1', multiples: '[1,2,5]', fee_rate: '0.0005' })
    expect(await pepTerms()).toBeUndefined()
    expect(await approve()).toBe('applied')
    const { brackets, ...plain } = terms
    expect(await pepTerms()).toMatchObject({ ...plain, contract: false, perpetual: false })
    expect((await pepTerms())?.brackets).toMatchObject(brackets)
    expect((await open({ fee_rate: '0.001' })).reason).toBe('terms_there')
    const { items } = await server.ok(deskRoutes.deskAudit, { token: ada, query: { action: 'derivative_opened' } })
    expect(items[0]).toMatchObject({ subject: 'PEPUSDT', reason, detail: { level_lots: '60' } })
  })

  it('are traded once two people have switched them on, and what comes after is another change', async () => {
    await tick()
    const token = await derivativeDemo(server)
    const body = { symbol: 'PEPUSDT', side: 'buy', type: 'market', lots: '1', multiple: 5 } as const
    const place = () => server.call(contractRoutes.contractOrderPlace, { token, body, key: keyNow() })
    expect((await place()).reason).toBe('symbol_unknown')
    const change = { token: ada, params, body: { contract: true, reason } }
    expect((await server.call(routes.deskDerivativeChange, change)).reason).toBe('approval_pending')
    expect(await approve()).toBe('applied')
    expect((await place()).data).toMatchObject({ symbol: 'PEPUSDT', lots: '1' })
    // the same terms again would switch it off
    expect((await open()).reason).toBe('terms_there')
    await server.ok(contractRoutes.contractCloseAll, { token, body: {}, key: keyNow() })
  })
})

describe('options of a market that was listed', () => {
  it('begin switched off by two people, and are bought once they are on', async () => {
    expect((await openOptions({ trade_modes: [] })).reason).toBe('field_malformed')
    expect((await openOptions({ amount_max: '1' })).reason).toBe('listing_invalid')
    const change = { token: ada, params, body: { on: true, reason } }
    expect((await server.call(deskOptionRoutes.deskOptionChange, change)).reason).toBe('symbol_unknown')
    expect((await openOptions()).reason).toBe('approval_pending')
    expect(await waiting()).toMatchObject({
      kind: 'option_open',
      subject: 'PEPUSDT',
      detail: { amount_min: '10', trade_modes: '[{"trade_mode":60,"payout_rate":"0.8"}]' },
    })
    expect(await approve()).toBe('applied')
    expect((await openOptions({ amount_min: '20' })).reason).toBe('terms_there')
    const { token } = await server.ok(identityRoutes.simulationLogin, { body: {} })
    const moved = { from: 'coin', to: 'option', amount: '100' } as const
    await server.ok(accountRoutes.transferMake, { token, body: moved, key: keyNow() })
    const body = { symbol: 'PEPUSDT', type: 'up', amount: '10', trade_mode: 60 } as const
    const buy = () => server.call(optionRoutes.optionOrderPlace, { token, body, key: keyNow() })
    await tick()
    expect((await buy()).reason).toBe('symbol_unknown')
    expect((await server.call(deskOptionRoutes.deskOptionChange, change)).reason).toBe('approval_pending')
    expect(await approve()).toBe('applied')
    await tick()
    expect(await buy()).toMatchObject({ code: 200 })
  })
})
