import type { Queryable } from '../platform/postgres/database.ts'

/** What the audit log says that one operator did alone, and what the table has of it; in smallest units of USDT, UTC ms. */
export interface AloneEntry {
  readonly entry: number
  readonly kind: string
  readonly subject: string
  readonly operator: string
  readonly worth: bigint
  readonly bound: bigint
  readonly time: number
  /** Null where the table has no such row. */
  readonly kept: { readonly operator: string; readonly worth: bigint; readonly time: number } | null
}

interface Stored {
  id: string
  kind: string
  subject: string
  actor: string
  worth: string
  bound: string
  time: string
  kept_by: string | null
  kept_worth: string | null
  kept_time: string | null
}

/**
 * What the audit log says that one operator did alone, in its order: of each request their first word, since one that was handed
 * to a machine, taken back and paid was counted once.
 */
export async function findAloneEntries(database: Queryable): Promise<AloneEntry[]> {
  const { rows } = await database.query<Stored>(
    `SELECT e.id, e.kind, e.subject, e.actor, e.worth, e.bound, e.time,
       o.name AS kept_by, a.worth AS kept_worth, a.time AS kept_time
     FROM (SELECT DISTINCT ON (kind, subject, actor) * FROM (
         SELECT id, actor, detail ->> 'alone' AS worth, detail ->> 'alone_below' AS bound, detail ->> 'alone_at' AS time,
           CASE action WHEN 'deposit_completed' THEN 'credit' ELSE 'payout' END AS kind,
           CASE action WHEN 'withdrawal_released' THEN detail ->> 'withdrawal' ELSE subject END AS subject
         FROM audit WHERE action IN ('deposit_completed', 'withdrawal_paid', 'withdrawal_errored', 'withdrawal_rejected',
           'withdrawal_released') AND detail ? 'alone') AS told
       ORDER BY kind, subject, actor, id) AS e
     LEFT JOIN operator_alone AS a ON a.kind = e.kind AND a.subject = e.subject
     LEFT JOIN operator AS o ON o.id = a.operator
     ORDER BY e.id`,
  )
  return rows.map(({ id, kind, subject, actor, worth, bound, time, kept_by, kept_worth, kept_time }) => ({
    entry: Number(id),
    kind,
    subject,
    operator: actor,
    worth: BigInt(worth),
    bound: BigInt(bound),
    time: Number(time),
    kept:
      kept_by === null || kept_worth === null
        ? null
        : { operator: kept_by, worth: BigInt(kept_worth), time: Number(kept_time) },
  }))
}
