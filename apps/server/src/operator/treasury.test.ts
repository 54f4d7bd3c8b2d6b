import { createHash } from 'node:crypto'
import { deskRoutes } from '@truemark/protocol/routes/desk'
import { type Proposal, deskProposalRoutes as routes } from '@truemark/protocol/routes/deskProposals'
import { deskSettingsRoutes } from '@truemark/protocol/routes/deskSettings'
import { deskTreasuryRoutes as treasury } from '@truemark/protocol/routes/deskTreasury'
import { deskWaiting } from '@truemark/protocol/routes/deskWaiting'
import { accountRoutes } from '@truemark/protocol/routes/account'
import { identityRoutes } from '@truemark/protocol/routes/identity'
import { manualEntriesPublic } from '@truemark/protocol/routes/transparency'
import { touchRoutes } from '@truemark/protocol/routes/touches'
import { transparencyRoutes } from '@truemark/protocol/routes/transparency'
import { walletNetworks, walletRoutes } from '@truemark/protocol/routes/wallet'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type LiveServer, startLiveServer } from '../testing/liveServer.ts'
import { makeOperator, signUp } from '../testing/people.ts'

let server: LiveServer
let tom = ''
let tess = ''
let user = ''
let uid = ''

beforeAll(async () => {
  server = await startLiveServer({ singleOperator: false })
  tom = await makeOperator(server, 'treasurer', 'Tom')
  tess = await makeOperator(server, 'treasurer', 'Tess')
  user = await signUp(server, 'treasury@example.com', '+33612345999')
  uid = (await server.ok(identityRoutes.user, { token: user })).uid
})
afterAll(() => server.stop())

function decide(token: string, { id, digest }: Proposal) {
  const body = { approve: true, digest, reason: 'looked at it' }
  return server.call(routes.deskProposalDecide, { token, params: { id }, body })
}

function askMove(fields: object, token = tom) {
  const body = { realm: 'real', from: 'external', to: 'treasury', currency: 'USDT', amount: '1000', reason: 'funding' }
  return server.call(treasury.deskHouseMove, { token, body: { ...body, ...fields } })
}

function askEntry(fields: object, token = tom) {
  const body = { uid, kind: 'deposit', currency: 'USDT', amount: '250', evidence: 'statement 7', reason: 'goodwill' }
  return server.call(treasury.deskManualEntry, { token, body: { ...body, ...fields } })
}

function told<T>(data: T | null): T {
  if (data === null) throw new Error('nothing was asked')
  return data
}

async function readOutbox(token: string) {
  const { items } = await server.ok(deskRoutes.deskOutbox, { token, query: { search: 'treasury@' } })
  return items
}

async function held(account: string, realm = 'real'): Promise<string> {
  const { balances } = await server.ok(treasury.deskTreasury, { token: tom })
  return balances.find((one) => one.realm === realm && one.account === account)?.amount ?? '0'
}

async function available(): Promise<string> {
  const { balances } = await server.ok(accountRoutes.accountOne, { token: user, params: { kind: 'coin' } })
  return balances.find((one) => one.currency === 'USDT')?.available ?? '0'
}

describe('money of the house', () => {
  it('comes from outside by two people, once, however often they click', async () => {
    const asked = told((await askMove({})).data)
    expect(asked).toMatchObject({ kind: 'house_move', detail: { amount: '1000', currency: 'USDT' } })
    expect((await decide(tom, asked)).reason).toBe('second_person_needed')
    expect(await held('treasury')).toBe('0')
    await Promise.all([decide(tess, asked), decide(tess, asked)])
    expect(await held('treasury')).toBe('1000')
    expect(await held('external')).toBe('-1000')
  })

  it('never leaves an account that holds less, and the unit is one that exists', async () => {
    expect((await askMove({ from: 'insurance', to: 'treasury', amount: '1' })).reason).toBe('balance_insufficient')
    expect((await askMove({ currency: 'XYZ' })).reason).toBe('currency_unknown')
    expect((await askMove({ amount: '0' })).reason).toBe('amount_invalid')
    expect((await askMove({ to: 'external' })).reason).toBe('account_invalid')
    expect((await askMove({ to: 'clearing' })).code).toBe(550)
  })

  it('moves once where a crash cut the doing off after the decision', async () => {
    const asked = told((await askMove({ amount: '5', reason: 'a crash' })).data)
    const { rows } = await server.database.query<{ id: string }>('SELECT max(id) AS id FROM proposal')
    const { rows: second } = await server.database.query<{ id: string }>(`SELECT id FROM operator WHERE name = 'Tess'`)
    await server.database.query(
      `INSERT INTO proposal_decision (proposal, approved, decided_by, decided_at, reason) VALUES ($1, true, $2, $3, 'x')`,
      [rows[0]?.id, second[0]?.id, Date.now()],
    )
    await server.proposals.settle()
    expect(await held('treasury')).toBe('1005')
    // as if the crash had come between the engine's commit and ours
    await server.database.query('ALTER TABLE proposal_result DISABLE TRIGGER proposal_result_append_only')
    await server.database.query('DELETE FROM proposal_result WHERE proposal = $1', [rows[0]?.id])
    await server.database.query('ALTER TABLE proposal_result ENABLE TRIGGER proposal_result_append_only')
    await Promise.all([server.proposals.settle(), server.proposals.settle()])
    expect(await held('treasury')).toBe('1005')
    const { items } = await server.ok(routes.deskProposals, { token: tess, query: { queue: 'done' } })
    expect(items.find(({ id }) => id === asked.id)?.state).toBe('applied')
    const { rows: noted } = await server.database.query(
      `SELECT 1 FROM audit WHERE action = 'house_moved' AND reason = 'a crash'`,
    )
    expect(noted).toHaveLength(1)
  })
})

describe('an entry by hand', () => {
  it('is made by two people against the treasury, with its category, and is public in all', async () => {
    const asked = told((await askEntry({})).data)
    expect(asked.detail).toMatchObject({ kind: 'deposit', amount: '250', currency: 'USDT', evidence: 'statement 7' })
    expect((await decide(tess, asked)).data?.proposal.state).toBe('applied')
    expect(await available()).toBe('250')
    expect(await held('treasury')).toBe('755')
    const { items } = await server.ok(treasury.deskUserRecords, { token: tess, params: { id: uid } })
    expect(items[0]).toMatchObject({ category: 'manual_deposit', amount: '250' })
    const out = told((await askEntry({ kind: 'withdrawal', amount: '50' })).data)
    await decide(tess, out)
    expect(await available()).toBe('200')
    const open = await server.ok(manualEntriesPublic)
    expect(open.totals).toEqual([{ currency: 'USDT', deposits: '250', withdrawals: '50', entries: 2 }])
    expect(open.single_operator).toBe(false)
  })

  it('beyond what the treasury holds is approved and not done, and says why', async () => {
    const asked = told((await askEntry({ amount: '99999' })).data)
    expect((await decide(tess, asked)).data?.proposal).toMatchObject({
      state: 'failed',
      failure: 'balance_insufficient',
    })
    expect(await available()).toBe('200')
    // the log, and the list of whose account it is, say that it was not made
    const { rows } = await server.database.query(
      `SELECT 1 FROM audit WHERE action = 'manual_deposit' AND detail ->> 'amount' = '99999'`,
    )
    expect(rows).toEqual([])
    const { items: own } = await server.ok(touchRoutes.accountTouches, { token: user })
    expect(own[0]).toMatchObject({ action: 'proposal_failed' })
  })

  it('needs a person who exists, and a treasurer', async () => {
    expect((await askEntry({ uid: 'guessed' })).reason).toBe('user_unknown')
    const support = await makeOperator(server, 'support', 'Sue')
    expect((await askEntry({}, support)).code).toBe(556)
    expect((await server.call(treasury.deskTreasury, { token: support })).code).toBe(556)
  })
})

describe('an account', () => {
  it('tells its owner who looked at it and what they did, and on which legal ground it is frozen', async () => {
    const asked = { token: tess, params: { id: uid }, query: {} }
    await server.ok(treasury.deskUserRecords, asked)
    const read = async () => server.ok(touchRoutes.accountTouches, { token: user })
    const { freeze, items } = await read()
    expect(freeze).toBeNull()
    expect(items[0]).toMatchObject({ operator: 'Tess', action: 'user_ledger_read' })
    expect(items.map(({ action }) => action)).toContain('manual_deposit')
    // whose account it is reads who, what and when; from where an operator works is the log's
    for (const item of items)
      expect(Object.keys(item).toSorted()).toEqual(['action', 'id', 'operator', 'reason', 'time'])
    expect(JSON.stringify(items)).not.toContain('127.0.0.1')
    const ground = { ground: 'court_order', reference: 'Court of Lyon, 26/118' }
    const body = { freeze: ground, reason: 'served today' }
    await server.ok(touchRoutes.deskUserFreeze, { token: tess, params: { id: uid }, body })
    expect((await read()).freeze).toMatchObject(ground)
    const free = { freeze: { ground: 'we do not like them', reference: 'none' }, reason: 'no law' }
    const lawless = { token: tess, params: { id: uid }, body: free }
    expect((await server.call(touchRoutes.deskUserFreeze, lawless)).code).toBe(550)
    const out = { currency: 'USDT', amount: '20', method: 'address', payee_id: 'none' }
    const proof = { password: 'Quiet-river7', verify_code: '123456' }
    const wish = { token: user, body: { ...out, ...proof } }
    expect((await server.call(walletRoutes.withdrawalMake, wish)).reason).toBe('account_frozen')
    const lifted = { freeze: null, reason: 'the order was lifted' }
    await server.ok(touchRoutes.deskUserFreeze, { token: tess, params: { id: uid }, body: lifted })
    expect((await read()).freeze).toBeNull()
    expect((await server.call(walletRoutes.withdrawalMake, wish)).reason).not.toBe('account_frozen')
    const same = await server.ok(touchRoutes.deskUserTouches, asked)
    expect(same.items[0]).toMatchObject({ action: 'user_touches_read', operator: 'Tess' })
    expect(same.items[1]).toMatchObject({ action: 'account_unfrozen', reason: 'the order was lifted' })
  })

  it('tells its owner of every list in which an operator saw them, and nobody of others', async () => {
    const admin = await makeOperator(server, 'administrator', 'Ann')
    const other = await signUp(server, 'elsewhere@example.com', '+33612345998')
    const actions = async (token: string) =>
      (await server.ok(touchRoutes.accountTouches, { token, query: { limit: '100' } })).items
        .filter(({ operator }) => operator === 'Ann')
        .map(({ action }) => action)
        .toSorted()
    await expect.poll(async () => (await readOutbox(admin)).length).toBeGreaterThan(0)
    await server.ok(deskRoutes.deskUsers, { token: admin, query: { search: 'treasury@' } })
    await server.ok(routes.deskProposals, { token: admin, query: { queue: 'done' } })
    await server.ok(touchRoutes.deskUserTouches, { token: admin, params: { id: uid }, query: {} })
    expect(await actions(user)).toEqual(['outbox_listed', 'proposals_listed', 'user_touches_read', 'users_listed'])
    expect(await actions(other)).toEqual([])
  })
})

describe('the reconciliation', () => {
  it('states what lies outside against the ledger, and is signed by two', async () => {
    const body = { lines: [{ currency: 'USDT', stated: '1004.5' }], reason: 'end of the day' }
    const asked = await server.ok(treasury.deskReconcile, { token: tom, body })
    expect(asked.detail).toEqual({ USDT: '1005 → 1004.5 (-0.5)' })
    expect((await decide(tom, asked)).reason).toBe('second_person_needed')
    expect((await decide(tess, asked)).data?.proposal.state).toBe('applied')
    const { items } = await server.ok(treasury.deskReconciliations, { token: tom })
    expect(items[0]).toMatchObject({
      stated_by: 'Tom',
      approved_by: 'Tess',
      lines: [{ currency: 'USDT', stated: '1004.5', ledger: '1005', difference: '-0.5' }],
    })
    expect((await server.ok(manualEntriesPublic)).reconciled).not.toBeNull()
  })

  it('is due once a day has passed without one, and says that the last one found a difference', async () => {
    const standing = async (token = tom) => (await server.ok(deskWaiting, { token })).reconciliation
    expect(await standing()).toMatchObject({ due: false, differs: true })
    expect(await standing(await makeOperator(server, 'support', 'Sim'))).toBeNull()
    const lines = [{ currency: 'USDT', stated: '1005' }]
    const asked = await server.ok(treasury.deskReconcile, { token: tom, body: { lines, reason: 'found it' } })
    await decide(tess, asked)
    expect(await standing()).toMatchObject({ due: false, differs: false })
    // as if they had been signed a day earlier
    await server.database.query('ALTER TABLE reconciliation DISABLE TRIGGER USER')
    await server.database.query('UPDATE reconciliation SET time = time - 86400001')
    expect(await standing()).toMatchObject({ due: true, differs: false })
  })
})

describe('the terms of the wallet', () => {
  it('change for everyone once a second person approves', async () => {
    const terms = await server.ok(treasury.deskWalletTerms, { token: tom })
    const body = { ...terms, fee_rate: '0.003', deposit_min: '20', reason: 'a new tariff' }
    expect((await server.call(treasury.deskWalletTermsChange, { token: tom, body })).reason).toBe('approval_pending')
    const { items } = await server.ok(routes.deskProposals, { token: tess })
    const asked = items.find(({ kind }) => kind === 'wallet_terms')
    expect(asked?.detail).toEqual({ fee_rate: '0.001 → 0.003', deposit_min: '10 → 20' })
    if (asked === undefined) throw new Error('nothing waits')
    expect((await decide(tess, asked)).data?.proposal.state).toBe('applied')
    expect((await server.ok(treasury.deskWalletTerms, { token: tom })).fee_rate).toBe('0.003')
    expect((await server.ok(walletNetworks, { token: user })).fee_rate).toBe('0.003')
    const absurd = { ...terms, fee_rate: '0.5', reason: 'greed' }
    expect((await server.call(treasury.deskWalletTermsChange, { token: tom, body: absurd })).reason).toBe(
      'amount_invalid',
    )
    // anybody reads each figure, and who by role has changed which
    const shown = await server.ok(transparencyRoutes.walletTermsPublic, {})
    expect(shown.terms).toEqual(await server.ok(treasury.deskWalletTerms, { token: tom }))
    expect(shown.changes.map(({ role, figures }) => ({ role, figures }))).toEqual([
      {
        role: expect.stringMatching(/^(treasurer|administrator)$/),
        figures: expect.arrayContaining([
          { name: 'fee_rate', before: '0.001', after: '0.003' },
          { name: 'deposit_min', before: '10', after: '20' },
        ]),
      },
    ])
    expect(JSON.stringify(shown)).not.toContain('tariff')
  })
})

describe('the fee of withdrawals among the fields of app data', () => {
  it('waits for a second person with its reason, while all else is kept', async () => {
    const [first, second] = [
      await makeOperator(server, 'administrator', 'Alma'),
      await makeOperator(server, 'administrator', 'Bela'),
    ]
    const fields = await server.ok(deskSettingsRoutes.deskAppData, { token: first })
    const body = { ...fields, app_name: 'Quayside', default_withdrawal_fee_rate: '0.004', reason: 'networks cost more' }
    expect((await server.call(deskSettingsRoutes.deskAppDataChange, { token: first, body })).reason).toBe(
      'approval_pending',
    )
    const kept = await server.ok(deskSettingsRoutes.deskAppData, { token: first })
    expect(kept).toEqual({ ...fields, app_name: 'Quayside' })
    const open = (await server.ok(routes.deskProposals, { token: second })).items
    const asked = open.find(({ kind, state }) => kind === 'fee_rate' && state === 'open')
    if (asked === undefined) throw new Error('nothing waits')
    expect(asked.reason).toBe('networks cost more')
    expect((await decide(second, asked)).data?.proposal.state).toBe('applied')
    const done = await server.ok(deskSettingsRoutes.deskAppData, { token: first })
    expect(done).toEqual({ ...kept, default_withdrawal_fee_rate: '0.004' })
    const [newest] = (await server.ok(transparencyRoutes.walletTermsPublic, {})).changes
    expect(newest?.figures).toEqual([{ name: 'fee_rate', before: '0.003', after: '0.004' }])
    const greedy = { ...body, default_withdrawal_fee_rate: '0.02' }
    expect((await server.call(deskSettingsRoutes.deskAppDataChange, { token: first, body: greedy })).reason).toBe(
      'field_malformed',
    )
  })
})

describe('a declared single operator', () => {
  it('approves alone what is no money, and never an entry by hand', async () => {
    const alone = await startLiveServer()
    try {
      const token = await makeOperator(alone, 'administrator', 'Solo')
      const terms = await alone.ok(treasury.deskWalletTerms, { token })
      const body = { ...terms, fee_rate: '0.002', reason: 'alone' }
      expect((await alone.ok(treasury.deskWalletTermsChange, { token, body })).fee_rate).toBe('0.002')
      const move = { realm: 'real', from: 'external', to: 'treasury', currency: 'USDT', amount: '1', reason: 'alone' }
      const { id, digest, may_decide } = await alone.ok(treasury.deskHouseMove, { token, body: move })
      expect(may_decide).toBe(false)
      const decision = { token, params: { id }, body: { approve: true, digest, reason: 'myself' } }
      expect((await alone.call(routes.deskProposalDecide, decision)).reason).toBe('second_person_needed')
      expect((await alone.ok(manualEntriesPublic)).single_operator).toBe(true)
    } finally {
      await alone.stop()
    }
  })
})

describe('a payload that was changed behind the server’s back', () => {
  it('is approved by nobody', async () => {
    const asked = told((await askMove({ amount: '7', reason: 'tampered' })).data)
    await server.database.query('ALTER TABLE proposal DISABLE TRIGGER proposal_append_only')
    await server.database.query(
      `UPDATE proposal SET payload = replace(payload, '7000000', '9000000') WHERE id = (SELECT max(id) FROM proposal)`,
    )
    await server.database.query('ALTER TABLE proposal ENABLE TRIGGER proposal_append_only')
    expect((await decide(tess, asked)).reason).toBe('proposal_changed')
    const other = createHash('sha256').update('another').digest('hex')
    expect((await decide(tess, { ...asked, digest: other })).reason).toBe('proposal_changed')
    const { items } = await server.ok(deskRoutes.deskAudit, {
      token: await makeOperator(server, 'auditor', 'Aud'),
      query: { action: 'proposal_approved', limit: '1' },
    })
    expect(items[0]?.subject).not.toBe(asked.id)
  })
})
