import type { Queryable } from '../platform/postgres/database.ts'

export interface KeptRow {
  readonly id: number
  readonly channel: 'email' | 'sms'
  readonly recipient: string
  readonly template: string
  readonly locale: string
  readonly params: Readonly<Record<string, string>>
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
    channel: 'email' | 'sms'
    recipient: string
    template: string
    locale: string
    params: Record<string, string>
    created_at: Date
  }>(
    `SELECT id, channel, recipient, template, locale, params, created_at FROM outbox
     WHERE state IN ('outbox', 'failed') AND id < $1 AND ($2::text IS NULL OR strpos(lower(recipient), lower($2)) > 0)
     ORDER BY id DESC LIMIT $3`,
    [before ?? Number.MAX_SAFE_INTEGER, search, limit],
  )
  return rows.map(({ id, channel, recipient, template, locale, params, created_at }) => {
    return { id: Number(id), channel, recipient, template, locale, params, createdAt: created_at.getTime() }
  })
}
