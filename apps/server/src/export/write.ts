import { createHash, sign } from 'node:crypto'
import { type FileHandle, mkdir, open, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { walkRows } from '../engine/door.ts'
import type { SigningKeys } from '../platform/keys/signing.ts'
import type { Database, Lease } from '../platform/postgres/database.ts'
import type { Published } from '../platform/published.ts'
import { StartRefusal } from '../platform/startRefusal.ts'
import { findEntries, findEpochs, findHeads } from '../transparency/door.ts'
import {
  type EvidenceLine,
  type LiabilityHeadLine,
  type Manifest,
  exportVersion,
  files,
  rowBytes,
  summedFiles,
} from './layout.ts'

const pageMax = 500
const headsMax = 100_000

export interface ExportAsk {
  readonly database: Database
  readonly signing: SigningKeys
  readonly folder: string
  readonly build: Published
  /** UTC milliseconds. */
  readonly now: number
  /** Progress: rows of the journal written so far. */
  readonly progress?: (rows: number) => void
}

/**
 * Writes all that anyone needs to check this installation without its database into an empty folder: the journal row by
 * row, the log of evidence and the signed heads, as of one moment. It holds a page of rows in memory and no more. A folder
 * without checksums is one whose export did not end. Throws a StartRefusal where the folder holds something.
 */
export async function writeExport(ask: ExportAsk): Promise<Manifest> {
  const { database, folder } = ask
  await mkdir(folder, { recursive: true })
  if ((await readdir(folder)).length > 0)
    throw new StartRefusal(`${folder} is not empty: name a new folder for the export.`)
  const lease = await database.lease({ name: 'export', statementTimeout: 0 })
  try {
    await lease.query('SET idle_in_transaction_session_timeout = 0')
    await lease.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
    return await new Export(ask, lease).write()
  } finally {
    await lease.release()
  }
}

class Export {
  readonly #ask: ExportAsk
  readonly #lease: Lease
  readonly #sums = new Map<string, string>()

  constructor(ask: ExportAsk, lease: Lease) {
    this.#ask = ask
    this.#lease = lease
  }

  async write(): Promise<Manifest> {
    const { folder, now, build, signing } = this.#ask
    const journal = await this.#journal()
    const entries = await this.#file(files.evidence, this.#evidence())
    const evidenceHeads = await this.#file(files.evidenceHeads, this.#evidenceHeads())
    const liabilityHeads = await this.#file(files.liabilityHeads, this.#liabilityHeads())
    const evidence = signing.key('evidence')
    const manifest: Manifest = {
      version: exportVersion,
      created: now,
      build: { commit: build.commit, changed: build.changed, server: build.server },
      keys: { evidence: evidence.publicHex, liabilities: signing.key('liabilities').publicHex },
      rotations: [...signing.rotations],
      journal,
      evidence: { entries, heads: evidenceHeads },
      liabilities: { heads: liabilityHeads },
    }
    await this.#file(files.manifest, one(`${JSON.stringify(manifest, null, 2)}\n`))
    const sums = Buffer.from(summedFiles.map((name) => `${this.#sums.get(name)}  ${name}\n`).join(''))
    await writeFile(join(folder, files.signature), `${sign(null, sums, evidence.key).toString('hex')}\n`)
    await writeFile(join(folder, files.sums), sums)
    return manifest
  }

  async #journal(): Promise<Manifest['journal']> {
    let rows = 0
    let digest = Buffer.alloc(32).toString('hex')
    const pages = walkRows(this.#lease, 0, Number.MAX_SAFE_INTEGER)
    const { progress } = this.#ask
    async function* parts(): AsyncGenerator<Uint8Array> {
      for await (const page of pages) {
        yield Buffer.concat(page.flatMap(rowBytes))
        rows += page.length
        digest = Buffer.from(page.at(-1)?.digest ?? []).toString('hex')
        progress?.(rows)
      }
    }
    await this.#file(files.journal, parts())
    return { rows, digest }
  }

  async *#evidence(): AsyncGenerator<string> {
    let place = 0
    for (let page = await findEntries(this.#lease, 0, pageMax); page.length > 0;) {
      for (const entry of page) {
        const line: EvidenceLine = {
          ...entry,
          digest: entry.digest.toString('hex'),
          signature: entry.signature.toString('hex'),
        }
        yield lineOf(line)
      }
      place += page.length
      page = await findEntries(this.#lease, place, pageMax)
    }
  }

  async *#evidenceHeads(): AsyncGenerator<string> {
    const heads = await findHeads(this.#lease, {}, headsMax)
    for (const head of heads.toReversed()) yield lineOf({ ...head, signature: head.signature.toString('hex') })
  }

  async *#liabilityHeads(): AsyncGenerator<string> {
    const epochs = await findEpochs(this.#lease, null, headsMax)
    for (const { epoch, time, seq, asked, head, digest, signature } of epochs.toReversed()) {
      const line: LiabilityHeadLine = {
        epoch,
        time,
        seq,
        asked,
        head,
        digest: digest.toString('hex'),
        signature: signature.toString('hex'),
      }
      yield lineOf(line)
    }
  }

  /** Writes a file piece by piece and keeps its checksum; gives of how many pieces it is. */
  async #file(name: string, pieces: AsyncIterable<string | Uint8Array>): Promise<number> {
    const hash = createHash('sha256')
    const file: FileHandle = await open(join(this.#ask.folder, name), 'wx', 0o600)
    let count = 0
    try {
      for await (const piece of pieces) {
        const bytes = typeof piece === 'string' ? Buffer.from(piece) : piece
        hash.update(bytes)
        await file.writeFile(bytes)
        count += 1
      }
      await file.sync()
    } finally {
      await file.close()
    }
    this.#sums.set(name, hash.digest('hex'))
    return count
  }
}

async function* one(text: string): AsyncGenerator<string> {
  yield text
}

function lineOf(value: unknown): string {
  return `${JSON.stringify(value)}\n`
}
