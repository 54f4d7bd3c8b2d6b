import { endFiles } from '../platform/files/store.ts'
import type { Queryable } from '../platform/postgres/database.ts'

/** The file of a person's picture, or null; nobody else changes it until the transaction ends. */
export async function lockAvatar(client: Queryable, userId: number): Promise<number | null> {
  const { rows } = await client.query<{ avatar_file: string | null }>(
    'SELECT avatar_file FROM app_user WHERE id = $1 FOR UPDATE',
    [userId],
  )
  const file = rows[0]?.avatar_file ?? null
  return file === null ? null : Number(file)
}

/** Writes what of a profile was given; null leaves the nickname, `undefined` the picture as it is. */
export async function writeProfile(
  client: Queryable,
  userId: number,
  { nickname, avatarFile }: { readonly nickname: string | null; readonly avatarFile: number | null | undefined },
): Promise<void> {
  await client.query(
    `UPDATE app_user SET nickname = coalesce($2, nickname),
       avatar_file = CASE WHEN $3 THEN $4::bigint ELSE avatar_file END
     WHERE id = $1`,
    [userId, nickname, avatarFile !== undefined, avatarFile ?? null],
  )
}

/** Ends the time of the pictures of guests whose account has ended. */
export async function endGuestAvatars(client: Queryable): Promise<void> {
  const { rows } = await client.query<{ avatar_file: string }>(
    `SELECT avatar_file FROM app_user
     WHERE guest AND active_at < now() - interval '7 days' AND avatar_file IS NOT NULL`,
  )
  await endFiles(
    client,
    rows.map(({ avatar_file: file }) => Number(file)),
  )
}
