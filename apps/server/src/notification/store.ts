import type { NotificationCategory } from '@truemark/protocol/notificationMessage'
import { type NotificationParams, isNotificationKind, notificationLimits } from '@truemark/protocol/notifications'
import type { Realm } from '@truemark/protocol/values'
import type { Queryable } from '../platform/postgres/database.ts'
import { integerOf } from '../platform/postgres/integerOf.ts'
import type { News, PersonalNews } from './news.ts'

type Sorted = { readonly category: NotificationCategory }

/** A notification as the table has it. */
export interface NotificationRow {
  readonly id: number
  readonly userId: number
  readonly realm: Realm | null
  readonly kind: string
  readonly params: NotificationParams
  readonly ref: number | null
  readonly time: number
  readonly read: boolean
}

interface StoredRow {
  id: string
  user_id: string
  realm: Realm | null
  kind: string
  params: NotificationParams
  ref: string | null
  happened_at: Date
  read: boolean
}

const columns = 'id, user_id, realm, kind, params, ref, happened_at, read_at IS NOT NULL AS read'

function rowOf(row: StoredRow): NotificationRow {
  return {
    id: integerOf(row.id),
    userId: integerOf(row.user_id),
    realm: row.realm,
    kind: row.kind,
    params: row.params,
    ref: row.ref === null ? null : integerOf(row.ref),
    time: row.happened_at.getTime(),
    read: row.read,
  }
}

/** Keeps what a person is told, unless it is kept already. */
export async function insertOne(client: Queryable, news: PersonalNews & Sorted): Promise<void> {
  await client.query(
    `INSERT INTO notification (user_id, realm, kind, category, params, ref, once, happened_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, now()) ON CONFLICT (user_id, once) DO NOTHING`,
    [news.userId, news.realm, news.kind, news.category, JSON.stringify(news.params), news.ref, news.once],
  )
}

/** Keeps the same for everybody who is registered. */
export async function insertForEveryone(client: Queryable, news: News & Sorted): Promise<void> {
  await client.query(
    `INSERT INTO notification (user_id, kind, category, params, ref, once, happened_at)
     SELECT id, $1, $2, $3, $4, $5, now() FROM app_user WHERE NOT guest AND NOT is_disabled(app_user)
     ON CONFLICT (user_id, once) DO NOTHING`,
    [news.kind, news.category, JSON.stringify(news.params), news.ref, news.once],
  )
}

export interface Reader {
  readonly userId: number
  readonly realm: Realm
}

const ofReader = 'user_id = $1 AND (realm IS NULL OR realm = $2)'

/** What a reader was told, newest first, older than `before`. */
export async function findNotifications(
  client: Queryable,
  { userId, realm }: Reader,
  category: NotificationCategory | null,
  before: number | null,
  limit: number,
): Promise<NotificationRow[]> {
  const { rows } = await client.query<StoredRow>(
    `SELECT ${columns} FROM notification
     WHERE ${ofReader} AND ($3::text IS NULL OR category = $3) AND id < $4 ORDER BY id DESC LIMIT $5`,
    [userId, realm, category, before ?? Number.MAX_SAFE_INTEGER, limit],
  )
  // a kind that a newer server wrote is for that one to tell
  return rows.filter(({ kind }) => isNotificationKind(kind)).map(rowOf)
}

export async function countUnread(client: Queryable, { userId, realm }: Reader): Promise<number> {
  const { rows } = await client.query<{ count: string }>(
    `SELECT count(*) AS count FROM notification WHERE ${ofReader} AND read_at IS NULL`,
    [userId, realm],
  )
  return integerOf(rows[0]?.count ?? '0')
}

/** Marks these of a reader, or (null) all, as read. */
export async function markRead(
  client: Queryable,
  { userId, realm }: Reader,
  ids: readonly number[] | null,
): Promise<void> {
  await client.query(
    `UPDATE notification SET read_at = now()
     WHERE ${ofReader} AND read_at IS NULL AND ($3::bigint[] IS NULL OR id = ANY($3))`,
    [userId, realm, ids],
  )
}

/** What was written down and went nowhere yet, oldest first; the rows are held until the transaction ends. */
export async function takeUntold(client: Queryable, limit: number): Promise<NotificationRow[]> {
  const { rows } = await client.query<StoredRow>(
    `SELECT ${columns} FROM notification WHERE NOT told ORDER BY id LIMIT $1 FOR UPDATE SKIP LOCKED`,
    [limit],
  )
  return rows.map(rowOf)
}

export async function markTold(client: Queryable, ids: readonly number[]): Promise<void> {
  await client.query('UPDATE notification SET told = true WHERE id = ANY($1::bigint[])', [ids])
}

export async function findNotification(client: Queryable, id: number): Promise<NotificationRow | null> {
  const { rows } = await client.query<StoredRow>(`SELECT ${columns} FROM notification WHERE id = $1`, [id])
  return rows[0] === undefined ? null : rowOf(rows[0])
}

/** A person as mails and pushes need them. */
export interface Addressee {
  readonly id: number
  readonly email: string
  readonly account: string
  readonly lang: string
  readonly word: string
  readonly realHolder: number | null
  readonly demoHolder: number | null
}

export async function findAddressees(client: Queryable, ids: readonly number[]): Promise<Map<number, Addressee>> {
  const { rows } = await client.query<{
    id: string
    email: string | null
    phone: string | null
    verified: string | null
    lang: string
    word: string | null
    real_holder: number | null
    demo_holder: number | null
  }>(
    `SELECT u.id, CASE WHEN u.verified = 'email' THEN u.email END AS email, u.phone, u.verified, u.lang, s.word, u.real_holder, u.demo_holder
     FROM app_user AS u LEFT JOIN user_security AS s ON s.user_id = u.id WHERE u.id = ANY($1::bigint[])`,
    [ids],
  )
  return new Map(
    rows.map((row) => [
      integerOf(row.id),
      {
        id: integerOf(row.id),
        email: row.email ?? '',
        account: (row.verified === 'phone' ? row.phone : row.email) ?? '',
        lang: row.lang,
        word: row.word ?? '',
        realHolder: row.real_holder,
        demoHolder: row.demo_holder,
      },
    ]),
  )
}

const sweepUsersMax = 500

/** Lets go what is older than 90 days, and what people have beyond their newest thousand. */
export async function sweepNotifications(client: Queryable): Promise<void> {
  const { keptDays, keptMax } = notificationLimits
  await client.query(`DELETE FROM notification WHERE happened_at < now() - interval '${keptDays} days'`)
  await client.query(
    `DELETE FROM notification AS n USING (
       SELECT user_id, (SELECT id FROM notification AS m WHERE m.user_id = c.user_id
                        ORDER BY id DESC OFFSET ${keptMax} LIMIT 1) AS newest
       FROM (SELECT user_id FROM notification GROUP BY user_id HAVING count(*) > ${keptMax} LIMIT ${sweepUsersMax}) AS c
     ) AS surplus WHERE n.user_id = surplus.user_id AND n.id <= surplus.newest`,
  )
}
