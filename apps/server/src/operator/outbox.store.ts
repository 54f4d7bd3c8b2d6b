import type { Queryable } from '../platform/postgres/database.ts'

export interface KeptRow {
  readonly id: number
  /** Whose address it goes to; null where nobody has that. */
  readonly userId: number | null
  readonly channel: 'email' | 'sms'
  readonly recipient: string
  readonly template: string
  readonly locale: string
  readonly params: Readonly<Record<string, string>>
  /** Sealed for the message; null where it has none. */
  readonly secrets: Buffer | null
  readonly createdAt: number
}

/** Messages that stay in the outbox, newest first, older than `before`; `search` is a part of the address. */
export async function findKept(
  database: Queryable,
  search: string | null,
  before: number | null,
  limit: number,
): Promise<KeptRow[]> {
  const { rows } = await database.query<{
    id: string
    user_id: string | null
    channel: 'email' | 'sms'
    recipient: string
    template: string
    locale: string
    params: Record<string, string>
    secrets: Buffer | null
    created_at: Date
  }>(
    `SELECT o.id, u.id AS user_id, channel, recipient, template, locale, params, secrets, o.created_at FROM outbox AS o
       LEFT JOIN app_user AS u ON CASE channel WHEN 'email' THEN u.verified = 'email' AND lower(u.email) = lower(o.recipient)
         ELSE u.verified = 'phone' AND u.phone = o.recipient END
     WHERE state IN ('outbox', 'failed') AND o.id < $1 AND ($2::text IS NULL OR strpos(lower(recipient), lower($2)) > 0)
     ORDER BY o.id DESC LIMIT $3`,
    [before ?? Number.MAX_SAFE_INTEGER, search, limit],
  )
  return rows.map(({ id, user_id, created_at, ...rest }) => {
    const userId = user_id === null ? null : Number(user_id)
    return { ...rest, id: Number(id), userId, createdAt: created_at.getTime() }
  })
}
