import type { Queryable } from '../platform/postgres/database.ts'

/** What a person has asked to be told, and the word by which our mails are known. */
export interface SecuritySetting {
  readonly word: string
  readonly loginMail: boolean
  readonly withdrawalMail: boolean
}

const unset: SecuritySetting = { word: '', loginMail: false, withdrawalMail: false }

export async function readSecurity(client: Queryable, userId: number): Promise<SecuritySetting> {
  const { rows } = await client.query<{ word: string; login_mail: boolean; withdrawal_mail: boolean }>(
    'SELECT word, login_mail, withdrawal_mail FROM user_security WHERE user_id = $1',
    [userId],
  )
  const [row] = rows
  return row === undefined ? unset : { word: row.word, loginMail: row.login_mail, withdrawalMail: row.withdrawal_mail }
}

export async function writeSecurity(client: Queryable, userId: number, setting: SecuritySetting): Promise<void> {
  await client.query(
    `INSERT INTO user_security (user_id, word, login_mail, withdrawal_mail) VALUES ($1, $2, $3, $4)
     ON CONFLICT (user_id) DO UPDATE SET word = EXCLUDED.word, login_mail = EXCLUDED.login_mail,
       withdrawal_mail = EXCLUDED.withdrawal_mail`,
    [userId, setting.word, setting.loginMail, setting.withdrawalMail],
  )
}

const linkDays = 7

/** Keeps a freeze link, so that it can be used once within a week. */
export async function insertFreezeLink(client: Queryable, userId: number, hash: Buffer): Promise<void> {
  await client.query(
    'INSERT INTO freeze_link (token_hash, user_id, expires_at) VALUES ($1, $2, now() + make_interval(days => $3))',
    [hash, userId, linkDays],
  )
}

/** Whose account a freeze link freezes; null where it is none that can be used. */
export async function ownerOfFreezeLink(client: Queryable, hash: Buffer): Promise<number | null> {
  const { rows } = await client.query<{ user_id: string }>(
    'SELECT user_id FROM freeze_link WHERE token_hash = $1 AND used_at IS NULL AND expires_at > now()',
    [hash],
  )
  return rows[0] === undefined ? null : Number(rows[0].user_id)
}

/** Uses a freeze link up, and with it every other of the same person; gives the person, or null where it is none. */
export async function useFreezeLink(client: Queryable, hash: Buffer): Promise<number | null> {
  const { rows } = await client.query<{ user_id: string }>(
    `UPDATE freeze_link SET used_at = now() WHERE token_hash = $1 AND used_at IS NULL AND expires_at > now()
     RETURNING user_id`,
    [hash],
  )
  const [row] = rows
  if (row === undefined) return null
  await client.query('UPDATE freeze_link SET used_at = now() WHERE user_id = $1 AND used_at IS NULL', [row.user_id])
  return Number(row.user_id)
}

/** Forgets links that can no longer be used. */
export async function eraseOldLinks(client: Queryable): Promise<void> {
  await client.query('DELETE FROM freeze_link WHERE expires_at < now()')
}
