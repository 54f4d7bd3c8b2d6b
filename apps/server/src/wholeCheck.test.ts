import { createHash, sign } from 'node:crypto'
import { accountRoutes } from '@truemark/protocol/routes/account'
import { liabilityRoutes } from '@truemark/protocol/routes/liabilities'
import { spotRoutes } from '@truemark/protocol/routes/spot'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { refuseCutJournal } from './journalAtStart.ts'
import { type AlteredCase, lookTogether } from './testing/alteredCases.ts'
import { logAll } from './testing/evidence.ts'
import { keyNow } from './testing/keys.ts'
import { type LiveServer, startLiveServer } from './testing/liveServer.ts'
import { makeOperator } from './testing/people.ts'
import { stopTicket } from './testing/stopTicket.ts'
import { derivativeDemo } from './testing/trader.ts'
import { noteRulesInForce } from './transparency/door.ts'
import { noteOwnCheck } from './transparency/ownChecks.ts'
import { checkWhole } from './wholeCheck.ts'

let server: LiveServer

beforeAll(async () => {
  server = await startLiveServer()
  const treasurer = await makeOperator(server, 'treasurer', 'Ada')
  await noteRulesInForce(server.database, Date.parse('2027-01-01T00:00:00Z'))
  await noteOwnCheck(server.database, 'fills', { passed: 0, failed: 1, detail: 'index' }, 1_000)
  await server.tick(1_000_000)
  const token = await derivativeDemo(server)
  const body = { symbol: 'BTCUSDT', side: 'buy', type: 'market', quantity: '0.01' } as const
  await server.ok(spotRoutes.spotOrderPlace, { token, key: keyNow(), body })
  await stopTicket(server, token)
  // it is answered once the tables hold the trades, which would be written over what is changed in them here
  await server.ok(accountRoutes.records, { token })
  expect(await logAll(server)).toBeGreaterThan(0)
  await server.ok(liabilityRoutes.deskLiabilitiesProve, { token: treasurer, body: {} })
}, 120_000)
afterAll(() => server.stop())

/** What makes an old head, whose trees are gone, name one unit less: the host has the key too. */
async function doctoredHead(): Promise<string[]> {
  const { rows } = await server.database.query<{ head: string; sum: string }>(
    `SELECT head, sum::text AS sum FROM liability_epoch JOIN liability_tree USING (epoch) WHERE currency = 0`,
  )
  const [{ head, sum } = { head: '', sum: '0' }] = rows
  const less = String(BigInt(sum) - 1n)
  const bytes = Buffer.from(head.replace(`"sum":"${sum}"`, `"sum":"${less}"`))
  const signature = sign(null, bytes, server.keys.signing.key('liabilities').key).toString('hex')
  const digest = createHash('sha256').update(bytes).digest('hex')
  return [
    `UPDATE liability_epoch SET head = '${bytes.toString()}', digest = '\\x${digest}', signature = '\\x${signature}'`,
    `UPDATE liability_tree SET sum = ${less} WHERE currency = 0`,
    'DELETE FROM liability_level',
    'DELETE FROM liability_leaf',
  ]
}

async function check(): Promise<{ code: number; said: string }> {
  const said: string[] = []
  const code = await checkWhole(server.database, server.keys, { say: (sentence) => said.push(sentence) })
  return { code, said: said.join(' ') }
}

async function asAdministrator(statements: readonly string[]): Promise<void> {
  await server.database.transaction(async (client) => {
    // what someone with all rights could do: no trigger stands in the way
    await client.query('SET LOCAL session_replication_role = replica')
    for (const statement of statements) await client.query(statement)
  })
}

/** Changes tables as someone with all rights could, looks, and changes them back. */
async function whileChanged<T>(
  tables: readonly string[],
  change: string | readonly string[],
  look: () => Promise<T>,
): Promise<T> {
  await asAdministrator([
    ...tables.map((table) => `CREATE TABLE kept_${table} AS TABLE ${table}`),
    ...(typeof change === 'string' ? [change] : change),
  ])
  try {
    return await look()
  } finally {
    await asAdministrator(
      tables.flatMap((table) => [
        ...(table === 'projection'
          ? // the projector, which waits for these rows, would find others in their place
            ['UPDATE projection SET seq = kept.seq FROM kept_projection AS kept WHERE kept.name = projection.name']
          : [`DELETE FROM ${table}`, `INSERT INTO ${table} OVERRIDING SYSTEM VALUE TABLE kept_${table}`]),
        `DROP TABLE kept_${table}`,
      ]),
    )
  }
}

it('finds all right beside a running server', async () => {
  const { code, said } = await check()
  expect(said).toMatch(
    /^The journal verifies: \d+ rows .* The 52 tables of the read models are what the journal gives\. The audit log verifies\. The log of evidence verifies: \d+ entries\. The chain of proofs of what is owed verifies: 1 heads\. The chain of keys verifies: 0 rotations\. The list of statements for witnesses verifies: 0 statements\. The log of what was written verifies: \d+ entries, 0 of them of rows that were taken away\. The list of rules in force verifies\. The list of what ended in markets verifies: 0, 0 of them of before such was announced\. The list of what one operator did alone verifies\. The list of staff accounts verifies\. The list of failed checks verifies\.$/,
  )
  expect(code).toBe(0)
  await expect(refuseCutJournal(server.database)).resolves.toBeUndefined()
})

/** One bit of a column of bytes is another. */
const bent = (table: string, column: string): string =>
  `UPDATE ${table} SET ${column} = set_byte(${column}, 3, get_byte(${column}, 3) # 1)`

describe('one altered digit is found, with its place', () => {
  const cases: readonly AlteredCase[] = [
    [
      'a balance',
      'balance',
      'UPDATE balance SET posted = posted + 1 WHERE holder >= 32 AND account = 0 AND currency = 0',
      /balance of account .* where the journal says/,
    ],
    [
      'two lines of one account',
      'ledger_entry',
      `UPDATE ledger_entry SET amount = amount + CASE place WHEN 0 THEN 7 ELSE -7 END WHERE (holder, time) IN (SELECT holder, time FROM ledger_entry WHERE holder >= 32 GROUP BY holder, time, account, currency HAVING count(*) > 1 LIMIT 1)`,
      /ledger_entry holder=\d+ time=\d+ place=\d+, amount: it says -?\d+, the journal gives/,
    ],
    [
      'a line’s category',
      'ledger_entry',
      'UPDATE ledger_entry SET category = category + 1 WHERE holder >= 32 AND place = 0',
      /ledger_entry .*, category: it says/,
    ],
    [
      'a line’s time',
      'ledger_entry',
      'UPDATE ledger_entry SET time = time + 1 WHERE holder >= 32 AND place = 0',
      /ledger_entry .*: the row is missing/,
    ],
    [
      'a line’s balance',
      'ledger_entry',
      'UPDATE ledger_entry SET balance_after = balance_after + 1 WHERE holder >= 32 AND place = 0',
      /ledger_entry .*, balance_after: it says/,
    ],
    [
      'a fill’s price',
      'spot_fill',
      'UPDATE spot_fill SET price = price + 1',
      /spot_fill holder=\d+ trade=\d+, price: it says/,
    ],
    [
      'a derivative fill’s index',
      'derivative_fill',
      'UPDATE derivative_fill SET index_tenths = index_tenths + 1',
      /derivative_fill .*, index_tenths: it says/,
    ],
    [
      'an order’s fee',
      'spot_order',
      'UPDATE spot_order SET fee_paid = fee_paid - 1',
      /spot_order id=\d+, fee_paid: it says/,
    ],
    [
      'a sample',
      'index_sample',
      'UPDATE index_sample SET index_tenths = index_tenths + 1',
      /index_sample listing=0 stamp=\d+, index_tenths: it says/,
    ],
    [
      'an order that is gone',
      'derivative_order',
      'DELETE FROM derivative_order',
      /derivative_order id=\d+: the row is missing/,
    ],
    [
      'an order that was never made',
      'spot_order',
      'UPDATE spot_order SET id = id + 1',
      /spot_order id=\d+: the journal gives no such row/,
    ],
    [
      'an entry by hand that never was',
      'manual_entry',
      'INSERT INTO manual_entry VALUES (1, 32, 0, 0, 1, 1, 2, 1)',
      /manual_entry id=1: the journal gives no such row/,
    ],
    [
      'an entry of the audit log',
      'audit',
      `UPDATE audit SET reason = reason || 'x' WHERE id = 1`,
      /audit id=1: entry 1 does not follow/,
    ],
    [
      'the tail of the audit log',
      'audit',
      'DELETE FROM audit WHERE id >= (SELECT max(id) - 1 FROM audit)',
      /audit: it has no note of the proof 1 of what is owed/,
    ],
    [
      'more of the tail of the audit log',
      'audit',
      'DELETE FROM audit WHERE id >= (SELECT max(id) - 2 FROM audit)',
      /audit id=\d+: it is missing, though the signed head 1 of what is owed names it/,
    ],
    [
      'a document of evidence',
      'evidence_entry',
      `UPDATE evidence_entry SET document = replace(document, '9900', '9901') WHERE place = 4`,
      /evidence_entry place=4, document or digest/,
    ],
    [
      'a signature of evidence',
      'evidence_entry',
      bent('evidence_entry', 'signature'),
      /evidence_entry place=0, signature/,
    ],
    [
      'what evidence is of',
      'evidence_entry',
      'UPDATE evidence_entry SET number = number + 1 WHERE place = 4',
      /evidence_entry place=4, number/,
    ],
    [
      'when evidence was decided',
      'evidence_entry',
      'UPDATE evidence_entry SET time = time + 1',
      /evidence_entry place=\d, time/,
    ],
    ['a node', 'evidence_node', bent('evidence_node', 'hash'), /evidence_node level=0 place=0, hash/],
    [
      'a node too many',
      'evidence_node',
      `INSERT INTO evidence_node SELECT 9, 9, hash FROM evidence_node LIMIT 1`,
      /evidence_node: there are 9, where the entries make 8/,
    ],
    [
      'the signature of a head',
      'evidence_head',
      bent('evidence_head', 'signature'),
      /evidence_head size=5, head or signature/,
    ],
    ['the time of a head', 'evidence_head', 'UPDATE evidence_head SET time = time + 1', /evidence_head size=5, time/],
    ['a head that is gone', 'evidence_head', 'DELETE FROM evidence_head', /evidence_head size=5: it is missing/],
    [
      'a trigger’s mark of logged',
      'position_trigger',
      'UPDATE position_trigger SET logged = NOT logged',
      /position_trigger position_id=\d+, logged/,
    ],
    [
      'the text of a head of what is owed',
      'liability_epoch',
      `UPDATE liability_epoch SET head = replace(head, '"epoch":1', '"epoch":2')`,
      /liability_epoch epoch=1, head or signature/,
    ],
    [
      'the row of a head of what is owed',
      'liability_epoch',
      'UPDATE liability_epoch SET seq = seq - 1',
      /liability_epoch epoch=1, seq/,
    ],
    [
      'the time of a head of what is owed',
      'liability_epoch',
      'UPDATE liability_epoch SET time = time - 1',
      /liability_epoch epoch=1, time/,
    ],
    [
      'who asked for a head',
      'liability_epoch',
      'UPDATE liability_epoch SET asked = NOT asked',
      /liability_epoch epoch=1, asked/,
    ],
    ['the digest of a head', 'liability_epoch', bent('liability_epoch', 'digest'), /liability_epoch epoch=1, digest/],
    [
      'a sum of what is owed',
      'liability_tree',
      'UPDATE liability_tree SET sum = sum + 1',
      /liability_tree epoch=1 .*, sum/,
    ],
    [
      'a tree of what is owed',
      'liability_level',
      bent('liability_level', 'nodes'),
      /liability_level epoch=1 .* level=\d+, nodes/,
    ],
    [
      'a proof that is gone',
      'liability_epoch',
      'DELETE FROM liability_epoch',
      /liability_epoch epoch=1: it is missing, though the audit log has it/,
    ],
    ['whose a leaf is', 'liability_leaf', bent('liability_leaf', 'nonce'), /liability_leaf epoch=1 .*, place or nonce/],
    ['a seed', 'liability_seed', bent('liability_seed', 'seed'), /liability_seed epoch=1, seed: the head/],
    ['no seed', 'liability_seed', 'DELETE FROM liability_seed', /liability_seed epoch=1: the row is missing/],
    [
      'a failed check that is gone',
      'own_check_failure',
      'DELETE FROM own_check_failure',
      /own_check_failure name=fills began=1000: it is missing, though the audit log tells of it/,
    ],
    [
      'a failed check that has an end',
      'own_check_failure',
      'UPDATE own_check_failure SET ended = began + 1',
      /own_check_failure name=fills began=1000, ended: it never ends/,
    ],
    [
      'a failed check that holds',
      'own_check',
      'UPDATE own_check SET holds = true',
      /own_check name=fills, holds: it failed at 1000, and does not come right/,
    ],
    [
      'since when the rules hold',
      'rules_in_force',
      'UPDATE rules_in_force SET since = since - 30::bigint * 86400000',
      /rules_in_force since=\d+, since: the audit log has no such note/,
    ],
    [
      'the kind of evidence',
      'evidence_entry',
      'UPDATE evidence_entry SET kind = 9 WHERE place = 4',
      /log of evidence does not verify: it can't be read \(no word at 9/,
    ],
    [
      'which rules hold',
      'rules_in_force',
      'UPDATE rules_in_force SET version = version + 1',
      /rules_in_force since=\d+, version: it says/,
    ],
  ]
  const lookFor = lookTogether(cases, (tables, changes) => whileChanged(tables, changes, check))
  it.each(cases)('%s', async (what, _table, _change, sentence) => {
    const { code, said } = await lookFor(what)
    expect(said).toMatch(sentence)
    expect(code).toBe(1)
  })

  it('a sum that was signed anew, and is not what the engine owes at its row', async () => {
    const change = await doctoredHead()
    const tables = ['liability_epoch', 'liability_tree', 'liability_level', 'liability_leaf']
    const { code, said } = await whileChanged(tables, change, check)
    expect(said).toMatch(/liability_epoch epoch=1, head: it says \d+ of demo USDT, the journal gives \d+/)
    expect(code).toBe(1)
  })

  it('and nothing is left of these tries', async () => {
    expect(await check()).toMatchObject({ code: 0 })
  })
})

describe('a journal that is shorter than what was told of it', () => {
  const cut = 'DELETE FROM journal WHERE seq > (SELECT min(seq) - 3 FROM projection)'
  const refused = (): Promise<string> =>
    refuseCutJournal(server.database).then(
      () => 'it starts',
      (error: Error) => `${error.name}: ${error.message}`,
    )
  const both = async () => ({ ...(await check()), start: await refused() })

  it('is found by the read models, says what to do, and keeps the server from starting', async () => {
    const { code, said, start } = await whileChanged(['journal'], cut, both)
    expect(code).toBe(1)
    expect(said).toMatch(
      /The journal does not verify: it ends at row (\d+), though the read model \w+ tells of row \d+, and \d+ more tell of rows after its end\./,
    )
    expect(said).toContain('restore the newest backup that has them')
    expect(start).toMatch(
      /^StartRefusal: The journal does not verify: it ends at row \d+, though .* Nobody can make these rows again: keep a copy/,
    )
  })

  it('is found by the signed heads where the read models were set back', async () => {
    const back = 'UPDATE projection SET seq = (SELECT max(seq) FROM journal)'
    const { code, said, start } = await whileChanged(['journal', 'projection'], [cut, back], both)
    expect(code).toBe(1)
    expect(said).toMatch(
      /the journal is not the one they name: it ends at row \d+, though the signed head 1 of what is owed tells of row \d+/,
    )
    expect(start).toContain('though the signed head 1 of what is owed tells of row')
  })

  it('is found by evidence alone, where the heads are gone as well', async () => {
    const far = 'DELETE FROM journal WHERE seq > 5'
    const change = [far, 'UPDATE projection SET seq = 5', 'DELETE FROM liability_epoch']
    const { code, said, start } = await whileChanged(['journal', 'projection', 'liability_epoch'], change, both)
    expect(code).toBe(1)
    expect(said).toMatch(/though entry 5 of the log of evidence tells of row \d+/)
    expect(start).toMatch(/it ends at row 5, though entry 5 of the log of evidence tells of row \d+/)
  })

  it('is found where a read model was put ahead', async () => {
    const ahead = `UPDATE projection SET seq = seq + 100000 WHERE name = 'ledger'`
    const { code, said, start } = await whileChanged(['projection'], ahead, both)
    expect(code).toBe(1)
    expect(said).toMatch(/it ends at row \d+, though the read model ledger tells of row 100\d+/)
    expect(start).toContain('though the read model ledger tells of row 100')
  })

  it('is found where rows are others than the signed heads name', async () => {
    const other = bent('journal', 'digest')
    expect(await whileChanged(['journal'], other, refused)).toMatch(/row \d+ has another digest than .* names/)
  })
})
