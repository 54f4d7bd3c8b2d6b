import { createHash } from 'node:crypto'
import { type FileHandle, open } from 'node:fs/promises'
import { holderName } from '@truemark/core/ledger/holders'
import type { OwedAmount } from '@truemark/core/owed'
import { usdt } from '@truemark/core/money/units'
import type { State } from '@truemark/core/state'
import type { Event } from '@truemark/core/vocabulary'
import { jsonOf } from '@truemark/protocol/jsonOf'
import * as z from 'zod/mini'
import type { Database } from '../platform/postgres/database.ts'
import type { PublicIds } from '../platform/publicId.ts'
import {
  type LiabilityHead,
  findEntries,
  findSeeds,
  isSeeded,
  openingOfClose,
  ownerless,
  reckoningText,
  rootsFault,
  seedFault,
} from '../transparency/door.ts'
import { findOwners } from '../identity/door.ts'
import { ExportFault } from './read.ts'

/** What opens the digest in the public evidence of a liquidation, by the number of that evidence. */
const openingLine = z.strictObject({
  number: z.int(),
  nonce: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
  positions: z.array(z.string()),
})
type Opening = z.infer<typeof openingLine>

/** What the trees of a proof of what is owed are drawn from, and what the owner of a holder is called in them. */
const seedLine = z.strictObject({ epoch: z.int(), seed: z.string().check(z.regex(/^[0-9a-f]{64}$/)) })
const ownerLine = z.strictObject({ holder: z.string(), uid: z.string() })
const anyLine = z.union([openingLine, seedLine, ownerLine])
type Line = z.infer<typeof anyLine>

/** How many there are of what a file of openings holds. */
export interface OpeningsCount {
  readonly liquidations: number
  readonly heads: number
}

const pageMax = 500

/**
 * Writes what an auditor of an export needs beside it to a new file: what opens the digests of all liquidations, and what the
 * trees over what is owed are made anew from. It belongs to no export: who has it can tell which account a liquidation's
 * evidence, and a leaf, is of.
 */
export async function writeOpenings(
  ports: { readonly database: Database; readonly ids: PublicIds; readonly secret: Uint8Array },
  path: string,
): Promise<OpeningsCount> {
  const { database, ids } = ports
  const file: FileHandle = await open(path, 'wx', 0o600)
  const write = (line: Line): Promise<void> => file.writeFile(`${JSON.stringify(line)}\n`)
  let liquidations = 0
  try {
    for (const [holder, user] of await findOwners(database))
      await write({ holder: holderName(holder), uid: ids.write('user', user) })
    const seeds = await findSeeds(database)
    for (const [epoch, seed] of seeds) await write({ epoch, seed: seed.toString('hex') })
    let place = 0
    for (let page = await findEntries(database, 0, pageMax); page.length > 0;) {
      for (const { kind, number } of page) {
        const found = kind === 'liquidation' ? await openingOfClose(ports, number) : null
        if (found === null) continue
        await write({ number, nonce: found.nonce, positions: [...found.positions] })
        liquidations += 1
      }
      place += page.length
      page = await findEntries(database, place, pageMax)
    }
    await file.sync()
    return { liquidations, heads: seeds.size }
  } finally {
    await file.close()
  }
}

/** What an auditor has beside an export. */
export class Openings {
  readonly #found = new Map<number, Opening>()
  readonly #seeds = new Map<number, Buffer>()
  readonly #uids = new Map<string, string>()
  /** How many liquidations were opened, and of how many proofs the trees were made anew, or are of before that was possible. */
  held = 0
  rebuilt = 0
  unseeded = 0

  private constructor(lines: readonly Line[]) {
    for (const line of lines) {
      if ('number' in line) this.#found.set(line.number, line)
      else if ('epoch' in line) this.#seeds.set(line.epoch, Buffer.from(line.seed, 'hex'))
      else this.#uids.set(line.holder, line.uid)
    }
  }

  /** Reads a file of openings; throws an ExportFault where it is none. */
  static read(text: string): Openings {
    const lines = text.split('\n').filter((line) => line !== '')
    return new Openings(
      lines.map((line, at) => {
        const { data } = z.safeParse(anyLine, jsonOf(line))
        if (data === undefined) throw new ExportFault(`line ${at + 1} of the openings: it has another shape`)
        return data
      }),
    )
  }

  /** Makes the trees of a proof anew; where they do not lead to the roots that its head signs, or null. */
  async rootsFault(head: LiabilityHead, owed: ReadonlyMap<string, readonly OwedAmount[]>): Promise<string | null> {
    if (!isSeeded(head)) {
      this.unseeded += 1
      return null
    }
    const seed = this.#seeds.get(head.epoch)
    const fault = seedFault(head, seed)
    if (fault !== null || seed === undefined) return fault
    this.rebuilt += 1
    return rootsFault(head, owed, seed, (holder) => this.#uids.get(holderName(holder)) ?? ownerless(holder))
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
