import type { Queryable } from '../platform/postgres/database.ts'
import { integerOf } from '../platform/postgres/integerOf.ts'

export interface TouchRow {
  readonly id: number
  readonly time: number
  readonly actor: string
  readonly action: string
  readonly reason: string
}

export interface TouchFilter {
  /** The public id of whom it is about. */
  readonly uid: string
  /** What older entries, that name nobody, would be about. */
  readonly subjects: readonly string[]
  readonly before: number | null
  readonly limit: number
}

/**
 * Entries of the audit log about a person, newest first, older than the one numbered `before`. That something was asked
 * for is left out once what came of it is told, which of a withdrawal that was handed to a machine is told of its payout.
 */
export async function findTouches(database: Queryable, filter: TouchFilter): Promise<TouchRow[]> {
  const { uid, subjects, before, limit } = filter
  const { rows } = await database.query<{ id: string; time: string; actor: string; action: string; reason: string }>(
    `SELECT id, time, actor, action, reason FROM audit
     WHERE (touched @> ARRAY[$1] OR subject = ANY($2)) AND id < $3 AND NOT (action LIKE '%\\_asked' AND EXISTS (
       SELECT 1 FROM audit AS came WHERE came.subject = audit.subject AND came.id > audit.id
         AND came.action IN (left(audit.action, -6), left(audit.action, -6) || '_refused')))
       AND NOT (action = 'withdrawal_released_asked' AND EXISTS (
         SELECT 1 FROM audit AS came WHERE came.touched @> ARRAY[$1] AND came.action = 'withdrawal_released'
           AND came.detail ->> 'withdrawal' = audit.subject AND came.id > audit.id))
     ORDER BY id DESC LIMIT $4`,
    [uid, subjects, before ?? Number.MAX_SAFE_INTEGER, limit],
  )
  return rows.map((row) => ({ ...row, id: integerOf(row.id), time: integerOf(row.time) }))
}

/** The last of a person's deposits, withdrawals and submissions of identity: operators' deeds are about those too. */
export async function findDealings(
  database: Queryable,
  userId: number,
  limit: number,
): Promise<{ kind: 'deposit' | 'withdrawal' | 'verification'; id: number }[]> {
  const { rows } = await database.query<{ kind: 'deposit' | 'withdrawal' | 'verification'; id: string }>(
    `(SELECT 'deposit' AS kind, d.id FROM deposit AS d JOIN deposit_claim AS c ON c.id = d.claim
        WHERE c.user_id = $1 ORDER BY d.id DESC LIMIT $2)
     UNION ALL (SELECT 'withdrawal', w.id FROM withdrawal AS w JOIN withdrawal_claim AS c ON c.id = w.claim
        WHERE c.user_id = $1 ORDER BY w.id DESC LIMIT $2)
     UNION ALL (SELECT 'verification', id FROM verification WHERE user_id = $1 ORDER BY id DESC LIMIT $2)`,
    [userId, limit],
  )
  return rows.map(({ kind, id }) => ({ kind, id: integerOf(id) }))
}
