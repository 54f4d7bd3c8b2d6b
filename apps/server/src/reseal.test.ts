import { createCipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { filePath, folderShelves } from './platform/files/folderShelves.ts'
import { readKeyFile } from './platform/keys/keyFile.ts'
import { openKeys } from './platform/keys/keys.ts'
import { SealingKeys } from './platform/keys/sealingKeys.ts'
import { type TestDatabase, createTestDatabase } from './platform/postgres/testDatabase.ts'
import { sealBytes } from './platform/sealing.ts'
import { sentMessages } from './testing/outbox.ts'
import { destroyFormer, reseal } from './reseal.ts'
import { rotateKeys } from './transparency/door.ts'

let test: TestDatabase
let base = ''
beforeAll(async () => {
  test = await createTestDatabase()
  base = await mkdtemp(join(tmpdir(), 'reseal-'))
})
afterAll(async () => {
  await test.drop()
  await rm(base, { recursive: true })
})

let people = 0

async function addPerson(secret: Buffer): Promise<number> {
  people += 1
  const { rows } = await test.database.query<{ id: string }>(
    `INSERT INTO app_user (email, phone, verified, password_hash, lang)
     VALUES ($1, $2, 'email', 'x', 'en') RETURNING id`,
    [`sealed${people}@example.org`, `+3361234580${people}`],
  )
  const id = Number(rows[0]?.id)
  await test.database.query('INSERT INTO user_totp (user_id, secret) VALUES ($1, $2)', [id, secret])
  return id
}

async function addFile(name: string, sealed: Buffer | null): Promise<void> {
  await test.database.query(
    `INSERT INTO file (name, owner, purpose, type, bytes, sent_digest, digest, erase_at)
     VALUES ($1, 1, 'chat', 'image/jpeg', 3, '\\x00', '\\x00', now() + interval '1 day')`,
    [name],
  )
  const path = filePath(join(base, 'files'), name)
  await mkdir(dirname(path), { recursive: true })
  if (sealed !== null) await writeFile(path, sealed)
}

const nameOf = (): string => randomBytes(16).toString('hex')

it('opens what names no generation, and seals all anew until the former keys can be destroyed', async () => {
  const { database } = test
  const folder = join(base, 'keys')
  const ground = { database, folder, now: () => 1_000 }
  const first = await openKeys(ground)
  const secret = readKeyFile(folder, 'sealing')?.generations[0]?.secret ?? Buffer.alloc(0)
  // as an older version sealed it, and as this one did before the rotation
  const old = await addPerson(Buffer.alloc(0))
  await database.query('UPDATE user_totp SET secret = $2 WHERE user_id = $1', [
    old,
    sealBytes(secret, 'totp', String(old), 'OLD'),
  ])
  const named = await addPerson(Buffer.alloc(0))
  await database.query('UPDATE user_totp SET secret = $2 WHERE user_id = $1', [
    named,
    first.sealing.seal('totp', String(named), 'NAMED'),
  ])
  const { rows: operators } = await database.query<{ id: string }>(
    `INSERT INTO operator (name, role, password_hash) VALUES ('Of before', 'auditor', 'x') RETURNING id`,
  )
  const operator = operators[0]?.id ?? ''
  await database.query('UPDATE operator SET totp_secret = $2, totp_next = $3 WHERE id = $1', [
    operator,
    first.sealing.seal('operator totp', operator, 'HIS'),
    first.sealing.seal('operator totp next', operator, 'NEXT'),
  ])
  await database.query(
    `INSERT INTO outbox (id, channel, recipient, template, locale, secrets)
     OVERRIDING SYSTEM VALUE VALUES (77, 'email', 'one@example.org', 'code', 'en', $1)`,
    [first.sealing.seal('mail', '77', '{"code":"482913"}')],
  )
  const lost = await addPerson(randomBytes(60))
  await database.query(
    `INSERT INTO verification (user_id, level, fields, deadline_at) VALUES ($1, 'primary', $2, now()), ($3, 'primary', '', now())`,
    [old, sealBytes(secret, 'verification', `${old} primary`, '{"country":"FR"}'), named],
  )
  await database.query(
    `INSERT INTO api_key (id, user_id, realm, label, kind, secret, trades, addresses)
     VALUES (5, $1, 'real', 'Bot', 'hmac', $2, true, '{}')`,
    [named, first.sealing.seal('api key', '5', 'BOT')],
  )
  await database.query('INSERT INTO push_key (public_key, private_sealed) VALUES ($1, $2)', [
    'key',
    sealBytes(secret, 'push key', 'installation', 'PEM'),
  ])
  const [plain, half, bent, missing] = [nameOf(), nameOf(), nameOf(), nameOf()]
  await addFile(plain, sealBytes(secret, 'files', plain, 'one'))
  await addFile(half, first.sealing.seal('files', half, 'two'))
  await writeFile(`${filePath(join(base, 'files'), half)}.part`, 'half')
  await addFile(bent, Buffer.from('no sealed file at all, and long enough to be taken for one'))
  await addFile(missing, null)

  const keys = await rotateKeys(ground, 'sealing')
  const totp = async (id: number, by: SealingKeys): Promise<string> => {
    const { rows } = await database.query<{ secret: Buffer }>('SELECT secret FROM user_totp WHERE user_id = $1', [id])
    return by.openText('totp', String(id), rows[0]?.secret ?? Buffer.alloc(0))
  }
  const file = async (name: string, by: SealingKeys): Promise<string> =>
    by.openText('files', name, await readFile(filePath(join(base, 'files'), name)))
  // a server that starts before anything is sealed anew opens it all
  expect([await totp(old, keys.sealing), await totp(named, keys.sealing)]).toEqual(['OLD', 'NAMED'])
  expect([await file(plain, keys.sealing), await file(half, keys.sealing)]).toEqual(['one', 'two'])
  const sealedGround = { database, shelves: folderShelves(join(base, 'files')), sealing: keys.sealing }
  expect(await reseal(sealedGround, () => undefined)).toEqual({ resealed: 10, unreadable: 2 })
  expect(await reseal(sealedGround, () => undefined)).toEqual({ resealed: 0, unreadable: 2 })
  expect(await destroyFormer(database, folder)).toBe(1)
  expect(await destroyFormer(database, folder)).toBe(0)

  const after = await openKeys(ground)
  expect(readKeyFile(folder, 'sealing')?.generations.map((one) => one.secret === null)).toEqual([true, false])
  expect([await totp(old, after.sealing), await totp(named, after.sealing)]).toEqual(['OLD', 'NAMED'])
  expect([await file(plain, after.sealing), await file(half, after.sealing)]).toEqual(['one', 'two'])
  await expect(totp(lost, after.sealing)).rejects.toThrow()
  const [message] = await sentMessages({ database, keys: after }, 'id = 77')
  expect(message?.params).toEqual({ code: '482913' })
  const { rows: apps } = await database.query<{ secret: Buffer; next: Buffer }>(
    'SELECT totp_secret AS secret, totp_next AS next FROM operator WHERE id = $1',
    [operator],
  )
  expect(apps.map(({ secret: app }) => after.sealing.openText('operator totp', operator, app))).toEqual(['HIS'])
  expect(apps.map(({ next }) => after.sealing.openText('operator totp next', operator, next))).toEqual(['NEXT'])
  const bots = await database.query<{ secret: Buffer }>('SELECT secret FROM api_key')
  expect(bots.rows.map(({ secret: bot }) => after.sealing.openText('api key', '5', bot))).toEqual(['BOT'])
  const { rows } = await database.query<{ fields: Buffer; key: Buffer }>(
    `SELECT fields, (SELECT private_sealed FROM push_key) AS key FROM verification WHERE fields <> ''`,
  )
  const [{ fields, key } = { fields: Buffer.alloc(0), key: Buffer.alloc(0) }] = rows
  expect(after.sealing.openText('verification', `${old} primary`, fields)).toBe('{"country":"FR"}')
  expect(after.sealing.openText('push key', 'installation', key)).toBe('PEM')
  // whoever kept a copy of the former key opens nothing of today
  const former = new SealingKeys([{ generation: 1, made: 0, origin: 'drawn', secret }])
  expect(() => former.open('push key', 'installation', key)).toThrow()
  const { rowCount } = await database.query(
    `SELECT 1 FROM audit WHERE action = 'former_keys_destroyed' AND subject = '1'`,
  )
  expect(rowCount).toBe(1)
})

it('opens what begins like a named value by chance, and passes nothing off as another’s', () => {
  const secret = randomBytes(32)
  const keys = new SealingKeys([
    { generation: 1, made: 0, origin: 'drawn', secret },
    { generation: 2, made: 0, origin: 'drawn', secret: randomBytes(32) },
  ])
  const sealed = keys.seal('totp', '1', 'text')
  expect(() => keys.open('totp', '2', sealed)).toThrow()
  expect(() => keys.open('verification', '1', sealed)).toThrow()
  const other = Buffer.from(sealed)
  other.writeUInt16BE(1, 4)
  expect(() => keys.open('totp', '1', other)).toThrow()
  const iv = Buffer.concat([keys.head, Buffer.alloc(6)])
  const cipher = createCipheriv('aes-256-gcm', Buffer.from(hkdfSync('sha256', secret, '', 'totp', 32)), iv)
  const text = Buffer.concat([cipher.setAAD(Buffer.from('1')).update('text'), cipher.final()])
  expect(keys.openText('totp', '1', Buffer.concat([iv, cipher.getAuthTag(), text]))).toBe('text')
  expect(() => keys.open('totp', '1', Buffer.alloc(3))).toThrow()
})
