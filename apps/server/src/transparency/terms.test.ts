import { deskDerivativeRoutes } from '@truemark/protocol/routes/deskDerivative'
import { deskProposalRoutes } from '@truemark/protocol/routes/deskProposals'
import { deskSettingsRoutes } from '@truemark/protocol/routes/deskSettings'
import { deskTreasuryRoutes } from '@truemark/protocol/routes/deskTreasury'
import { evidenceRoutes } from '@truemark/protocol/routes/evidence'
import { transparencyRoutes as open } from '@truemark/protocol/routes/transparency'
import type { TermKind } from '@truemark/protocol/terms'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { logAll } from '../testing/evidence.ts'
import { type LiveServer, startLiveServer } from '../testing/liveServer.ts'
import { makeOperator } from '../testing/people.ts'
import { checkEvidence } from './evidenceCheck.ts'
import { checkEvidenceLog } from './evidenceLogCheck.ts'
import { noteRulesInForce } from './rulebook.ts'

let server: LiveServer
let ada = ''
let ben = ''

beforeAll(async () => {
  server = await startLiveServer({ singleOperator: false })
  ada = await makeOperator(server, 'administrator', 'Ada')
  ben = await makeOperator(server, 'administrator', 'Ben')
  await noteRulesInForce(server.database, Date.now())
})
afterAll(() => server.stop())

async function history(term: TermKind, subject?: string) {
  // it is answered once the read models are current
  await server.ok(open.haltsPublic, { query: {} })
  await logAll(server)
  const query = { term, ...(subject === undefined ? {} : { subject }) }
  return (await server.ok(open.termsPublic, { query })).items
}

/** Lets the second person approve what waits. */
async function approve(): Promise<void> {
  const { items } = await server.ok(deskProposalRoutes.deskProposals, { token: ben })
  const waiting = items.at(-1)
  if (waiting === undefined) throw new Error('nothing waits')
  const body = { approve: true, digest: waiting.digest, reason: 'looked at it' }
  await server.ok(deskProposalRoutes.deskProposalDecide, { token: ben, params: { id: waiting.id }, body })
}

async function faultOf(): Promise<string | null> {
  return (await checkEvidenceLog(server.database, server.keys, 0)).fault
}

it('tells everyone what two people changed: what was, what is, when, by which roles, and where it stands', async () => {
  const params = { symbol: 'BTCUSDT' }
  const body = { fee_rate_taker: '0.0021', reason: 'a new tariff' }
  expect((await server.call(deskSettingsRoutes.deskSymbolChange, { token: ada, params, body })).reason).toBe(
    'approval_pending',
  )
  expect(await history('market', 'BTCUSDT')).toHaveLength(1)
  await approve()
  const [changed, first] = await history('market', 'BTCUSDT')
  expect(changed?.change).toMatchObject({
    kind: 'terms',
    term: 'market',
    subject: 'BTCUSDT',
    figures: [{ name: 'fee_rate_taker', unit: 'rate', before: '0.001', after: '0.0021' }],
    proposed: 'administrator',
    confirmed: 'administrator',
  })
  expect(changed?.change.journal?.time).toBe(changed?.change.time)
  expect(changed?.change.audit?.entry).toBeGreaterThan(0)
  // what a market began with was no operator's to say
  expect(first?.change).toMatchObject({ proposed: null, confirmed: null, audit: null })
  expect(first?.change.figures.every(({ before }) => before === null)).toBe(true)
})

it('names the role of the one who was enough, as for a halt', async () => {
  const params = { symbol: 'BTCUSDT' }
  const body = { halt: 'cancel_only', ground: 'asset_event', reason: 'a fork' } as const
  await server.ok(deskSettingsRoutes.deskSymbolHalt, { token: ada, params, body })
  const [halted] = await history('market', 'BTCUSDT')
  expect(halted?.change).toMatchObject({ proposed: 'administrator', confirmed: null })
  expect(halted?.change.figures).toEqual([
    { name: 'halt', unit: '', before: 'trading', after: 'cancel_only' },
    { name: 'halt_reason', unit: '', before: null, after: 'a fork' },
  ])
})

it('tells of wallets, leverage and brackets, and pages through all of it by kind', async () => {
  const wallet = await server.ok(deskTreasuryRoutes.deskWalletTerms, { token: ada })
  const wanted = { ...wallet, fee_min: '2', reason: 'costs' }
  await server.call(deskTreasuryRoutes.deskWalletTermsChange, { token: ada, body: wanted })
  await approve()
  expect((await history('wallet'))[0]?.change.figures).toEqual([
    { name: 'withdrawal_fee_min', unit: 'USDT', before: '0', after: '2' },
  ])
  const exchanging = await server.ok(deskTreasuryRoutes.deskExchangeTerms, { token: ada })
  const dearer = { ...exchanging, fee_rate: '0.002', reason: 'costs' }
  await server.call(deskTreasuryRoutes.deskExchangeTermsChange, { token: ada, body: dearer })
  await approve()
  expect((await history('exchange'))[0]?.change.figures).toEqual([
    { name: 'exchange_fee_rate', unit: 'rate', before: '0.001', after: '0.002' },
  ])
  const body = { brackets: [{ floor: '0', maintenance_rate: '0.02', multiple_max: 5 }], reason: 'steeper' }
  await server.call(deskDerivativeRoutes.deskDerivativeChange, { token: ada, params: { symbol: 'BTCUSDT' }, body })
  await approve()
  const [steeper] = await history('leverage', 'BTCUSDT')
  expect(steeper?.change.figures).toContainEqual(
    expect.objectContaining({ name: 'bracket_rate 0', unit: 'rate', after: '0.02' }),
  )
  const all = (await server.ok(open.termsPublic, { query: { limit: '100' } })).items
  const paged: unknown[] = []
  for (let cursor: string | undefined; ;) {
    const query = { limit: '3', ...(cursor === undefined ? {} : { cursor }) }
    const answer = await server.ok(open.termsPublic, { query })
    paged.push(...answer.items)
    if (answer.cursor === null) break
    cursor = answer.cursor
  }
  expect(paged).toEqual(all)
  expect((await server.call(open.termsPublic, { query: { cursor: 'x' } })).reason).toBe('field_malformed')
})

it('shows with the rules every term that binds now, the wallet’s least amounts and limits among them', async () => {
  const { terms } = await server.ok(open.transparencyRules, {})
  const wallet = terms.find(({ term }) => term === 'wallet')?.figures.map(({ name }) => name)
  expect(wallet).toEqual([
    'withdrawal_fee_rate',
    'withdrawal_fee_min',
    'deposit_min',
    'withdrawal_min',
    ...['none', 'primary', 'advanced'].map((level) => `deposit_day_max ${level}`),
    ...['none', 'primary', 'advanced'].map((level) => `withdrawal_day_max ${level}`),
    'four_eyes_min',
    'review',
  ])
  expect(terms.find(({ term }) => term === 'exchange')?.figures).toEqual([
    { name: 'exchange_fee_rate', unit: 'rate', value: '0.002' },
    { name: 'exchange_spread_rate', unit: 'rate', value: '0.001' },
    { name: 'exchange_max', unit: 'USDT', value: '100000' },
    { name: 'desk_debt_max', unit: 'USDT', value: '10000000' },
    { name: 'desk_stock_max', unit: 'USDT', value: '200000' },
    { name: 'desk_refill_per_second', unit: 'USDT', value: '1000' },
  ])
  const market = terms.find(({ term, subject }) => term === 'market' && subject === 'BTCUSDT')
  expect(market?.figures).toContainEqual({ name: 'fee_rate_taker', unit: 'rate', value: '0.0021' })
})

it('notes what only the audit log bears, such as the version of the rules', async () => {
  const [rules] = await history('rules')
  expect(rules?.change).toMatchObject({ kind: 'notice', proposed: 'server', confirmed: null, journal: null })
  expect(rules?.change.figures.map(({ name }) => name)).toEqual(['since', 'version'])
})

it('keeps each change as a file that checks by itself, and finds one that was altered, dated back or taken out', async () => {
  const [newest] = await history('market', 'BTCUSDT')
  const id = newest?.change.id ?? ''
  const file = await server.ok(evidenceRoutes.evidenceEntry, { params: { id } })
  const lines: string[] = []
  expect(await checkEvidence(JSON.stringify(file), { key: null, keysFile: null }, (line) => lines.push(line))).toBe(0)
  expect(lines).toContain('Holds: Each figure is another than before.')
  expect(await faultOf()).toBe(null)
  const { rows } = await server.database.query<{ number: string; time: string }>(
    `SELECT number, time FROM term_change WHERE kind = 0 ORDER BY number DESC LIMIT 1`,
  )
  const [{ number, time } = { number: '', time: '' }] = rows
  const set = (sql: string, values: unknown[]) => server.database.query(sql, values)
  await set(`UPDATE term_change SET time = time - 86400000 WHERE number = $1`, [number])
  expect(await faultOf()).toContain(`time of the change of terms ${number} is another`)
  await set(`UPDATE term_change SET time = $2, subject = 'ETHUSDT' WHERE number = $1`, [number, time])
  expect(await faultOf()).toContain(`subject of the change of terms ${number} is another`)
  await set(`UPDATE term_change SET subject = 'BTCUSDT' WHERE number = $1`, [number])
  expect(await faultOf()).toBe(null)
  await set('ALTER TABLE audit DISABLE TRIGGER USER', [])
  await set(`UPDATE audit SET role = 'support' WHERE id = $1`, [newest?.change.audit?.entry])
  expect(await faultOf()).toContain(`proposed of the change of terms ${number} is another`)
})
