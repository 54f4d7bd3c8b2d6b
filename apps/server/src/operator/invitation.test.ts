import { deskRoutes } from '@truemark/protocol/routes/desk'
import { deskOperatorRoutes as operators } from '@truemark/protocol/routes/deskOperators'
import { type Proposal, deskProposalRoutes as routes } from '@truemark/protocol/routes/deskProposals'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type LiveServer, startLiveServer } from '../testing/liveServer.ts'
import { appCode, makeOperator } from '../testing/people.ts'

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

async function newest(): Promise<Proposal> {
  const last = (await server.ok(routes.deskProposals, { token: ben })).items.at(-1)
  if (last === undefined) throw new Error('nothing waits')
  return last
}

function decide(token: string, { id, digest }: Proposal) {
  const body = { approve: true, digest, reason: 'heard it from them' }
  return server.call(routes.deskProposalDecide, { token, params: { id }, body })
}

it('an operator is invited by two: who approved never sees the link, and who comes by it waits for another than who did', async () => {
  const body = { role: 'treasurer', reason: 'a new colleague' }
  expect((await server.call(operators.deskOperatorInvite, { token: ada, body })).reason).toBe('approval_pending')
  const asked = await newest()
  const take = (token: string) => server.call(operators.deskOperatorLink, { token, params: { id: asked.id } })
  expect((await take(ada)).reason).toBe('proposal_ended')
  const approved = await decide(ben, asked)
  expect(JSON.stringify(approved.data)).not.toContain('/link/')
  expect(approved.data?.proposal).toMatchObject({ state: 'applied', may_take_link: false })
  expect((await take(ben)).reason).toBe('permission_insufficient')
  expect((await take(support)).code).toBe(556)
  const link = (await take(ada)).data?.link ?? ''
  expect(link).toMatch(/^\/desk\/#\/link\/[\w-]{20,}$/)
  expect((await take(ada)).reason).toBe('proposal_ended')

  const token = link.slice(link.lastIndexOf('/') + 1)
  const { role, totp_secret } = await server.ok(deskRoutes.deskLinkOpen, { body: { token } })
  expect(role).toBe('treasurer')
  const form = { name: 'Cleo', password: 'Nine-calm-harbours', totp: appCode(totp_secret) }
  const joined = await server.ok(deskRoutes.deskLinkComplete, { body: { token, ...form } })
  expect(joined.token).toBe('')
  expect(joined.code).toMatch(/^[0-9]{6}$/)
  const { rows } = await server.database.query<{ count: string }>(
    `SELECT count(*) FROM operator_session AS s JOIN operator AS o ON o.id = s.operator_id WHERE o.name = 'Cleo'`,
  )
  expect(rows).toEqual([{ count: '0' }])
  // the code of a step is used once: the next one signs in where anything does
  await server.database.query(`UPDATE operator SET totp_step = 0 WHERE name = 'Cleo'`)
  const signIn = () => server.call(deskRoutes.deskLogin, { body: { ...form, totp: appCode(totp_secret) } })
  expect((await signIn()).reason).toBe('operator_login_wrong')

  // it is asked in the name of who saw the link, who so can't be the one who confirms
  const waits = await newest()
  expect(waits).toMatchObject({ kind: 'operator_enable', subject: 'Cleo', asked_by: 'Ada' })
  expect(waits.detail['spoken_code']).toBe(joined.code)
  expect((await decide(ada, waits)).reason).toBe('second_person_needed')
  expect((await decide(ben, waits)).data?.proposal.state).toBe('applied')
  expect((await signIn()).code).toBe(200)
  const { items } = await server.ok(operators.deskOperators, { token: ada })
  const params = { id: items.find(({ name }) => name === 'Cleo')?.id ?? '' }
  await server.ok(operators.deskOperatorDisable, { token: ben, params, body: { disabled: true, reason: 'no more' } })
  // once confirmed, nobody is asked for a code again
  const again = { token: ben, params, body: { disabled: false, reason: 'after all' } }
  expect((await server.call(operators.deskOperatorDisable, again)).reason).toBe('approval_pending')
  expect((await newest()).detail).toEqual({ disabled: 'true → false', role: 'treasurer' })
})
