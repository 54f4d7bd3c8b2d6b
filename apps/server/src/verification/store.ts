import type { DocumentSide, RealNameLevelName, VerificationFault } from '@truemark/protocol/routes/verification'
import type { Queryable } from '../platform/postgres/database.ts'

/** A submission of one level. */
export interface VerificationRow {
  readonly id: number
  readonly userId: number
  readonly level: RealNameLevelName
  readonly state: 'pending' | 'approved' | 'rejected'
  readonly sealed: Buffer
  readonly numberHash: Buffer | null
  readonly front: number | null
  readonly back: number | null
  readonly submittedAt: number
  readonly deadlineAt: number
  readonly decidedAt: number | null
  readonly decidedBy: string
  readonly faults: VerificationFault[]
  readonly note: string
  /** When its approval was taken back; null where it was not. */
  readonly revokedAt: number | null
}

interface StoredRow {
  id: string
  user_id: string
  level: RealNameLevelName
  state: VerificationRow['state']
  fields: Buffer
  number_hash: Buffer | null
  front: string | null
  back: string | null
  submitted_at: Date
  deadline_at: Date
  decided_at: Date | null
  decider: string | null
  faults: VerificationFault[]
  note: string
  revoked_at: Date | null
}

const select = `SELECT v.id, v.user_id, v.level, v.state, v.fields, v.number_hash, v.front, v.back, v.submitted_at,
    v.deadline_at, v.decided_at, o.name AS decider, v.faults, v.note, v.revoked_at
  FROM verification AS v LEFT JOIN operator AS o ON o.id = v.decided_by`

function rowOf(row: StoredRow): VerificationRow {
  return {
    id: Number(row.id),
    userId: Number(row.user_id),
    level: row.level,
    state: row.state,
    sealed: row.fields,
    numberHash: row.number_hash,
    front: row.front === null ? null : Number(row.front),
    back: row.back === null ? null : Number(row.back),
    submittedAt: row.submitted_at.getTime(),
    deadlineAt: row.deadline_at.getTime(),
    decidedAt: row.decided_at?.getTime() ?? null,
    decidedBy: row.decider ?? '',
    faults: row.faults,
    note: row.note,
    revokedAt: row.revoked_at?.getTime() ?? null,
  }
}

export interface NewVerification {
  readonly userId: number
  readonly level: RealNameLevelName
  readonly sealed: Buffer
  readonly numberHash: Buffer | null
  readonly front: number | null
  readonly back: number | null
  readonly hours: number
}

/** Keeps a submission; false where one of the level waits or stands already. */
export async function insertVerification(client: Queryable, fresh: NewVerification): Promise<boolean> {
  const { userId, level, sealed, numberHash, front, back, hours } = fresh
  const { rows } = await client.query(
    `INSERT INTO verification (user_id, level, fields, number_hash, front, back, deadline_at)
     VALUES ($1, $2, $3, $4, $5, $6, now() + make_interval(hours => $7)) ON CONFLICT DO NOTHING RETURNING id`,
    [userId, level, sealed, numberHash, front, back, hours],
  )
  return rows.length > 0
}

const historyMax = 50

/** What a person has submitted, newest first. */
export async function findOfUser(client: Queryable, userId: number): Promise<VerificationRow[]> {
  const { rows } = await client.query<StoredRow>(
    `${select} WHERE v.user_id = $1 ORDER BY v.id DESC LIMIT ${historyMax}`,
    [userId],
  )
  return rows.map(rowOf)
}

export async function findVerification(client: Queryable, id: number): Promise<VerificationRow | null> {
  const { rows } = await client.query<StoredRow>(`${select} WHERE v.id = $1`, [id])
  return rows[0] === undefined ? null : rowOf(rows[0])
}

/** Whether a submission waits; it is kept from other deciders until the transaction ends. */
export async function holdPending(client: Queryable, id: number): Promise<boolean> {
  const { rows } = await client.query(`SELECT 1 FROM verification WHERE id = $1 AND state = 'pending' FOR UPDATE`, [id])
  return rows.length > 0
}

/** Whether a submission is approved; it is kept from other deciders until the transaction ends. */
export async function holdApproved(client: Queryable, id: number): Promise<boolean> {
  const { rows } = await client.query(`SELECT 1 FROM verification WHERE id = $1 AND state = 'approved' FOR UPDATE`, [
    id,
  ])
  return rows.length > 0
}

/** Takes an approval back: the level can be submitted again, with what was found at fault. */
export async function revoke(
  client: Queryable,
  id: number,
  { operator, faults, note }: Omit<Decision, 'state'>,
): Promise<void> {
  await client.query(
    `UPDATE verification SET state = 'rejected', decided_by = $2, faults = $3, note = $4, decided_at = now(),
       revoked_at = now() WHERE id = $1`,
    [id, operator, JSON.stringify(faults), note],
  )
}

export interface QueueFilter {
  readonly open: boolean
  readonly level: RealNameLevelName | null
  readonly from: number | null
  readonly limit: number
}

/** What waits, oldest first; or what was decided, newest first. */
export async function findQueue(client: Queryable, filter: QueueFilter): Promise<VerificationRow[]> {
  const { open, level, from, limit } = filter
  const [state, place, order] = open
    ? [`v.state = 'pending'`, 'v.id > $1', 'v.id']
    : [`v.state <> 'pending'`, 'v.id < $1', 'v.id DESC']
  const { rows } = await client.query<StoredRow>(
    `${select} WHERE ${state} AND ${place} AND ($2::text IS NULL OR v.level = $2) ORDER BY ${order} LIMIT $3`,
    [from ?? (open ? 0 : Number.MAX_SAFE_INTEGER), level, limit],
  )
  return rows.map(rowOf)
}

export interface Decision {
  readonly state: 'approved' | 'rejected'
  readonly operator: number
  readonly faults: readonly VerificationFault[]
  readonly note: string
}

export async function decide(
  client: Queryable,
  id: number,
  { state, operator, faults, note }: Decision,
): Promise<void> {
  await client.query(
    `UPDATE verification SET state = $2, decided_by = $3, faults = $4, note = $5, decided_at = now() WHERE id = $1`,
    [id, state, operator, JSON.stringify(faults), note],
  )
}

/**
 * Erases what was typed and by what a document's number is known again, the given days after the decision. What stands
 * of it is that the level was decided, when and by whom.
 */
export async function eraseOldFields(client: Queryable, days: number): Promise<void> {
  await client.query(
    `UPDATE verification SET fields = '', number_hash = NULL, faults = '[]', note = '', erased_at = now()
     WHERE erased_at IS NULL AND decided_at < now() - make_interval(days => $1)`,
    [days],
  )
}

/** How many submissions of the same person and level came before each of these. */
export async function findAttempts(client: Queryable, ids: readonly number[]): Promise<Map<number, number>> {
  const { rows } = await client.query<{ id: string; attempts: string }>(
    `SELECT v.id, count(before.id) AS attempts FROM verification AS v
     LEFT JOIN verification AS before ON before.user_id = v.user_id AND before.level = v.level AND before.id < v.id
     WHERE v.id = ANY($1) GROUP BY v.id`,
    [ids],
  )
  return new Map(rows.map(({ id, attempts }) => [Number(id), Number(attempts)]))
}

const sameMax = 20

/** Other people than this one who have submitted a document whose number has one of these hashes. */
export async function findSameNumber(client: Queryable, userId: number, hashes: readonly Buffer[]): Promise<number[]> {
  if (hashes.length === 0) return []
  const { rows } = await client.query<{ user_id: string }>(
    `SELECT DISTINCT user_id FROM verification WHERE number_hash = ANY($1) AND user_id <> $2 ORDER BY 1 LIMIT ${sameMax}`,
    [hashes, userId],
  )
  return rows.map((row) => Number(row.user_id))
}

/** Other people who have sent one of these photos as their document, as it was sent or by its pixels. */
export async function findSamePhoto(client: Queryable, { userId, front, back }: VerificationRow): Promise<number[]> {
  const { rows } = await client.query<{ owner: string }>(
    `SELECT DISTINCT f.owner FROM file AS own JOIN file AS f
       ON (f.digest = own.digest OR f.sent_digest = own.sent_digest) AND f.owner <> $2 AND f.purpose = 'identity'
     WHERE own.id = ANY($1) AND EXISTS (SELECT 1 FROM verification AS v WHERE v.front = f.id OR v.back = f.id)
     ORDER BY 1 LIMIT ${sameMax}`,
    [[front, back].filter((id) => id !== null), userId],
  )
  return rows.map((row) => Number(row.owner))
}

/** The photo of a side, or null where the level has none. */
export function fileOf(row: VerificationRow, side: DocumentSide): number | null {
  return side === 'front' ? row.front : row.back
}
