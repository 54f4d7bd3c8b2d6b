import type { LocaleId } from '@truemark/protocol/locale'
import type { Database, Queryable } from '../platform/postgres/database.ts'
import { integerOf } from '../platform/postgres/integerOf.ts'

/** Who is to get the day's head. */
export interface NewHeadMail {
  readonly address: string
  readonly locale: LocaleId
  /** Where the server is reached, for links. */
  readonly origin: string
  readonly token: string
}

/**
 * Subscribes an address; where it is subscribed already, its language and links are the new ones. Gives whether there was
 * room for it.
 * @param max how many addresses there may be
 */
export async function addHeadMail(
  database: Database,
  { address, locale, origin, token }: NewHeadMail,
  max: number,
): Promise<boolean> {
  return database.transaction(async (client) => {
    // one after the other, so that many at once do not pass the bound together
    await client.query('LOCK TABLE head_mail IN SHARE ROW EXCLUSIVE MODE')
    const { rowCount } = await client.query(
      `INSERT INTO head_mail (recipient, locale, origin, token)
       SELECT $1, $2, $3, $4 WHERE (SELECT count(*) FROM head_mail) < $5
         OR EXISTS (SELECT FROM head_mail WHERE lower(recipient) = lower($1))
       ON CONFLICT (lower(recipient)) DO UPDATE SET locale = excluded.locale, origin = excluded.origin`,
      [address, locale, origin, token, max],
    )
    return rowCount === 1
  })
}

/** Ends the mails to whom a token was given; nothing where it is nobody's. */
export async function endHeadMail(client: Queryable, token: string): Promise<void> {
  await client.query('DELETE FROM head_mail WHERE token = $1', [token])
}

/** Ends the mails to an address. */
export async function forgetHeadMail(client: Queryable, address: string): Promise<void> {
  await client.query('DELETE FROM head_mail WHERE lower(recipient) = lower($1)', [address])
}

/** Since when (UTC ms) an address gets the heads; null: it does not. */
export async function headMailSince(client: Queryable, address: string): Promise<number | null> {
  const { rows } = await client.query<{ since: Date }>(
    'SELECT since FROM head_mail WHERE lower(recipient) = lower($1)',
    [address],
  )
  return rows[0]?.since.getTime() ?? null
}

/** How many get the heads. */
export async function countHeadMails(client: Queryable): Promise<number> {
  const { rows } = await client.query<{ count: string }>('SELECT count(*) AS count FROM head_mail')
  return integerOf(rows[0]?.count ?? '0')
}

export interface DueHeadMail {
  readonly recipient: string
  readonly locale: string
  readonly origin: string
  readonly token: string
}

/**
 * Takes up to `limit` of those that have got no head since the day began: each counts as told of a statement of `time`. In the
 * caller's transaction, so that a mail goes if and only if it is noted.
 */
export async function takeDueHeadMails(
  client: Queryable,
  { dayBegan, time, limit }: { readonly dayBegan: number; readonly time: number; readonly limit: number },
): Promise<DueHeadMail[]> {
  const { rows } = await client.query<DueHeadMail>(
    `UPDATE head_mail SET told = $2 WHERE id IN
       (SELECT id FROM head_mail WHERE told < $1 ORDER BY told, id LIMIT $3 FOR UPDATE SKIP LOCKED)
     RETURNING recipient, locale, origin, token`,
    [dayBegan, time, limit],
  )
  return rows
}
