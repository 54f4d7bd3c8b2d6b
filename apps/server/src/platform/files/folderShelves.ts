import { mkdir, open, readFile, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { settleFolder } from '../settle.ts'
import { errorCode } from '../startRefusal.ts'
import type { Lying, Shelves } from './shelves.ts'

/** Shelves in a folder, which no web server serves. */
export function folderShelves(folder: string): Shelves {
  const pathOf = (name: string): string => filePath(folder, name)
  return {
    put: async (name, sealed) => {
      // what a command that was cut off left half written
      await rm(partialPath(pathOf(name)), { force: true }).catch(isAbsent)
      await writeWhole(pathOf(name), sealed)
    },
    get: (name) => readFile(pathOf(name)).catch(isAbsent),
    begin: (name, length) => headOf(pathOf(name), length).catch(isAbsent),
    remove: async (name) => {
      await rm(pathOf(name), { force: true }).catch(isAbsent)
    },
    list: () => listOf(folder),
    settle: async (names) => {
      const shelves = new Set(names.map((name) => dirname(pathOf(name))))
      for (const shelf of shelves) await settleFolder(shelf)
      if (shelves.size > 0) await settleFolder(folder)
    },
    // it lies in a data folder, which is locked
    claim: () => Promise.resolve(true),
    away: () => null,
    look: () => Promise.resolve(),
    check: () => Promise.resolve(),
    close: () => undefined,
  }
}

/** Where a file lies in the folder. */
export function filePath(folder: string, name: string): string {
  return join(folder, name.slice(0, 2), name)
}

/** Where a file is written before it is whole. */
function partialPath(path: string): string {
  return `${path}.part`
}

/** Writes a file so that it is there whole or not at all. */
export async function writeWhole(path: string, bytes: Buffer): Promise<void> {
  await mkdir(join(path, '..'), { recursive: true, mode: 0o700 })
  const partial = partialPath(path)
  try {
    const file = await open(partial, 'wx', 0o600)
    try {
      await file.writeFile(bytes)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(partial, path)
  } catch (error) {
    await rm(partial, { force: true }).catch(() => undefined)
    throw error
  }
}

function isAbsent(error: unknown): null {
  if (errorCode(error) === 'ENOENT' || errorCode(error) === 'ENOTDIR') return null
  throw error
}

async function headOf(path: string, length: number): Promise<Buffer> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

async function* listOf(folder: string): AsyncGenerator<readonly Lying[]> {
  const shelves = await readdir(folder).catch(() => [])
  for (const shelf of shelves) {
    const names = await readdir(join(folder, shelf)).catch(() => [])
    yield names.map((name) => {
      const path = join(folder, shelf, name)
      return {
        name,
        age: async () => Date.now() - (await stat(path)).mtimeMs,
        remove: () => rm(path, { force: true }),
      }
    })
  }
}
