import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fetchSegment, keepSegment } from './segments.ts'

const name = '00000001000000000000000A'
let folder = ''
let archive = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'segments-'))
  archive = await mkdtemp(join(tmpdir(), 'archive-'))
})
afterAll(async () => {
  await rm(folder, { recursive: true })
  await rm(archive, { recursive: true })
})

const written = async (bytes: Buffer): Promise<string> => {
  const path = join(folder, randomBytes(4).toString('hex'))
  await writeFile(path, bytes)
  return path
}

describe('the archive of the database’s log', () => {
  it('keeps a piece under its name and gives it back as it was; what it has not, it has not', async () => {
    const bytes = Buffer.concat([randomBytes(100_000), Buffer.alloc(900_000)])
    await keepSegment(await written(bytes), name, archive)
    expect(await readdir(archive)).toEqual([`${name}.gz`])
    const target = join(folder, 'target')
    expect(await fetchSegment(name, target, archive)).toBe(true)
    expect((await readFile(target)).equals(bytes)).toBe(true)
    // Postgres may hand over a piece again, after a crash
    await keepSegment(await written(bytes), name, archive)
    expect(await fetchSegment('00000001000000000000000B', join(folder, 'none'), archive)).toBe(false)
    expect(await readdir(folder)).not.toContain('none')
  })

  it('never takes another piece for one that it has, nor a name that is none', async () => {
    const before = await readFile(join(archive, `${name}.gz`))
    await expect(keepSegment(await written(randomBytes(500)), name, archive)).rejects.toThrow('holds another piece')
    expect((await readFile(join(archive, `${name}.gz`))).equals(before)).toBe(true)
    await expect(keepSegment(await written(randomBytes(5)), '../evil', archive)).rejects.toThrow('is no piece')
    expect(await fetchSegment('../evil', join(folder, 'x'), archive)).toBe(false)
    await expect(keepSegment(join(folder, 'nowhere'), '00000002.history', archive)).rejects.toThrow('ENOENT')
    expect(await readdir(archive)).toEqual([`${name}.gz`])
  })
})
