import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { folderHash, readPublished } from './published.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'truemark-published-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function write(name: string, files: Readonly<Record<string, string>>): string {
  const made = join(folder, name)
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(made, path, '..'), { recursive: true })
    writeFileSync(join(made, path), text)
  }
  return made
}

it('is one of the same files, wherever they lie, and another once a letter or a name differs', async () => {
  const files = { 'index.html': '<p>', 'assets/b.js': 'b', 'assets/a.js': 'a' }
  const hash = await folderHash(write('one', files))
  expect(hash).toMatch(/^[0-9a-f]{64}$/)
  expect(await folderHash(write('two', { 'assets/a.js': 'a', 'assets/b.js': 'b', 'index.html': '<p>' }))).toBe(hash)
  expect(await folderHash(write('three', { ...files, 'assets/a.js': 'A' }))).not.toBe(hash)
  expect(await folderHash(write('four', { ...files, 'assets/c.js': '' }))).not.toBe(hash)
  expect(await folderHash(join(folder, 'none'))).toBeNull()
})

it('is the same with packed copies beside the files, and another where one unpacks to something else', async () => {
  const files = { 'index.html': '<p>', 'a.js': 'a'.repeat(2_000) }
  const hash = await folderHash(write('plain', files))
  const packed = write('packed', files)
  writeFileSync(join(packed, 'a.js.br'), brotliCompressSync(files['a.js']))
  writeFileSync(join(packed, 'a.js.gz'), gzipSync(files['a.js']))
  expect(await folderHash(packed)).toBe(hash)
  for (const forged of [gzipSync('b'.repeat(2_000)), gzipSync('a'.repeat(20_000)), Buffer.from('no gzip')]) {
    writeFileSync(join(packed, 'a.js.gz'), forged)
    expect(await folderHash(packed)).not.toBe(hash)
  }
  rmSync(join(packed, 'a.js.gz'))
  writeFileSync(join(packed, 'c.js.br'), brotliCompressSync('c'))
  expect(await folderHash(packed)).not.toBe(hash)
})

it('leaves the file out that it is told to', async () => {
  const hash = await folderHash(write('bare', { 'main.js': 'm' }))
  const noted = write('noted', { 'main.js': 'm', 'commit.txt': 'c' })
  expect(await folderHash(noted, 'commit.txt')).toBe(hash)
  expect(await folderHash(noted)).not.toBe(hash)
})

it('tells the commit that was built, whether the sources differed, and none where it is not known', async () => {
  const commit = '0123456789abcdef0123456789abcdef01234567'
  const folders = (programs: string) => ({ programs, web: join(folder, 'web'), desk: join(folder, 'desk') })
  write('web', { 'index.html': '<p>' })
  const clean = await readPublished(folders(write('programs', { 'main.js': '', 'commit.txt': `${commit}\n` })))
  expect(clean).toMatchObject({ commit, changed: false, desk: null })
  const dirty = await readPublished(folders(write('changed', { 'main.js': '', 'commit.txt': `${commit}\nchanged\n` })))
  expect(dirty).toEqual({ ...clean, changed: true })
  const unknown = await readPublished(folders(write('others', { 'main.js': '' })))
  expect(unknown).toEqual({ ...clean, commit: null })
  expect((await readPublished(folders(write('forged', { 'main.js': ' ' })))).server).not.toBe(clean.server)
})
