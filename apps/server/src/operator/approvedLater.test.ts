import { deskRoutes } from '@truemark/protocol/routes/desk'
import { deskDerivativeRoutes } from '@truemark/protocol/routes/deskDerivative'
import { type Proposal, deskProposalRoutes as routes } from '@truemark/protocol/routes/deskProposals'
import { deskSettingsRoutes } from '@truemark/protocol/routes/deskSettings'
import { deskTreasuryRoutes as treasury } from '@truemark/protocol/routes/deskTreasury'
import { suspensionRoutes } from '@truemark/protocol/routes/suspensions'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type LiveServer, startLiveServer } from '../testing/liveServer.ts'
import { makeOperator } from '../testing/people.ts'

let server: LiveServer
let ada = ''
let ben = ''

beforeAll(async () => {
  server = await startLiveServer({ singleOperator: false })
  ada = await makeOperator(server, 'administrator', 'Ada')
  ben = await makeOperator(server, 'administrator', 'Ben')
})
afterAll(() => server.stop())

async function waiting(): Promise<Proposal> {
  const last = (await server.ok(routes.deskProposals, { token: ben })).items.at(-1)
  if (last === undefined) throw new Error('nothing waits')
  return last
}

async function ended(id: string): Promise<Proposal | undefined> {
  const { items } = await server.ok(routes.deskProposals, { token: ben, query: { queue: 'done' } })
  return items.find((one) => one.id === id)
}

async function approve({ id, digest }: Proposal) {
  const body = { approve: true, digest, reason: 'looked at it' }
  return (await server.ok(routes.deskProposalDecide, { token: ben, params: { id }, body })).proposal
}

/** What is approved, and of which a crash has cut off the doing. */
async function approveAndCrash(): Promise<void> {
  await server.database.query(
    `INSERT INTO proposal_decision (proposal, approved, decided_by, decided_at, reason)
     SELECT max(p.id), true, (SELECT id FROM operator WHERE name = 'Ben'), $1, 'x' FROM proposal AS p`,
    [Date.now()],
  )
}

async function asAdministrator(change: string): Promise<void> {
  await server.database.transaction(async (client) => {
    await client.query('SET LOCAL session_replication_role = replica')
    await client.query(change)
  })
}

const walletTerms = () => server.ok(treasury.deskWalletTerms, { token: ada })

async function askWallet(more: object): Promise<Proposal> {
  const body = { ...(await walletTerms()), ...more, reason: 'costs have risen' }
  expect((await server.call(treasury.deskWalletTermsChange, { token: ada, body })).reason).toBe('approval_pending')
  return waiting()
}

async function audited(action: string) {
  return (await server.ok(deskRoutes.deskAudit, { token: ada, query: { action } })).items
}

describe('what was approved and could not be done at once', () => {
  it('is not done later over what two others have approved since', async () => {
    const first = await askWallet({ fee_min: '2' })
    await approveAndCrash()
    const second = await askWallet({ four_eyes_min: '300' })
    expect((await approve(second)).state).toBe('applied')
    await server.proposals.settle()
    expect(await walletTerms()).toMatchObject({ fee_min: '0', four_eyes_min: '300' })
    expect(await ended(first.id)).toMatchObject({ state: 'failed', failure: 'proposal_changed' })
    expect(await audited('wallet_terms_changed')).toHaveLength(1)
    expect((await audited('proposal_failed'))[0]).toMatchObject({ reason: 'proposal_changed' })
  })

  it('is done where it still changes what its two people read', async () => {
    const first = await askWallet({ fee_min: '3' })
    await approveAndCrash()
    await server.proposals.settle()
    expect((await walletTerms()).fee_min).toBe('3')
    expect((await ended(first.id))?.state).toBe('applied')
    // as if the crash had come between the engine's commit and ours: by now it would change nothing
    await asAdministrator('DELETE FROM proposal_result WHERE proposal = (SELECT max(id) FROM proposal)')
    await server.proposals.settle()
    expect(await ended(first.id)).toMatchObject({ state: 'applied', failure: '' })
  })

  it('holds for every kind of terms: the fee of withdrawals beside the terms that it stands in', async () => {
    const fields = await server.ok(deskSettingsRoutes.deskAppData, { token: ada })
    const body = { ...fields, default_withdrawal_fee_rate: '0.004', reason: 'a new fee' }
    const asked = await server.call(deskSettingsRoutes.deskAppDataChange, { token: ada, body })
    expect(asked.reason).toBe('approval_pending')
    const fee = await waiting()
    await approveAndCrash()
    await approve(await askWallet({ fee_rate: '0.005' }))
    await server.proposals.settle()
    expect((await walletTerms()).fee_rate).toBe('0.005')
    expect(await ended(fee.id)).toMatchObject({ state: 'failed', failure: 'proposal_changed' })
  })

  it('tells everyone who read that something ends that it does not, where others have changed it since', async () => {
    const change = async (body: object): Promise<Proposal> => {
      const params = { symbol: 'BTCUSDT' }
      const said = await server.call(deskDerivativeRoutes.deskDerivativeChange, {
        token: ada,
        params,
        body: { ...body, reason: 'it ends' },
      })
      expect(said.reason).toBe('approval_pending')
      return waiting()
    }
    const end = await change({ contract: false, fee_rate_taker: '0.0004' })
    expect((await approve(end)).state).toBe('approved')
    expect((await approve(await change({ fee_rate_taker: '0.0003' }))).state).toBe('applied')
    await asAdministrator(
      'UPDATE proposal_decision SET decided_at = decided_at - 86400000 WHERE proposal NOT IN (SELECT proposal FROM proposal_result)',
    )
    await server.proposals.settle()
    const [terms] = await server.ok(deskDerivativeRoutes.deskDerivatives, { token: ada })
    expect(terms).toMatchObject({ contract: true, fee_rate_taker: '0.0003' })
    expect(await ended(end.id)).toMatchObject({ state: 'failed', failure: 'proposal_changed' })
    expect((await server.ok(suspensionRoutes.suspensionsPublic)).announced).toEqual([])
    expect((await audited('end_called_off'))[0]).toMatchObject({ subject: 'BTCUSDT', reason: 'proposal_changed' })
  })
})
