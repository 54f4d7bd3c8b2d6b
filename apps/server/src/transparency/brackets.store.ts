import type { BracketTerms } from '@truemark/core/margin/brackets'
import type { Event } from '@truemark/core/vocabulary'
import * as z from 'zod/mini'
import type { Projection } from '../engine/door.ts'
import type { Queryable } from '../platform/postgres/database.ts'
import { integerOf } from '../platform/postgres/integerOf.ts'
import { wordAt } from '../platform/postgres/wordAt.ts'

/** What a change of brackets is. Places are for ever. */
export const bracketChanges = ['set', 'announced', 'withdrawn', 'enforced'] as const
export type BracketChangeName = (typeof bracketChanges)[number]

const kept = z.array(z.object({ floor: z.string(), rate: z.int(), multiple: z.int() }))
type Kept = z.infer<typeof kept>

function keptOf(brackets: readonly BracketTerms[]): Kept {
  return brackets.map(({ floor, maintenanceRate, multipleMax }) => {
    return { floor: String(floor), rate: maintenanceRate, multiple: multipleMax }
  })
}

/** The public history of maintenance brackets. */
export const bracketProjection: Projection<Event> = {
  name: 'bracket_change',
  wants: ['derivativeConfigured', 'derivativeTermsSet', 'bracketsAnnounced', 'bracketsWithdrawn', 'bracketsEnforced'],
  apply: async (facts, writer) => {
    for (const { event, time } of facts) {
      if (event.type === 'bracketsAnnounced') {
        await insert(writer, event.listing, 'announced', keptOf(event.brackets), event.effectiveAt, time)
      } else if (event.type === 'bracketsEnforced') {
        await insert(writer, event.listing, 'enforced', keptOf(event.terms.brackets), null, time)
      } else if (event.type === 'bracketsWithdrawn') {
        const announced = (await findLast(writer, event.listing, ['announced'])) ?? []
        await insert(writer, event.listing, 'withdrawn', announced, null, time)
      } else if (event.type === 'derivativeConfigured' || event.type === 'derivativeTermsSet') {
        const brackets = keptOf(event.terms.brackets)
        const last = await findLast(writer, event.listing, ['set', 'enforced'])
        // terms are set for other reasons too
        if (last === null || !same(last, brackets)) await insert(writer, event.listing, 'set', brackets, null, time)
      }
    }
  },
}

function same(one: Kept, other: Kept): boolean {
  const text = (brackets: Kept): string =>
    brackets.map(({ floor, rate, multiple }) => `${floor} ${rate} ${multiple}`).join()
  return text(one) === text(other)
}

async function insert(
  writer: Queryable,
  listing: number,
  change: BracketChangeName,
  brackets: Kept,
  effectiveAt: number | null,
  time: number,
): Promise<void> {
  await writer.query(
    'INSERT INTO bracket_change (listing, change, brackets, effective_at, time) VALUES ($1, $2, $3, $4, $5)',
    [listing, bracketChanges.indexOf(change), JSON.stringify(brackets), effectiveAt, time],
  )
}

async function findLast(
  client: Queryable,
  listing: number,
  changes: readonly BracketChangeName[],
): Promise<Kept | null> {
  const { rows } = await client.query<{ brackets: unknown }>(
    'SELECT brackets FROM bracket_change WHERE listing = $1 AND change = ANY($2) ORDER BY id DESC LIMIT 1',
    [listing, changes.map((change) => bracketChanges.indexOf(change))],
  )
  return rows[0] === undefined ? null : z.parse(kept, rows[0].brackets)
}

export interface BracketChangeRow {
  readonly id: number
  readonly listing: number
  readonly change: BracketChangeName
  readonly brackets: readonly BracketTerms[]
  readonly effectiveAt: number | null
  readonly time: number
}

/** Changes of brackets, of a market or of all, the last first, older than `before`. */
export async function findBracketChanges(
  database: Queryable,
  { listing, before }: { readonly listing: number | undefined; readonly before: number | null },
  limit: number,
): Promise<BracketChangeRow[]> {
  const { rows } = await database.query<{
    id: string
    listing: number
    change: number
    brackets: unknown
    effective_at: string | null
    time: string
  }>(
    `SELECT id, listing, change, brackets, effective_at, time FROM bracket_change
     WHERE id < $1 AND ($2::smallint IS NULL OR listing = $2) ORDER BY id DESC LIMIT $3`,
    [before ?? Number.MAX_SAFE_INTEGER, listing ?? null, limit],
  )
  return rows.map((row) => ({
    id: integerOf(row.id),
    listing: row.listing,
    change: wordAt(bracketChanges, row.change),
    brackets: z.parse(kept, row.brackets).map(({ floor, rate, multiple }) => {
      return { floor: BigInt(floor), maintenanceRate: rate, multipleMax: multiple }
    }),
    effectiveAt: row.effective_at === null ? null : integerOf(row.effective_at),
    time: integerOf(row.time),
  }))
}
