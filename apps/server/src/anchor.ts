import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type SeenRow, lostRows, rowPlaceAt } from './engine/door.ts'
import type { Queryable } from './platform/postgres/database.ts'
import { StartRefusal, errorCode } from './platform/startRefusal.ts'

/** Stands in the data folder, and so outside the database whose end it tells of. */
const anchorFile = 'journal.anchor'

/** The last row that this process has seen, and by its first row which journal that was. */
interface Anchor extends SeenRow {
  readonly first: string
}

/**
 * Keeps in the data folder how far a journal was seen to go, for a start on one that has lost rows. What is kept there already is
 * compared before anything is written over it, and a later row is never given up for an earlier one.
 */
export class AnchorKeeper {
  readonly #folder: string
  readonly #database: Queryable
  #firstRow: string | null = null
  #kept: number | null = null

  constructor(folder: string, database: Queryable) {
    this.#folder = folder
    this.#database = database
  }

  /** As `refuseLostRows`; from then on rows may be noted. Throws a StartRefusal. */
  async compare(): Promise<void> {
    await refuseLostRows(this.#folder, this.#database)
    const anchor = readAnchor(join(this.#folder, anchorFile))
    this.#kept ??= anchor !== null && anchor.first === (await this.#first()) ? anchor.seq : 0
  }

  /** Notes a row that was seen; the file is exchanged whole. Throws a StartRefusal where it tells of rows that the journal lacks. */
  async keep({ seq, digest }: SeenRow): Promise<void> {
    if (seq <= (this.#kept ?? 0)) return
    if (this.#kept === null) await this.compare()
    const first = await this.#first()
    // others may have been kept meanwhile
    if (first === null || seq <= (this.#kept ?? 0)) return
    const anchor: Anchor = { seq, digest, first }
    const path = join(this.#folder, anchorFile)
    writeFileSync(`${path}.new`, `${JSON.stringify(anchor)}\n`, { mode: 0o600 })
    renameSync(`${path}.new`, path)
    this.#kept = seq
  }

  async #first(): Promise<string | null> {
    this.#firstRow ??= (await rowPlaceAt(this.#database, 1))?.digest ?? null
    return this.#firstRow
  }
}

/**
 * Refuses the start on a journal that lacks rows which this data folder tells of: a copy of the database that lagged behind,
 * say, has taken its place. Another journal than the one of the note is none of its business. Throws a StartRefusal.
 */
export async function refuseLostRows(folder: string, database: Queryable): Promise<void> {
  const path = join(folder, anchorFile)
  const anchor = readAnchor(path)
  if (anchor === null || (await rowPlaceAt(database, 1))?.digest !== anchor.first) return
  const lost = await lostRows(database, anchor)
  if (lost === null) return
  throw new StartRefusal(`${lost} If they are given up, with what was acknowledged in them, remove the file ${path}.`)
}

function readAnchor(path: string): Anchor | null {
  try {
    const value: unknown = JSON.parse(readFileSync(path, 'utf8'))
    return isAnchor(value) ? value : null
  } catch (error) {
    if (error instanceof SyntaxError || errorCode(error) === 'ENOENT') return null
    throw error
  }
}

function isAnchor(value: unknown): value is Anchor {
  if (typeof value !== 'object' || value === null || !('seq' in value && 'digest' in value && 'first' in value))
    return false
  const { seq, digest, first } = value
  return Number.isSafeInteger(seq) && typeof digest === 'string' && typeof first === 'string'
}
