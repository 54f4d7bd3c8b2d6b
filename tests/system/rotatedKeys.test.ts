import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { filePath } from '../../apps/server/src/platform/files/folderShelves.ts'
import { readKeyFile } from '../../apps/server/src/platform/keys/keyFile.ts'
import { openKeys, readKeys } from '../../apps/server/src/platform/keys/keys.ts'
import { type TestDatabase, createTestDatabase } from '../../apps/server/src/platform/postgres/testDatabase.ts'
import { sealBytes } from '../../apps/server/src/platform/sealing.ts'

const program = join(import.meta.dirname, '../../apps/server/dist/rotateKeys.js')
const people = 900
const pictures = 250
let test: TestDatabase
let base = ''
const names = Array.from({ length: pictures }, () => randomBytes(16).toString('hex'))

beforeAll(async () => {
  test = await createTestDatabase({ durable: true })
  base = await mkdtemp(join(tmpdir(), 'rotated-'))
  const { database } = test
  await openKeys({ database, folder: join(base, 'keys'), now: Date.now })
  const secret = readKeyFile(join(base, 'keys'), 'sealing')?.generations[0]?.secret ?? Buffer.alloc(0)
  const { rows } = await database.query<{ id: string }>(
    `INSERT INTO app_user (email, phone, verified, password_hash, lang)
     SELECT n || '@example.org', '+33612' || (100000 + n), 'email', 'x', 'en' FROM generate_series(1, ${people}) AS n RETURNING id`,
  )
  const sealed = rows.map(({ id }) => sealBytes(secret, 'totp', id, `secret of ${id}`))
  await database.query('INSERT INTO user_totp (user_id, secret) SELECT * FROM unnest($1::bigint[], $2::bytea[])', [
    rows.map(({ id }) => id),
    sealed,
  ])
  await database.query(
    `INSERT INTO file (name, owner, purpose, type, bytes, sent_digest, digest, erase_at)
     SELECT name, 1, 'chat', 'image/jpeg', 3, '\\x00', '\\x00', now() + interval '1 day' FROM unnest($1::text[]) AS name`,
    [names],
  )
  for (const name of names) {
    const path = filePath(join(base, 'files'), name)
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, sealBytes(secret, 'files', name, `picture ${name}`))
  }
})
afterAll(async () => {
  await test.drop()
  await rm(base, { recursive: true })
})

function rotate(task: string): { readonly child: ChildProcess; readonly ended: Promise<number | null> } {
  const env = { PATH: process.env['PATH'] ?? '', DATA_DIR: base, DATABASE_URL: test.url }
  const child = spawn(process.execPath, [program, task], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  return { child, ended: new Promise((resolve) => child.on('exit', (code) => resolve(code))) }
}

/** Runs the command and kills it as soon as `isDue` says so; whether it was killed before it ended. */
async function killed(task: string, isDue: (said: string) => boolean): Promise<boolean> {
  const { child, ended } = rotate(task)
  let said = ''
  child.stdout?.on('data', (bytes) => {
    said += String(bytes)
  })
  const looking = setInterval(() => {
    if (isDue(said)) child.kill('SIGKILL')
  }, 1)
  const code = await ended
  clearInterval(looking)
  return code === null
}

/** Opens everything under the keys as they stand; gives how much of it the newest key has sealed. */
async function opened(): Promise<number> {
  const { sealing } = await readKeys({ database: test.database, folder: join(base, 'keys') })
  const { rows } = await test.database.query<{ id: string; secret: Buffer }>(
    'SELECT user_id AS id, secret FROM user_totp',
  )
  expect(rows).toHaveLength(people)
  let newest = 0
  for (const { id, secret } of rows) {
    expect(sealing.openText('totp', id, secret)).toBe(`secret of ${id}`)
    if (secret.subarray(0, sealing.head.length).equals(sealing.head)) newest += 1
  }
  for (const name of names) {
    const bytes = await readFile(filePath(join(base, 'files'), name))
    expect(sealing.openText('files', name, bytes)).toBe(`picture ${name}`)
    if (bytes.subarray(0, sealing.head.length).equals(sealing.head)) newest += 1
  }
  return newest
}

const generations = (): number => readKeyFile(join(base, 'keys'), 'sealing')?.generations.length ?? 0

it('loses nothing that lies sealed, wherever its rotation is killed, and goes on until the former key can go', async () => {
  // the moment the new key stands in its file, before the database knows of it
  expect(await killed('sealing', () => generations() === 2)).toBe(true)
  expect(generations()).toBe(2)
  expect(await opened()).toBe(0)
  // amid the rows, then amid the files
  expect(await killed('reseal', (said) => said.includes('of totp'))).toBe(true)
  const some = await opened()
  expect(some).toBeGreaterThan(0)
  expect(some).toBeLessThan(people + pictures)
  expect(await killed('reseal', (said) => said.includes('of files'))).toBe(true)
  const more = await opened()
  expect(more).toBeGreaterThanOrEqual(people)
  const { rows } = await test.database.query(`SELECT purpose, generation FROM key_rotation`)
  expect(rows).toEqual([{ purpose: 'sealing', generation: 2 }])
  // the former key goes only when nothing lies under it
  expect(await killed('destroy-former', (said) => said.includes('Sealed anew'))).toBeTypeOf('boolean')
  await opened()
  expect(await rotate('destroy-former').ended).toBe(0)
  expect(await opened()).toBe(people + pictures)
  expect(readKeyFile(join(base, 'keys'), 'sealing')?.generations[0]?.secret).toBeNull()
  const shelves = await readdir(join(base, 'files'), { recursive: true })
  expect(shelves.filter((name) => name.endsWith('.part'))).toEqual([])
}, 120_000)
