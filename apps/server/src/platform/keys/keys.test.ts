import { hkdfSync, randomBytes } from 'node:crypto'
import { copyFileSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type TestDatabase, createTestDatabase } from '../postgres/testDatabase.ts'
import { createPublicIds } from '../publicId.ts'
import { sealBytes } from '../sealing.ts'
import { keyPurposes, readKeyFile, writeKeyFile } from './keyFile.ts'
import { openKeys, readKeys } from './keys.ts'
import { rotated } from './signing.ts'

let test: TestDatabase
let folder = ''
beforeEach(async () => {
  test = await createTestDatabase()
  folder = join(mkdtempSync(join(tmpdir(), 'keys-')), 'keys')
})
afterEach(async () => {
  await test.drop()
  rmSync(join(folder, '..'), { recursive: true })
})

const open = (at = folder) => openKeys({ database: test.database, folder: at, now: () => 7 })

/** As a version before the keys stood outside the database left it. */
async function keepFormerSecret(secret: Uint8Array): Promise<void> {
  await test.database.query('INSERT INTO installation (id_secret) VALUES ($1)', [secret])
}

const point = {
  time: 8,
  journal: { seq: 0, digest: '0'.repeat(64) },
  evidence: { size: 0, root: '0'.repeat(64) },
  liabilities: { epoch: 0, digest: '0'.repeat(64) },
}

describe('the first start', () => {
  it('makes keys for each purpose, of which the database learns nothing, and a later start has the same', async () => {
    const first = await open()
    expect(statSync(folder).mode & 0o777).toBe(0o700)
    const secrets = keyPurposes.map((purpose) => {
      expect(statSync(join(folder, `${purpose}.json`)).mode & 0o777).toBe(0o600)
      return readKeyFile(folder, purpose)?.generations[0]?.secret ?? Buffer.alloc(0)
    })
    expect(new Set(secrets.map((secret) => Buffer.from(secret).toString('hex'))).size).toBe(3)
    const { rows } = await test.database.query(
      'SELECT row_to_json(k)::text AS kept FROM installation_key AS k UNION ALL SELECT row_to_json(i)::text FROM installation AS i',
    )
    for (const secret of secrets) expect(JSON.stringify(rows)).not.toContain(Buffer.from(secret).toString('hex'))
    const again = await open()
    expect(again.tokens).toEqual(first.tokens)
    expect(again.sealing.openText('totp', '1', first.sealing.seal('totp', '1', 'kept'))).toBe('kept')
    expect(again.signing.key('evidence').publicHex).toBe(first.signing.key('evidence').publicHex)
    expect((await readKeys({ database: test.database, folder })).tokens).toEqual(first.tokens)
  })

  it('takes the secret of an older version out of the database, and all that was made with it stays good', async () => {
    const former = randomBytes(16)
    await keepFormerSecret(former)
    const before = await readKeys({ database: test.database, folder })
    expect(readKeyFile(folder, 'tokens')).toBeNull()
    const keys = await open()
    expect(before.signing.key('liabilities').publicHex).toBe(keys.signing.key('liabilities').publicHex)
    expect(createPublicIds(keys.tokens.names).read('order', createPublicIds(former).write('order', 41))).toBe(41)
    expect(keys.sealing.openText('totp', '3', sealBytes(former, 'totp', '3', 'JBSWY3DP'))).toBe('JBSWY3DP')
    const seed = Buffer.from(hkdfSync('sha256', former, '', 'evidence log', 32))
    const { d } = keys.signing.key('evidence').key.export({ format: 'jwk' })
    expect(d).toBe(seed.toString('base64url'))
    expect(keys.signing.generations).toMatchObject([{ generation: 1, origin: 'database', made: 7 }])
    const { rows } = await test.database.query<{ id_secret: Buffer | null }>('SELECT id_secret FROM installation')
    expect(rows).toEqual([{ id_secret: null }])
    expect((await open()).tokens).toEqual(keys.tokens)
  })

  it('goes on where it was cut off between the keys and what the database is told of them', async () => {
    await open()
    const kept = readKeyFile(folder, 'tokens')
    await test.database.query('DELETE FROM installation_key')
    rmSync(join(folder, 'sealing.json'))
    expect((await open()).tokens.newest).toEqual(kept?.generations[0]?.secret)
    expect((await test.database.query('SELECT 1 FROM installation_key')).rowCount).toBe(3)
  })
})

describe('a start is refused', () => {
  it('where the database knows of keys that are not there, or are others', async () => {
    await open()
    const elsewhere = mkdtempSync(join(tmpdir(), 'keys-'))
    await expect(open(elsewhere)).rejects.toThrow(
      `The keys in ${elsewhere} are not this database's: it knows of a key for signing, and there is none.`,
    )
    expect(readKeyFile(elsewhere, 'signing')).toBeNull()
    await expect(readKeys({ database: test.database, folder: elsewhere })).rejects.toThrow('there is none')
    for (const purpose of keyPurposes) copyFileSync(join(folder, `${purpose}.json`), join(elsewhere, `${purpose}.json`))
    const drawn = { generation: 1, made: 7, origin: 'drawn', secret: randomBytes(16) } as const
    writeKeyFile(elsewhere, 'tokens', { generations: [drawn], rotations: [] })
    await expect(open(elsewhere)).rejects.toThrow('the key for tokens is another one')
    rmSync(elsewhere, { recursive: true })
    await open()
  })

  it('where an older signing key was put back, or a former secret into the database', async () => {
    const { signing } = await open()
    const kept = readKeyFile(folder, 'signing')
    const next = { generation: 2, made: 8, origin: 'drawn', secret: randomBytes(32) } as const
    const both = rotated(signing, next, point)
    writeKeyFile(folder, 'signing', both)
    expect((await open()).signing.generations).toHaveLength(2)
    if (kept !== null) writeKeyFile(folder, 'signing', kept)
    await expect(open()).rejects.toThrow('its key for signing is of generation 2, and the newest there is of 1')
    writeKeyFile(folder, 'signing', both)
    await test.database.query('DELETE FROM installation_key')
    await expect(open()).rejects.toThrow('it knows of no key for signing, and there is one of generation 2')
    await keepFormerSecret(randomBytes(16))
    await expect(open()).rejects.toThrow('the database has another secret for signing')
  })

  it('where the statements do not lead from one signing key to the next, or a file is none of ours', async () => {
    const { signing } = await open()
    const next = { generation: 2, made: 8, origin: 'drawn', secret: randomBytes(32) } as const
    const { generations, rotations } = rotated(signing, next, point)
    const [said] = rotations
    const forged = { ...said, statement: (said?.statement ?? '').replace('"time":8', '"time":9') }
    const signatures = said?.signatures ?? { from: never(), to: never() }
    writeKeyFile(folder, 'signing', { generations, rotations: [{ ...forged, signatures }] })
    await expect(open()).rejects.toThrow('do not lead from the first signing key to the newest')
    writeKeyFile(folder, 'signing', { generations, rotations: [] })
    await expect(open()).rejects.toThrow('do not lead from the first signing key to the newest')
    writeKeyFile(folder, 'signing', { generations: [], rotations: [] })
    await expect(open()).rejects.toThrow(`The file ${join(folder, 'signing.json')} holds no keys`)
  })

  it('where keys can’t be written', async () => {
    const file = join(folder, '..', 'file')
    writeFileSync(file, '')
    await expect(open(file)).rejects.toThrow(`The keys in ${join(file, 'signing.json')} can't be read (ENOTDIR)`)
    const below = join(file, '..', 'file', 'keys')
    const drawn = { generation: 1, made: 7, origin: 'drawn', secret: randomBytes(16) } as const
    const write = (): void => writeKeyFile(below, 'tokens', { generations: [drawn], rotations: [] })
    expect(write).toThrow(`This user can't write keys to the folder ${below} (ENOTDIR); set KEYS_DIR`)
  })
})

function never(): never {
  throw new Error('no rotation')
}
