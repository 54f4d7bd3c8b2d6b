import { createHash } from 'node:crypto'
import { type FileHandle, open } from 'node:fs/promises'
import { usdt } from '@truemark/core/money/units'
import type { State } from '@truemark/core/state'
import type { Event } from '@truemark/core/vocabulary'
import * as z from 'zod/mini'
import type { Database } from '../platform/postgres/database.ts'
import type { PublicIds } from '../platform/publicId.ts'
import { findEntries, openingOfClose, reckoningText } from '../transparency/door.ts'
import { ExportFault } from './read.ts'

/** What opens the digest in the public evidence of a liquidation, by the number of that evidence. */
const openingLine = z.strictObject({
  number: z.int(),
  nonce: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
  positions: z.array(z.string()),
})
type Opening = z.infer<typeof openingLine>

const pageMax = 500

/**
 * Writes what opens the digests of all liquidations to a new file, for whoever audits an export; gives how many there are.
 * It belongs to no export: who has it can tell which account a liquidation's evidence is of.
 */
export async function writeOpenings(
  ports: { readonly database: Database; readonly ids: PublicIds; readonly secret: Uint8Array },
  path: string,
): Promise<number> {
  const file: FileHandle = await open(path, 'wx', 0o600)
  let count = 0
  try {
    let place = 0
    for (let page = await findEntries(ports.database, 0, pageMax); page.length > 0;) {
      for (const { kind, number } of page) {
        const found = kind === 'liquidation' ? await openingOfClose(ports, number) : null
        if (found === null) continue
        await file.writeFile(`${JSON.stringify({ number, ...found })}\n`)
        count += 1
      }
      place += page.length
      page = await findEntries(ports.database, place, pageMax)
    }
    await file.sync()
  } finally {
    await file.close()
  }
  return count
}

/** What opens the digests of liquidations, by the number of their evidence. */
export class Openings {
  readonly #found: ReadonlyMap<number, Opening>
  held = 0

  private constructor(found: ReadonlyMap<number, Opening>) {
    this.#found = found
  }

  /** Reads a file of openings; throws an ExportFault where it is none. */
  static read(text: string): Openings {
    const lines = text.split('\n').filter((line) => line !== '')
    const found = lines.map((line, at) => {
      const { data } = z.safeParse(openingLine, jsonOf(line))
      if (data === undefined) throw new ExportFault(`line ${at + 1} of the openings: it has another shape`)
      return [data.number, data] as const
    })
    return new Openings(new Map(found))
  }

  /** Whether a liquidation's digest is that of what the journal's fact says; what is wrong, or null. */
  fault(
    number: number,
    digest: string,
    reckoned: Extract<Event, { type: 'liquidationReckoned' }> | null,
    { venue }: State,
  ): string | null {
    const where = `the evidence of liquidation ${number}, reckoning_digest`
    const opening = this.#found.get(number)
    if (opening === undefined) return `${where}: nothing opens it`
    if (reckoned === null) return `${where}: no row says what it was decided by`
    const words = {
      nonce: opening.nonce,
      listingOf: (id: number) => venue.listings[id] ?? { code: '', priceDecimals: 0 },
      idOf: (_: number, place: number) => opening.positions[place] ?? '',
      scale: venue.currencies[usdt]?.scale ?? 0,
    }
    const text = reckoningText(words, reckoned)
    if (createHash('sha256').update(text).digest('hex') !== digest)
      return `${where}: it is not that of what the row says`
    this.held += 1
    return null
  }
}

function jsonOf(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return null
  }
}
