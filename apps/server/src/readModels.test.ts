import { afterEach, beforeEach, expect, it } from 'vitest'
import { type Fact, type Projection, Replica, type RowWriter } from './engine/door.ts'
import { joinFrames } from './engine/frames.ts'
import { chainRow, chainStart } from './engine/journalRow.ts'
import { type TestDatabase, createTestDatabase } from './platform/postgres/testDatabase.ts'
import { writtenTables } from './platform/written/writtenTables.ts'
import { derivedTables, guardedTables, idleTables } from './readModels.ts'

let test: TestDatabase
beforeEach(async () => {
  test = await createTestDatabase()
})
afterEach(() => test.drop())

interface Column {
  readonly name: string
  readonly type: string
  readonly in_key: boolean
  readonly identity: string
}

async function columnsOf(table: string): Promise<Column[]> {
  const { rows } = await test.database.query<Column>(
    `SELECT a.attname AS name, format_type(a.atttypid, NULL) AS type, a.attnum = ANY ((i.indkey::int2[])[0:i.indnkeyatts - 1]) AS in_key,
       a.attidentity AS identity
     FROM pg_attribute AS a JOIN pg_index AS i ON i.indrelid = a.attrelid AND i.indisprimary
     WHERE a.attrelid = $1::regclass AND a.attnum > 0 AND NOT a.attisdropped ORDER BY a.attnum`,
    [table],
  )
  return rows
}

const firsts: Readonly<Record<string, string>> = {
  smallint: '1',
  integer: '1',
  bigint: '1',
  text: `'a'`,
  boolean: 'true',
  jsonb: `'[1]'`,
  bytea: `'\\x01'`,
  uuid: `'00000000-0000-0000-0000-000000000001'`,
}

/** Another value than a column's first one: one digit, or one letter. */
const others: Readonly<Record<string, (column: string) => string>> = {
  smallint: (column) => `${column} + 1`,
  integer: (column) => `${column} + 1`,
  bigint: (column) => `${column} + 1`,
  text: (column) => `${column} || 'b'`,
  boolean: (column) => `NOT ${column}`,
  jsonb: () => `'[2]'`,
  bytea: () => `'\\x02'`,
  uuid: () => `'00000000-0000-0000-0000-000000000002'`,
}

function valueOf<V>(values: Readonly<Record<string, V>>, { name, type }: Column): V {
  const value = values[type]
  if (value === undefined) throw new Error(`this test knows no value for ${name}, a ${type}`)
  return value
}

let inserts: readonly string[] = []

/** One row in each table, as a projection would write it. */
async function fill(writer: Pick<RowWriter, 'query'>): Promise<void> {
  if (inserts.length === 0) inserts = await Promise.all([...derivedTables.keys()].map(insertInto))
  for (const insert of inserts) await writer.query(insert)
}

async function insertInto(table: string): Promise<string> {
  const columns = (await columnsOf(table)).filter(({ identity, type }) => identity === '' && !type.startsWith('time'))
  const names = columns.map(({ name }) => name).join(', ')
  return `INSERT INTO ${table} (${names}) VALUES (${columns.map((one) => valueOf(firsts, one)).join(', ')})`
}

interface Made {
  readonly type: 'made'
}

const filling: Projection<Made> = {
  name: 'filling',
  wants: 'all',
  apply: (_: readonly Fact<Made>[], writer) => fill(writer),
}

async function differences(now = 0): Promise<string[]> {
  const lease = await test.database.lease({ name: 'compare', statementTimeout: 60_000 })
  try {
    const replica = await Replica.open<Made>(lease, {
      tables: derivedTables,
      projections: [filling],
      decode: () => [{ type: 'made' }],
    })
    const events = joinFrames([new Uint8Array(1)])
    await replica.take([chainRow(chainStart, { epoch: 1, time: 1, commands: new Uint8Array(0), events })])
    return await replica.differences(now)
  } finally {
    await lease.release()
  }
}

it('each table of the schema stands in exactly one list: made from the journal, sealed, guarded by its own, or idle', async () => {
  const { rows } = await test.database.query<{ name: string }>(
    `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = current_schema() AND table_type = 'BASE TABLE'`,
  )
  const written = writtenTables.map(({ name }) => name)
  // one that is in two lists, in none, or in no schema, is named by what differs
  const known = [...derivedTables.keys(), ...written, ...guardedTables.keys(), ...idleTables.keys()]
  expect(known.toSorted()).toEqual(rows.map(({ name }) => name).toSorted())
  for (const reason of [...guardedTables.values(), ...idleTables.values()]) expect(reason.length).toBeGreaterThan(20)
})

it('one altered digit in any column of any table is found, with its table, row and column', async () => {
  await test.database.query(`INSERT INTO projection (name, seq) VALUES ('filling', 1)`)
  await fill(test.database)
  expect(await differences()).toEqual([])
  const columns = new Map<string, Column[]>()
  for (const [table, { except = [], ordered }] of derivedTables) {
    // of a table whose rows are numbered as they come, the number is their order
    const own = (await columnsOf(table)).filter(({ name, in_key }) => !except.includes(name) && !(ordered && in_key))
    columns.set(table, own)
  }
  const widest = Math.max(...[...columns.values()].map(({ length }) => length))
  for (let at = 0; at < widest; at += 1) {
    const altered = [...columns].flatMap(([table, own]) => own.slice(at, at + 1).map((column) => ({ table, column })))
    for (const { table, column } of altered) {
      await test.database.query(`UPDATE ${table} SET ${column.name} = ${valueOf(others, column)(column.name)}`)
    }
    const found = await differences()
    for (const { table, column } of altered) {
      const own = found.filter((sentence) => sentence.startsWith(`${table} `))
      if (column.in_key) {
        expect(own.filter((sentence) => sentence.includes('row is missing')).length, `${table} ${column.name}`).toBe(1)
        expect(own.filter((sentence) => sentence.includes('gives no such row'))).toHaveLength(1)
      } else {
        expect(own.length, `${table} ${column.name}`).toBe(1)
        expect(own[0]).toMatch(new RegExp(`, ${column.name}: it says .*, the journal gives `))
      }
    }
    expect(found).toHaveLength(altered.reduce((sum, { column }) => sum + (column.in_key ? 2 : 1), 0))
    await test.database.query(`TRUNCATE ${[...columns.keys()].join(', ')} RESTART IDENTITY`)
    await fill(test.database)
  }
}, 180_000)

it('a used key may be missing once it is swept away, and no sooner', async () => {
  await test.database.query(`INSERT INTO projection (name, seq) VALUES ('filling', 1)`)
  await fill(test.database)
  await test.database.query('DELETE FROM used_key')
  const hour = 3_600_000
  expect(await differences(49 * hour)).toEqual([
    'used_key holder=1 id=00000000-0000-0000-0000-000000000001 route=a: the row is missing',
  ])
  expect(await differences(50 * hour)).toEqual([])
})

it('can write nothing but its own tables', async () => {
  const lease = await test.database.lease({ name: 'compare' })
  try {
    await Replica.open<Made>(lease, { tables: derivedTables, projections: [], decode: () => [] })
    await expect(lease.query('DELETE FROM app_user')).rejects.toThrow('read-only transaction')
  } finally {
    await lease.release()
  }
})
