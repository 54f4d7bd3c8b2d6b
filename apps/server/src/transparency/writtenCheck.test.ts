import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database, Queryable } from '../platform/postgres/database.ts'
import { type TestDatabase, createTestDatabase } from '../platform/postgres/testDatabase.ts'
import { beginWritten } from '../platform/written/begin.ts'
import { writtenKey } from '../platform/written/seal.ts'
import { sealEntries, sealWritten } from '../platform/written/sealedDatabase.ts'
import { findOwnUnsealed } from '../platform/written/written.store.ts'
import { writtenTables } from '../platform/written/writtenTables.ts'
import { chainWritten, noteWritten, writtenStart } from './written.ts'
import { checkWritten } from './writtenCheck.ts'

const secrets = [Buffer.alloc(16, 7), Buffer.alloc(16, 8)] as const
const tokens = { names: secrets[0], newest: secrets[0], all: [secrets[0]] }
const key = writtenKey(secrets[0])
let test: TestDatabase
let sealed: Database

beforeAll(async () => {
  test = await createTestDatabase()
  await beginWritten(test.database, key, 1_000)
  sealed = sealWritten(test.database, key)
})
afterAll(() => test.drop())

const check = (database: Queryable = test.database): Promise<readonly string[]> =>
  database === test.database
    ? test.database.transaction(async (client) => (await checkWritten(client, { tokens })).faults)
    : checkWritten(database, { tokens }).then(({ faults }) => faults)

class Back extends Error {}

/** What is found after a change by somebody with all rights, whom no trigger stops; nothing of it stays. */
async function foundAfter(
  change: readonly string[],
  role: 'replica' | 'origin' = 'replica',
  seals = false,
): Promise<string[]> {
  const found: string[] = []
  await test.database
    .transaction(async (client) => {
      await client.query(`SET LOCAL session_replication_role = ${role}`)
      for (const statement of change) await client.query(statement)
      if (seals) await sealEntries(client, key, await findOwnUnsealed(client))
      found.push(...(await check(client)))
      throw new Back()
    })
    .catch((error: unknown) => {
      if (!(error instanceof Back)) throw error
    })
  return found
}

interface Column {
  readonly name: string
  readonly type: string
}

async function columnsOf(table: string): Promise<Column[]> {
  const { rows } = await test.database.query<Column>(
    `SELECT attname AS name, format_type(atttypid, NULL) AS type FROM pg_attribute
     WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped ORDER BY attnum`,
    [table],
  )
  return rows
}

/** A value of a type, and another than it: one digit, one letter, one moment. */
const values: Readonly<Record<string, readonly [first: string, other: string]>> = {
  smallint: ['1', '2'],
  integer: ['1', '2'],
  bigint: ['1', '2'],
  numeric: ['1', '2'],
  text: [`'a'`, `'b'`],
  boolean: ['true', 'false'],
  jsonb: [`'{"a": 1}'`, `'{"a": 2}'`],
  bytea: [`'\\x01'`, `'\\x02'`],
  uuid: [`'00000000-0000-0000-0000-000000000001'`, `'00000000-0000-0000-0000-000000000002'`],
  'text[]': [`'{a}'`, `'{b}'`],
  'bigint[]': [`'{1}'`, `'{2}'`],
  'timestamp with time zone': [`'2027-01-01T00:00:00Z'`, `'2027-01-01T00:00:00.001Z'`],
}

function valuesOf({ name, type }: Column): readonly [string, string] {
  const found = values[type]
  if (found === undefined) throw new Error(`this test knows no value for ${name}, a ${type}`)
  return found
}

/** One row in each table, as the server would write it; what the tables refuse is not what is tried here. */
async function fill(): Promise<Map<string, readonly Column[]>> {
  const { rows } = await test.database.query<{ table: string; name: string }>(
    `SELECT conrelid::regclass::text AS table, conname AS name FROM pg_constraint
     WHERE contype IN ('c', 'f') AND conrelid::regclass::text = ANY($1)`,
    [writtenTables.map(({ name }) => name)],
  )
  for (const { table, name } of rows) await test.database.query(`ALTER TABLE ${table} DROP CONSTRAINT ${name}`)
  const columns = new Map<string, readonly Column[]>()
  for (const { name } of writtenTables) {
    const own = await columnsOf(name)
    columns.set(name, own)
    const names = own.map((column) => column.name).join(', ')
    const firsts = own.map((column) => valuesOf(column)[0]).join(', ')
    for (const column of own) {
      await test.database.query(`ALTER TABLE ${name} ALTER COLUMN ${column.name} DROP IDENTITY IF EXISTS`)
    }
    const { rows: there } = await test.database.query(`SELECT 1 FROM ${name} LIMIT 1`)
    if (there.length > 0) await sealed.query(`DELETE FROM ${name}`)
    await sealed.query(`INSERT INTO ${name} (${names}) VALUES (${firsts})`)
  }
  return columns
}

describe('what people and the desk wrote', () => {
  let columns: ReadonlyMap<string, readonly Column[]>
  beforeAll(async () => {
    columns = await fill()
  })

  it('each column of each table is covered, or named as one that may change', async () => {
    for (const { name, columns, except } of writtenTables) {
      const own = (await columnsOf(name)).map((column) => column.name)
      expect([...columns, ...except].toSorted(), name).toEqual(own.toSorted())
    }
  })

  it('one altered value in any column of any table is found, with its table and row', async () => {
    expect(await check()).toEqual([])
    const widest = Math.max(...writtenTables.map((table) => table.columns.length))
    for (let at = 0; at < widest; at += 1) {
      const altered = writtenTables.flatMap((table) => table.columns.slice(at, at + 1).map((name) => ({ table, name })))
      const changes = altered.map(({ table, name }) => {
        const column = columns.get(table.name)?.find((one) => one.name === name)
        if (column === undefined) throw new Error(`${table.name} has no ${name}`)
        return `UPDATE ${table.name} SET ${name} = ${valuesOf(column)[1]}`
      })
      const found = await foundAfter(changes)
      for (const { table, name } of altered) {
        const own = found.filter((sentence) => sentence.startsWith(`${table.name} `))
        const kinds = table.key.includes(name) ? [/is missing/, /was put in behind/] : [/what it says is not what was/]
        expect(own, `${table.name} ${name}`).toHaveLength(kinds.length)
        for (const kind of kinds)
          expect(
            own.some((sentence) => kind.test(sentence)),
            `${table.name} ${name}`,
          ).toBe(true)
      }
    }
  })

  it('marks of reading, counts and when somebody was seen turn nothing red', async () => {
    const changes = writtenTables.flatMap(({ name, except }) =>
      except.map((marked) => {
        const column = columns.get(name)?.find((one) => one.name === marked)
        return `UPDATE ${name} SET ${marked} = ${column === undefined ? 'NULL' : valuesOf(column)[1]}`
      }),
    )
    expect(changes.length).toBeGreaterThan(20)
    expect(await foundAfter(changes)).toEqual([])
  })

  it('a row that is put in, changed or taken away behind the server’s back is found, triggers or none', async () => {
    const put = `INSERT INTO ticket_line (ticket_id, place, author, user_id, text) VALUES (1, 2, 'user', 1, 'I agree')`
    const change = `UPDATE withdrawal_claim SET payee = 'mine'`
    const take = `DELETE FROM agreement_acceptance`
    expect(await foundAfter([put])).toEqual([
      'ticket_line place=2 ticket_id=1: the row was put in behind the server’s back',
    ])
    expect(await foundAfter([change])).toEqual(['withdrawal_claim id=1: what it says is not what was written'])
    expect(await foundAfter([take])).toEqual([
      'agreement_acceptance user_id=1: the row is missing, though the log of what was written has it',
    ])
    expect(await foundAfter([put, change, take], 'origin')).toEqual([
      'ticket_line place=2 ticket_id=1: it was written behind the server’s back',
      'withdrawal_claim id=1: it was changed behind the server’s back',
      'agreement_acceptance user_id=1: it was taken away behind the server’s back',
    ])
  })
})

describe('what was changed behind the server’s back stays in the log, when the server writes over it', () => {
  const at = (row: string): unknown => [
    expect.stringMatching(new RegExp(`^${row}: it was not what was written when the server wrote to it at 20`)),
  ]

  it.each([
    ['altered, then changed', `UPDATE ticket SET phone = 'x'`, `UPDATE ticket SET phone = 'y'`, 'ticket id=1'],
    ['altered, then taken away', `UPDATE canned SET title = 'x'`, 'DELETE FROM canned', 'canned id=1'],
    [
      'put in, then taken away',
      `INSERT INTO decision_mail (kind, id) VALUES ('deposit', 7)`,
      `DELETE FROM decision_mail WHERE id = 7`,
      'decision_mail id=7 kind=deposit',
    ],
    [
      'taken out, then written anew',
      'DELETE FROM decision_mail',
      `INSERT INTO decision_mail (kind, id) VALUES ('a', 1)`,
      'decision_mail id=1 kind=a',
    ],
  ])('%s', async (_what, change, cover, row) => {
    const origin = 'SET LOCAL session_replication_role = origin'
    expect(await foundAfter([change, origin, cover], 'replica', true)).toEqual(at(row))
  })
})

async function say(text: string): Promise<void> {
  await sealed.query(
    `INSERT INTO disclosure_text (digest, lines) VALUES (encode(sha256(convert_to($1, 'UTF8')), 'hex'), ARRAY[$1::text])`,
    [text],
  )
}

describe('the log of what was written', () => {
  it('is missed where an entry is altered, taken out with its row, or its end is cut below what the audit log names', async () => {
    for (const text of ['one', 'two', 'three']) await say(text)
    const end = await chainWritten(test.database, writtenStart)
    await noteWritten(test.database, end)
    await noteWritten(test.database, end)
    await say('four')
    expect(await check()).toEqual([])
    const newest = '(SELECT max(id) FROM written)'
    const noted = `(SELECT id FROM written WHERE place = ${end.place})`
    expect(await foundAfter([`UPDATE written SET time = time - 1 WHERE id = ${newest}`])).toEqual([
      expect.stringMatching(/^written id=\d+: its seal is not the server’s, of disclosure_text digest=/),
    ])
    expect(await foundAfter([`UPDATE written SET mac = sha256('x') WHERE id = ${newest}`])).toHaveLength(1)
    expect(await foundAfter([`UPDATE written SET chain = sha256('x') WHERE id = ${noted}`])).toEqual([
      expect.stringContaining(`written place=${end.place}: what stands there does not follow`),
      expect.stringContaining(`written place=${end.place}, chain: it is not what the entry 1 of the audit log names`),
    ])
    expect(
      await foundAfter([
        `DELETE FROM disclosure_text WHERE lines = '{three}'`,
        `DELETE FROM written WHERE place = ${end.place}`,
      ]),
    ).toEqual([`written place=${end.place}: it is missing, though the entry 1 of the audit log names it`])
    const within = end.place - 1
    expect(
      await foundAfter([
        `DELETE FROM disclosure_text WHERE lines = '{two}'`,
        `DELETE FROM written WHERE place = ${within}`,
      ]),
    ).toEqual([`written place=${within}: what stands there does not follow from the entry before`])
    const { rows } = await test.database.query(`SELECT detail FROM audit WHERE action = 'written_noted'`)
    expect(rows).toEqual([{ detail: expect.objectContaining({ entries: String(end.place) }) }])
  })

  it('is not lengthened where it is another than it was, and takes in what came late', async () => {
    await say('five')
    const end = await chainWritten(test.database, writtenStart)
    await say('six')
    const longer = await chainWritten(test.database, end)
    expect(longer.place).toBe(end.place + 1)
    await expect(chainWritten(test.database, { ...end, chain: Buffer.alloc(32) })).rejects.toThrow(
      `the log of what was written is not what it was at its entry ${end.place}`,
    )
    expect(await check()).toEqual([])
  })

  it('tells what was erased by its entry alone, without the salt that would open its digest', async () => {
    const before = await test.database.transaction((client) => checkWritten(client, { tokens }))
    await say('a secret')
    await sealed.query(`UPDATE disclosure_text SET lines = '{other}' WHERE lines = '{a secret}'`)
    await sealed.query(`DELETE FROM disclosure_text WHERE lines = '{other}'`)
    expect(await check()).toEqual([])
    const { rows } = await test.database.query(
      `SELECT deed, salt, digest IS NULL AS bare FROM written ORDER BY id DESC LIMIT 3`,
    )
    expect(rows).toEqual([
      { deed: 2, salt: null, bare: true },
      { deed: 1, salt: null, bare: false },
      { deed: 0, salt: null, bare: false },
    ])
    const { taken } = await test.database.transaction((client) => checkWritten(client, { tokens }))
    expect(taken).toBe(before.taken + 1)
  })

  it('stands with its row or not at all: a killed transaction leaves neither', async () => {
    const killer = await test.database.lease({ name: 'killer' })
    const begun = sealed.transaction(async (client) => {
      await client.query(`INSERT INTO disclosure_text (digest, lines) VALUES (repeat('a', 64), '{x}')`)
      const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
      await killer.query('SELECT pg_terminate_backend($1)', [rows[0]?.pid])
    })
    await expect(begun).rejects.toThrow()
    await killer.release()
    const { rows } = await test.database.query(
      `SELECT (SELECT count(*) FROM disclosure_text WHERE lines = '{x}') AS said,
         (SELECT count(*) FROM written WHERE item LIKE '%aaaa%') AS kept`,
    )
    expect(rows).toEqual([{ said: '0', kept: '0' }])
    expect(await check()).toEqual([])
  })

  it('makes nobody who writes wait for the audit log or for the chain', async () => {
    await test.database.transaction(async (client) => {
      await client.query('SELECT pg_advisory_xact_lock(7201944)')
      await client.query('SELECT pg_advisory_xact_lock(7201981)')
      const other = await test.database.lease({ name: 'writer', statementTimeout: 2_000 })
      try {
        await other.query('BEGIN')
        await other.query(`INSERT INTO disclosure_text (digest, lines) VALUES (repeat('b', 64), '{y}')`)
        await other.query('ROLLBACK')
      } finally {
        await other.release()
      }
    })
  })

  it('is not read through by a row that is written, changed or taken away, however long it is', async () => {
    await sealed.query(
      `INSERT INTO disclosure_text (digest, lines) SELECT encode(sha256(convert_to('l' || n, 'UTF8')), 'hex'), '{long}' FROM generate_series(1, 500) AS n`,
    )
    const read = await test.database.transaction(async (client) => {
      const row = `WHERE digest = repeat('9', 64)`
      // what its connection has read before may not have been told of yet
      const readSoFar = async (): Promise<number> => {
        const { rows } = await client.query<{ read: string }>(
          `SELECT coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0) AS read
           FROM pg_stat_xact_user_tables WHERE relname = 'written'`,
        )
        return Number(rows[0]?.read)
      }
      const before = await readSoFar()
      await client.query(`INSERT INTO disclosure_text (digest, lines) VALUES (repeat('9', 64), '{n}')`)
      await client.query(`UPDATE disclosure_text SET lines = '{m}' ${row}`)
      await client.query(`DELETE FROM disclosure_text ${row}`)
      const after = await readSoFar()
      await sealEntries(client, key, await findOwnUnsealed(client))
      return after - before
    })
    expect(read).toBeGreaterThan(0)
    expect(read).toBeLessThan(30)
    await sealed.query(`DELETE FROM disclosure_text WHERE lines = '{long}'`)
  })

  it('takes in what migrations noted once, and never again what is put beside them', async () => {
    await test.database.query(`INSERT INTO disclosure_text (digest, lines) VALUES (repeat('c', 64), '{z}')`)
    await beginWritten(test.database, key, 2_000)
    expect(await check()).toEqual([expect.stringContaining('it was written behind the server’s back')])
    await test.database.query(`INSERT INTO migration (number, file, digest) VALUES (9999, 'x', 'x')`)
    await beginWritten(test.database, key, 3_000)
    expect(await check()).toEqual([])
  })

  it('says where a table is no longer noted, or something else acts on what is written to it', async () => {
    const strange = [
      `CREATE FUNCTION swap() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END'`,
      'CREATE TRIGGER swap BEFORE INSERT ON chat_message FOR EACH ROW EXECUTE FUNCTION swap()',
      'ALTER TABLE ticket DISABLE TRIGGER written_row',
    ]
    expect(await foundAfter(strange, 'origin')).toEqual([
      'ticket: its rows are no longer noted as they are written',
      'chat_message: the trigger swap is none of the server’s own',
    ])
  })

  it('knows what the former key for tokens sealed, and nothing that it seals once the next one has', async () => {
    const both = { names: secrets[0], newest: secrets[1], all: [secrets[1], secrets[0]] }
    const next = sealWritten(test.database, writtenKey(secrets[1]))
    const put = (text: string) => `INSERT INTO disclosure_text (digest, lines) VALUES (repeat('${text}', 64), '{w}')`
    const found = () =>
      test.database.transaction(async (client) => (await checkWritten(client, { tokens: both })).faults)
    // the mark of the start is of the former key, and stands
    await beginWritten(test.database, writtenKey(secrets[1]), 4_000, [key])
    await sealed.query(put('d'))
    await next.query(put('e'))
    expect(await found()).toEqual([])
    expect((await check()).length).toBeGreaterThan(0)
    await sealed.query(put('f'))
    expect(await found()).toEqual([
      expect.stringMatching(/its seal is not the server’s, of disclosure_text digest=f+$/),
    ])
  })
})
