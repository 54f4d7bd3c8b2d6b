import { createHash } from 'node:crypto'
import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliDecompress, gunzip } from 'node:zlib'

/** What this installation runs, so that anyone can hold it against a build of their own. */
export interface Published {
  /** The commit that was built, as 40 hex digits; null where the build was not made in a repository. */
  readonly commit: string | null
  /** One SHA-256 over the web app's files as they are served; null where there are none. */
  readonly web: string | null
}

/** Where the build leaves its commit, beside the server's programs. */
export const commitFile = 'commit.txt'

/**
 * One hash over a folder: SHA-256 over each file's path, a zero byte, and the SHA-256 of its bytes, in the order of the
 * paths' code units. What lies packed beside a file adds nothing, since packers differ; but it must unpack to that file,
 * else it counts as a file of its own. Null where there is no such folder.
 */
export async function folderHash(folder: string): Promise<string | null> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => null)
  if (entries === null) return null
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length).replaceAll('\\', '/').replace(/^\/+/, ''))
    .toSorted((a, b) => (a < b ? -1 : 1))
  const whole = createHash('sha256')
  for (const path of paths) {
    const bytes = await readFile(join(folder, path))
    if (await isPackedCopy(folder, path, bytes)) continue
    const digest = createHash('sha256').update(bytes).digest()
    whole.update(`${path}\0`).update(digest)
  }
  return whole.digest('hex')
}

const unpackings = { '.br': promisify(brotliDecompress), '.gz': promisify(gunzip) } as const

async function isPackedCopy(folder: string, path: string, bytes: Buffer): Promise<boolean> {
  const ending = path.slice(-3)
  if (ending !== '.br' && ending !== '.gz') return false
  const plain = await readFile(join(folder, path.slice(0, -3))).catch(() => null)
  if (plain === null) return false
  const unpacked = await unpackings[ending](bytes, { maxOutputLength: plain.length + 1 }).catch(() => null)
  return unpacked !== null && unpacked.equals(plain)
}

/** Reads what runs here: `programs` is the folder of the server's programs. */
export async function readPublished(programs: string, webFolder: string): Promise<Published> {
  const commit = await readFile(join(programs, commitFile), 'utf8').catch(() => '')
  return { commit: /^[0-9a-f]{40}$/.exec(commit.trim())?.[0] ?? null, web: await folderHash(webFolder) }
}
