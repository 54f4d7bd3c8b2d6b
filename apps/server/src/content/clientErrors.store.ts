import type { Queryable } from '../platform/postgres/database.ts'
import { integerOf } from '../platform/postgres/integerOf.ts'

/** One report, without anything of a person. */
export interface ClientReport {
  readonly fingerprint: Buffer
  readonly version: string
  readonly message: string
  /** The frame in which it broke. */
  readonly place: string
  readonly stack: string
  readonly page: string
  readonly browser: string
}

/** Reports of the same version, message and place; times in UTC ms. */
export interface ClientErrorGroup extends Omit<ClientReport, 'fingerprint'> {
  readonly id: number
  readonly count: number
  readonly first: number
  readonly last: number
  readonly seen: number | null
}

interface Stored extends Omit<ClientReport, 'fingerprint'> {
  id: string
  count: string
  first_at: string
  last_at: string
  seen_at: string | null
}

function groupOf({ id, count, first_at, last_at, seen_at, ...said }: Stored): ClientErrorGroup {
  return {
    ...said,
    id: integerOf(id),
    count: integerOf(count),
    first: integerOf(first_at),
    last: integerOf(last_at),
    seen: seen_at === null ? null : integerOf(seen_at),
  }
}

/** Counts a report in its group, which it may begin; whether it did. */
export async function noteReport(client: Queryable, report: ClientReport, now: number): Promise<boolean> {
  const { fingerprint, version, message, place, stack, page, browser } = report
  const { rows } = await client.query<{ count: string }>(
    `INSERT INTO client_error AS kept (fingerprint, version, message, place, stack, page, browser, count, first_at, last_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, 1, $8, $8)
     ON CONFLICT (fingerprint) DO UPDATE SET count = kept.count + 1, stack = EXCLUDED.stack, page = EXCLUDED.page,
       browser = EXCLUDED.browser, last_at = greatest(kept.last_at, EXCLUDED.last_at)
     RETURNING count`,
    [fingerprint, version, message, place, stack, page, browser, now],
  )
  return rows[0]?.count === '1'
}

/** Deletes the groups last reported before a moment, and all but the newest `groupsMax`. */
export async function forgetReports(client: Queryable, before: number, groupsMax: number): Promise<void> {
  await client.query(
    `DELETE FROM client_error WHERE last_at < $1
       OR id IN (SELECT id FROM client_error ORDER BY last_at DESC, id DESC OFFSET $2)`,
    [before, groupsMax],
  )
}

/** Groups that were heard of since a moment, the newest first, after the group `after`; those alone that nobody has seen since. */
export async function findReports(
  client: Queryable,
  { since, unseen, after, limit }: { since: number; unseen: boolean; after: number | null; limit: number },
): Promise<ClientErrorGroup[]> {
  const { rows } = await client.query<Stored>(
    `SELECT id, version, message, place, stack, page, browser, count, first_at, last_at, seen_at FROM client_error
     WHERE last_at >= $1 AND (NOT $2 OR seen_at IS NULL OR seen_at < last_at)
       AND ($3::bigint IS NULL OR (last_at, id) < (SELECT last_at, id FROM client_error WHERE id = $3))
     ORDER BY last_at DESC, id DESC LIMIT $4`,
    [since, unseen, after, limit],
  )
  return rows.map(groupOf)
}

/** Notes that somebody has seen a group as it is now; gives its message, null where there is none. */
export async function markSeen(client: Queryable, id: number, now: number): Promise<string | null> {
  const { rows } = await client.query<{ message: string }>(
    'UPDATE client_error SET seen_at = greatest($2, last_at) WHERE id = $1 RETURNING message',
    [id, now],
  )
  return rows[0]?.message ?? null
}
