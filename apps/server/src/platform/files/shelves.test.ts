import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { StartRefusal } from '../startRefusal.ts'
import { type BucketOptions, type Patience, bucketShelves } from './bucketShelves.ts'
import { pageOf } from './bucketXml.ts'
import { folderShelves } from './folderShelves.ts'
import { type Shelves, ShelvesAway } from './shelves.ts'
import { type BucketServer, bucketKey, startBucketServer } from './testing/bucketServer.ts'
import { isSignedBy } from './testing/signature.ts'

const patience: Patience = { tries: 3, tryMs: 10_000, waitMs: 5 }
const hasty: Patience = { ...patience, tryMs: 300 }
const prefix = 'own/files/'
let server: BucketServer
let folder: string
const open: Shelves[] = []

function bucket(other: Partial<BucketOptions> = {}): Shelves {
  const access = { url: new URL(server.url), region: 'eu-test-1', ...bucketKey, authorities: null }
  const shelves = bucketShelves({ ...access, prefix, patience, ...other })
  open.push(shelves)
  return shelves
}

const nameOf = (): string => randomBytes(16).toString('hex')
const keyOf = (name: string): string => `${prefix}${name.slice(0, 2)}/${name}`

async function namesOn(shelves: Shelves): Promise<string[]> {
  const names: string[] = []
  for await (const lying of shelves.list()) names.push(...lying.map(({ name }) => name))
  return names.toSorted()
}

beforeAll(async () => {
  server = await startBucketServer()
  folder = await mkdtemp(join(tmpdir(), 'shelves-'))
})
afterEach(() => {
  Object.assign(server.faults, { away: false, slow: 0, failing: 0, cut: false, bent: false, full: false })
  server.objects.clear()
  server.asked.length = 0
  server.pageMax = 1_000
  for (const shelves of open.splice(0)) shelves.close()
})
afterAll(async () => {
  await server.stop()
  await rm(folder, { recursive: true, force: true })
})

/** A bucket of a real server can be named, to hold these tests against it too. */
const { S3_TEST_URL: url, S3_TEST_REGION: region, S3_TEST_KEY_ID: keyId, S3_TEST_SECRET: secret } = process.env

function namedBucket(): Shelves {
  const access = { url: new URL(url ?? ''), region: region ?? 'us-east-1', keyId: keyId ?? '', secret: secret ?? '' }
  return bucket({ ...access, prefix: `test-${nameOf()}/`, patience })
}

const kinds: readonly (readonly [string, () => Shelves])[] = [
  ['a folder', () => folderShelves(join(folder, nameOf()))],
  ['a bucket', () => bucket()],
  ...(url === undefined ? [] : [['a bucket of a server that was named', namedBucket] as const]),
]

describe.each(kinds)('shelves in %s', (_kind, make) => {
  it('give what they took, in whole and from its beginning, until it is removed', async () => {
    const shelves = make()
    await shelves.check()
    const [one, two] = [nameOf(), nameOf()]
    const large = randomBytes(3_000_000)
    expect(await shelves.get(one)).toBeNull()
    expect(await shelves.begin(one, 6)).toBeNull()
    expect(await namesOn(shelves)).toEqual([])
    await shelves.put(one, large)
    await shelves.put(two, Buffer.from('two'))
    await shelves.settle([one, two])
    expect((await shelves.get(one))?.equals(large)).toBe(true)
    expect((await shelves.begin(one, 6))?.equals(large.subarray(0, 6))).toBe(true)
    expect((await shelves.begin(two, 6))?.toString()).toBe('two')
    await shelves.put(two, Buffer.from('anew'))
    expect((await shelves.get(two))?.toString()).toBe('anew')
    expect(await namesOn(shelves)).toEqual([one, two].toSorted())
    for await (const [lying] of shelves.list()) {
      const age = (await lying?.age()) ?? -1e9
      expect(age).toBeGreaterThan(-5_000)
      expect(age).toBeLessThan(60_000)
    }
    await shelves.remove(one)
    await shelves.remove(one)
    expect(await shelves.get(one)).toBeNull()
    for await (const lying of shelves.list()) for (const left of lying) await left.remove()
    expect(await namesOn(shelves)).toEqual([])
    expect(await shelves.claim('mine')).toBe(true)
    expect(await shelves.claim('mine')).toBe(true)
  })
})

describe('a bucket', () => {
  it('is asked by keys that say nothing of people, signed, and with a secret that is not sent', async () => {
    const shelves = bucket()
    const name = nameOf()
    await shelves.put(name, Buffer.from('x'))
    expect(server.asked).toEqual([`PUT /pictures/${keyOf(name)}`])
    await expect(bucket({ secret: 'another' }).get(name)).rejects.toThrow(
      new ShelvesAway(`The bucket ${new URL(server.url).host}/pictures refuses with 403 SignatureDoesNotMatch`),
    )
    const refused = await bucket({ keyId: 'SOMEBODY', secret: 'hush' })
      .check()
      .catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(StartRefusal)
    expect(String(refused)).toContain('403 InvalidAccessKeyId')
    expect(String(refused)).not.toMatch(/SOMEBODY|AKIDTEST|hush/)
    await expect(shelves.put('../other', Buffer.from('x'))).rejects.toThrow(RangeError)
    await expect(shelves.put(nameOf(), Buffer.alloc(17 * 1024 ** 2))).rejects.toThrow(RangeError)
  })

  it('is listed in pieces, and what others have in it is left alone', async () => {
    server.pageMax = 2
    const names = Array.from({ length: 5 }, nameOf).toSorted()
    const shelves = bucket()
    for (const name of names) await shelves.put(name, Buffer.from(name))
    const strange = [`${prefix}ab/readme.txt`, `${prefix}zz`, `other/${names[0]}`, `${prefix}00/${'f'.repeat(32)}`]
    for (const key of strange) server.objects.set(key, { bytes: Buffer.from('o'), modified: 0 })
    expect(await namesOn(shelves)).toEqual(names)
    expect(server.asked.filter((one) => one.includes('continuation-token')).length).toBeGreaterThan(1)
    for await (const lying of shelves.list()) for (const one of lying) await one.remove()
    expect([...server.objects.keys()].toSorted()).toEqual(strange.toSorted())
    // without a prefix the whole bucket is meant
    const whole = bucket({ prefix: '' })
    await whole.put(names[0] ?? '', Buffer.from('x'))
    expect(await namesOn(whole)).toEqual([names[0]])
  })

  it('that fails now and then is asked again, and not for ever', async () => {
    const shelves = bucket()
    const name = nameOf()
    server.faults.failing = 2
    await shelves.put(name, Buffer.from('x'))
    expect(server.asked).toHaveLength(3)
    expect(shelves.away()).toBe(0)
    server.faults.failing = 3
    await expect(shelves.get(name)).rejects.toThrow('refuses with 500 InternalError')
    expect(server.asked).toHaveLength(6)
    expect(shelves.away()).toBeGreaterThan(0)
    // where it was away just now, one try says whether it still is
    server.faults.failing = 1
    await expect(shelves.get(name)).rejects.toThrow(ShelvesAway)
    expect(server.asked).toHaveLength(7)
    expect((await shelves.get(name))?.toString()).toBe('x')
    expect(shelves.away()).toBe(0)
  })

  it('that is away or slow is told of within the time, and seen to be back by itself', async () => {
    const shelves = bucket()
    const name = nameOf()
    server.faults.away = true
    await expect(shelves.put(name, Buffer.from('x'))).rejects.toThrow(/does not answer \(ECONNRESET|socket hang up\)/)
    expect(server.objects.size).toBe(0)
    server.faults.away = false
    const impatient = bucket({ patience: hasty })
    server.faults.slow = 5_000
    const began = performance.now()
    await expect(impatient.get(name)).rejects.toThrow('does not answer (too slow)')
    await expect(impatient.look()).rejects.toThrow(ShelvesAway)
    expect(performance.now() - began).toBeLessThan(4_900)
    server.faults.slow = 0
    expect(shelves.away()).toBeGreaterThan(500)
    await shelves.look()
    expect(shelves.away()).toBe(0)
    const gone = bucket({ url: new URL('http://127.0.0.1:9/pictures') })
    await expect(gone.check()).rejects.toThrow(
      'The bucket 127.0.0.1:9/pictures does not answer (ECONNREFUSED); see to FILES_URL and what belongs to it.',
    )
  })

  it('that takes nothing is away until it takes again, though it gives', async () => {
    const shelves = bucket()
    const name = nameOf()
    await shelves.put(name, Buffer.from('x'))
    server.faults.full = true
    await expect(shelves.put(nameOf(), Buffer.from('y'))).rejects.toThrow('refuses with 403 QuotaExceeded')
    expect((await shelves.get(name))?.toString()).toBe('x')
    await expect(shelves.look()).rejects.toThrow('QuotaExceeded')
    expect(shelves.away()).toBeGreaterThan(0)
    server.faults.full = false
    await shelves.look()
    expect(shelves.away()).toBe(0)
    expect(server.objects.size).toBe(1)
  })

  it('that gives less than it says, or something else than is asked for, is not believed', async () => {
    const shelves = bucket()
    const name = nameOf()
    await shelves.put(name, Buffer.from('some bytes'))
    server.faults.cut = true
    await expect(shelves.get(name)).rejects.toThrow(ShelvesAway)
    server.faults.cut = false
    server.objects.set(keyOf(name), { bytes: Buffer.alloc(17 * 1024 ** 2), modified: 0 })
    await expect(shelves.get(name)).rejects.toThrow('an answer of more than')
    // a bucket that is not there is no file that is not there
    await expect(bucket({ url: new URL('/none', server.url) }).get(name)).rejects.toThrow('404 NoSuchBucket')
    server.faults.bent = true
    await expect(bucket().check()).rejects.toThrow('gives something else than what it took')
  })

  it('leaves nothing of a file that was broken off amid its bytes', async () => {
    const shelves = bucket({ patience: { ...patience, tries: 1, tryMs: 1 } })
    await expect(shelves.put(nameOf(), randomBytes(16 * 1024 ** 2))).rejects.toThrow(ShelvesAway)
    await pause(300)
    const [left] = server.objects.values()
    expect(left === undefined || left.bytes.length === 16 * 1024 ** 2).toBe(true)
  })

  it('is the one of whose mark it bears', async () => {
    expect(await bucket().claim('mine')).toBe(true)
    expect(await bucket().claim('another’s')).toBe(false)
    expect(await bucket({ prefix: 'elsewhere/' }).claim('another’s')).toBe(true)
  })

  it('bounds how many files wait for it', async () => {
    const shelves = bucket()
    server.faults.slow = 100
    const all = await Promise.allSettled(Array.from({ length: 50 }, () => shelves.put(nameOf(), Buffer.from('x'))))
    expect(all.filter(({ status }) => status === 'rejected')).toHaveLength(50 - 8 - 24)
  })
})

describe('what the tests hold signatures against', () => {
  // of AWS's own page “Signature Calculations for the Authorization Header”
  const secret = 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY'
  const common = {
    host: 'examplebucket.s3.amazonaws.com',
    'x-amz-content-sha256': 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    'x-amz-date': '20130524T000000Z',
  }
  const scope = 'AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request'
  const authorization = (signed: string, signature: string): string =>
    `AWS4-HMAC-SHA256 Credential=${scope}, SignedHeaders=${signed}, Signature=${signature}`

  it('is what AWS publishes of them', () => {
    const get = {
      method: 'GET',
      target: '/test.txt',
      headers: {
        ...common,
        range: 'bytes=0-9',
        authorization: authorization(
          'host;range;x-amz-content-sha256;x-amz-date',
          'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
        ),
      },
    }
    expect(isSignedBy(secret, get)).toBe(true)
    expect(isSignedBy(secret, { ...get, target: '/test.txd' })).toBe(false)
    expect(isSignedBy(`${secret}x`, get)).toBe(false)
    const listed = {
      method: 'GET',
      target: '/?max-keys=2&prefix=J',
      headers: {
        ...common,
        authorization: authorization(
          'host;x-amz-content-sha256;x-amz-date',
          '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7',
        ),
      },
    }
    expect(isSignedBy(secret, listed)).toBe(true)
  })

  it('and of lists what others than AWS write', () => {
    const now = Date.UTC(2026, 11, 1)
    expect(pageOf('<html>not found</html>', now)).toBeNull()
    expect(pageOf('<ListBucketResult><IsTruncated>true</IsTruncated></ListBucketResult>', now)).toBeNull()
    const entry =
      '<Contents>\n <ETag>&quot;1&quot;</ETag>\n <LastModified>2026-11-30T23:59:59.000Z</LastModified><Key>a/b</Key></Contents>'
    expect(pageOf(`<ListBucketResult>${entry}<Contents><Key>no time</Key></Contents></ListBucketResult>`, now)).toEqual(
      {
        found: [{ key: 'a/b', age: 1_000 }],
        next: null,
      },
    )
  })
})
