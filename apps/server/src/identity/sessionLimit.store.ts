import type { Database, Queryable } from '../platform/postgres/database.ts'

/** How long a person lets their own sessions last, as it stands for one of them. */
export interface SessionLimit {
  /** In minutes after signing in; null for no limit. */
  readonly minutes: number | null
  /** What will hold later, and from when (UTC ms). */
  readonly looser: { readonly minutes: number | null; readonly from: number } | null
  readonly signedInAt: number
  /** When this session ends by it (UTC ms), null for never. */
  readonly endsAt: number | null
}

/** Puts the limit of its person, `l`, beside a session `s`. */
export const besideLimit = 'LEFT JOIN session_limit l ON l.user_id = s.user_id'

const lasting = (minutes: string): string => `s.signed_in_at + l.${minutes} * interval '1 minute'`

/** When a session ends by its person's limit, null for never. What ended before a looser one held is not revived by it. */
export const endsAt = `CASE WHEN l.next_from IS NULL OR ${lasting('minutes')} < l.next_from
  THEN ${lasting('minutes')} ELSE ${lasting('next_minutes')} END`

interface LimitRow {
  minutes: number | null
  next_minutes: number | null
  next_from: Date | null
  loosened: boolean | null
}

/** The limit as it stands for a session; null where there is no such session. */
export async function findSessionLimit(client: Queryable, sessionId: number): Promise<SessionLimit | null> {
  const { rows } = await client.query<LimitRow & { signed_in_at: Date; ends_at: Date | null }>(
    `SELECT l.minutes, l.next_minutes, l.next_from, l.next_from <= now() AS loosened, s.signed_in_at, ${endsAt} AS ends_at
     FROM session s ${besideLimit} WHERE s.id = $1`,
    [sessionId],
  )
  const [row] = rows
  if (row === undefined) return null
  const { next_minutes: minutes, next_from: from } = row
  return {
    minutes: heldBy(row),
    looser: from === null || row.loosened === true ? null : { minutes, from: from.getTime() },
    signedInAt: row.signed_in_at.getTime(),
    endsAt: row.ends_at?.getTime() ?? null,
  }
}

function heldBy({ minutes, next_minutes, loosened }: LimitRow): number | null {
  return loosened === true ? next_minutes : minutes
}

function isTighter(minutes: number | null, than: number | null): boolean {
  return than === null || (minutes !== null && minutes <= than)
}

/**
 * Sets a person's limit: a tighter one at once, a looser one 24 hours from now; one replaces what was still to come.
 * Gives the numbers of the sessions that have ended by it.
 */
export function changeSessionLimit(database: Database, userId: number, minutes: number | null): Promise<number[]> {
  return database.transaction(async (client) => {
    await client.query('INSERT INTO session_limit (user_id) VALUES ($1) ON CONFLICT (user_id) DO NOTHING', [userId])
    const { rows } = await client.query<LimitRow>(
      `SELECT minutes, next_minutes, next_from, next_from <= now() AS loosened FROM session_limit
       WHERE user_id = $1 FOR UPDATE`,
      [userId],
    )
    const holds = rows[0] === undefined ? null : heldBy(rows[0])
    // what the limit of before has ended stays ended, whatever the row says from here on
    const before = await endOverdue(client, userId)
    await (isTighter(minutes, holds)
      ? client.query(
          'UPDATE session_limit SET minutes = $2, next_minutes = NULL, next_from = NULL WHERE user_id = $1',
          [userId, minutes],
        )
      : client.query(
          `UPDATE session_limit SET minutes = $2, next_minutes = $3, next_from = now() + interval '24 hours'
           WHERE user_id = $1`,
          [userId, holds, minutes],
        ))
    return [...before, ...(await endOverdue(client, userId))]
  })
}

/** Marks sessions ended that are older than their person lets them be, of one person or of all; gives their numbers. */
export async function endOverdue(client: Queryable, userId: number | null): Promise<number[]> {
  // among all, one that is being written to is left for the next look: whoever writes to many waits for none
  const { rows } = await client.query<{ id: string }>(
    `UPDATE session SET ended_at = now() WHERE id IN (
       SELECT s.id FROM session s JOIN session_limit l ON l.user_id = s.user_id
       WHERE s.ended_at IS NULL AND ($1::bigint IS NULL OR s.user_id = $1) AND ${endsAt} <= now()
       FOR UPDATE OF s ${userId === null ? 'SKIP LOCKED' : ''})
     RETURNING id`,
    [userId],
  )
  return rows.map(({ id }) => Number(id))
}
