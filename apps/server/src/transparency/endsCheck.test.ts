import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deskDerivativeRoutes } from '@truemark/protocol/routes/deskDerivative'
import { deskProposalRoutes } from '@truemark/protocol/routes/deskProposals'
import { transparencyRoutes } from '@truemark/protocol/routes/transparency'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { checkExport } from '../export/check.ts'
import { writeExport } from '../export/write.ts'
import { noteAnnouncing } from '../operator/marketEnds.ts'
import { logAll } from '../testing/evidence.ts'
import { type LiveServer, startLiveServer } from '../testing/liveServer.ts'
import { makeOperator } from '../testing/people.ts'
import { checkEnds } from './endsCheck.ts'

const day = 86_400_000
const folder = mkdtempSync(join(tmpdir(), 'truemark-ends-'))
let server: LiveServer
let ada = ''
let ben = ''

beforeAll(async () => {
  server = await startLiveServer({ singleOperator: false })
  ada = await makeOperator(server, 'administrator', 'Ada')
  ben = await makeOperator(server, 'administrator', 'Ben')
  await noteAnnouncing(server.database, Date.now())
  await noteAnnouncing(server.database, Date.now() + 1)
})
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await server.stop()
})

/** What somebody with all rights does: no trigger stands in the way. */
async function asAdministrator(statements: readonly string[]): Promise<void> {
  await server.database.transaction(async (client) => {
    await client.query('SET LOCAL session_replication_role = replica')
    for (const statement of statements) await client.query(statement)
  })
}

class Back extends Error {}

/** What is found after a change, of which nothing stays. */
async function foundAfter(...change: readonly string[]): Promise<string | null> {
  let found: string | null = null
  await server.database
    .transaction(async (client) => {
      await client.query('SET LOCAL session_replication_role = replica')
      for (const statement of change) await client.query(statement)
      found = (await checkEnds(client)).fault
      throw new Back()
    })
    .catch((error: unknown) => {
      if (!(error instanceof Back)) throw error
    })
  return found
}

async function askAndApprove(): Promise<void> {
  const { items } = await server.ok(deskProposalRoutes.deskProposals, { token: ben })
  const waiting = items.findLast(({ state }) => state === 'open')
  if (waiting === undefined) throw new Error('nothing waits')
  const body = { approve: true, digest: waiting.digest, reason: 'looked at it' }
  await server.ok(deskProposalRoutes.deskProposalDecide, { token: ben, params: { id: waiting.id }, body })
}

async function switchContract(contract: boolean): Promise<void> {
  const asked = { token: ada, params: { symbol: 'BTCUSDT' }, body: { contract, reason: 'a drill' } }
  expect((await server.call(deskDerivativeRoutes.deskDerivativeChange, asked)).reason).toBe('approval_pending')
  await askAndApprove()
}

/** What a dishonest host does: the day that an end has to wait is over at once. */
async function skipDay(): Promise<void> {
  await asAdministrator([
    `UPDATE proposal_decision SET decided_at = decided_at - ${day} WHERE NOT EXISTS (SELECT FROM proposal_result AS r WHERE r.proposal = proposal_decision.proposal)`,
  ])
  await server.proposals.settle()
  // answered once the read models are current
  await server.ok(transparencyRoutes.haltsPublic, { query: {} })
}

const earlier = (where: string, by = day): string =>
  `UPDATE audit SET time = time - ${by}, detail = CASE WHEN detail ? 'since' THEN jsonb_set(detail, '{since}', to_jsonb(((detail ->> 'since')::bigint - ${by})::text)) ELSE detail END WHERE ${where}`
const approval = `action = 'proposal_approved' AND detail ->> 'kind' = 'derivative'`

it('an end that was done before its day is found with its row, by the whole check', async () => {
  await switchContract(false)
  await skipDay()
  const { ends, before, fault } = await checkEnds(server.database)
  expect([ends, before]).toEqual([1, 0])
  expect(fault).toMatch(
    /^term_change number=\d+: contract of BTCUSDT ended in row \d+, on .*Z, sooner than entry \d+ of the audit log allows$/,
  )
})

it('one that two announced a day before is well, and each way round that is found', async () => {
  await asAdministrator([
    earlier(`action = 'end_announced' OR ${approval}`),
    earlier(`action = 'announcing_began'`, 3 * day),
  ])
  expect(await checkEnds(server.database)).toEqual({ ends: 1, before: 0, fault: null })
  const { rows } = await server.database.query<{ id: string; due: string }>(
    `SELECT id, detail ->> 'since' AS due FROM audit WHERE action = 'end_announced'`,
  )
  const [{ id, due } = { id: '0', due: '0' }] = rows
  const single = `INSERT INTO audit SELECT 9000, time - 1, actor, 'single_operator_began', subject, reason, '{}', touched, role, request, address, previous, digest FROM audit WHERE id = ${id}`
  const off = `INSERT INTO audit SELECT 9001, time + 5, actor, 'end_called_off', subject, reason, '{"contract": "off → on", "since": "${due} → "}', touched, role, request, address, previous, digest FROM audit WHERE id = ${id}`
  const columns =
    ' (id, time, actor, action, subject, reason, detail, touched, role, request, address, previous, digest) '
  const put = (statement: string): string => statement.replace('INTO audit ', `INTO audit${columns}`)
  const alone = `UPDATE audit SET actor = 'Ada' WHERE ${approval}`
  const unapproved = `DELETE FROM audit WHERE ${approval}`
  const unannounced = `DELETE FROM audit WHERE id = ${id}`
  expect(await foundAfter(unannounced)).toContain('and nothing announced it, though entry')
  expect(await foundAfter(`UPDATE audit SET subject = 'ETHUSDT' WHERE id = ${id}`)).toContain(
    'and nothing announced it',
  )
  expect(await foundAfter(`UPDATE audit SET time = time + 3600000 WHERE id = ${id}`)).toContain('sooner than entry')
  expect(await foundAfter(alone)).toContain('approved it, by whoever had asked for it')
  expect(await foundAfter(unapproved)).toContain('and no two people decided that by the audit log')
  expect(await foundAfter(put(off))).toContain('though entry 9001 of the audit log called it off')
  // where that was declared, one person does both
  expect(await foundAfter(alone, put(single))).toBe(null)
  expect(await foundAfter(unapproved, put(single))).toBe(null)
  // what ended before this was kept is bound to nothing
  expect(await foundAfter(unannounced, `DELETE FROM audit WHERE action = 'announcing_began'`)).toBe(null)
})

it('a product of a country that one person alone has switched off is found', async () => {
  const asked = {
    token: ada,
    params: { country: 'FR', product: 'spot' },
    body: { on: false, reason: 'a law' },
  } as const
  expect((await server.call(deskDerivativeRoutes.deskProductSwitch, asked)).reason).toBe('approval_pending')
  await askAndApprove()
  await server.ok(transparencyRoutes.haltsPublic, { query: {} })
  expect(await checkEnds(server.database)).toEqual({ ends: 2, before: 0, fault: null })
  const alone = `UPDATE audit SET actor = 'Ada' WHERE action = 'proposal_approved' AND detail ->> 'kind' = 'product'`
  expect(await foundAfter(alone)).toMatch(/spot of FR ended in row \d+, and entry \d+ of the audit log approved it, by/)
})

it('an export tells of ends that were announced a day before, and names the row of one that was not', async () => {
  const exported = async (name: string): Promise<string> => {
    await logAll(server)
    const { database, keys } = server
    const build = { commit: null, changed: true, web: null, desk: null, server: null }
    const own = join(folder, name)
    await writeExport({ database, signing: keys.signing, folder: own, build, now: Date.now() })
    const said: string[] = []
    await checkExport({ folder: own, keys: [], balances: null, witness: null, say: (sentence) => said.push(sentence) })
    return said.join(' ')
  }
  expect(await exported('well')).toContain(
    'What ended in markets: 1 a day after it was announced, 0 by one operator alone',
  )
  await switchContract(true)
  await switchContract(false)
  await skipDay()
  expect(await exported('early')).toMatch(
    /The journal does not verify: row \d+, derivativeTermsSet: row \d+ ends contract of BTCUSDT, and nothing in the log of evidence announced that a day before\./,
  )
})
