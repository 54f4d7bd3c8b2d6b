import { randomBytes } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { bundleFile } from '../engine/testing/bundleChild.ts'
import { filePath, folderShelves, writeWhole } from '../platform/files/folderShelves.ts'
import { type Archive, archiveFailing, archiveOf, systemOf } from '../platform/postgres/archive.ts'
import { type Database, openDatabase } from '../platform/postgres/database.ts'
import { type EmbeddedPostgres, startEmbedded } from '../platform/postgres/embedded.ts'
import { migrate } from '../platform/postgres/migrate.ts'
import { createTestDatabase, migrationsFolder } from '../platform/postgres/testDatabase.ts'
import { holeFault, loadFiles, plantBase, readBackup, writeBase } from './door.ts'

const base = mkdtempSync(join(tmpdir(), 'base-'))
const [first, second, third] = [join(base, 'first'), join(base, 'second'), join(base, 'third')]
const picture = randomBytes(16).toString('hex')
let archive: Archive
let running: EmbeddedPostgres | null = null
const opened: Database[] = []

beforeAll(async () => {
  // Postgres has a user of its own where root runs the tests, and must be able to enter.
  chmodSync(base, 0o711)
  const program = await bundleFile(fileURLToPath(new URL('../archiveSegment.ts', import.meta.url)))
  archive = { folder: join(base, 'archive'), program }
})
afterAll(async () => {
  for (const database of opened) await database.close()
  await running?.stop()
  rmSync(base, { recursive: true, force: true })
})

async function start(folder: string, recovers = false): Promise<Database> {
  mkdirSync(folder, { recursive: true })
  running = await startEmbedded({ folder, archive, recovers })
  const database = openDatabase({ url: running.url, name: 'test', onError: () => undefined })
  opened.push(database)
  return database
}

const backUp = (database: Database, folder: string) =>
  writeBase({
    database,
    dataFolder: first,
    shelves: folderShelves(join(first, 'files')),
    folder: join(base, folder),
    progress: () => undefined,
  })

it('a copy of the running database, with its archive, gives every row that was archived since', async () => {
  const database = await start(first)
  await migrate(database, migrationsFolder)
  await database.query(
    `INSERT INTO file (name, owner, purpose, type, bytes, sent_digest, digest, erase_at)
     VALUES ($1, 1, 'chat', 'image/jpeg', 3, '\\x00', '\\x00', now() + interval '1 day')`,
    [picture],
  )
  await writeWhole(filePath(join(first, 'files'), picture), Buffer.from('a picture'))
  // its own folder is no folder: nothing can be put there until somebody sees to it
  const pieces = archiveOf(archive, systemOf(join(first, 'postgres'))).folder
  renameSync(pieces, `${pieces}.away`)
  await database.query('SELECT pg_switch_wal()')
  await expect.poll(() => archiveFailing(database), { timeout: 60_000 }).toBeGreaterThan(0)
  renameSync(`${pieces}.away`, pieces)
  const { manifest } = await backUp(database, 'copy')
  expect(await archiveFailing(database)).toBe(0)
  expect(manifest).toMatchObject({ journal: { seq: 0 }, files: { count: 1, erased: [], missing: [] } })
  expect(manifest.system).toBe(systemOf(join(first, 'postgres')))
  await database.query(`CREATE TABLE later AS SELECT n FROM generate_series(1, 5000) AS n`)
  const { rows } = await database.query('SELECT pg_walfile_name(pg_switch_wal()) AS name')
  const piece = join(pieces, `${String(rows[0]?.['name'])}.gz`)
  await expect.poll(() => existsSync(piece), { timeout: 30_000 }).toBe(true)
  await database.query(`CREATE TABLE latest AS SELECT n FROM generate_series(1, 10) AS n`)
  const { rows: next } = await database.query('SELECT pg_walfile_name(pg_switch_wal()) AS name')
  await expect.poll(() => existsSync(join(pieces, `${String(next[0]?.['name'])}.gz`)), { timeout: 30_000 }).toBe(true)
  await database.close()
  await running?.stop()

  const copy = await readBackup(join(base, 'copy'), () => undefined)
  if (copy.kind !== 'base') throw new Error('it is no copy of the database')
  mkdirSync(second)
  await plantBase(copy, second, () => undefined)
  await loadFiles(copy, folderShelves(join(second, 'files')), () => undefined)
  const restored = await start(second, true)
  const { rows: counted } = await restored.query('SELECT count(*)::int AS count FROM later')
  expect(counted).toEqual([{ count: 5_000 }])
  expect(await holeFault(restored, archive, copy)).toBeNull()
  expect((await restored.query('SELECT count(*)::int AS count FROM latest')).rows).toEqual([{ count: 10 }])
  expect((await readFile(filePath(join(second, 'files'), picture))).toString()).toBe('a picture')
  await expect(plantBase(copy, second, () => undefined)).rejects.toThrow('There is a database in')
  await restored.close()
  await running?.stop()

  // a piece that got lost: the copy answers, as of before it, and what came after is told
  for (const name of readdirSync(pieces)) if (!name.startsWith('00000001')) rmSync(join(pieces, name))
  rmSync(piece)
  mkdirSync(third)
  await plantBase(copy, third, () => undefined)
  const cut = await start(third, true)
  expect((await cut.query(`SELECT to_regclass('later') AS found`)).rows).toEqual([{ found: null }])
  expect(await holeFault(cut, archive, copy)).toMatch(/pieces from [0-9A-F]{24} on stand in the archive behind one/)
}, 120_000)

it('a database that archives nothing is not copied, and a copy with a byte changed is refused', async () => {
  const { database, drop } = await createTestDatabase()
  await expect(backUp(database, 'never')).rejects.toThrow('archives nothing')
  expect(await archiveFailing(database)).toBeNull()
  await drop()
  const path = join(base, 'copy', 'cluster', 'global', 'pg_control.gz')
  const bytes = await readFile(path)
  bytes.writeUInt8((bytes[30] ?? 0) ^ 1, 30)
  await writeFile(path, bytes)
  await expect(readBackup(join(base, 'copy'), () => undefined)).rejects.toThrow('pg_control.gz has been changed')
})
