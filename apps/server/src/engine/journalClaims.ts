import type { Queryable } from '../platform/postgres/database.ts'
import { integerOf } from '../platform/postgres/integerOf.ts'

/** What something beside the journal tells of one of its rows: that it is there, and perhaps what its digest is. */
export interface JournalClaim {
  /** Who tells it, as a sentence's subject. */
  readonly by: string
  readonly seq: number
  /** In hex: the row's digest, and that of the row before it; null where they are not told. */
  readonly digest: string | null
  readonly previous: string | null
}

/** How far the read models and the snapshots say that the journal reaches. */
export async function findOwnClaims(database: Queryable): Promise<JournalClaim[]> {
  const { rows } = await database.query<{ by: string; seq: string; digest: string | null }>(
    `SELECT 'the read model ' || name AS by, seq, NULL AS digest FROM projection WHERE seq > 0
     UNION ALL SELECT 'the snapshot at row ' || seq, seq, encode(digest, 'hex') FROM snapshot WHERE seq > 0
     UNION ALL SELECT 'a fact set aside by the read model ' || projection, max(seq), NULL FROM set_aside GROUP BY projection`,
  )
  return rows.map(({ by, seq, digest }) => ({ by, seq: integerOf(seq), digest, previous: null }))
}

/** How far a read model is, as its tables say: the row of the journal that it took last. */
export async function projectedSeq(client: Queryable, name: string): Promise<number> {
  const { rows } = await client.query<{ seq: string }>('SELECT seq FROM projection WHERE name = $1', [name])
  return integerOf(rows[0]?.seq ?? '0')
}

interface Compared {
  readonly place: string
  readonly last: string | null
  readonly digest: string | null
  readonly previous: string | null
}

/**
 * What is told of the journal and does not hold there, as the rest of a sentence: first that it is shorter than the
 * farthest row that is told of, then the first row of another digest. Null where all holds.
 */
export async function claimFault(database: Queryable, claims: readonly JournalClaim[]): Promise<string | null> {
  const told = claims.filter(({ seq }) => seq > 0).toSorted((a, b) => b.seq - a.seq)
  const { rows } = await database.query<Compared>(
    `SELECT c.place, (SELECT max(seq) FROM journal) AS last, encode(j.digest, 'hex') AS digest,
       encode(j.previous, 'hex') AS previous
     FROM unnest($1::bigint[]) WITH ORDINALITY AS c (seq, place) LEFT JOIN journal AS j USING (seq) ORDER BY c.place`,
    [told.map(({ seq }) => seq)],
  )
  const last = integerOf(rows[0]?.last ?? '0')
  const beyond = told.filter(({ seq }) => seq > last)
  const [farthest] = beyond
  if (farthest !== undefined) {
    const more = beyond.length === 1 ? '' : `, and ${beyond.length - 1} more tell of rows after its end`
    return `it ends at row ${last}, though ${farthest.by} tells of row ${farthest.seq}${more}`
  }
  for (const [place, claim] of [...told.entries()].toReversed()) {
    const row = rows[place]
    if (row === undefined || row.digest === null) return `row ${claim.seq} is missing, though ${claim.by} tells of it`
    const differs = claim.digest !== null && claim.digest !== row.digest
    if (differs || (claim.previous !== null && claim.previous !== row.previous))
      return `row ${claim.seq} has another digest than ${claim.by} names`
  }
  return null
}
