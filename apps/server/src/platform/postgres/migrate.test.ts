import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import pg from 'pg'
import { checkServer, countUnwaited } from './durability.ts'
import { migrate, refuseOtherTables } from './migrate.ts'
import { type TestDatabase, createTestDatabase, migrationsFolder } from './testDatabase.ts'

let test: TestDatabase
let folder = ''
beforeEach(async () => {
  test = await createTestDatabase()
  // Its own migrations have been applied to every test database; these tests bring others.
  await test.database.query('DROP TABLE migration')
  folder = mkdtempSync(join(tmpdir(), 'truemark-migrations-'))
})
afterEach(async () => {
  await test.drop()
  rmSync(folder, { recursive: true, force: true })
})

/** What a replica of this name has with the server that it copies. */
async function openWalSender(url: string, name: string): Promise<pg.Client> {
  const address = new URL(url)
  address.searchParams.set('replication', 'database')
  const client = new pg.Client({ connectionString: address.href, application_name: name })
  await client.connect()
  return client
}

const file = (name: string, sql: string): void => writeFileSync(join(folder, name), sql)

describe('migrations', () => {
  it('are applied once, in order, also by two processes at the same time', async () => {
    file('0002-b.sql', "INSERT INTO a VALUES ('second');")
    file('0001-a.sql', "CREATE TABLE a (t text); INSERT INTO a VALUES ('first');")
    const applied = await Promise.all([migrate(test.database, folder), migrate(test.database, folder)])
    expect(applied.flat()).toEqual(['0001-a.sql', '0002-b.sql'])
    expect((await test.database.query('SELECT t FROM a')).rows).toEqual([{ t: 'first' }, { t: 'second' }])
    expect(await migrate(test.database, folder)).toEqual([])
  })

  it('leave nothing behind where one fails', async () => {
    file('0001-a.sql', 'CREATE TABLE a (t text);')
    file('0002-b.sql', 'CREATE TABLE b (t text); SELECT wrong;')
    await expect(migrate(test.database, folder)).rejects.toThrow(
      'The migration 0002-b.sql failed: column "wrong" does not exist.',
    )
    const { rows } = await test.database.query("SELECT tablename FROM pg_tables WHERE tablename IN ('a', 'b')")
    expect(rows).toEqual([{ tablename: 'a' }])
  })

  it('refuse a file that has changed since, but not for its line ends', async () => {
    file('0001-a.sql', 'CREATE TABLE a (\nt text);')
    await migrate(test.database, folder)
    file('0001-a.sql', 'CREATE TABLE a (\r\nt text);')
    expect(await migrate(test.database, folder)).toEqual([])
    file('0001-a.sql', 'CREATE TABLE a (\nt int);')
    await expect(migrate(test.database, folder)).rejects.toThrow(
      'The migration 0001-a.sql has changed since it was applied',
    )
  })

  it('refuse data of a newer version, a wrong name and a number given twice', async () => {
    file('0001-a.sql', 'SELECT 1;')
    file('0002-b.sql', 'SELECT 1;')
    await migrate(test.database, folder)
    rmSync(join(folder, '0002-b.sql'))
    await expect(migrate(test.database, folder)).rejects.toThrow('older than the data')
    file('2-b.sql', '')
    await expect(migrate(test.database, folder)).rejects.toThrow('is not named NNNN-name.sql')
    rmSync(join(folder, '2-b.sql'))
    file('0001-c.sql', '')
    await expect(migrate(test.database, folder)).rejects.toThrow('Two migrations bear the number of 0001-c.sql')
  })
})

it('tables of another version than this one are refused, and left as they are', async () => {
  const fresh = await createTestDatabase()
  await refuseOtherTables(fresh.database, migrationsFolder)
  const { rows } = await fresh.database.query(
    'DELETE FROM migration WHERE number = (SELECT max(number) FROM migration) RETURNING file',
  )
  await expect(refuseOtherTables(fresh.database, migrationsFolder)).rejects.toThrow(
    `This version of Truemark is newer than the tables (it has the migration ${String(rows[0]?.['file'])}, and they do not)`,
  )
  await fresh.database.query("INSERT INTO migration (number, file, digest) VALUES (9999, '9999-later.sql', '')")
  await expect(refuseOtherTables(fresh.database, migrationsFolder)).rejects.toThrow('older than the data')
  await fresh.database.query('DROP TABLE migration')
  await expect(refuseOtherTables(fresh.database, migrationsFolder)).rejects.toThrow('newer than the tables')
  await fresh.drop()
})

describe('the server check', () => {
  it('counts replicas that no commit waits for, and none that only copies', async () => {
    const durable = await createTestDatabase({ durable: true })
    expect(await countUnwaited(durable.database)).toBe(0)
    const replica = await openWalSender(durable.url, 'node-2')
    const archiver = await openWalSender(durable.url, 'pg_receivewal')
    expect(await countUnwaited(durable.database)).toBe(1)
    await replica.end()
    await archiver.end()
    await expect.poll(() => countUnwaited(durable.database)).toBe(0)
    await durable.drop()
  })

  it('refuses a database by which a commit could be lost (T061)', async () => {
    await expect(checkServer(test.database, { durable: true })).rejects.toThrow(/^The database runs with fsync = off/)
    await expect(checkServer(test.database, { durable: false })).resolves.toBeUndefined()
  })

  it('lets one pass that keeps what it commits', async () => {
    const durable = await createTestDatabase({ durable: true })
    await expect(checkServer(durable.database, { durable: true })).resolves.toBeUndefined()
    await durable.drop()
  })
})

describe('a lease', () => {
  it('is a connection of its own that tells when it is lost', async () => {
    const lease = await test.database.lease({ name: 'lost' })
    const lost = new Promise<Error>((resolve) => lease.onLost(resolve))
    await test.database.query(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name LIKE 'truemark lost %'",
    )
    expect((await lost).message).toContain('terminating connection')
  })

  it('a transaction that throws is rolled back', async () => {
    await test.database.query('CREATE TABLE kept (n int)')
    const failing = test.database.transaction(async (client) => {
      await client.query('INSERT INTO kept VALUES (1)')
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    expect((await test.database.query('SELECT * FROM kept')).rows).toEqual([])
  })
})
