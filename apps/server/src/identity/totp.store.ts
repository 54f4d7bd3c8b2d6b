import type { Queryable } from '../platform/postgres/database.ts'

/** An authenticator app's secret, as it is kept. */
export interface TotpRow {
  readonly sealed: Buffer
  readonly confirmed: boolean
}

/** How long a set-up may take from its secret to its first code. */
const beginMinutes = 30

/** The secret of a person's app; one whose set-up has expired is none. */
export async function findTotp(client: Queryable, userId: number): Promise<TotpRow | null> {
  const { rows } = await client.query<{ secret: Buffer; confirmed: boolean }>(
    `SELECT secret, confirmed_at IS NOT NULL AS confirmed FROM user_totp WHERE user_id = $1
       AND (confirmed_at IS NOT NULL OR begun_at > now() - interval '${beginMinutes} minutes')`,
    [userId],
  )
  const [row] = rows
  return row === undefined ? null : { sealed: row.secret, confirmed: row.confirmed }
}

/** Whether a second factor guards an account. */
export async function hasTotp(client: Queryable, userId: number): Promise<boolean> {
  const { rows } = await client.query('SELECT 1 FROM user_totp WHERE user_id = $1 AND confirmed_at IS NOT NULL', [
    userId,
  ])
  return rows.length > 0
}

/** Keeps a secret whose first code is still to come, in place of an earlier one; false where one is set up already. */
export async function beginTotp(client: Queryable, userId: number, sealed: Buffer): Promise<boolean> {
  const { rows } = await client.query(
    `INSERT INTO user_totp AS kept (user_id, secret) VALUES ($1, $2)
     ON CONFLICT (user_id) DO UPDATE SET secret = EXCLUDED.secret, step = 0, begun_at = now()
     WHERE kept.confirmed_at IS NULL RETURNING user_id`,
    [userId, sealed],
  )
  return rows.length > 0
}

/** Sets a secret up with the step of its first code and its recovery codes; false where that has been done already. */
export async function confirmTotp(
  client: Queryable,
  userId: number,
  step: number,
  recoveryHashes: readonly Buffer[],
): Promise<boolean> {
  const { rows } = await client.query(
    `UPDATE user_totp SET confirmed_at = now(), step = $2 WHERE user_id = $1 AND confirmed_at IS NULL RETURNING user_id`,
    [userId, step],
  )
  if (rows.length === 0) return false
  await client.query('DELETE FROM recovery_code WHERE user_id = $1', [userId])
  await client.query('INSERT INTO recovery_code (user_id, code_hash) SELECT $1, unnest($2::bytea[])', [
    userId,
    recoveryHashes,
  ])
  return true
}

export async function removeTotp(client: Queryable, userId: number): Promise<void> {
  await client.query('DELETE FROM recovery_code WHERE user_id = $1', [userId])
  await client.query('DELETE FROM user_totp WHERE user_id = $1', [userId])
}

/** Uses up the code of a step and gives the step before; null where that step's code, or a later one, was used. */
export async function useUserStep(client: Queryable, userId: number, step: number): Promise<number | null> {
  const { rows } = await client.query<{ before: string }>(
    `UPDATE user_totp AS t SET step = $2 FROM (SELECT step FROM user_totp WHERE user_id = $1 FOR UPDATE) AS old
     WHERE t.user_id = $1 AND old.step < $2 RETURNING old.step AS before`,
    [userId, step],
  )
  return rows[0] === undefined ? null : Number(rows[0].before)
}

/** Makes the code of a step good again, unless a later one was used meanwhile. */
export async function returnUserStep(client: Queryable, userId: number, step: number, before: number): Promise<void> {
  await client.query('UPDATE user_totp SET step = $3 WHERE user_id = $1 AND step = $2', [userId, step, before])
}

/** Uses up a recovery code; false where it is none or was used. */
export async function useRecovery(client: Queryable, userId: number, hash: Buffer): Promise<boolean> {
  const { rows } = await client.query(
    `UPDATE recovery_code SET used_at = now() WHERE user_id = $1 AND code_hash = $2 AND used_at IS NULL
     RETURNING user_id`,
    [userId, hash],
  )
  return rows.length > 0
}

/** Makes a used recovery code good again. */
export async function returnRecovery(client: Queryable, userId: number, hash: Buffer): Promise<void> {
  await client.query('UPDATE recovery_code SET used_at = NULL WHERE user_id = $1 AND code_hash = $2', [userId, hash])
}
