import type { AuditAction } from '@truemark/protocol/auditActions'
import { deskDerivativeRoutes } from '@truemark/protocol/routes/deskDerivative'
import { type Proposal, deskProposalRoutes as routes } from '@truemark/protocol/routes/deskProposals'
import { deskSettingsRoutes } from '@truemark/protocol/routes/deskSettings'
import { deskTreasuryRoutes as treasury } from '@truemark/protocol/routes/deskTreasury'
import { deskWalletRoutes } from '@truemark/protocol/routes/deskWallet'
import { walletRoutes } from '@truemark/protocol/routes/wallet'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { house } from '../engine/door.ts'
import { type LiveServer, startLiveServer } from '../testing/liveServer.ts'
import { makeOperator } from '../testing/people.ts'
import { ethereum, formOf, key, person, voucher } from '../wallet/testing/walletRun.ts'
import { firstBadAudit } from './audit.store.ts'
import { beginDeed, settleDeeds } from './begun.ts'

let server: LiveServer
let ada = ''
let ben = ''

beforeAll(async () => {
  server = await startLiveServer({ singleOperator: false })
  ada = await makeOperator(server, 'administrator', 'Ada')
  ben = await makeOperator(server, 'administrator', 'Ben')
  await server.database.query(`INSERT INTO wallet_network (currency, network, form, address, deposit, withdraw)
    VALUES ('USDT', 'ERC20', 'ERC20', '${ethereum}', true, true)`)
  await server.database.query(`CREATE FUNCTION cut() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE EXCEPTION 'the process is gone'; END $$`)
})
afterAll(() => server.stop())
afterEach(async () => {
  expect(await firstBadAudit(server.database)).toBeNull()
  const { rows } = await server.database.query(`SELECT 1 FROM deed_begun WHERE outcome IS NULL OR entry IS NOT NULL`)
  expect(rows).toEqual([])
})

/** Cuts `work` off where the entry of an action would be kept: the engine has done what it says by then. */
async function cutAt(action: AuditAction, work: () => Promise<unknown>): Promise<void> {
  await server.database.query(
    `CREATE TRIGGER cut BEFORE INSERT ON audit FOR EACH ROW WHEN (NEW.action = '${action}') EXECUTE FUNCTION cut()`,
  )
  try {
    await work()
  } finally {
    await server.database.query('DROP TRIGGER cut ON audit')
  }
  expect(await entriesOf(action)).toEqual([])
}

async function entriesOf(action: string) {
  const { rows } = await server.database.query<{ subject: string; reason: string; detail: Record<string, string> }>(
    'SELECT subject, reason, detail FROM audit WHERE action = $1 ORDER BY id',
    [action],
  )
  return rows
}

const settle = () => settleDeeds({ database: server.database, ...server.engine })
const age = () => server.database.query('UPDATE deed_begun SET begun_at = begun_at - 120000 WHERE outcome IS NULL')

async function approve(kind: Proposal['kind']): Promise<Proposal | undefined> {
  const { items } = await server.ok(routes.deskProposals, { token: ben })
  const asked = items.find((one) => one.kind === kind)
  const body = { approve: true, digest: asked?.digest ?? '', reason: 'looked at it' }
  const decided = await server.call(routes.deskProposalDecide, { token: ben, params: { id: asked?.id ?? '' }, body })
  return decided.data?.proposal
}

async function lastOf(kind: Proposal['kind']): Promise<Proposal | undefined> {
  const { items } = await server.ok(routes.deskProposals, { token: ben, query: { queue: 'done' } })
  return items.find((one) => one.kind === kind)
}

const market = { symbol: 'BTCUSDT' }
const halt = (body: object) =>
  server.call(deskSettingsRoutes.deskSymbolHalt, { token: ada, params: market, body: { reason: 'a fork', ...body } })
const haltOf = async () => (await server.engine.exchange.ask(house, { type: 'catalogue' })).listings[0]?.terms.halt

describe('what one did alone, cut off between the engine and its entry', () => {
  it('has one entry afterwards, with all that it says', async () => {
    await cutAt('market_halted', () => halt({ halt: 'halted', ground: 'asset_event', hours: 6 }))
    expect(await haltOf()).toBe('halted')
    await settle()
    await settle()
    expect(await entriesOf('market_halted')).toEqual([
      {
        subject: 'BTCUSDT',
        reason: 'a fork',
        detail: { halt: 'halted', ground: 'asset_event', hours: '6', basis: 'emergency' },
      },
    ])
    expect((await entriesOf('deed_asked')).map(({ detail }) => detail['deed'])).toEqual(['market_halted'])
    expect(await entriesOf('halt_refused')).toEqual([])
  })

  it('and never asked of the engine, or refused by it, is noted as not done once nobody can be asking any more', async () => {
    const actor = { name: 'Ada', role: 'administrator', request: 'r1', address: '192.0.2.7' } as const
    const entry = { actor, action: 'market_resumed', subject: 'BTCUSDT', reason: 'over', detail: {} } as const
    const command = { type: 'resumeMarket', listing: 0, asker: 1, approver: 1, basis: 'single_operator' } as const
    const beginning = { entry, refusedAs: 'halt_refused', command, key: null, asked: null } as const
    await server.database.transaction((client) => beginDeed(client, beginning))
    await settle()
    expect(await entriesOf('halt_refused')).toEqual([])
    await age()
    await settle()
    expect(await entriesOf('halt_refused')).toEqual([{ subject: 'BTCUSDT', reason: 'not_done', detail: {} }])
    expect(await entriesOf('market_resumed')).toEqual([])
    const nothing = { token: ada, params: market, body: { reason: 'none is announced' } }
    await cutAt('brackets_withdrawn_refused', () => server.call(deskDerivativeRoutes.deskBracketsWithdraw, nothing))
    await age()
    await settle()
    expect(await entriesOf('brackets_withdrawn_refused')).toMatchObject([{ subject: 'BTCUSDT', reason: 'not_done' }])
    expect(await entriesOf('brackets_withdrawn')).toEqual([])
  })

  it('holds for money of people: a deposit that was credited', async () => {
    const { id } = await deposit('ab')
    const body = { currency: 'USDT', received: '100', reason: 'seen on the chain' }
    const sent = { token: ada, params: { id }, body, key: key() }
    await cutAt('deposit_completed', () => server.call(deskWalletRoutes.deskDepositComplete, sent))
    await settle()
    // sent again under its key it is answered as done, and noted no second time
    expect((await server.call(deskWalletRoutes.deskDepositComplete, sent)).code).toBe(200)
    expect(await entriesOf('deposit_completed')).toMatchObject([{ subject: id, detail: { received: '100' } }])
    expect(await entriesOf('deposit_completed_asked')).toHaveLength(1)
    expect(await entriesOf('deposit_completed_refused')).toEqual([])
  })
})

async function deposit(transaction: string): Promise<{ readonly holder: number; readonly id: string }> {
  const who = await person(server)
  const { rows } = await server.database.query<{ real_holder: string }>(
    'SELECT real_holder FROM app_user WHERE email = $1',
    [who.email],
  )
  const holder = Number(rows[0]?.real_holder ?? -1)
  const standing = { type: 'setStanding', holder, disabled: false, realName: 'approved', country: 'FR' } as const
  expect((await server.engine.exchange.command(house, standing)).ok).toBe(true)
  const form = formOf({ network: 'ERC20', amount: '100', transaction_id: transaction.repeat(32) }, [await voucher()])
  const { id } = await server.ok(walletRoutes.depositMake, { token: who.token, form, key: key() })
  return { holder, id }
}

describe('another request under the key of one that was cut off', () => {
  const complete = deskWalletRoutes.deskDepositComplete
  const count = async (action: string, subject: string) =>
    (await entriesOf(action)).filter((entry) => entry.subject === subject)

  it('is refused, and what was done stays noted as it was done', async () => {
    const { id } = await deposit('cd')
    const sent = { token: ada, params: { id }, key: key() }
    const body = { currency: 'USDT', received: '100', reason: 'seen on the chain' }
    const before = (await entriesOf('deposit_completed')).length
    await server.database.query(
      `CREATE TRIGGER cut BEFORE INSERT ON audit FOR EACH ROW WHEN (NEW.action = 'deposit_completed') EXECUTE FUNCTION cut()`,
    )
    await server.call(complete, { ...sent, body })
    const other = await server.call(complete, { ...sent, body: { ...body, received: '99' } })
    await server.database.query('DROP TRIGGER cut ON audit')
    expect(other.reason).toBe('key_reused')
    expect(await entriesOf('deposit_completed')).toHaveLength(before)
    await settle()
    expect(await count('deposit_completed_refused', id)).toEqual([])
    expect(await count('deposit_completed', id)).toMatchObject([{ detail: { received: '100' } }])
  })

  it('is not done in its stead, and stands under no entry but its own', async () => {
    const { holder, id } = await deposit('ef')
    const { rows } = await server.database.query<{ route: string }>(
      `SELECT DISTINCT route FROM deed_begun WHERE holder > 0 AND route LIKE '%complete'`,
    )
    const route = rows[0]?.route ?? ''
    const sent = { token: ada, params: { id }, key: key() }
    const actor = { name: 'Ada', role: 'administrator', request: 'r2', address: '192.0.2.7' } as const
    const entry = { actor, action: 'deposit_completed', subject: id, reason: 'x', detail: { received: '99' } } as const
    const command = { type: 'releaseHolder', holder, kind: 'freeze', operator: 1 } as const
    const beginning = { entry: { ...entry, touched: [] }, refusedAs: 'deposit_completed_refused', command } as const
    // of one whose process was killed before the engine was asked
    const key0 = { route, id: sent.key.replaceAll('-', ''), digest: '00'.repeat(32) }
    await server.database.transaction((client) => beginDeed(client, { ...beginning, key: key0, asked: null }))
    const body = { currency: 'USDT', received: '100', reason: 'seen on the chain' }
    expect((await server.call(complete, { ...sent, body })).reason).toBe('key_reused')
    await age()
    await settle()
    expect(await count('deposit_completed_refused', id)).toMatchObject([{ reason: 'not_done' }])
    // the key is free again
    expect((await server.call(complete, { ...sent, body })).code).toBe(200)
    expect(await count('deposit_completed', id)).toMatchObject([{ detail: { received: '100' } }])
  })
})

describe('what two approved, cut off between the engine and its entry', () => {
  it('has one entry with what they read, where it can’t be planned again: a market that trades by now', async () => {
    // whom the cut kept from being asked is asked now
    expect((await halt({ halt: 'halted', ground: 'asset_event', hours: 6 })).reason).toBe('approval_pending')
    expect(await approve('halt')).toMatchObject({ state: 'applied' })
    expect((await halt({ halt: 'trading' })).reason).toBe('approval_pending')
    await cutAt('market_resumed', () => approve('resume'))
    expect(await haltOf()).toBe('trading')
    await settle()
    await server.proposals.settle()
    expect(await entriesOf('market_resumed')).toMatchObject([
      { subject: 'BTCUSDT', reason: 'a fork', detail: { halt: 'halted → trading', basis: 'confirmed' } },
    ])
    expect(await lastOf('resume')).toMatchObject({ state: 'applied', failure: '' })
  })

  it.each(['the deeds', 'the proposals'])(
    'says what was before, and not what is by now, where %s are settled first',
    async (first) => {
      const before = (await entriesOf('wallet_terms_changed')).length
      const terms = await server.ok(treasury.deskWalletTerms, { token: ada })
      const wanted = String(Number(terms.fee_min) + 1)
      const body = { ...terms, fee_min: wanted, reason: 'costs have risen' }
      expect((await server.call(treasury.deskWalletTermsChange, { token: ada, body })).reason).toBe('approval_pending')
      await server.database.query(
        `CREATE TRIGGER cut BEFORE INSERT ON audit FOR EACH ROW WHEN (NEW.action = 'wallet_terms_changed')
       EXECUTE FUNCTION cut()`,
      )
      await approve('wallet_terms')
      await server.database.query('DROP TRIGGER cut ON audit')
      expect((await server.ok(treasury.deskWalletTerms, { token: ada })).fee_min).toBe(wanted)
      if (first === 'the deeds') await settle()
      await server.proposals.settle()
      await settle()
      const entries = await entriesOf('wallet_terms_changed')
      expect(entries).toHaveLength(before + 1)
      expect(entries.at(-1)?.detail).toMatchObject({ fee_min: `${terms.fee_min} → ${wanted}` })
      expect(await lastOf('wallet_terms')).toMatchObject({ state: 'applied' })
    },
  )
})
