import type { Queryable } from '../platform/postgres/database.ts'
import { integerOf } from '../platform/postgres/integerOf.ts'

export interface NewCertificate {
  readonly name: string
  readonly regulator: string
  readonly number: string
  readonly registerLink: string
  readonly image: string | null
  readonly expiresAt: number
  readonly addedBy: string
  readonly addedAt: number
}

export interface CertificateRow extends NewCertificate {
  readonly id: number
  readonly ended: { readonly by: string; readonly reason: string; readonly at: number } | null
}

interface StoredCertificate {
  id: string
  name: string
  regulator: string
  number: string
  register_link: string
  image: string | null
  expires_at: string
  added_by: string
  added_at: string
  ended_by: string | null
  ended_reason: string | null
  ended_at: string | null
}

function certificateOf(row: StoredCertificate): CertificateRow {
  const { ended_by: by, ended_reason: reason, ended_at: at } = row
  return {
    id: integerOf(row.id),
    name: row.name,
    regulator: row.regulator,
    number: row.number,
    registerLink: row.register_link,
    image: row.image,
    expiresAt: integerOf(row.expires_at),
    addedBy: row.added_by,
    addedAt: integerOf(row.added_at),
    ended: by === null || reason === null || at === null ? null : { by, reason, at: integerOf(at) },
  }
}

/** All that were ever shown, the newest first. */
export async function findCertificates(database: Queryable): Promise<CertificateRow[]> {
  const { rows } = await database.query<StoredCertificate>('SELECT * FROM certificate ORDER BY id DESC')
  return rows.map(certificateOf)
}

/** Those that hold at `now`, the oldest first. */
export async function findStanding(database: Queryable, now: number): Promise<CertificateRow[]> {
  const { rows } = await database.query<StoredCertificate>(
    'SELECT * FROM certificate WHERE ended_at IS NULL AND expires_at > $1 ORDER BY id',
    [now],
  )
  return rows.map(certificateOf)
}

export async function insertCertificate(client: Queryable, fresh: NewCertificate): Promise<void> {
  const { name, regulator, number, registerLink, image, expiresAt, addedBy, addedAt } = fresh
  await client.query(
    `INSERT INTO certificate (name, regulator, number, register_link, image, expires_at, added_by, added_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [name, regulator, number, registerLink, image, expiresAt, addedBy, addedAt],
  )
}

/** Ends a certificate; false where there is none that could be. */
export async function endCertificate(
  client: Queryable,
  id: number,
  { by, reason, at }: { by: string; reason: string; at: number },
): Promise<boolean> {
  const { rowCount } = await client.query(
    'UPDATE certificate SET ended_by = $2, ended_reason = $3, ended_at = $4 WHERE id = $1 AND ended_at IS NULL',
    [id, by, reason, at],
  )
  return rowCount === 1
}
