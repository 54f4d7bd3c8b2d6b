import { spawn } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  type BucketServer,
  bucketKey,
  startBucketServer,
} from '../../apps/server/src/platform/files/testing/bucketServer.ts'
import { voucher } from '../../apps/server/src/wallet/testing/walletRun.ts'
import { call, textAt } from '../client.ts'
import { registerPerson } from '../person.ts'
import { type DataFolder, type Product, launchProduct, makeFolder, startProduct } from '../product.ts'
import { makeAuthority } from './certificates.ts'
import { freePort } from './natsServer.ts'

const programs = join(import.meta.dirname, '../../apps/server/dist')
const [first, other, third, kept] = [makeFolder(), makeFolder(), makeFolder(), makeFolder()]
const email = 'ada@example.org'
const password = 'violet-harbour-27'
let server: BucketServer
let product: Product | null = null
let metrics = ''
let settings: Readonly<Record<string, string>> = {}

beforeAll(async () => {
  const authority = makeAuthority()
  server = await startBucketServer(authority.vouchFor('127.0.0.1'))
  mkdirSync(kept.path, { recursive: true })
  writeFileSync(join(kept.path, 'ca.crt'), authority.certificate)
  const metricsPort = await freePort()
  metrics = `http://127.0.0.1:${metricsPort}`
  settings = {
    METRICS_PORT: String(metricsPort),
    FILES_URL: server.url,
    FILES_PREFIX: 'one',
    FILES_KEY_ID: bucketKey.keyId,
    FILES_SECRET: bucketKey.secret,
    FILES_CA: join(kept.path, 'ca.crt'),
  }
})
afterAll(async () => {
  await product?.stop()
  await server.stop()
  for (const folder of [first, other, third, kept]) await folder.remove()
})

/** What a command of the server's machine says, and its exit code. */
async function run(program: string, folder: DataFolder, own: Readonly<Record<string, string>>, ...asked: string[]) {
  const env = { PATH: process.env['PATH'] ?? '', DATA_DIR: folder.path, ...own }
  const child = spawn(process.execPath, [join(programs, `${program}.js`), ...asked], { env })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes) => (said += String(bytes)))
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve))
  return { code, said }
}

const start = async (folder: DataFolder, own: Readonly<Record<string, string>>): Promise<Product> => {
  product = await startProduct(folder, own)
  return product
}

async function logIn(at: Product): Promise<string> {
  const { data } = await call(at.address, '/login', { method: 'POST', body: { account: email, password } })
  return textAt(data, 'token')
}

/** Sends a picture of oneself; what is answered. */
async function send(at: Product, token: string): Promise<unknown> {
  const body = new FormData()
  body.append('avatar', new Blob([Uint8Array.from(await voucher())]), 'me.png')
  const headers = { authorization: `Bearer ${token}` }
  return (await fetch(`${at.address}/api/v3/user/profile`, { method: 'PUT', headers, body })).json()
}

/** One's own picture: the status, and its bytes or the reason why there are none. */
async function see(at: Product, token: string): Promise<{ status: number; body: Buffer }> {
  const { data } = await call(at.address, '/user', { token })
  const headers = { authorization: `Bearer ${token}` }
  const answer = await fetch(`${at.address}/api/v3/user/avatar/${textAt(data, 'avatar')}`, { headers })
  return { status: answer.status, body: Buffer.from(await answer.arrayBuffer()) }
}

const textOf = async (path: string): Promise<string> => (await fetch(`${metrics}${path}`)).text()
const below = (prefix: string): string[] =>
  [...server.objects.keys()].filter((key) => key.startsWith(`${prefix}/`) && !key.endsWith('/truemark-files'))

it('refuses a bucket that it may not use, in a sentence that says nothing secret', async () => {
  const wrong: readonly (readonly [Record<string, string>, RegExp])[] = [
    [{ FILES_SECRET: 'not-this-one' }, /refuses with 403 SignatureDoesNotMatch; see to FILES_URL/],
    [{ FILES_CA: join(kept.path, 'none.crt') }, /The file of FILES_CA, .*none\.crt, can't be read \(ENOENT\)/],
    [{ FILES_CA: '' }, /does not answer \((UNABLE_TO_VERIFY_LEAF_SIGNATURE|.*CERT.*)\)/],
    [{ FILES_URL: `${server.url}-of-nobody` }, /refuses with 404 NoSuchBucket/],
  ]
  for (const [own, sentence] of wrong) {
    const { code, errors } = await launchProduct(first, { ...settings, ...own }).ended
    expect([code, errors]).toEqual([1, expect.stringMatching(sentence)])
    expect(errors).not.toMatch(/not-this-one|not\/so\+secret|AKIDTEST/)
  }
  expect(existsSync(join(first.path, 'postgres'))).toBe(false)
}, 60_000)

it('keeps pictures there, serves all else while it is away, and loses nothing by a death amid a picture', async () => {
  let at = await start(first, settings)
  await registerPerson(at, { email, password })
  const token = await logIn(at)
  expect(await send(at, token)).toMatchObject({ code: 200 })
  const seen = await see(at, token)
  expect(seen.status).toBe(200)
  expect(below('one')).toHaveLength(1)
  expect(existsSync(join(first.path, 'files'))).toBe(false)
  expect(await textOf('/metrics')).toMatch(/^truemark_files_away_seconds 0$/m)

  server.faults.away = true
  expect(await send(at, token)).toMatchObject({ data: { reason: 'upload_failed' } })
  const busy = await see(at, token)
  expect([busy.status, busy.body.toString()]).toEqual([503, expect.stringContaining('server_busy')])
  expect((await call(at.address, '/user', { token })).code).toBe(200)
  const ready = await fetch(`${metrics}/readyz`)
  expect([ready.status, await ready.text()]).toEqual([200, expect.stringContaining('the bucket of files is away')])
  expect(await textOf('/metrics')).toMatch(/^truemark_files_away_seconds [0-9.]*[1-9]/m)
  server.faults.away = false
  await expect.poll(() => textOf('/readyz'), { timeout: 15_000 }).not.toContain('away')
  expect((await see(at, token)).body.equals(seen.body)).toBe(true)

  // noted, and killed before the bucket has answered
  server.faults.slow = 3_000
  server.asked.length = 0
  const sending = send(at, token).catch(() => 'broken off')
  await expect.poll(() => server.asked.some((one) => one.startsWith('PUT'))).toBe(true)
  await at.kill()
  expect(await sending).toBe('broken off')
  server.faults.slow = 0
  at = await start(first, settings)
  const again = await logIn(at)
  expect((await see(at, again)).body.equals(seen.body)).toBe(true)
  expect(await send(at, again)).toMatchObject({ code: 200 })
  // the one that was replaced is erased, the one that was broken off waits as a draft, with or without its bytes
  const { rows } = await at.database().query('SELECT purpose FROM file WHERE erased_at IS NULL')
  expect(rows).toHaveLength(2)
}, 180_000)

it('is backed up, restored into a folder or another prefix, and moved to a folder and back', async () => {
  if (product === null) throw new Error('nothing runs')
  const picture = await see(product, await logIn(product))
  const backup = join(kept.path, 'backup')
  const made = await run('backup', first, settings, backup, '--with-keys', join(kept.path, 'keys'))
  expect([made.code, made.said]).toEqual([0, expect.stringMatching(/, [12] files\./)])
  server.faults.away = true
  const half = await run('backup', first, { ...settings, FILES_URL: 'http://127.0.0.1:9/pictures' }, `${backup}-2`)
  expect([half.code, half.said]).toEqual([1, expect.stringContaining('does not answer (ECONNREFUSED)')])
  expect(existsSync(`${backup}-2`)).toBe(false)
  server.faults.away = false
  await product.stop()

  const places: readonly (readonly [DataFolder, Readonly<Record<string, string>>])[] = [
    [other, { METRICS_PORT: '0' }],
    [third, { ...settings, FILES_PREFIX: 'two/below' }],
  ]
  for (const [folder, own] of places) {
    mkdirSync(folder.path, { recursive: true })
    cpSync(join(kept.path, 'keys'), join(folder.path, 'keys'), { recursive: true })
    // where the first one's files lie, a sweep of the copy would erase what came since
    const refused = await run('restore', folder, settings, backup)
    expect([refused.code, refused.said]).toEqual([1, expect.stringContaining('There are files below FILES_PREFIX')])
    const done = await run('restore', folder, own, backup)
    expect([done.code, done.said]).toEqual([
      0,
      expect.stringMatching(/^[12] files are what the database says of them\./m),
    ])
    const at = await start(folder, own)
    expect((await see(at, await logIn(at))).body.equals(picture.body)).toBe(true)
    await at.stop()
  }
  expect(below('two/below').length).toBeGreaterThan(0)

  const back = await run('moveFiles', first, settings, 'to-folder')
  expect([back.code, back.said]).toEqual([0, expect.stringMatching(/^Moved [12] files to the folder; 0 were there/m)])
  expect(below('one')).toEqual([])
  const refused = await launchProduct(first, settings).ended
  expect(refused.errors).toContain('move them by npm run move-files -- to-bucket')
  const at = await start(first, { METRICS_PORT: '0' })
  expect((await see(at, await logIn(at))).body.equals(picture.body)).toBe(true)
  expect((await run('moveFiles', first, settings, 'to-bucket')).said).toContain('Truemark is running')
  await at.stop()
  const there = await run('moveFiles', first, settings, 'to-bucket')
  expect([there.code, there.said]).toEqual([0, expect.stringMatching(/^Moved [12] files to the bucket; 0 were there/m)])
  expect((await run('moveFiles', first, settings, 'to-bucket')).said).toContain('Moved 0 files')
  expect(readdirSync(join(first.path, 'files'), { recursive: true }).filter((one) => one.length > 2)).toEqual([])
  // another installation's keys
  await other.remove()
  const strange = await launchProduct(other, settings).ended
  expect(strange.errors).toContain('the files of another installation')
}, 240_000)
