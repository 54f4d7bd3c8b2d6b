import { randomBytes, sign } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type SignedReplacement,
  type SigningSpans,
  readReplacement,
  replacementsHold,
} from '@truemark/protocol/evidence/keyReplacement'
import { readRotation } from '@truemark/protocol/evidence/keyChain'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type KeyFile, readKeyFile, writeKeyFile } from '../platform/keys/keyFile.ts'
import { type Keys, openKeys } from '../platform/keys/keys.ts'
import { isSignedByKey } from '../platform/keys/signatures.ts'
import { type TestDatabase, createTestDatabase } from '../platform/postgres/testDatabase.ts'
import { createPublicIds } from '../platform/publicId.ts'
import { openToken, sealToken } from '../platform/sealing.ts'
import { keepRotations, rotateKeys, rotationFault } from './keyRotation.ts'

let test: TestDatabase
let first: Keys
let keys: Keys
const folder = mkdtempSync(join(tmpdir(), 'keys-'))
/** A clock that went back between two rotations. */
const times = [5_000, 4_000, 6_000, 7_000]
const now = (): number => times.shift() ?? 8_000

beforeAll(async () => {
  test = await createTestDatabase()
  const ground = { database: test.database, folder, now }
  first = await openKeys({ ...ground, now: () => 1_000 })
  await rotateKeys(ground, 'sealing')
  await rotateKeys(ground, 'signing')
  await rotateKeys(ground, 'tokens')
  keys = await rotateKeys(ground, 'sealing')
}, 60_000)
afterAll(async () => {
  await test.drop()
  rmSync(folder, { recursive: true })
})

function fileOf(purpose: 'sealing' | 'tokens'): KeyFile {
  const file = readKeyFile(folder, purpose)
  if (file === null) throw new Error('no such key')
  return file
}

function spans(): SigningSpans {
  const { signing } = keys
  return {
    evidence: signing.spans('evidence'),
    liabilities: signing.spans('liabilities'),
    receipts: signing.spans('receipts'),
  }
}

const isSignedBy = async (key: string, signature: string, text: string) => isSignedByKey(key, signature, text)
const holds = (list: readonly SignedReplacement[]) => replacementsHold('sealing', list, spans(), { isSignedBy })

/** A statement with something else in it, signed by keys of a generation. */
function resigned(one: SignedReplacement, change: object, by: Keys): SignedReplacement {
  const statement = JSON.stringify({ ...readReplacement(one.statement), ...change })
  const signed = (signer: 'evidence' | 'liabilities' | 'receipts') =>
    sign(null, Buffer.from(statement), by.signing.key(signer).key).toString('hex')
  return {
    statement,
    signatures: { evidence: signed('evidence'), liabilities: signed('liabilities'), receipts: signed('receipts') },
  }
}

it('gives sealing and tokens a new key by statements that the signing keys of their time sign', async () => {
  expect(keys.sealing.newest).toBe(3)
  expect(keys.replacements.sealing.map(({ statement }) => readReplacement(statement))).toMatchObject([
    { purpose: 'sealing', generation: 2, time: 5_000, signing: 1, journal: { seq: 0 } },
    { purpose: 'sealing', generation: 3, time: 7_000, signing: 2 },
  ])
  // time does not go back, whatever the clock says
  expect(readRotation(keys.signing.rotations[0]?.statement ?? '')?.time).toBe(5_000)
  expect(readReplacement(keys.replacements.tokens[0]?.statement ?? '')).toMatchObject({ time: 6_000, signing: 2 })
  expect(await rotationFault(test.database, keys)).toBeNull()
  expect(await holds(keys.replacements.sealing)).toBe(true)
  const { rows } = await test.database.query(
    `SELECT action, subject FROM audit WHERE action IN ('signing_keys_rotated', 'key_replaced') ORDER BY id`,
  )
  expect(rows).toEqual([
    { action: 'key_replaced', subject: 'sealing 2' },
    { action: 'signing_keys_rotated', subject: '2' },
    { action: 'key_replaced', subject: 'tokens 2' },
    { action: 'key_replaced', subject: 'sealing 3' },
  ])
})

it('leaves ids as they were, and lets nobody in by what the former key for tokens made', () => {
  expect(createPublicIds(keys.tokens.names).read('user', createPublicIds(first.tokens.names).write('user', 7))).toBe(7)
  expect(keys.tokens.all).toHaveLength(2)
  const token = sealToken(first.tokens.newest, 'socket token', 'session', '3.9')
  expect(openToken(keys.tokens.newest, 'socket token', 'session', token)).toBeNull()
  expect(openToken(first.tokens.newest, 'socket token', 'session', token)).toBe('3.9')
})

it('finds a statement that is bent, out of order, or signed by the keys of another time', async () => {
  const [one, two] = keys.replacements.sealing
  if (one === undefined || two === undefined) throw new Error('no statements')
  const bent = { ...one, statement: one.statement.replace('5000', '5001') }
  expect(await holds([bent, two])).toBe(false)
  expect(await holds([two])).toBe(false)
  expect(await holds([one, one])).toBe(false)
  expect(await holds([one, { ...two, signatures: one.signatures }])).toBe(false)
  // who stole the first signing key speaks neither for the time after it nor under the number of the second
  expect(await holds([one, resigned(two, { signing: 1 }, first)])).toBe(false)
  expect(await holds([one, resigned(two, {}, first)])).toBe(false)
  expect(await holds([one, resigned(two, { from: '0'.repeat(64) }, keys)])).toBe(false)
  expect(await holds([one, resigned(two, { time: 4_999 }, keys)])).toBe(false)
  expect(await holds([one, resigned(two, {}, keys)])).toBe(true)
})

it('starts with no other keys than those the statements name, and not with fewer', async () => {
  const open = () => openKeys({ database: test.database, folder, now })
  const kept = fileOf('sealing')
  const [before = { generation: 0, made: 0, origin: 'drawn', secret: null }, ...later] = kept.generations
  const refusal = 'No signed statements lead to the newest key for sealing'
  writeKeyFile(folder, 'sealing', { ...kept, generations: kept.generations.slice(0, 2), replacements: [] })
  await expect(open()).rejects.toThrow('its key for sealing is of generation 3, and the newest there is of 2')
  writeKeyFile(folder, 'sealing', { ...kept, replacements: kept.replacements.slice(0, 1) })
  await expect(open()).rejects.toThrow(refusal)
  writeKeyFile(folder, 'sealing', { ...kept, generations: [{ ...before, secret: randomBytes(32) }, ...later] })
  await expect(open()).rejects.toThrow(refusal)
  const next = { generation: 4, made: 9, origin: 'drawn', secret: randomBytes(32) } as const
  writeKeyFile(folder, 'sealing', { ...kept, generations: [...kept.generations, next] })
  await expect(open()).rejects.toThrow(refusal)
  // a destroyed former key is known by what was said of it; the newest is never one
  writeKeyFile(folder, 'sealing', { ...kept, generations: [{ ...before, secret: null }, ...later] })
  expect((await open()).sealing.newest).toBe(3)
  await test.database.query(`UPDATE installation_key SET generation = 1, fingerprint = $1 WHERE purpose = 'sealing'`, [
    Buffer.from(readReplacement(kept.replacements[0]?.statement ?? '')?.from ?? '', 'hex'),
  ])
  expect((await open()).sealing.newest).toBe(3)
  writeKeyFile(folder, 'sealing', { ...kept, generations: kept.generations.map((one) => ({ ...one, secret: null })) })
  await expect(open()).rejects.toThrow('holds no keys')
  writeKeyFile(folder, 'sealing', kept)
  const tokens = fileOf('tokens')
  const gone = tokens.generations.map((one, place) => (place === 0 ? { ...one, secret: null } : one))
  writeKeyFile(folder, 'tokens', { ...tokens, generations: gone })
  await expect(open()).rejects.toThrow('holds no keys')
  writeKeyFile(folder, 'tokens', tokens)
  await open()
})

it('finds a statement that is altered, taken out or made up in the database, and puts it back where one was restored', async () => {
  const { database } = test
  const find = async (change: string): Promise<string | null> => {
    let found: string | null = null
    await database
      .transaction(async (client) => {
        await client.query('SET LOCAL session_replication_role = replica')
        await client.query(change)
        found = await rotationFault(client, keys)
        throw new Error('rolled back')
      })
      .catch(() => undefined)
    return found
  }
  const where = `WHERE purpose = 'sealing' AND generation = 2`
  expect(await find(`DELETE FROM key_rotation ${where}`)).toBe(
    'key_rotation purpose=sealing generation=2: it is missing, though it stands beside the keys',
  )
  expect(await find(`UPDATE key_rotation SET statement = replace(statement, '5000', '5001') ${where}`)).toBe(
    'key_rotation purpose=sealing generation=2, statement: it is not the one beside the keys',
  )
  expect(await find(`UPDATE key_rotation SET signatures = '{}' ${where}`)).toBe(
    'key_rotation purpose=sealing generation=2, signatures: they are not those beside the keys',
  )
  expect(await find(`UPDATE key_rotation SET purpose = 'tokens', generation = 3 ${where}`)).toContain('it is missing')
  expect(
    await find(`INSERT INTO key_rotation SELECT 3, statement, signatures, 'tokens' FROM key_rotation LIMIT 1`),
  ).toBe('key_rotation purpose=tokens generation=3: it does not stand beside the keys')
  expect(await find(`DELETE FROM audit WHERE action = 'key_replaced' AND subject = 'tokens 2'`)).toBe(
    'audit: it has no note of key_rotation purpose=tokens generation=2',
  )
  await database.transaction(async (client) => {
    await client.query('SET LOCAL session_replication_role = replica')
    await client.query(`DELETE FROM key_rotation WHERE purpose <> 'signing'`)
    await client.query(`DELETE FROM audit WHERE action = 'key_replaced'`)
  })
  await keepRotations(database, keys)
  expect(await rotationFault(database, keys)).toBeNull()
})
