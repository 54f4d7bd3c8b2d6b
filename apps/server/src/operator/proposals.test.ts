import { deskRoutes } from '@truemark/protocol/routes/desk'
import { deskDerivativeRoutes } from '@truemark/protocol/routes/deskDerivative'
import { deskOperatorRoutes as operators } from '@truemark/protocol/routes/deskOperators'
import { type Proposal, deskProposalRoutes as routes } from '@truemark/protocol/routes/deskProposals'
import { deskSettingsRoutes as settings } from '@truemark/protocol/routes/deskSettings'
import { deskWalletRoutes } from '@truemark/protocol/routes/deskWallet'
import { appData } from '@truemark/protocol/routes/content'
import { publicCheckRoutes } from '@truemark/protocol/routes/publicChecks'
import { suspensionRoutes } from '@truemark/protocol/routes/suspensions'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { logAll } from '../testing/evidence.ts'
import { type LiveServer, startLiveServer } from '../testing/liveServer.ts'
import { makeOperator } from '../testing/people.ts'
import { firstBadAudit } from './audit.store.ts'
import { originOfKey } from './deed.ts'
import { keyOfProposal } from './proposalKey.ts'
import { findDecidedAt } from './proposals.store.ts'

let server: LiveServer
let ada = ''
let ben = ''
let support = ''

beforeAll(async () => {
  server = await startLiveServer({ singleOperator: false })
  ada = await makeOperator(server, 'administrator', 'Ada')
  ben = await makeOperator(server, 'administrator', 'Ben')
  support = await makeOperator(server, 'support', 'Sam')
})
afterAll(() => server.stop())

async function open(token = ben): Promise<Proposal[]> {
  return (await server.ok(routes.deskProposals, { token })).items
}

async function newest(token = ben): Promise<Proposal> {
  const last = (await open(token)).at(-1)
  if (last === undefined) throw new Error('nothing waits')
  return last
}

function decide(token: string, { id, digest }: Proposal, approve = true) {
  const body = { approve, digest, reason: 'looked at it' }
  return server.call(routes.deskProposalDecide, { token, params: { id }, body })
}

/** Asks for a taker fee of BTC; gives the answer's reason. */
async function askFee(rate: string, token = ada): Promise<string | null> {
  const body = { fee_rate_taker: rate, reason: 'a new tariff' }
  return (await server.call(settings.deskSymbolChange, { token, params: { symbol: 'BTCUSDT' }, body })).reason
}

async function takerFee(): Promise<string | undefined> {
  return (await server.ok(settings.deskSymbols, { token: ada }))[0]?.fee_rate_taker
}

async function audited(action: string) {
  return (await server.ok(deskRoutes.deskAudit, { token: ada, query: { action } })).items
}

describe('what waits for a second person', () => {
  it('is bounded for each operator, who is told so, and hinders no other', async () => {
    for (let one = 0; one < 50; one++) expect(await askFee(`0.0030${10 + one}`)).toBe('approval_pending')
    expect(await askFee('0.003099')).toBe('proposals_open_max')
    expect(await askFee('0.003010')).toBe('approval_pending')
    expect(await askFee('0.003099', ben)).toBe('approval_pending')
    const waiting = (await server.ok(routes.deskProposals, { token: ada, query: { limit: '100' } })).items
    expect(waiting).toHaveLength(51)
    for (const one of waiting) expect((await decide(one.mine ? ada : ben, one, false)).reason).toBeNull()
    expect(await askFee('0.003099')).toBe('approval_pending')
    expect((await decide(ada, await newest(ada), false)).reason).toBeNull()
  })
})

describe('a change of terms', () => {
  it('waits for a second person, who sees before and after; it is done once, and stands in the log', async () => {
    const before = await takerFee()
    expect(await askFee('0.0021')).toBe('approval_pending')
    expect(await askFee('0.0021')).toBe('approval_pending')
    expect(await takerFee()).toBe(before)
    expect(await open()).toHaveLength(1)
    const asked = await newest()
    expect(asked).toMatchObject({
      kind: 'symbol',
      subject: 'BTCUSDT',
      asked_by: 'Ada',
      detail: { fee_rate_taker: `${before} → 0.0021` },
      mine: false,
      may_decide: true,
    })
    expect((await newest(ada)).may_decide).toBe(false)
    expect((await decide(ada, asked)).reason).toBe('second_person_needed')
    const answers = await Promise.all([decide(ben, asked), decide(ben, asked), decide(ben, asked)])
    // who comes later hears that it is decided, or waits for the same doing
    const told = answers.map(({ reason }) => reason ?? 'done')
    expect(told).toContain('done')
    expect(told.filter((reason) => reason !== 'done' && reason !== 'proposal_ended')).toEqual([])
    expect(await takerFee()).toBe('0.0021')
    expect(await open()).toEqual([])
    const [past] = (await server.ok(routes.deskProposals, { token: ada, query: { queue: 'done' } })).items
    expect(past).toMatchObject({ state: 'applied', decided_by: 'Ben', decision_reason: 'looked at it' })
    expect((await audited('proposal_made'))[0]).toMatchObject({ actor: 'Ada', subject: 'BTCUSDT' })
    expect((await audited('proposal_approved'))[0]).toMatchObject({ actor: 'Ben', subject: 'BTCUSDT' })
    for (const action of ['proposal_approved', 'symbol_changed', 'proposal_applied']) {
      expect(await audited(action), action).toHaveLength(1)
    }
  })

  it('is refused with a reason, or taken back by who asked, and changes nothing', async () => {
    const before = await takerFee()
    await askFee('0.003')
    expect((await decide(ben, await newest(), false)).data?.proposal.state).toBe('refused')
    await askFee('0.004')
    expect((await decide(ada, await newest(), false)).data?.proposal.decided_by).toBe('Ada')
    expect(await takerFee()).toBe(before)
  })

  it('binds the approver to what they read: another digest, and terms that moved meanwhile, decide nothing', async () => {
    await askFee('0.0031')
    const first = await newest()
    expect((await decide(ben, { ...first, digest: '0'.repeat(64) })).reason).toBe('proposal_changed')
    await askFee('0.0032', ben)
    const second = (await open()).find(({ id }) => id !== first.id)
    if (second === undefined) throw new Error('the second is missing')
    expect((await decide(ada, second)).reason).toBe(null)
    expect((await decide(ben, first)).reason).toBe('proposal_changed')
    expect(await takerFee()).toBe('0.0032')
    await decide(ben, first, false)
  })

  it('that halts a market is one person’s, at once', async () => {
    const params = { symbol: 'BTCUSDT' }
    const halt = (to: string) =>
      server.call(settings.deskSymbolHalt, {
        token: ada,
        params,
        body: { halt: to, ground: 'technical_fault', reason: 'a drill' },
      })
    expect((await halt('halted')).data?.halt).toBe('halted')
  })

  it('that ends spot, leverage or a product is nobody’s alone', async () => {
    const reason = 'it ends'
    const ofBtc = { token: ada, params: { symbol: 'BTCUSDT' } }
    const france = { token: ada, params: { country: 'FR', product: 'spot' } } as const
    const refused = [
      await server.call(settings.deskSymbolChange, { ...ofBtc, body: { spot: false, reason } }),
      await server.call(deskDerivativeRoutes.deskDerivativeChange, { ...ofBtc, body: { contract: false, reason } }),
      await server.call(deskDerivativeRoutes.deskProductSwitch, { ...france, body: { on: false, reason } }),
    ]
    expect(refused.map((one) => one.reason)).toEqual(refused.map(() => 'approval_pending'))
    for (const waiting of await open()) await decide(ben, waiting, false)
  })

  it('that ends leverage holds a day after two have decided it, and everyone reads it meanwhile', async () => {
    const params = { symbol: 'BTCUSDT' }
    const asked = { token: ada, params, body: { contract: false, reason: 'it ends' } }
    expect((await server.call(deskDerivativeRoutes.deskDerivativeChange, asked)).reason).toBe('approval_pending')
    const { data } = await decide(ben, await newest())
    if (data === null) throw new Error('it was not decided')
    const { decided, due, may_decide: mayDecide, state } = data.proposal
    expect([state, due, mayDecide]).toEqual(['approved', (decided ?? 0) + 86_400_000, false])
    const announced = async () => (await server.ok(suspensionRoutes.suspensionsPublic)).announced
    expect(await announced()).toEqual([{ symbol: 'BTCUSDT', ends: ['contract'], announced: decided, due }])
    const isOn = async () => (await server.ok(deskDerivativeRoutes.deskDerivatives, { token: ada }))[0]?.contract
    await server.proposals.settle()
    expect(await isOn()).toBe(true)
    await server.database.query('ALTER TABLE proposal_decision DISABLE TRIGGER proposal_decision_append_only')
    await server.database.query(
      'UPDATE proposal_decision SET decided_at = decided_at - 86400000 WHERE decided_at = $1',
      [decided],
    )
    await server.database.query('ALTER TABLE proposal_decision ENABLE TRIGGER proposal_decision_append_only')
    await server.proposals.settle()
    expect(await isOn()).toBe(false)
    expect(await announced()).toEqual([])
    // the journal's row leads to who asked and who approved
    const [row] = await findDecidedAt(server.database, [(decided ?? 0) - 86_400_000])
    if (row === undefined) throw new Error('it is gone')
    const origin = await originOfKey(server.database, keyOfProposal(row, decided ?? 0))
    expect(origin).toMatchObject({ proposed: 'administrator', confirmed: 'administrator' })
    const on = { ...asked, body: { contract: true, reason: 'over' } }
    expect((await server.call(deskDerivativeRoutes.deskDerivativeChange, on)).reason).toBe('approval_pending')
    expect((await decide(ben, await newest())).data?.proposal.state).toBe('applied')
  })

  it('that ends leverage is called off by one before its day, in public, and then does not happen', async () => {
    const params = { symbol: 'BTCUSDT' }
    const asked = { token: ada, params, body: { contract: false, reason: 'it ends' } }
    expect((await server.call(deskDerivativeRoutes.deskDerivativeChange, asked)).reason).toBe('approval_pending')
    const waiting = await newest()
    expect(waiting.may_call_off).toBe(false)
    const off = (token: string) =>
      server.call(routes.deskProposalCallOff, { token, params: { id: waiting.id }, body: { reason: 'a mistake' } })
    // what nobody has approved is refused or taken back
    expect((await off(ada)).reason).toBe('proposal_ended')
    const { data } = await decide(ben, waiting)
    expect(data?.proposal.may_call_off).toBe(true)
    expect((await off(support)).reason).toBe('permission_insufficient')
    const answers = await Promise.all([off(ada), off(ada)])
    expect(answers.flatMap(({ reason }) => reason ?? [])).toEqual(['proposal_ended'])
    const called = answers.find(({ data: one }) => one !== null)?.data
    expect(called?.proposal).toMatchObject({
      state: 'called_off',
      failure: '',
      may_call_off: false,
      may_decide: false,
      due: null,
    })
    expect((await server.ok(suspensionRoutes.suspensionsPublic)).announced).toEqual([])
    expect((await decide(ben, waiting)).reason).toBe('proposal_ended')
    await server.database.transaction(async (client) => {
      await client.query('SET LOCAL session_replication_role = replica')
      await client.query('UPDATE proposal_decision SET decided_at = decided_at - 86400000 WHERE decided_at = $1', [
        data?.proposal.decided,
      ])
    })
    await server.proposals.settle()
    expect((await server.ok(deskDerivativeRoutes.deskDerivatives, { token: ada }))[0]?.contract).toBe(true)
    const [noted] = await audited('end_called_off')
    expect(noted).toMatchObject({ actor: 'Ada', subject: 'BTCUSDT', reason: 'a mistake' })
    await logAll(server)
    const { items } = await server.ok(publicCheckRoutes.termsPublic, { query: { term: 'ending', subject: 'BTCUSDT' } })
    const due = String(data?.proposal.due)
    expect(items[0]?.change).toMatchObject({ term: 'ending', proposed: 'administrator', confirmed: null })
    expect(items[0]?.change.figures).toEqual([
      { name: 'contract', unit: '', before: 'off', after: 'on' },
      { name: 'since', unit: 'time', before: due, after: null },
    ])
    expect(items[1]?.change).toMatchObject({ proposed: 'administrator', confirmed: 'administrator' })
    expect(items[1]?.change.figures).toEqual([
      { name: 'contract', unit: '', before: 'on', after: 'off' },
      { name: 'since', unit: 'time', before: null, after: due },
    ])
  })

  it('that lets a halted market go on needs a second person, be it by a step', async () => {
    const params = { symbol: 'BTCUSDT' }
    const change = (body: object) =>
      server.call(settings.deskSymbolHalt, {
        token: ada,
        params,
        body: { ground: 'technical_fault', reason: 'it is over', ...body },
      })
    const now = async () => (await server.ok(settings.deskSymbols, { token: ada }))[0]?.halt
    expect((await change({ halt: 'cancel_only' })).reason).toBe('approval_pending')
    for (const waiting of await open()) await decide(ben, waiting, false)
    expect((await change({ halt: 'trading' })).reason).toBe('approval_pending')
    expect(await now()).toBe('halted')
    const asked = await newest()
    expect(asked.detail).toEqual({ halt: 'halted → trading' })
    expect((await decide(ada, asked)).reason).toBe('second_person_needed')
    expect((await decide(ben, asked)).data?.proposal.state).toBe('applied')
    expect(await now()).toBe('trading')
  })

  it('expires after a day', async () => {
    await askFee('0.005')
    const { id } = await newest()
    const number = 'SELECT max(id) AS id FROM proposal'
    await server.database.query('ALTER TABLE proposal DISABLE TRIGGER proposal_append_only')
    await server.database.query(
      `UPDATE proposal SET asked_at = asked_at - 86400001, expires_at = expires_at - 86400001 WHERE id = (${number})`,
    )
    await server.database.query('ALTER TABLE proposal ENABLE TRIGGER proposal_append_only')
    expect(await open()).toEqual([])
    const [past] = (await server.ok(routes.deskProposals, { token: ada, query: { queue: 'done' } })).items
    expect(past).toMatchObject({ id, state: 'expired' })
    if (past === undefined) throw new Error('the expired one is missing')
    expect((await decide(ben, past)).reason).toBe('proposal_ended')
  })
})

describe('where deposits go', () => {
  it('changes in the transaction that a second person decides', async () => {
    const body = {
      currency: 'USDT',
      network: 'TRC20',
      form: 'TRC20',
      address: 'TNDzfERDpxLDS2w1q6yaFC7pzqaSQ3Bg3r',
      deposit: true,
      withdraw: true,
      reason: 'opening',
    }
    const put = await server.call(deskWalletRoutes.deskNetworkPut, { token: ada, body })
    expect(put.reason).toBe('approval_pending')
    const networks = async () => (await server.ok(deskWalletRoutes.deskNetworks, { token: ada })).items
    expect(await networks()).toEqual([])
    expect((await decide(support, await newest())).reason).toBe('permission_insufficient')
    expect((await decide(ben, await newest())).data?.proposal.state).toBe('applied')
    expect(await networks()).toMatchObject([{ address: body.address }])
  })
})

describe('operators', () => {
  it('get another role by two, which holds at once', async () => {
    const { items } = await server.ok(operators.deskOperators, { token: ada })
    const sam = items.find(({ name }) => name === 'Sam')
    const params = { id: sam?.id ?? '' }
    const body = { role: 'auditor', reason: 'moves on' }
    expect((await server.call(deskRoutes.deskAudit, { token: support })).code).toBe(556)
    expect((await server.call(operators.deskOperatorRole, { token: support, params, body })).code).toBe(556)
    expect((await server.call(operators.deskOperatorRole, { token: ada, params, body })).reason).toBe(
      'approval_pending',
    )
    expect((await decide(ben, await newest())).data?.proposal.state).toBe('applied')
    expect((await server.call(deskRoutes.deskAudit, { token: support })).code).toBe(200)
  })

  it('leave behind what they asked for and could not ask for any more: nobody approves it', async () => {
    const tess = await makeOperator(server, 'treasurer', 'Tess')
    expect(await askFee('0.0061', tess)).toBe('approval_pending')
    const asked = await newest()
    const { items } = await server.ok(operators.deskOperators, { token: ada })
    const params = { id: items.find(({ name }) => name === 'Tess')?.id ?? '' }
    const body = { role: 'support', reason: 'moves on' }
    expect((await server.call(operators.deskOperatorRole, { token: ada, params, body })).reason).toBe(
      'approval_pending',
    )
    expect((await decide(ben, await newest())).data?.proposal.state).toBe('applied')
    expect((await decide(ben, asked)).reason).toBe('proposal_ended')
    expect((await decide(ben, asked, false)).data?.proposal.state).toBe('refused')
  })

  it('are disabled by one at once, with every session; the last administrator stays', async () => {
    const { items } = await server.ok(operators.deskOperators, { token: ada })
    const idOf = (name: string) => items.find((one) => one.name === name)?.id ?? ''
    const turn = (token: string, name: string, disabled: boolean) =>
      server.call(operators.deskOperatorDisable, {
        token,
        params: { id: idOf(name) },
        body: { disabled, reason: 'for the test' },
      })
    await askFee('0.0066', ben)
    expect((await turn(ada, 'Ben', true)).data).toMatchObject({ disabled: true, sessions: 0 })
    expect((await server.call(deskRoutes.deskMe, { token: ben })).status).toBe(401)
    expect((await decide(ada, await newest(ada))).reason).toBe('proposal_ended')
    expect((await turn(ada, 'Ada', true)).reason).toBe('last_administrator')
    const role = { token: ada, params: { id: idOf('Ada') }, body: { role: 'support', reason: 'a rest' } }
    expect((await server.call(operators.deskOperatorRole, role)).reason).toBe('approval_pending')
    expect((await turn(ada, 'Ben', false)).reason).toBe('approval_pending')
    expect((await decide(ada, await newest(ada))).reason).toBe('second_person_needed')
  })

  it('cannot be replaced by a puppet of the only one left', async () => {
    const { items } = await server.ok(operators.deskOperators, { token: ada })
    for (const { id, name, disabled } of items) {
      if (name === 'Ada' || disabled) continue
      const body = { disabled: true, reason: 'for the test' }
      await server.ok(operators.deskOperatorDisable, { token: ada, params: { id }, body })
    }
    const body = { role: 'treasurer', reason: 'a puppet' } as const
    expect((await server.call(operators.deskOperatorInvite, { token: ada, body })).reason).toBe('approval_pending')
  })

  it('tell the public that no single one approves here', async () => {
    expect((await server.ok(appData)).single_operator).toBe(false)
  })
})

describe('what was asked for and decided', () => {
  it('can be changed by nobody', async () => {
    for (const table of ['proposal', 'proposal_decision', 'proposal_result']) {
      await expect(server.database.query(`DELETE FROM ${table}`)).rejects.toThrow(/append-only/)
    }
    expect(await firstBadAudit(server.database)).toBeNull()
  })
})
