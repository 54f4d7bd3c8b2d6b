import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { testSealing } from '../../testing/testKeys.ts'
import { SealingKeys } from '../keys/sealingKeys.ts'
import { type TestDatabase, createTestDatabase } from '../postgres/testDatabase.ts'
import { bucketShelves } from './bucketShelves.ts'
import { folderShelves } from './folderShelves.ts'
import { moveFiles } from './moving.ts'
import { resealFiles } from './reseal.ts'
import { type Shelves, ShelvesAway } from './shelves.ts'
import { type BucketServer, bucketKey, startBucketServer } from './testing/bucketServer.ts'
import { type Vault, openVault, sealedAs } from './vault.ts'

const sender = { userId: 5, guest: false } as const
const sealing = testSealing(Buffer.alloc(32, 7))
const hourMs = 3_600_000
let server: BucketServer
let test: TestDatabase
let shelves: Shelves
let vault: Vault

beforeAll(async () => {
  test = await createTestDatabase()
  server = await startBucketServer()
})
afterAll(async () => {
  await test.drop()
  await server.stop()
})
beforeEach(() => {
  shelves = openBucket()
  vault = openOver(shelves)
})
afterEach(async () => {
  shelves.close()
  Object.assign(server.faults, { away: false, slow: 0, failing: 0, cut: false, bent: false, full: false })
  server.objects.clear()
  await test.database.query('DELETE FROM file')
})

function openBucket(tryMs = 10_000): Shelves {
  const access = { url: new URL(server.url), region: 'us-east-1', ...bucketKey, authorities: null }
  return bucketShelves({ ...access, prefix: '', patience: { tries: 2, tryMs, waitMs: 5 } })
}

function openOver(under: Shelves, mark = 'mine'): Vault {
  const images = { read: (bytes: Uint8Array) => Promise.resolve({ ok: true, bytes: Buffer.from(bytes) } as const) }
  return openVault({ shelves: under, mark, database: test.database, sealing, images, onError: () => undefined })
}

async function keep(text: string): Promise<number> {
  const kept = await vault.keepImage(Buffer.from(text), sender, 'chat')
  if (!kept.ok) throw new Error(kept.reason)
  return kept.id
}

const textOf = async (id: number): Promise<string | undefined> => (await vault.read(id, 'chat'))?.bytes.toString()
/** The keys of files alone. */
const lying = (): string[] => [...server.objects.keys()].filter((key) => key.includes('/'))
const rowsLeft = async (): Promise<number> => {
  const { rows } = await test.database.query<{ n: number }>(
    'SELECT count(*)::int AS n FROM file WHERE erased_at IS NULL',
  )
  return rows[0]?.n ?? -1
}

function age(ms: number): void {
  for (const one of server.objects.values()) one.modified = Date.now() - ms
}

describe('the vault over a bucket', () => {
  it('keeps sealed bytes under a random name, and gives them back', async () => {
    const id = await keep('my voucher')
    const [key] = lying()
    expect(key).toMatch(/^([0-9a-f]{2})\/\1[0-9a-f]{30}$/)
    expect(server.objects.get(key ?? '')?.bytes.includes('voucher')).toBe(false)
    expect(await textOf(id)).toBe('my voucher')
    await vault.drop(id)
    expect(lying()).toEqual([])
    expect(await textOf(id)).toBeUndefined()
  })

  it('leaves no row of what a bucket that is away or full did not take', async () => {
    server.faults.away = true
    await expect(keep('lost')).rejects.toThrow(ShelvesAway)
    server.faults.away = false
    server.faults.full = true
    await expect(keep('too much')).rejects.toThrow('QuotaExceeded')
    expect([await rowsLeft(), lying()]).toEqual([0, []])
  })

  it('erases what came after its sender was told that it was not kept, once it has lain there for an hour', async () => {
    const impatient = openBucket(300)
    vault = openOver(impatient)
    server.faults.slow = 1_500
    await expect(keep('late')).rejects.toThrow('too slow')
    impatient.close()
    vault = openOver(shelves)
    expect(await rowsLeft()).toBe(0)
    // the bucket goes on with what it was sent, whoever has stopped waiting; the removal was as late
    await pause(3_000)
    server.faults.slow = 0
    server.objects.set(`ab/ab${'0'.repeat(30)}`, { bytes: Buffer.from('late'), modified: Date.now() })
    const id = await keep('kept')
    await vault.sweep()
    expect(lying().length).toBeGreaterThanOrEqual(2)
    age(hourMs + 1_000)
    await vault.sweep()
    expect(lying()).toHaveLength(1)
    expect(await textOf(id)).toBe('kept')
  })

  it('says that it is away, and not that there is no such picture', async () => {
    const id = await keep('here')
    server.faults.away = true
    await expect(vault.read(id, 'chat')).rejects.toMatchObject({ statusCode: 503 })
    server.faults.away = false
    expect(await textOf(id)).toBe('here')
  })

  it('gives nothing that is not what was kept', async () => {
    const id = await keep('mine')
    server.faults.bent = true
    await expect(vault.read(id, 'chat')).rejects.toThrow()
    server.faults.bent = false
    const [key = ''] = lying()
    const name = key.slice(key.indexOf('/') + 1)
    // whoever holds the keys has put another picture there
    server.objects.set(key, { bytes: sealing.seal(sealedAs, name, 'another'), modified: 0 })
    await expect(vault.read(id, 'chat')).rejects.toThrow('is not what was kept')
  })

  it('tells no file to be erased while it can’t be, and erases all once it can', async () => {
    for (const text of ['one', 'two', 'three']) await keep(text)
    await test.database.query(`UPDATE file SET erase_at = now() - interval '1 second'`)
    server.faults.away = true
    await expect(vault.sweep()).rejects.toThrow(ShelvesAway)
    expect(await rowsLeft()).toBe(3)
    server.faults.away = false
    await vault.sweep()
    expect([await rowsLeft(), lying()]).toEqual([0, []])
  })

  it('goes on after a death between row and bytes, and between bytes and use', async () => {
    await keep('put and never used')
    const id = await keep('noted and never put')
    server.objects.delete(lying().at(-1) ?? '')
    server.objects.clear()
    expect(await textOf(id)).toBeUndefined()
    await test.database.query(`UPDATE file SET erase_at = now() - interval '1 second'`)
    await vault.sweep()
    expect([await rowsLeft(), lying()]).toEqual([0, []])
  })

  it('sweeps nothing of another installation', async () => {
    await vault.sweep()
    const other = openBucket()
    server.objects.set(`ab/ab${'0'.repeat(30)}`, { bytes: Buffer.from('ours'), modified: 0 })
    await expect(openOver(other, 'another’s').sweep()).rejects.toThrow('another installation')
    expect(lying()).toHaveLength(1)
    other.close()
  })

  it('is sealed anew where it lies', async () => {
    const id = await keep('old key')
    const next = new SealingKeys([
      { generation: 1, made: 0, origin: 'drawn', secret: Buffer.alloc(32, 7) },
      { generation: 2, made: 0, origin: 'drawn', secret: randomBytes(32) },
    ])
    const ground = { shelves, database: test.database, sealing: next }
    expect(await resealFiles(ground, () => undefined)).toEqual({ resealed: 1, unreadable: 0 })
    expect(await resealFiles(ground, () => undefined)).toEqual({ resealed: 0, unreadable: 0 })
    const [object] = server.objects.values()
    expect(object?.bytes.subarray(0, next.head.length).equals(next.head)).toBe(true)
    expect(id).toBeGreaterThan(0)
  })
})

describe('the move between a folder and a bucket', () => {
  it('loses nothing wherever it is broken off, says how many it moved, and goes back', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'moved-'))
    const inFolder = folderShelves(folder)
    vault = openOver(inFolder)
    const texts = Array.from({ length: 30 }, (_, at) => `picture ${at}`)
    const ids: number[] = []
    for (const text of texts) ids.push(await keep(text))
    await inFolder.put('f'.repeat(32), Buffer.from('of no row'))
    const moving = { database: test.database, sealing, mark: 'mine', progress: () => undefined }
    const all = async (under: Shelves): Promise<unknown> => {
      const now = openOver(under)
      return Promise.all(ids.map(async (id) => (await now.read(id, 'chat'))?.bytes.toString()))
    }
    // the bucket ends amid it
    let put = 0
    const ending: Shelves = Object.assign(Object.create(shelves), {
      get: (name: string) => shelves.get(name),
      settle: () => Promise.resolve(),
      put: async (name: string, bytes: Buffer) => {
        put += 1
        if (put > 12) throw new ShelvesAway('The bucket ended')
        await shelves.put(name, bytes)
      },
    })
    await expect(moveFiles({ ...moving, from: inFolder, to: ending })).rejects.toThrow('The bucket ended')
    const left = (await readdir(folder, { recursive: true })).filter((one) => /[0-9a-f]{32}$/.test(one))
    expect(left.length).toBeGreaterThan(18)
    expect(lying().length).toBeGreaterThanOrEqual(12)
    const first = await moveFiles({ ...moving, from: inFolder, to: shelves })
    expect(first.moved).toBeLessThanOrEqual(22)
    expect(first.moved + first.there).toBe(30)
    expect(first.absent).toBe(0)
    expect(await all(shelves)).toEqual(texts)
    expect(await moveFiles({ ...moving, from: inFolder, to: shelves })).toEqual({ moved: 0, there: 30, absent: 0 })
    expect((await readdir(folder, { recursive: true })).filter((one) => one.length > 2)).toEqual([])
    // and back, one of them having been lost
    const [lost = ''] = lying()
    server.objects.delete(lost)
    expect(await moveFiles({ ...moving, from: shelves, to: inFolder })).toEqual({ moved: 29, there: 0, absent: 1 })
    expect(lying()).toEqual([])
    await rm(folder, { recursive: true })
  })
})
