import type { Queryable } from '../platform/postgres/database.ts'
import { integerOf } from '../platform/postgres/integerOf.ts'

const validMinutes = 30
const againSeconds = 60

/** When a mail of a setting was read; null where none was. */
export async function provenAt(client: Queryable, setting: Buffer): Promise<number | null> {
  const { rows } = await client.query<{ proven_at: Date }>(
    'SELECT proven_at FROM mail_test WHERE setting = $1 AND proven_at IS NOT NULL ORDER BY id DESC LIMIT 1',
    [setting],
  )
  return rows[0]?.proven_at.getTime() ?? null
}

interface Asked {
  readonly setting: Buffer
  readonly operator: number
}

const live = `setting = $1 AND asked_by = $2 AND proven_at IS NULL AND tries_left > 0
  AND asked_at > now() - make_interval(mins => ${validMinutes})`

/** Whether an operator waits for the code of a test of a setting. */
export async function isWaiting(client: Queryable, { setting, operator }: Asked): Promise<boolean> {
  const { rows } = await client.query(`SELECT 1 FROM mail_test WHERE ${live} LIMIT 1`, [setting, operator])
  return rows.length > 0
}

/** Seconds until an operator may ask for another test; 0 where now. Held against others of theirs until the transaction ends. */
export async function secondsToWait(client: Queryable, operator: number): Promise<number> {
  await client.query('SELECT 1 FROM operator WHERE id = $1 FOR UPDATE', [operator])
  const { rows } = await client.query<{ left: number | null }>(
    `SELECT ceil(extract(epoch FROM max(asked_at) + make_interval(secs => ${againSeconds}) - now()))::int AS left
     FROM mail_test WHERE asked_by = $1`,
    [operator],
  )
  return Math.max(0, rows[0]?.left ?? 0)
}

/** Keeps a test; it takes the place of those that the operator asked for before. */
export async function insertTest(client: Queryable, { setting, operator }: Asked, codeHash: Buffer): Promise<void> {
  await client.query('UPDATE mail_test SET tries_left = 0 WHERE asked_by = $1', [operator])
  await client.query('INSERT INTO mail_test (setting, code_hash, asked_by) VALUES ($1, $2, $3)', [
    setting,
    codeHash,
    operator,
  ])
}

/** Uses a try of the operator's test up; its number where the code is right, null where it is not or there is none. */
export async function useTest(
  client: Queryable,
  { setting, operator }: Asked,
  codeHash: Buffer,
): Promise<number | null> {
  const { rows } = await client.query<{ id: string; right: boolean }>(
    `UPDATE mail_test SET tries_left = tries_left - 1, proven_at = CASE WHEN code_hash = $3 THEN now() END
     WHERE ${live} RETURNING id, code_hash = $3 AS right`,
    [setting, operator, codeHash],
  )
  return rows[0]?.right === true ? integerOf(rows[0].id) : null
}
