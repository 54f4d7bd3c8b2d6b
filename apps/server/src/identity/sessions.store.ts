import type { HolderId } from '@truemark/core/ledger/holders'
import type { Realm } from '@truemark/protocol/values'
import { forgetChallenges } from '../passkey/door.ts'
import type { Preparing, Queryable } from '../platform/postgres/database.ts'
import { besideLimit, endsAt } from './sessionLimit.store.ts'

/** A live session as the gateway needs it; a disabled person has none of the demo. */
export interface LiveSession {
  readonly id: number
  readonly userId: number
  readonly realm: Realm
  readonly guest: boolean
  readonly disabled: boolean
  /** Whether the account is tagged as one of somebody who works at the desk. */
  readonly staff: boolean
  readonly holder: HolderId
}

interface LiveRow {
  id: string
  user_id: string
  realm: Realm
  guest: boolean
  disabled: boolean
  staff: boolean
  holder: HolderId | null
}

/** Which sessions, with their people, still work. */
const isLive = `s.ended_at IS NULL AND s.seen_at > now() - interval '30 days'
    AND (NOT u.guest OR u.active_at > now() - interval '7 days')
    AND NOT (s.realm = 'demo' AND is_disabled(u))
    AND coalesce(${endsAt} > now(), true)`

const liveSelect = `SELECT s.id, s.user_id, s.realm, u.guest, is_disabled(u) AS disabled, is_staff(u.id) AS staff,
    CASE s.realm WHEN 'real' THEN u.real_holder ELSE u.demo_holder END AS holder
  FROM session s JOIN app_user u ON u.id = s.user_id ${besideLimit}
  WHERE ${isLive}`

function liveOf(row: LiveRow | undefined): LiveSession | null {
  if (row === undefined || row.holder === null) return null
  const { realm, guest, disabled, staff, holder } = row
  return { id: Number(row.id), userId: Number(row.user_id), realm, guest, disabled, staff, holder }
}

/** The live session of a token's hash. */
export async function sessionByHash(client: Preparing, hash: Buffer): Promise<LiveSession | null> {
  const { rows } = await client.prepared<LiveRow>(`${liveSelect} AND s.token_hash = $1`, [hash])
  return liveOf(rows[0])
}

/** Whether a token's session has ended, and its person is disabled. */
export async function endedAsDisabled(client: Preparing, hash: Buffer): Promise<boolean> {
  const { rows } = await client.prepared(
    `SELECT 1 FROM session s JOIN app_user u ON u.id = s.user_id
     WHERE s.token_hash = $1 AND is_disabled(u) AND (s.ended_at IS NOT NULL OR s.realm = 'demo')`,
    [hash],
  )
  return rows.length > 0
}

/** A live session by its number. */
export async function sessionById(client: Queryable, id: number): Promise<LiveSession | null> {
  const { rows } = await client.query<LiveRow>(`${liveSelect} AND s.id = $1`, [id])
  return liveOf(rows[0])
}

/** Begins a session; one that is opened out of another, `from`, is as old as that one to a limit of its person's own. */
export async function insertSession(
  client: Queryable,
  session: { hash: Buffer; userId: number; realm: Realm; device: string; from: number | null },
): Promise<void> {
  await client.query(
    `INSERT INTO session (token_hash, user_id, realm, device, signed_in_at)
     VALUES ($1, $2, $3, $4, coalesce((SELECT signed_in_at FROM session WHERE id = $5), now()))`,
    [session.hash, session.userId, session.realm, session.device, session.from],
  )
}

/** Notes that sessions and their people were seen; called for many at once. */
export async function touchSessions(client: Queryable, ids: readonly number[]): Promise<void> {
  await client.query(
    // people first, as whatever ends their sessions has it; who is being changed right now is left for the next time
    `WITH held AS MATERIALIZED (
       SELECT id FROM app_user WHERE id IN (SELECT user_id FROM session WHERE id = ANY($1::bigint[]))
       ORDER BY id FOR NO KEY UPDATE SKIP LOCKED),
     seen AS (UPDATE app_user SET active_at = now() WHERE id IN (SELECT id FROM held) RETURNING id)
     UPDATE session SET seen_at = now() WHERE id = ANY($1::bigint[]) AND user_id IN (SELECT id FROM seen)`,
    [ids],
  )
}

/** Whom the challenges of a session's passkeys are given to. */
export function passkeyBearer(sessionId: string): string {
  return `session ${sessionId}`
}

export interface SessionRow {
  readonly id: number
  readonly realm: Realm
  readonly device: string
  readonly createdAt: number
  readonly seenAt: number
}

/** Where a person is signed in: sessions that still work, the last seen first. */
export async function sessionsOf(client: Queryable, userId: number, limit: number): Promise<SessionRow[]> {
  const { rows } = await client.query<{ id: string; realm: Realm; device: string; created_at: Date; seen_at: Date }>(
    `SELECT s.id, s.realm, s.device, s.created_at, s.seen_at FROM session s JOIN app_user u ON u.id = s.user_id
       ${besideLimit}
     WHERE s.user_id = $1 AND ${isLive} ORDER BY s.seen_at DESC, s.id DESC LIMIT $2`,
    [userId, limit],
  )
  return rows.map((row) => ({
    id: Number(row.id),
    realm: row.realm,
    device: row.device,
    createdAt: row.created_at.getTime(),
    seenAt: row.seen_at.getTime(),
  }))
}

/** Ends a person's sessions: one, or all but one, or all. Gives the numbers of those that were live. */
export async function endSessions(
  client: Queryable,
  userId: number,
  which: { only: number } | { except: number } | 'all',
): Promise<number[]> {
  const [condition, value] =
    which === 'all' ? ['$2 = 0', 0] : 'only' in which ? ['id = $2', which.only] : ['id <> $2', which.except]
  const { rows } = await client.query<{ id: string }>(
    `UPDATE session SET ended_at = now() WHERE user_id = $1 AND ended_at IS NULL AND ${condition} RETURNING id`,
    [userId, value],
  )
  // by none of them is anything proved any more
  await forgetChallenges(
    client,
    rows.map(({ id }) => passkeyBearer(id)),
  )
  return rows.map(({ id }) => Number(id))
}

/** Forgets sessions that ended, or fell silent, two months ago. */
export async function eraseOldSessions(client: Queryable): Promise<void> {
  await client.query(`DELETE FROM session WHERE coalesce(ended_at, seen_at) < now() - interval '60 days'`)
}
