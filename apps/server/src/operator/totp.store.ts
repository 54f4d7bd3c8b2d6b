import type { Queryable } from '../platform/postgres/database.ts'

/** How long a set-up may take from its secret to its first code. */
const beginMinutes = 30

/** Keeps the sealed secret of an app whose first code is still to come; one that is set up goes on until then. */
export async function beginTotp(client: Queryable, id: number, sealed: Buffer, sessionId: string): Promise<void> {
  await client.query('UPDATE operator SET totp_next = $2, totp_next_session = $3, totp_next_at = now() WHERE id = $1', [
    id,
    sealed,
    sessionId,
  ])
}

/** The sealed secret that a session has asked for and not yet set up; null where there is none, or it has expired. */
export async function begunTotp(client: Queryable, id: number, sessionId: string): Promise<Buffer | null> {
  const { rows } = await client.query<{ totp_next: Buffer }>(
    `SELECT totp_next FROM operator WHERE id = $1 AND totp_next_session = $2 AND totp_next IS NOT NULL
       AND totp_next_at > now() - interval '${beginMinutes} minutes' FOR UPDATE`,
    [id, sessionId],
  )
  return rows[0]?.totp_next ?? null
}

/** Sets up the sealed secret of an app with the step of its first code, in place of the one before. */
export async function setTotp(client: Queryable, id: number, sealed: Buffer, step: number): Promise<void> {
  await client.query(
    `UPDATE operator SET totp_secret = $2, totp_step = $3, totp_next = NULL, totp_next_session = NULL, totp_next_at = NULL
     WHERE id = $1`,
    [id, sealed, step],
  )
}

export async function removeTotp(client: Queryable, id: number): Promise<void> {
  await client.query('UPDATE operator SET totp_secret = NULL WHERE id = $1', [id])
}
