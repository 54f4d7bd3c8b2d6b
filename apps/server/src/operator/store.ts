import type { OperatorRole } from '@truemark/protocol/routes/desk'
import type { Queryable } from '../platform/postgres/database.ts'

export interface OperatorRow {
  readonly id: number
  readonly name: string
  readonly role: OperatorRole
  readonly passwordHash: string
  /** The authenticator app's secret, sealed; null for one who signs in by passkeys alone. */
  readonly totpSealed: Buffer | null
  readonly createdAt: number
}

interface StoredOperator {
  id: string
  name: string
  role: OperatorRole
  password_hash: string
  totp_secret: Buffer | null
  created_at: Date
}

function operatorOf(row: StoredOperator | undefined): OperatorRow | null {
  if (row === undefined) return null
  const { name, role, password_hash, totp_secret, created_at } = row
  return {
    id: Number(row.id),
    name,
    role,
    passwordHash: password_hash,
    totpSealed: totp_secret,
    createdAt: created_at.getTime(),
  }
}

/** The operator of a name, unless disabled: who may not sign in is nobody. */
export async function operatorByName(client: Queryable, name: string): Promise<OperatorRow | null> {
  const { rows } = await client.query<StoredOperator>(
    `SELECT * FROM operator WHERE lower(name) = lower($1) AND disabled_at IS NULL`,
    [name],
  )
  return operatorOf(rows[0])
}

export async function operatorById(client: Queryable, id: number): Promise<OperatorRow | null> {
  const { rows } = await client.query<StoredOperator>('SELECT * FROM operator WHERE id = $1', [id])
  return operatorOf(rows[0])
}

/** An operator who may sign in; held until the transaction ends where `lock` says so. */
export async function liveOperator(client: Queryable, id: number, lock = false): Promise<OperatorRow | null> {
  const { rows } = await client.query<StoredOperator>(
    `SELECT * FROM operator WHERE id = $1 AND disabled_at IS NULL ${lock ? 'FOR UPDATE' : ''}`,
    [id],
  )
  return operatorOf(rows[0])
}

/** How many operators can sign in. */
export async function operatorCount(client: Queryable): Promise<number> {
  const { rows } = await client.query<{ count: string }>('SELECT count(*) FROM operator WHERE disabled_at IS NULL')
  return Number(rows[0]?.count ?? 0)
}

/** How many operators there have ever been, those who are disabled included. */
export async function operatorsEver(client: Queryable): Promise<number> {
  const { rows } = await client.query<{ count: string }>('SELECT count(*) FROM operator')
  return Number(rows[0]?.count ?? 0)
}

/** Whether an operator, one who is disabled too, has a name. */
export async function isNameTaken(client: Queryable, name: string): Promise<boolean> {
  const { rows } = await client.query('SELECT 1 FROM operator WHERE lower(name) = lower($1)', [name])
  return rows.length > 0
}

/** Adds an operator, who has no factor yet; null where the name is taken. */
export async function insertOperator(
  client: Queryable,
  operator: { name: string; role: string; passwordHash: string },
): Promise<OperatorRow | null> {
  const { name, role, passwordHash } = operator
  const { rows } = await client.query<StoredOperator>(
    'INSERT INTO operator (name, role, password_hash) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING RETURNING *',
    [name, role, passwordHash],
  )
  return operatorOf(rows[0])
}

/** Uses up the code of a step; false where that step's code, or a later one, was used before. */
export async function useTotpStep(client: Queryable, id: number, step: number): Promise<boolean> {
  const { rows } = await client.query(
    'UPDATE operator SET totp_step = $2 WHERE id = $1 AND totp_step < $2 RETURNING id',
    [id, step],
  )
  return rows.length > 0
}

export interface LinkRow {
  readonly role: OperatorRole
  readonly expiresAt: number
  /** The number of the approved invitation that it was made for; null for one that the server or a first operator made. */
  readonly proposal: number | null
}

export async function insertLink(
  client: Queryable,
  link: { hash: Buffer; role: OperatorRole; hours: number; proposal: number | null },
): Promise<void> {
  await client.query(
    `INSERT INTO operator_link (token_hash, role, expires_at, proposal)
     VALUES ($1, $2, now() + make_interval(hours => $3), $4)`,
    [link.hash, link.role, link.hours, link.proposal],
  )
}

/** A link that can still be used; locked until the transaction ends where `lock` says so. */
export async function liveLink(client: Queryable, hash: Buffer, lock: boolean): Promise<LinkRow | null> {
  const { rows } = await client.query<{ role: OperatorRole; expires_at: Date; proposal: string | null }>(
    `SELECT role, expires_at, proposal FROM operator_link
     WHERE token_hash = $1 AND used_at IS NULL AND expires_at > now() ${lock ? 'FOR UPDATE' : ''}`,
    [hash],
  )
  const [row] = rows
  if (row === undefined) return null
  const { role, expires_at: expiresAt, proposal } = row
  return { role, expiresAt: expiresAt.getTime(), proposal: proposal === null ? null : Number(proposal) }
}

/** Whether a link was made for an approved invitation, used or not. */
export async function hasLink(client: Queryable, proposal: number): Promise<boolean> {
  const { rows } = await client.query('SELECT 1 FROM operator_link WHERE proposal = $1', [proposal])
  return rows.length > 0
}

export async function useLink(client: Queryable, hash: Buffer): Promise<void> {
  await client.query('UPDATE operator_link SET used_at = now() WHERE token_hash = $1', [hash])
}

/** Ends links that nobody has used, so that the newest is the only one. */
export async function endLinks(client: Queryable): Promise<void> {
  await client.query('UPDATE operator_link SET expires_at = now() WHERE used_at IS NULL')
}

export async function insertOperatorSession(client: Queryable, hash: Buffer, operatorId: number): Promise<void> {
  await client.query('INSERT INTO operator_session (token_hash, operator_id) VALUES ($1, $2)', [hash, operatorId])
}

export interface OperatorSession {
  readonly id: number
  readonly operatorId: number
  readonly role: OperatorRole
}

/** A desk session ends after twelve hours, or two of silence. */
export async function operatorSession(client: Queryable, hash: Buffer): Promise<OperatorSession | null> {
  const { rows } = await client.query<{ id: string; operator_id: string; role: OperatorRole }>(
    `UPDATE operator_session AS s SET seen_at = now() FROM operator AS o
     WHERE s.token_hash = $1 AND o.id = s.operator_id AND s.ended_at IS NULL AND o.disabled_at IS NULL
       AND s.seen_at > now() - interval '2 hours' AND s.created_at > now() - interval '12 hours'
     RETURNING s.id, s.operator_id, o.role`,
    [hash],
  )
  const [row] = rows
  return row === undefined ? null : { id: Number(row.id), operatorId: Number(row.operator_id), role: row.role }
}

/** A desk session that lives, by its number. */
export async function operatorSessionById(client: Queryable, id: number): Promise<OperatorSession | null> {
  const { rows } = await client.query<{ operator_id: string; role: OperatorRole }>(
    `SELECT s.operator_id, o.role FROM operator_session AS s JOIN operator AS o ON o.id = s.operator_id
     WHERE s.id = $1 AND s.ended_at IS NULL AND o.disabled_at IS NULL
       AND s.seen_at > now() - interval '2 hours' AND s.created_at > now() - interval '12 hours'`,
    [id],
  )
  const [row] = rows
  return row === undefined ? null : { id, operatorId: Number(row.operator_id), role: row.role }
}

export async function endOperatorSession(client: Queryable, id: number): Promise<void> {
  await client.query('UPDATE operator_session SET ended_at = now() WHERE id = $1', [id])
}
