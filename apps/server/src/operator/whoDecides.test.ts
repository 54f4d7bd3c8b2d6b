import { deskOperatorRoutes } from '@truemark/protocol/routes/deskOperators'
import { deskProposalRoutes } from '@truemark/protocol/routes/deskProposals'
import { whoDecidesRoutes as routes } from '@truemark/protocol/routes/whoDecides'
import { deskRoutes } from '@truemark/protocol/routes/desk'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type LiveServer, startLiveServer } from '../testing/liveServer.ts'
import { appCode, makeOperator } from '../testing/people.ts'
import { firstBadAudit } from './audit.store.ts'
import { notePeriods } from './whoDecides.store.ts'

let server: LiveServer
beforeAll(async () => {
  server = await startLiveServer({ singleOperator: false })
})
afterAll(() => server.stop())

async function join(link: string, name: string): Promise<string> {
  const token = link.slice(link.lastIndexOf('/') + 1)
  const { totp_secret } = await server.ok(deskRoutes.deskLinkOpen, { body: { token } })
  const body = { token, name, password: 'Seven-quiet-rivers', totp: appCode(totp_secret) }
  return (await server.ok(deskRoutes.deskLinkComplete, { body })).token
}

it('tells each operator by number, role and time, and one whom the first made alone as such', async () => {
  const first = await makeOperator(server, 'administrator', 'Ada')
  const invite = { body: { role: 'administrator', reason: 'a second pair of eyes' }, token: first }
  const { link } = await server.ok(deskOperatorRoutes.deskOperatorInvite, invite)
  const second = await join(link, 'Puppet')
  expect((await server.call(deskOperatorRoutes.deskOperatorInvite, invite)).reason).toBe('approval_pending')
  const [asked] = (await server.ok(deskProposalRoutes.deskProposals, { token: second })).items
  const decided = await server.ok(deskProposalRoutes.deskProposalDecide, {
    token: second,
    params: { id: asked?.id ?? '' },
    body: { approve: true, digest: asked?.digest ?? '', reason: 'known to me' },
  })
  expect(decided.proposal.state).toBe('applied')
  const taken = { token: first, params: { id: asked?.id ?? '' } }
  expect(await join((await server.ok(deskOperatorRoutes.deskOperatorLink, taken)).link, 'Cleo')).toBe('')
  const [waits] = (await server.ok(deskProposalRoutes.deskProposals, { token: second })).items
  await server.ok(deskProposalRoutes.deskProposalDecide, {
    token: second,
    params: { id: waits?.id ?? '' },
    body: { approve: true, digest: waits?.digest ?? '', reason: 'it is Cleo who said the code' },
  })
  const { items } = await server.ok(routes.operatorsPublic)
  expect(items.map(({ operator, change, role, people, by }) => [operator, change, role, people, by])).toEqual([
    [3, 'enabled', 'administrator', 2, 2],
    [3, 'made', 'administrator', 2, 1],
    [2, 'made', 'administrator', 1, 1],
    [1, 'made', 'administrator', 0, null],
  ])
  expect(JSON.stringify(items)).not.toMatch(/Ada|Puppet|Cleo/)
  const older = await server.ok(routes.operatorsPublic, { query: { limit: '3' } })
  expect((await server.ok(routes.operatorsPublic, { query: { cursor: older.cursor ?? '' } })).items).toHaveLength(1)
  expect((await server.call(routes.operatorsPublic, { query: { cursor: 'x' } })).reason).toBe('field_malformed')
})

it('keeps each period of a single operator for good, whatever it was declared before and after', async () => {
  const { database } = server
  expect((await server.ok(routes.periodsPublic)).items).toEqual([])
  const note = (alone: boolean, codes = false) =>
    notePeriods(database, { single_operator: alone, codes_at_desk: codes })
  // a start with it, a second look, a start without, and one with it again
  for (const alone of [false, true, true, false, false, true]) await note(alone, true)
  const { items } = await server.ok(routes.periodsPublic)
  expect(items.map(({ kind, ended }) => [kind, ended === null])).toEqual([
    ['single_operator', true],
    ['single_operator', false],
    ['codes_at_desk', true],
  ])
  await note(false)
  const now = (await server.ok(routes.periodsPublic)).items
  expect(now.every(({ began, ended }) => ended !== null && ended >= began)).toBe(true)
  expect(
    (await server.ok(routes.periodsPublic, { query: { limit: '1', cursor: String(now[0]?.began_entry) } })).items,
  ).toEqual([now[1]])
  // each of them is an entry of the chain, which nobody takes out
  expect(await firstBadAudit(database)).toBeNull()
  await expect(database.query(`DELETE FROM audit WHERE action LIKE 'single_operator%'`)).rejects.toThrow('append-only')
})
