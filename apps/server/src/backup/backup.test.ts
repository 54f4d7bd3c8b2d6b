import { createHash, randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from '../platform/config/config.ts'
import { filePath, folderShelves, writeWhole } from '../platform/files/folderShelves.ts'
import { sealedAs } from '../platform/files/vault.ts'
import { openKeys, readKeys } from '../platform/keys/keys.ts'
import { openDatabase, type Database } from '../platform/postgres/database.ts'
import { migrate, readMigrations } from '../platform/postgres/migrate.ts'
import { startDatabase } from '../platform/postgres/server.ts'
import { type TestDatabase, createTestDatabase, migrationsFolder } from '../platform/postgres/testDatabase.ts'
import {
  checkFiles,
  loadFiles,
  loadTables,
  onEmptyGround,
  readBackup,
  refuseKeyless,
  refuseNewer,
  writeBackup,
} from './door.ts'
import { inOrder } from './load.ts'
import { findReferences, findTables } from './store.ts'
import { tablesOf } from './write.ts'

const migrations = readMigrations(migrationsFolder)
const build = { commit: null, changed: false, web: null, desk: null, server: null }
let base = ''
let test: TestDatabase
let bare: TestDatabase
let ground: TestDatabase
const pictures = Array.from({ length: 3 }, () => randomBytes(16).toString('hex'))

beforeAll(async () => {
  base = await mkdtemp(join(tmpdir(), 'backup-'))
  test = await createTestDatabase()
  bare = await createTestDatabase()
  // a restore asks a server whether it keeps what it commits
  ground = await createTestDatabase({ durable: true })
  const { database } = test
  const { sealing } = await openKeys({ database, folder: join(base, 'keys'), now: Date.now })
  await database.query(
    `INSERT INTO app_user (email, phone, verified, password_hash, lang)
     SELECT n || '@example.org', '+33612' || (100000 + n), 'email', 'tab\t\\N and “line”\n' || n, 'en'
     FROM generate_series(1, 50) AS n`,
  )
  for (const name of pictures) {
    await database.query(
      `INSERT INTO file (name, owner, purpose, type, bytes, sent_digest, digest, erase_at)
       VALUES ($1, 1, 'chat', 'image/jpeg', 3, '\\x00', $2, now() + interval '1 day')`,
      [name, createHash('sha256').update(`picture ${name}`).digest()],
    )
    await writeWhole(filePath(join(base, 'files'), name), sealing.seal(sealedAs, name, `picture ${name}`))
  }
  await database.query('CREATE TABLE accountants_own (note text)')
})
afterAll(async () => {
  await test.drop()
  await bare.drop()
  await ground.drop()
  await rm(base, { recursive: true })
})

const backUp = (folder: string, progress: (sentence: string) => void = () => undefined, known = migrations) =>
  writeBackup({
    database: test.database,
    shelves: folderShelves(join(base, 'files')),
    folder: join(base, folder),
    build,
    migrations: known,
    progress,
  })

async function read(folder: string) {
  const found = await readBackup(join(base, folder), () => undefined)
  if (found.kind !== 'rows') throw new Error('it is no backup of rows')
  return found
}

/** Empties a database, to the last table. */
async function strip({ database }: TestDatabase): Promise<void> {
  await database.query('DROP SCHEMA public CASCADE')
  await database.query('CREATE SCHEMA public')
}

/** Empties the bare database and works in it as a role that may do nothing but make what is its own. */
async function asOwner(work: (database: Database) => Promise<void>): Promise<void> {
  const role = `owner_${process.pid}`
  await strip(bare)
  await bare.database.query(`CREATE ROLE ${role}`)
  await bare.database.query(`GRANT ALL ON SCHEMA public TO ${role}`)
  const url = new URL(bare.url)
  url.searchParams.set('options', `-c role=${role}`)
  const owner = openDatabase({ url: url.href, name: 'test', onError: () => undefined })
  try {
    const { rows } = await owner.query<{ role: string; is_super: string }>(
      `SELECT current_user::text AS role, current_setting('is_superuser') AS is_super`,
    )
    expect(rows).toEqual([{ role, is_super: 'off' }])
    await work(owner)
  } finally {
    await owner.close()
    await bare.database.query(`REASSIGN OWNED BY ${role} TO CURRENT_USER`)
    await bare.database.query(`DROP OWNED BY ${role}`)
    await bare.database.query(`DROP ROLE ${role}`)
  }
}

/** A hash of each table's rows, and what watches over them. */
async function contentOf(database: Database): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  for (const { name } of await findTables(database)) {
    const { rows } = await database.query<{ hash: string }>(
      `SELECT md5(coalesce(string_agg(t::text, chr(10) ORDER BY t::text), '')) AS hash FROM "${name}" AS t`,
    )
    found.set(name, rows[0]?.hash ?? '')
  }
  const { rows } = await database.query<{ name: string; state: string }>(
    `SELECT c.relname || '.' || t.tgname AS name, t.tgenabled::text AS state FROM pg_trigger AS t
     JOIN pg_class AS c ON c.oid = t.tgrelid WHERE NOT t.tgisinternal`,
  )
  for (const { name, state } of rows) found.set(name, state)
  return found
}

describe('a backup', () => {
  it('is of one moment, and gives database and files back as they were then', async () => {
    const before = await contentOf(test.database)
    const later: Promise<unknown>[] = []
    const said: string[] = []
    const { manifest, digest } = await backUp('first', (sentence) => {
      said.push(sentence)
      if (later.length > 0) return
      later.push(
        test.database.query(
          `INSERT INTO app_user (email, phone, verified, password_hash, lang) VALUES ('late@example.org', '+33699000001', 'email', '', 'en')`,
        ),
      )
    })
    await Promise.all(later)
    expect(said).toContain("Not Truemark's, and not in the backup: accountants_own.")
    expect(manifest.tables.find(({ name }) => name === 'app_user')?.rows).toBe(50)
    expect(manifest.files).toEqual({ count: 3, erased: [], missing: [] })
    expect(manifest.keys.map(({ purpose }) => purpose).toSorted()).toEqual(['sealing', 'signing', 'tokens'])
    const backup = await read('first')
    expect(backup.digest).toBe(digest)
    await asOwner((owner) => loadTables(owner, migrationsFolder, backup, () => undefined))
    const restored = await contentOf(bare.database)
    before.delete('accountants_own')
    expect(restored).toEqual(before)
    // numbers go on behind the last that was given out at the moment or since
    const { rows } = await bare.database.query<{ id: string }>(
      `INSERT INTO app_user (email, phone, verified, password_hash, lang) VALUES ('new@example.org', '+33699000002', 'email', '', 'en')
       RETURNING id`,
    )
    expect(Number(rows[0]?.id)).toBeGreaterThan(50)
    await expect(bare.database.query('TRUNCATE audit')).rejects.toThrow()
    await loadFiles(backup, folderShelves(join(base, 'restored')), () => undefined)
    const { sealing } = await readKeys({ database: bare.database, folder: join(base, 'keys') })
    expect(await checkFiles(bare.database, folderShelves(join(base, 'restored')), sealing)).toEqual({
      well: 3,
      absent: 0,
      bad: 0,
    })
    await writeFile(filePath(join(base, 'restored'), pictures[0] ?? ''), 'another')
    await rm(filePath(join(base, 'restored'), pictures[1] ?? ''))
    expect(await checkFiles(bare.database, folderShelves(join(base, 'restored')), sealing)).toEqual({
      well: 1,
      absent: 1,
      bad: 1,
    })
  })

  it('is refused with any byte of it changed, with a file more or less, and where it did not come to its end', async () => {
    const paths = (await readdir(join(base, 'first'), { recursive: true, withFileTypes: true })).filter((one) =>
      one.isFile(),
    )
    expect(paths.length).toBeGreaterThan(100)
    const folder = join(base, 'bent')
    await cp(join(base, 'first'), folder, { recursive: true })
    for (const { parentPath, name } of paths) {
      const path = join(parentPath.replace(join(base, 'first'), folder), name)
      const bytes = await readFile(path)
      const bent = Buffer.from(bytes)
      bent.writeUInt8((bent[bent.length >> 1] ?? 0) ^ 1, bent.length >> 1)
      await writeFile(path, bent)
      await expect(read('bent'), path).rejects.toThrow('is not what was backed up')
      await writeFile(path, bytes)
    }
    await writeFile(join(folder, 'files', 'more'), '')
    await expect(read('bent')).rejects.toThrow('more is not of it')
    await rm(join(folder, 'files', 'more'))
    await rm(join(folder, 'tables', 'audit.copy.gz'))
    await expect(read('bent')).rejects.toThrow('audit.copy.gz has been changed')
    await rm(join(folder, 'SHA256SUMS'))
    await expect(read('bent')).rejects.toThrow('is no whole backup')
    await expect(read('nowhere')).rejects.toThrow('There is no folder')
  })

  it('says which files were erased meanwhile, and which are not there at all', async () => {
    const [gone = '', lost = '', late = ''] = Array.from({ length: 3 }, () => randomBytes(16).toString('hex'))
    for (const name of [gone, lost, late])
      await test.database.query(
        `INSERT INTO file (name, owner, purpose, type, bytes, sent_digest, digest, erase_at)
         VALUES ($1, 1, 'chat', 'image/jpeg', 3, '\\x00', '\\x00', now() + interval '1 day')`,
        [name],
      )
    let begun = false
    const { manifest } = await backUp('second', (sentence) => {
      if (begun || !sentence.startsWith('Files')) return
      begun = true
      void test.database.query('UPDATE file SET erased_at = now() WHERE name = $1', [gone])
      void writeWhole(filePath(join(base, 'files'), late), Buffer.from('on its way'))
    })
    expect(manifest.files).toEqual({ count: 4, erased: [gone], missing: [lost] })
    expect((await read('second')).manifest).toEqual(manifest)
  })

  it('is not begun where its folder, or one of a backup that was broken off, is there; nothing is left of a failed one', async () => {
    await mkdir(join(base, 'third.part'))
    await expect(backUp('third')).rejects.toThrow('third.part is there')
    await expect(backUp('first')).rejects.toThrow('first is there')
    await expect(
      backUp('fourth', (sentence) => {
        if (sentence.startsWith('Files')) throw new Error('cut off')
      }),
    ).rejects.toThrow('cut off')
    expect(existsSync(join(base, 'fourth.part'))).toBe(false)
    await expect(backUp('fifth', undefined, migrations.slice(0, 5))).rejects.toThrow('it is older than the data')
  })

  it('of an older version is restored to what that had, and taken on from there', async () => {
    const older = await createTestDatabase()
    try {
      await strip(older)
      await migrate(older.database, migrationsFolder, new Set(migrations.slice(0, -10).map(({ number }) => number)))
      await older.database.query(
        `INSERT INTO app_user (email, phone, verified, password_hash, lang) VALUES ('a@example.org', '+33699000003', 'email', '', 'en')`,
      )
      const folder = join(base, 'older')
      const ask = { database: older.database, shelves: folderShelves(join(base, 'files')), folder, build, migrations }
      const { manifest } = await writeBackup({ ...ask, progress: () => undefined })
      expect(manifest.migrations).toHaveLength(migrations.length - 10)
      await strip(bare)
      await loadTables(bare.database, migrationsFolder, await read('older'), () => undefined)
      const { rows } = await bare.database.query<{ count: number }>(
        'SELECT (SELECT count(*) FROM migration)::int AS count FROM app_user',
      )
      expect(rows).toEqual([{ count: migrations.length }])
    } finally {
      await older.drop()
    }
  })

  it('knows the tables of each version, and an order in which they can be filled', async () => {
    await strip(bare)
    await migrate(bare.database, migrationsFolder)
    const tables = await findTables(bare.database)
    expect(tables.length).toBeGreaterThan(100)
    const made = tablesOf(migrations)
    expect(tables.filter(({ name }) => !made.has(name))).toEqual([])
    const references = await findReferences(bare.database)
    const places = new Map(inOrder(tables, references).map(({ name }, place) => [name, place]))
    expect(places.size).toBe(tables.length)
    for (const { of, to } of references) expect(places.get(of)).toBeGreaterThan(places.get(to) ?? Infinity)
    expect(() => inOrder([{ name: 'a', columns: [] }], [{ of: 'a', to: 'a' }])).toThrow('circle')
  })
})

describe('the ground of a restore', () => {
  const place = (folder: string, url = ground.url) => ({
    config: readConfig({ DATA_DIR: join(base, folder), DATABASE_URL: url }, base),
    archive: null,
    plant: null,
  })
  const start = async (folder: string): Promise<void> => {
    const stops: (() => Promise<void>)[] = []
    const started = (stop: () => Promise<void>): void => void stops.push(stop)
    const options = {
      databaseUrl: ground.url,
      dataFolder: join(base, folder),
      archive: null,
      migrationsFolder,
      started,
    }
    try {
      await startDatabase({ ...options, onError: () => undefined })
    } finally {
      for (const stop of stops) await stop()
    }
  }

  it('has to be empty but for the keys, and stays empty where it was not', async () => {
    await mkdir(join(base, 'ground', 'keys'), { recursive: true })
    await writeFile(join(base, 'ground', 'note'), '')
    const never = async (): Promise<boolean> => Promise.reject(new Error('begun'))
    await expect(onEmptyGround(place('ground'), never)).rejects.toThrow('is not empty (note)')
    await rm(join(base, 'ground', 'note'))
    await expect(onEmptyGround(place('ground'), never)).rejects.toThrow('The database is not empty')
    await expect(onEmptyGround(place('ground', 'postgres://nobody@127.0.0.1:1/x'), never)).rejects.toThrow(
      'nothing answers at its address',
    )
    expect(await readdir(join(base, 'ground'))).toEqual(['keys'])
  })

  it('is no ground for anything until all is restored and checked', async () => {
    await strip(ground)
    const refused = 'did not come to its end'
    await expect(
      onEmptyGround(place('ground'), async (database) => {
        await expect(start('ground')).rejects.toThrow(refused)
        await expect(start('elsewhere')).rejects.toThrow(refused)
        await database.query('CREATE TABLE half (n int)')
        throw new Error('cut off')
      }),
    ).rejects.toThrow('cut off')
    await expect(start('ground')).rejects.toThrow(refused)
    await expect(onEmptyGround(place('ground'), async () => true)).rejects.toThrow(refused)
    // the folder alone is emptied
    await rm(join(base, 'ground', 'restore.unfinished'))
    await expect(start('ground')).rejects.toThrow(refused)
    await expect(onEmptyGround(place('ground'), async () => true)).rejects.toThrow(refused)
    await strip(ground)
    await onEmptyGround(place('ground'), async () => false)
    await expect(start('ground')).rejects.toThrow(refused)
    await rm(join(base, 'ground', 'restore.unfinished'))
    await strip(ground)
    await onEmptyGround(place('ground'), async () => true)
    await start('ground')
  })

  it('is not touched by a backup that this version does not know, or whose keys are not there', async () => {
    const backup = await read('first')
    const { manifest } = backup
    expect(() => refuseKeyless(backup, join(base, 'keys'))).not.toThrow()
    expect(() => refuseKeyless(backup, join(base, 'no keys'))).toThrow('a backup holds no keys')
    const other = openDatabase({ url: ground.url, name: 'test', onError: () => undefined })
    await openKeys({ database: other, folder: join(base, 'other keys'), now: Date.now })
    await other.close()
    expect(() => refuseKeyless(backup, join(base, 'other keys'))).toThrow('is another one')
    const newer = { number: 9_999, file: '9999-to-come.sql', digest: '0'.repeat(64) }
    const unknown = { ...backup, manifest: { ...manifest, migrations: [...manifest.migrations, newer] } }
    expect(() => refuseNewer(unknown, migrations)).toThrow('9999-to-come.sql')
  })
})
