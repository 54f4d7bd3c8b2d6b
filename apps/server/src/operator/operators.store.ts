import type { OperatorRole } from '@truemark/protocol/routes/desk'
import type { Queryable } from '../platform/postgres/database.ts'
import { integerOf } from '../platform/postgres/integerOf.ts'

/** An operator as the desk lists one. */
export interface ListedOperator {
  readonly id: number
  readonly name: string
  readonly role: OperatorRole
  readonly disabled: boolean
  /** What somebody says who has yet to be confirmed; null for everyone else. */
  readonly spokenCode: string | null
  readonly createdAt: number
  readonly seenAt: number | null
  readonly sessions: number
}

interface StoredListed {
  id: string
  name: string
  role: OperatorRole
  disabled: boolean
  spoken_code: string | null
  created_at: Date
  seen_at: Date | null
  sessions: string
}

const select = `SELECT o.id, o.name, o.role, o.disabled_at IS NOT NULL AS disabled, o.spoken_code, o.created_at,
    max(s.seen_at) AS seen_at,
    count(s.id) FILTER (WHERE s.ended_at IS NULL AND s.seen_at > now() - interval '2 hours'
      AND s.created_at > now() - interval '12 hours') AS sessions
  FROM operator AS o LEFT JOIN operator_session AS s ON s.operator_id = o.id`

function listedOf({
  id,
  name,
  role,
  disabled,
  spoken_code,
  created_at,
  seen_at,
  sessions,
}: StoredListed): ListedOperator {
  return {
    id: integerOf(id),
    name,
    role,
    disabled,
    spokenCode: spoken_code,
    createdAt: created_at.getTime(),
    seenAt: seen_at?.getTime() ?? null,
    sessions: integerOf(sessions),
  }
}

/** All operators, disabled ones at the end. */
export async function findOperators(database: Queryable): Promise<ListedOperator[]> {
  const { rows } = await database.query<StoredListed>(
    `${select} GROUP BY o.id ORDER BY o.disabled_at IS NOT NULL, o.id`,
  )
  return rows.map(listedOf)
}

export async function findOperator(database: Queryable, id: number): Promise<ListedOperator | null> {
  const { rows } = await database.query<StoredListed>(`${select} WHERE o.id = $1 GROUP BY o.id`, [id])
  return rows[0] === undefined ? null : listedOf(rows[0])
}

const operatorsLock = 7_201_958

/**
 * Keeps others from deciding, and from changing who may decide, until the transaction ends: of a decision and what ends the
 * decider's rights one is first. Taken before any other lock.
 */
export async function holdOperators(client: Queryable): Promise<void> {
  await client.query('SELECT pg_advisory_xact_lock($1)', [operatorsLock])
}

/**
 * Whether an operator is the only administrator who can still sign in. The administrators are held until the
 * transaction ends, so that two who leave at once are not both the last but one.
 */
export async function isLastAdministrator(client: Queryable, id: number): Promise<boolean> {
  const { rows } = await client.query<{ id: string }>(
    `SELECT id FROM operator WHERE role = 'administrator' AND disabled_at IS NULL ORDER BY id FOR UPDATE`,
  )
  return rows.length === 1 && integerOf(rows[0]?.id ?? '0') === id
}

export async function setRole(client: Queryable, id: number, role: OperatorRole): Promise<void> {
  await client.query('UPDATE operator SET role = $2 WHERE id = $1', [id, role])
}

/** Disables an operator, or enables one, who is confirmed by that. */
export async function setOperatorDisabled(client: Queryable, id: number, disabled: boolean): Promise<void> {
  await client.query(
    `UPDATE operator SET disabled_at = CASE WHEN $2 THEN now() END, spoken_code = CASE WHEN $2 THEN spoken_code END
     WHERE id = $1`,
    [id, disabled],
  )
}

/** Keeps an operator from signing in until another one has heard this from them. */
export async function setUnconfirmed(client: Queryable, id: number, spokenCode: string): Promise<void> {
  await client.query('UPDATE operator SET disabled_at = now(), spoken_code = $2 WHERE id = $1', [id, spokenCode])
}

/** Ends an operator's sessions; gives their numbers. */
export async function endOperatorSessions(client: Queryable, id: number): Promise<number[]> {
  const { rows } = await client.query<{ id: string }>(
    'UPDATE operator_session SET ended_at = now() WHERE operator_id = $1 AND ended_at IS NULL RETURNING id',
    [id],
  )
  return rows.map((row) => integerOf(row.id))
}

/** The numbers of an operator's sessions that have not ended. */
export async function liveSessions(database: Queryable, id: number): Promise<number[]> {
  const { rows } = await database.query<{ id: string }>(
    'SELECT id FROM operator_session WHERE operator_id = $1 AND ended_at IS NULL',
    [id],
  )
  return rows.map((row) => integerOf(row.id))
}

export async function findOperatorNames(client: Queryable, ids: readonly number[]): Promise<Map<number, string>> {
  const { rows } = await client.query<{ id: string; name: string }>(
    'SELECT id, name FROM operator WHERE id = ANY($1)',
    [ids],
  )
  return new Map(rows.map(({ id, name }) => [Number(id), name]))
}
