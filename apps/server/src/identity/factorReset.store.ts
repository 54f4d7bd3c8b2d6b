import type { FactorResetOutcome } from '@truemark/protocol/routes/factorReset'
import type { Queryable } from '../platform/postgres/database.ts'
import { integerOf } from '../platform/postgres/integerOf.ts'

/** A lost second factor, from its owner's word, or the desk's, to its end; times in UTC ms. */
export interface FactorReset {
  readonly id: number
  readonly userId: number
  readonly askedAt: number | null
  readonly begunAt: number | null
  readonly dueAt: number | null
  readonly origin: string
  readonly endedAt: number | null
  readonly outcome: FactorResetOutcome | null
}

interface Stored {
  id: string
  user_id: string
  asked_at: string | null
  begun_at: string | null
  due_at: string | null
  origin: string
  ended_at: string | null
  outcome: FactorResetOutcome | null
}

const timeOf = (text: string | null): number | null => (text === null ? null : integerOf(text))

function resetOf(row: Stored): FactorReset {
  return {
    id: integerOf(row.id),
    userId: integerOf(row.user_id),
    askedAt: timeOf(row.asked_at),
    begunAt: timeOf(row.begun_at),
    dueAt: timeOf(row.due_at),
    origin: row.origin,
    endedAt: timeOf(row.ended_at),
    outcome: row.outcome,
  }
}

interface Begun {
  readonly userId: number
  readonly now: number
  readonly origin: string
}

/** Keeps that an owner says that the factor is lost; false where that is known, or decided, already. */
export async function insertAsked(client: Queryable, { userId, now, origin }: Begun): Promise<boolean> {
  const { rows } = await client.query(
    `INSERT INTO factor_reset (user_id, asked_at, origin) VALUES ($1, $2, $3)
     ON CONFLICT (user_id) WHERE outcome IS NULL DO NOTHING RETURNING id`,
    [userId, now, origin],
  )
  return rows.length > 0
}

/** Begins the wait; false where it runs already. */
export async function beginReset(
  client: Queryable,
  { userId, now, dueAt, origin }: Begun & { readonly dueAt: number },
): Promise<boolean> {
  const { rows } = await client.query(
    `INSERT INTO factor_reset AS kept (user_id, begun_at, due_at, origin) VALUES ($1, $2, $3, $4)
     ON CONFLICT (user_id) WHERE outcome IS NULL
     DO UPDATE SET begun_at = EXCLUDED.begun_at, due_at = EXCLUDED.due_at, origin = EXCLUDED.origin
     WHERE kept.begun_at IS NULL RETURNING id`,
    [userId, now, dueAt, origin],
  )
  return rows.length > 0
}

/** Ends what is open of a person; false where nothing is. */
export async function endReset(
  client: Queryable,
  userId: number,
  outcome: FactorResetOutcome,
  now: number,
): Promise<boolean> {
  const { rows } = await client.query(
    `UPDATE factor_reset SET outcome = $2, ended_at = $3 WHERE user_id = $1 AND outcome IS NULL RETURNING id`,
    [userId, outcome, now],
  )
  return rows.length > 0
}

/** What is open of a person; null where nothing is. */
export async function openReset(client: Queryable, userId: number): Promise<FactorReset | null> {
  const { rows } = await client.query<Stored>('SELECT * FROM factor_reset WHERE user_id = $1 AND outcome IS NULL', [
    userId,
  ])
  return rows[0] === undefined ? null : resetOf(rows[0])
}

/** The waits that are over, the longest first. */
export async function dueResets(client: Queryable, now: number, limit: number): Promise<FactorReset[]> {
  const { rows } = await client.query<Stored>(
    'SELECT * FROM factor_reset WHERE outcome IS NULL AND due_at <= $1 ORDER BY due_at, id LIMIT $2',
    [now, limit],
  )
  return rows.map(resetOf)
}

/** Keeps a wait that is over from others until the transaction ends; false where it has ended meanwhile. */
export async function lockDue(client: Queryable, id: number, now: number): Promise<boolean> {
  const { rows } = await client.query(
    'SELECT id FROM factor_reset WHERE id = $1 AND outcome IS NULL AND due_at <= $2 FOR UPDATE',
    [id, now],
  )
  return rows.length > 0
}

/** Ends what was asked before a moment, and decided by nobody. */
export async function lapseAsked(client: Queryable, before: number, now: number): Promise<void> {
  await client.query(
    `UPDATE factor_reset SET outcome = 'lapsed', ended_at = $2
     WHERE outcome IS NULL AND begun_at IS NULL AND asked_at < $1`,
    [before, now],
  )
}

/** Open or ended ones with a number below `before`, newest first. */
export async function findResets(
  client: Queryable,
  isOpen: boolean,
  before: number | null,
  limit: number,
): Promise<FactorReset[]> {
  const { rows } = await client.query<Stored>(
    'SELECT * FROM factor_reset WHERE (outcome IS NULL) = $1 AND id < $2 ORDER BY id DESC LIMIT $3',
    [isOpen, before ?? Number.MAX_SAFE_INTEGER, limit],
  )
  return rows.map(resetOf)
}
