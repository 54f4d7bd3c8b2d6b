import { deskProposalRoutes as proposals } from '@truemark/protocol/routes/deskProposals'
import { deskWalletRoutes as desk } from '@truemark/protocol/routes/deskWallet'
import { walletRoutes } from '@truemark/protocol/routes/wallet'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type LiveServer, startLiveServer } from '../testing/liveServer.ts'
import { makeOperator } from '../testing/people.ts'
import { type Person, bringIn, key, person, proof, saveAddress, tron } from './testing/walletRun.ts'

let server: LiveServer
let ada = ''
let ben = ''

beforeAll(async () => {
  server = await startLiveServer({ singleOperator: false })
  ada = await makeOperator(server, 'treasurer', 'Ada')
  ben = await makeOperator(server, 'treasurer', 'Ben')
  await server.database.query(
    `INSERT INTO wallet_network (currency, network, form, address, deposit, withdraw)
     VALUES ('USDT', 'TRC20', 'TRC20', $1, true, true)`,
    [tron],
  )
})
afterAll(() => server.stop())

async function ask(who: Person, payee_id: string): Promise<string> {
  const proved = await proof(server, who)
  const body = { currency: 'USDT', amount: '20', method: 'address', payee_id, ...proved }
  return (await server.ok(walletRoutes.withdrawalMake, { token: who.token, body, key: key() })).id
}

const reject = (token: string, id: string, reason: string) =>
  server.call(desk.deskWithdrawalReject, { token, params: { id }, body: { reason }, key: key() })

it('lets one person send money back for a review of security once, and two a further time', async () => {
  const who = await person(server)
  await bringIn(server, who, '100')
  const payee = await saveAddress(server, who)
  expect((await reject(ada, await ask(who, payee), 'security_review')).code).toBe(200)
  const second = await ask(who, payee)
  // neither the same person nor another alone
  expect((await reject(ada, second, 'security_review')).reason).toBe('approval_pending')
  const stateOf = async () =>
    (await server.ok(walletRoutes.withdrawals, { token: who.token, query: { id: second } })).items[0]?.status
  expect(await stateOf()).toBe('pending')
  const [asked] = (await server.ok(proposals.deskProposals, { token: ben })).items
  expect(asked).toMatchObject({ kind: 'withdrawal_review', detail: { reviewed_before: '1', amount: '20' } })
  const body = { approve: true, digest: asked?.digest ?? '', reason: 'looked at' }
  const decide = (token: string) =>
    server.call(proposals.deskProposalDecide, { token, params: { id: asked?.id ?? '' }, body })
  expect((await decide(ada)).reason).toBe('second_person_needed')
  expect((await decide(ben)).data?.proposal.state).toBe('applied')
  await expect.poll(stateOf).toBe('rejected')
  // another reason is one person's still, and another person's money is not held up by it
  expect((await reject(ada, await ask(who, payee), 'network_unavailable')).code).toBe(200)
  const other = await person(server)
  await bringIn(server, other, '100')
  expect((await reject(ben, await ask(other, await saveAddress(server, other)), 'security_review')).code).toBe(200)
})
