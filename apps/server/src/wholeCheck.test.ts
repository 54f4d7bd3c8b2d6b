import { accountRoutes } from '@truemark/protocol/routes/account'
import { identityRoutes } from '@truemark/protocol/routes/identity'
import { spotRoutes } from '@truemark/protocol/routes/spot'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { keyNow } from './testing/keys.ts'
import { type LiveServer, startLiveServer } from './testing/liveServer.ts'
import { makeOperator } from './testing/people.ts'
import { checkWhole } from './wholeCheck.ts'

let server: LiveServer

beforeAll(async () => {
  server = await startLiveServer()
  await makeOperator(server, 'auditor', 'Ada')
  const { token } = await server.ok(identityRoutes.simulationLogin, { body: {} })
  const body = { symbol: 'BTCUSDT', side: 'buy', type: 'limit', price: '50000', quantity: '0.01' } as const
  await server.ok(spotRoutes.spotOrderPlace, { token, key: keyNow(), body })
  // it is answered once the tables hold the trade, which would be written over what is changed in them here
  await server.ok(accountRoutes.records, { token })
})
afterAll(() => server.stop())

async function check(): Promise<{ code: number; said: string }> {
  const said: string[] = []
  const code = await checkWhole(server.database, (sentence) => said.push(sentence))
  return { code, said: said.join(' ') }
}

/** Changes a table as someone with all rights could, checks, and changes it back. */
async function changed(change: string, back: string): Promise<{ code: number; said: string }> {
  await server.database.query(change)
  try {
    return await check()
  } finally {
    await server.database.query(back)
  }
}

it('finds all right beside a running server', async () => {
  const { code, said } = await check()
  expect(said).toMatch(
    /The journal verifies: \d+ rows .* balances and their lines are .* The audit log verifies\. The log of evidence verifies: 0 entries\./,
  )
  expect(code).toBe(0)
})

it('finds money that was moved in the tables alone, from the house to a user', async () => {
  const { rows } = await server.database.query<{ holder: number }>('SELECT max(holder) AS holder FROM balance')
  const user = rows[0]?.holder ?? 0
  const move = (gains: number, loses: number) =>
    `UPDATE balance SET posted = CASE holder WHEN ${gains} THEN posted + 1 ELSE posted - 1 END
     WHERE currency = 0 AND account = 0 AND holder IN (${gains}, ${loses})`
  const { code, said } = await changed(move(user, 16), move(16, user))
  expect(said).toMatch(/the balance of account .* where the journal says/)
  expect(code).toBe(1)
})

it('finds a line of the ledger that was changed', async () => {
  const bend = (by: string) => `UPDATE ledger_entry SET amount = amount ${by} WHERE holder >= 32 AND place = 0`
  expect((await changed(bend('+ 5'), bend('- 5'))).said).toMatch(/the lines of account .* come to/)
  expect((await check()).code).toBe(0)
})

it('finds an entry of the audit log that was changed', async () => {
  const turn = (how: string) => `ALTER TABLE audit ${how} TRIGGER USER`
  const name = (from: string, to: string) => `UPDATE audit SET actor = '${to}' WHERE id = 1 AND actor = '${from}'`
  const { rows } = await server.database.query<{ actor: string }>('SELECT actor FROM audit WHERE id = 1')
  const actor = rows[0]?.actor ?? ''
  await server.database.query(turn('DISABLE'))
  const { code, said } = await changed(name(actor, 'nobody'), name('nobody', actor))
  await server.database.query(turn('ENABLE'))
  expect(said).toContain('The audit log does not verify: entry 1 does not follow.')
  expect(code).toBe(1)
})
