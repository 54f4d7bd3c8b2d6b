import { routes as all } from '@truemark/protocol/routes/all'
import { deskRoutes } from '@truemark/protocol/routes/desk'
import { deskChainRoutes } from '@truemark/protocol/routes/deskChain'
import { deskPayoutRoutes } from '@truemark/protocol/routes/deskPayouts'
import { type Proposal, deskProposalRoutes as proposals } from '@truemark/protocol/routes/deskProposals'
import { deskTreasuryRoutes } from '@truemark/protocol/routes/deskTreasury'
import { deskVerificationRoutes } from '@truemark/protocol/routes/deskVerification'
import { deskWalletRoutes as desk } from '@truemark/protocol/routes/deskWallet'
import { factorResetRoutes } from '@truemark/protocol/routes/factorReset'
import { identityRoutes } from '@truemark/protocol/routes/identity'
import type { RouteDefinition } from '@truemark/protocol/routes/route'
import { staffRoutes } from '@truemark/protocol/routes/staff'
import { touchRoutes } from '@truemark/protocol/routes/touches'
import { verificationRoutes } from '@truemark/protocol/routes/verification'
import { walletRoutes } from '@truemark/protocol/routes/wallet'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type LiveServer, startLiveServer } from '../testing/liveServer.ts'
import { makeOperator } from '../testing/people.ts'
import { putNetwork } from './networks.store.ts'
import {
  type Person,
  bringIn,
  formOf,
  key,
  person,
  proof,
  saveAddress,
  transaction,
  tron,
  usdtOf,
  voucher,
} from './testing/walletRun.ts'

let server: LiveServer
let eve = ''
let ben = ''
let mine: Person
let uid = ''
let deposit = ''
let withdrawal = ''
let verification = ''

beforeAll(async () => {
  server = await startLiveServer({ singleOperator: false })
  eve = await makeOperator(server, 'administrator', 'Eve')
  ben = await makeOperator(server, 'administrator', 'Ben')
  const row = { currency: 'USDT', network: 'TRC20', form: 'TRC20', address: tron, memo: false } as const
  await putNetwork(server.database, { ...row, deposit: true, withdraw: true })
  mine = await person(server)
  ;({ uid } = await server.ok(identityRoutes.user, { token: mine.token }))
  await bringIn(server, mine, '500')
  const form = formOf({ network: 'TRC20', amount: '150', transaction_id: transaction() }, [await voucher()])
  deposit = (await server.ok(walletRoutes.depositMake, { token: mine.token, form, key: key() })).id
  const payee = await saveAddress(server, mine)
  const body = {
    currency: 'USDT',
    method: 'address',
    payee_id: payee,
    amount: '100',
    ...(await proof(server, mine)),
  } as const
  withdrawal = (await server.ok(walletRoutes.withdrawalMake, { token: mine.token, key: key(), body })).id
  await submit()
  const [waiting] = (await server.ok(deskVerificationRoutes.deskVerifications, { token: ben })).items
  verification = waiting?.id ?? ''
})
afterAll(async () => {
  expect(await server.engine.imbalance()).toEqual([])
  await server.stop()
})

async function submit(): Promise<void> {
  const photo = await voucher()
  const form = new FormData()
  const fields = { level: 'primary', realName: 'Ann Example', document_number: 'X-1', birth_date: '1990-02-28' }
  for (const [name, value] of Object.entries({ ...fields, country: 'FR' })) form.set(name, value)
  for (const name of ['a.png', 'b.png']) form.append('document', new Blob([Uint8Array.from(photo)]), name)
  await server.ok(verificationRoutes.realNameSubmit, { token: mine.token, form })
}

async function newest(): Promise<Proposal> {
  const last = (await server.ok(proposals.deskProposals, { token: ben })).items.findLast(
    ({ state }) => state === 'open',
  )
  if (last === undefined) throw new Error('nothing waits')
  return last
}

function decide(token: string, { id, digest }: Proposal, approve: boolean) {
  const body = { approve, digest, reason: 'looked at it' }
  return server.call(proposals.deskProposalDecide, { token, params: { id }, body })
}

function enter(token: string) {
  const money = { uid, kind: 'deposit', currency: 'USDT', amount: '10' } as const
  const body = { ...money, evidence: 'statement 7', reason: 'came by post' }
  return server.call(deskTreasuryRoutes.deskManualEntry, { token, body })
}

/** Each deed on a person, a deposit, a withdrawal or a submission, with what it is asked with. */
function deeds(): [RouteDefinition, { readonly id: string }, object][] {
  const [user, of, out, seen] = [uid, deposit, withdrawal, verification].map((id) => ({ id }))
  if (user === undefined || of === undefined || out === undefined || seen === undefined) throw new Error('not made')
  const reason = 'for the test'
  const fault = { field: 'front', reason: 'expired' }
  return [
    [deskRoutes.deskUserDisable, user, { disabled: false, reason }],
    [touchRoutes.deskUserFreeze, user, { freeze: null, reason }],
    [factorResetRoutes.deskFactorResetStop, user, { reason }],
    [desk.deskDepositComplete, of, { received: '150', currency: 'USDT', reason }],
    [desk.deskDepositReject, of, { reason: 'not_received' }],
    [desk.deskWithdrawalApprove, out, { amount: '100', currency: 'USDT' }],
    [desk.deskWithdrawalPay, out, { transaction_id: transaction() }],
    [desk.deskWithdrawalFail, out, { reason }],
    [desk.deskWithdrawalReject, out, { reason: 'bank_returned' }],
    [deskPayoutRoutes.deskWithdrawalRelease, out, { amount: '100', currency: 'USDT' }],
    [deskPayoutRoutes.deskWithdrawalRecall, out, { reason }],
    [deskPayoutRoutes.deskWithdrawalSettle, out, { outcome: 'lost', reason }],
    [deskVerificationRoutes.deskVerificationApprove, seen, {}],
    [deskVerificationRoutes.deskVerificationReject, seen, { faults: [fault] }],
  ]
}

describe('what is done with the account of somebody who works at the desk', () => {
  it('is done by others, whoever else has a part in it', async () => {
    expect((await enter(eve)).reason).toBeNull()
    const before = await newest()
    const tag = { token: eve, params: { id: uid }, body: { staff: true, reason: 'mine' } }
    expect((await server.call(staffRoutes.deskStaffAccount, tag)).reason).toBe('approval_pending')
    expect((await decide(ben, await newest(), true)).data?.proposal.state).toBe('applied')
    // what they had asked for before
    expect((await decide(ben, before, true)).reason).toBe('staff_own_account')
    expect((await decide(ben, before, false)).data?.proposal.state).toBe('refused')
    for (const [route, params, body] of deeds()) {
      const asked = await server.call(route, { token: eve, key: key(), params, body })
      expect(asked.reason, route.path).toBe('staff_own_account')
    }
    expect((await enter(eve)).reason).toBe('staff_own_account')
    // and what another asks for is neither approved nor refused by whose it is
    expect((await enter(ben)).reason).toBeNull()
    const asked = await newest()
    for (const approve of [true, false]) expect((await decide(eve, asked, approve)).reason).toBe('staff_own_account')
    expect(await usdtOf(server, mine)).toEqual(['400', '100'])
    const approved = {
      token: ben,
      key: key(),
      params: { id: withdrawal },
      body: { amount: '100', currency: 'USDT' },
    } as const
    expect((await server.call(desk.deskWithdrawalApprove, approved)).code).toBe(200)
  })

  it('is every deed that there is', () => {
    const others: readonly RouteDefinition[] = [
      // asked for by whose it is
      staffRoutes.deskStaffAccount,
      // asked of a second person, by whom they are compared
      deskChainRoutes.deskChainDecide,
      deskVerificationRoutes.deskVerificationRevoke,
      factorResetRoutes.deskFactorResetAsk,
    ]
    const known = new Set([...others, ...deeds().map(([route]) => route)].map(({ path }) => path))
    const about = /^\/desk\/(users|deposits|withdrawals|verifications|chain_payments)\/\{id\}/
    const missing = Object.values<RouteDefinition>(all).filter(
      ({ method, path }) => method !== 'GET' && about.test(path) && !known.has(path),
    )
    expect(missing.map(({ path }) => path)).toEqual([])
  })
})
