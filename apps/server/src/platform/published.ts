import { createHash } from 'node:crypto'
import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliDecompress, gunzip } from 'node:zlib'

/** What this installation runs, so that anyone can hold it against a build of their own. */
export interface Published {
  /** The commit that was built, as 40 hex digits; null where the build was not made in a repository. */
  readonly commit: string | null
  /** Whether the sources that were built differ from that commit. */
  readonly changed: boolean
  /** One SHA-256 over the web app's files as they are served; null where there are none. */
  readonly web: string | null
  /** The same over the desk's files. */
  readonly desk: string | null
  /** The same over the server's programs, without the file that names the commit. */
  readonly server: string | null
}

/** Where the parts of a build lie: the server's programs, the web app, the desk. */
export interface BuildFolders {
  readonly programs: string
  readonly web: string
  readonly desk: string
}

/** Where the build leaves its commit, beside the server's programs. */
const commitFile = 'commit.txt'
/** One after the other, each file would wait anew behind the passwords that are being checked. */
const filesAtOnce = 32

/**
 * One hash over a folder, `except` one file in it: SHA-256 over each file's path, a zero byte, and the SHA-256 of its bytes, in the order of the
 * paths' code units. What lies packed beside a file adds nothing, since packers differ; but it must unpack to that file,
 * else it counts as a file of its own. Null where there is no such folder.
 */
export async function folderHash(folder: string, except?: string): Promise<string | null> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => null)
  if (entries === null) return null
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length).replaceAll('\\', '/').replace(/^\/+/, ''))
    .filter((path) => path !== except)
    .toSorted((a, b) => (a < b ? -1 : 1))
  const whole = createHash('sha256')
  for (let at = 0; at < paths.length; at += filesAtOnce) {
    const some = paths.slice(at, at + filesAtOnce)
    const digests = await Promise.all(some.map((path) => digestOf(folder, path)))
    for (const [place, digest] of digests.entries())
      if (digest !== null) whole.update(`${some[place]}\0`).update(digest)
  }
  return whole.digest('hex')
}

/** Null for a file that is another one packed. */
async function digestOf(folder: string, path: string): Promise<Buffer | null> {
  const bytes = await readFile(join(folder, path))
  return (await isPackedCopy(folder, path, bytes)) ? null : createHash('sha256').update(bytes).digest()
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

/** Where the build lies whose server's programs are in `programs`, a folder that ends with a slash. */
export function buildFolders(programs: URL): BuildFolders {
  const at = (path: string): string => fileURLToPath(new URL(path, programs))
  return { programs: at('.'), web: at('../../web/dist/'), desk: at('../../desk/dist/') }
}

/** Reads what runs here. */
export async function readPublished({ programs, web, desk }: BuildFolders): Promise<Published> {
  const noted = await readFile(join(programs, commitFile), 'utf8').catch(() => '')
  const [commit = '', mark = ''] = noted.split('\n')
  return {
    commit: /^[0-9a-f]{40}$/.test(commit) ? commit : null,
    changed: mark.trim() !== '',
    web: await folderHash(web),
    desk: await folderHash(desk),
    server: await folderHash(programs, commitFile),
  }
}
