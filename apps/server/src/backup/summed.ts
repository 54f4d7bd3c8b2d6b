import { createHash } from 'node:crypto'
import { type WriteStream, createReadStream, createWriteStream } from 'node:fs'
import { mkdir, readdir, rename } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { Transform, type TransformCallback } from 'node:stream'
import { finished, pipeline } from 'node:stream/promises'
import { settleFolder } from '../platform/settle.ts'
import { StartRefusal, errorCode } from '../platform/startRefusal.ts'
import { parts } from './layout.ts'

/** Passes bytes on, and knows their SHA-256 and how many lines they were once all have passed. */
export class Digesting extends Transform {
  readonly #hash = createHash('sha256')
  #lines = 0

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.#hash.update(chunk)
    for (let at = chunk.indexOf(lineEnd); at >= 0; at = chunk.indexOf(lineEnd, at + 1)) this.#lines += 1
    done(null, chunk)
  }

  get lines(): number {
    return this.#lines
  }

  /** In hex; to be asked once. */
  digest(): string {
    return this.#hash.digest('hex')
  }
}

const lineEnd = 0x0a
const draftSums = `${parts.sums}.part`

/** A folder whose files are written one by one, each on the disk before the next, with a line of its checksum. */
export class SummedFolder {
  readonly #folder: string
  readonly #sums: WriteStream
  readonly #whole = createHash('sha256')
  readonly #shelves = new Set<string>()

  constructor(folder: string) {
    this.#folder = folder
    this.#sums = createWriteStream(join(folder, draftSums), { flags: 'wx', mode: 0o600, flush: true })
    // told by the write that fails of it
    this.#sums.on('error', () => undefined)
  }

  /** Writes a file (`path` with slashes, below the folder) of what comes out of the last of `streams`. */
  async write(path: string, ...streams: readonly [NodeJS.ReadableStream, ...NodeJS.ReadWriteStream[]]): Promise<void> {
    const place = join(this.#folder, path)
    await mkdir(dirname(place), { recursive: true, mode: 0o700 })
    for (let shelf = dirname(place); shelf.length > this.#folder.length; shelf = dirname(shelf))
      this.#shelves.add(shelf)
    const digesting = new Digesting()
    await pipeline([...streams, digesting, createWriteStream(place, { flags: 'wx', mode: 0o600, flush: true })])
    const line = `${digesting.digest()}  ${path}\n`
    this.#whole.update(line)
    await new Promise<void>((resolve, reject) => {
      this.#sums.write(line, (error) => (error ? reject(error) : resolve()))
    })
  }

  /** Ends the folder: from here on it counts as whole. Gives the SHA-256 of its list of checksums. */
  async end(): Promise<string> {
    this.#sums.end()
    // it is on the disk once it is closed
    await finished(this.#sums)
    for (const shelf of this.#shelves) await settleFolder(shelf)
    await rename(join(this.#folder, draftSums), join(this.#folder, parts.sums))
    await settleFolder(this.#folder)
    return this.#whole.digest('hex')
  }
}

/**
 * Compares every file of a folder with its list of checksums; gives the list's own SHA-256 and the paths in it. Throws a
 * StartRefusal where a file is another one, missing, or not in the list, and where there is no list.
 */
export async function checkSums(
  folder: string,
  progress: (files: number) => void,
): Promise<{ readonly digest: string; readonly paths: ReadonlySet<string> }> {
  const whole = createHash('sha256')
  const paths = new Set<string>()
  try {
    for await (const line of createInterface({ input: createReadStream(join(folder, parts.sums)), crlfDelay: 0 })) {
      whole.update(`${line}\n`)
      const [, digest, path] = /^([0-9a-f]{64})  ([A-Za-z0-9_.]+(?:\/[A-Za-z0-9_.]+)*)$/.exec(line) ?? []
      if (digest === undefined || path === undefined || path.split('/').includes('..'))
        throw new StartRefusal(`${folder} is not what was backed up: its list of checksums has been changed.`)
      if ((await digestOf(join(folder, path))) !== digest)
        throw new StartRefusal(`${folder} is not what was backed up: ${path} has been changed.`)
      paths.add(path)
      progress(paths.size)
    }
  } catch (error) {
    if (error instanceof StartRefusal) throw error
    throw new StartRefusal(`${folder} is no whole backup (${errorCode(error)}).`)
  }
  for (const found of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = join(found.parentPath, found.name).slice(folder.length).replaceAll('\\', '/').replace(/^\/+/, '')
    if (!found.isDirectory() && path !== parts.sums && !paths.has(path))
      throw new StartRefusal(`${folder} is not what was backed up: ${path} is not of it.`)
  }
  return { digest: whole.digest('hex'), paths }
}

async function digestOf(path: string): Promise<string | null> {
  const hash = createHash('sha256')
  try {
    for await (const chunk of createReadStream(path)) hash.update(chunk)
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null
    throw error
  }
  return hash.digest('hex')
}
