import { notificationLimits } from '@truemark/protocol/notifications'
import type { Queryable } from '../../platform/postgres/database.ts'
import { integerOf } from '../../platform/postgres/integerOf.ts'

export interface KeptPushKey {
  readonly publicKey: string
  readonly privateSealed: Buffer
}

export async function readPushKey(client: Queryable): Promise<KeptPushKey | null> {
  const { rows } = await client.query<{ public_key: string; private_sealed: Buffer }>(
    'SELECT public_key, private_sealed FROM push_key',
  )
  const [row] = rows
  return row === undefined ? null : { publicKey: row.public_key, privateSealed: row.private_sealed }
}

/** Keeps the key pair unless there is one. */
export async function insertPushKey(client: Queryable, publicKey: string, privateSealed: Buffer): Promise<void> {
  await client.query('INSERT INTO push_key (public_key, private_sealed) VALUES ($1, $2) ON CONFLICT DO NOTHING', [
    publicKey,
    privateSealed,
  ])
}

/** A browser that is pushed to. */
export interface Subscription {
  readonly id: number
  readonly endpoint: string
  readonly p256dh: string
  readonly auth: string
  readonly lang: string
  readonly hideAmounts: boolean
}

export interface NewSubscription extends Omit<Subscription, 'id'> {
  readonly userId: number
  readonly sessionId: number
}

/**
 * Keeps a browser; an endpoint that is known goes over to who names it now. Beyond ten of a person the oldest go.
 */
export async function putSubscription(client: Queryable, sub: NewSubscription): Promise<void> {
  await client.query(
    `INSERT INTO push_subscription (endpoint, user_id, session_id, p256dh, auth, lang, hide_amounts)
     VALUES ($1, $2, $3, $4, $5, $6, $7)
     ON CONFLICT (endpoint) DO UPDATE SET user_id = EXCLUDED.user_id, session_id = EXCLUDED.session_id,
       p256dh = EXCLUDED.p256dh, auth = EXCLUDED.auth, lang = EXCLUDED.lang, hide_amounts = EXCLUDED.hide_amounts,
       refused_at = CASE WHEN push_subscription.p256dh = EXCLUDED.p256dh THEN push_subscription.refused_at END`,
    [sub.endpoint, sub.userId, sub.sessionId, sub.p256dh, sub.auth, sub.lang, sub.hideAmounts],
  )
  await client.query(
    `DELETE FROM push_subscription WHERE user_id = $1 AND id NOT IN
       (SELECT id FROM push_subscription WHERE user_id = $1 ORDER BY id DESC LIMIT ${notificationLimits.subscriptionsMax})`,
    [sub.userId],
  )
}

/** A browser of a person, as its owner is told of it. */
export interface KnownBrowser {
  readonly endpoint: string
  readonly lang: string
  readonly hideAmounts: boolean
  readonly createdAt: Date
  /** Since when its push service has refused what is sent to it; null where it takes it. */
  readonly refusedAt: Date | null
}

/** The browsers of a person, newest first: ten at most are kept. */
export async function browsersOf(client: Queryable, userId: number): Promise<readonly KnownBrowser[]> {
  const { rows } = await client.query<KnownBrowser>(
    `SELECT endpoint, lang, hide_amounts AS "hideAmounts", created_at AS "createdAt", refused_at AS "refusedAt" FROM push_subscription
     WHERE user_id = $1 ORDER BY id DESC`,
    [userId],
  )
  return rows
}

/** Forgets a browser of a person. */
export async function removeSubscription(client: Queryable, userId: number, endpoint: string): Promise<void> {
  await client.query('DELETE FROM push_subscription WHERE user_id = $1 AND endpoint = $2', [userId, endpoint])
}

/** Forgets a browser that its push service no longer knows. */
export async function dropSubscription(client: Queryable, id: number): Promise<void> {
  await client.query('DELETE FROM push_subscription WHERE id = $1', [id])
}

/** Notes whether the push service of a browser refused or took what was sent to it. */
export async function markSubscription(client: Queryable, id: number, refused: boolean): Promise<void> {
  await client.query(
    `UPDATE push_subscription SET refused_at = CASE WHEN $2 THEN coalesce(refused_at, now()) END
     WHERE id = $1 AND (refused_at IS NULL) = $2`,
    [id, refused],
  )
}

/** Has notifications pushed to every browser of their persons that is still signed in; gives how many pushes that are. */
export async function queuePushes(
  client: Queryable,
  notifications: readonly { readonly id: number; readonly userId: number }[],
): Promise<number> {
  if (notifications.length === 0) return 0
  const { rowCount } = await client.query(
    `INSERT INTO push_delivery (subscription_id, notification_id)
     SELECT p.id, n.id FROM unnest($1::bigint[], $2::bigint[]) AS n (id, user_id)
     JOIN push_subscription AS p ON p.user_id = n.user_id JOIN session AS s ON s.id = p.session_id
     WHERE s.ended_at IS NULL ON CONFLICT DO NOTHING`,
    [notifications.map(({ id }) => id), notifications.map(({ userId }) => userId)],
  )
  return rowCount ?? 0
}

/** A push that is due. */
export interface DuePush extends Subscription {
  readonly notification: number
  readonly attempts: number
}

/** Takes pushes that are due; each is due again a while later unless it is done. */
export async function takePushes(client: Queryable, limit: number): Promise<DuePush[]> {
  const { rows } = await client.query<{
    subscription_id: string
    notification_id: string
    attempts: number
    endpoint: string
    p256dh: string
    auth: string
    lang: string
    hide_amounts: boolean
  }>(
    `UPDATE push_delivery AS d SET attempts = d.attempts + 1, due_at = now() + interval '15 seconds' * (4 ^ d.attempts)
     FROM push_subscription AS p
     WHERE p.id = d.subscription_id AND (d.subscription_id, d.notification_id) IN
       (SELECT subscription_id, notification_id FROM push_delivery WHERE due_at <= now()
        ORDER BY due_at LIMIT $1 FOR UPDATE SKIP LOCKED)
     RETURNING d.subscription_id, d.notification_id, d.attempts, p.endpoint, p.p256dh, p.auth, p.lang, p.hide_amounts`,
    [limit],
  )
  return rows.map((row) => ({
    id: integerOf(row.subscription_id),
    notification: integerOf(row.notification_id),
    attempts: row.attempts,
    endpoint: row.endpoint,
    p256dh: row.p256dh,
    auth: row.auth,
    lang: row.lang,
    hideAmounts: row.hide_amounts,
  }))
}

export async function endPush(client: Queryable, { id, notification }: DuePush): Promise<void> {
  await client.query('DELETE FROM push_delivery WHERE subscription_id = $1 AND notification_id = $2', [
    id,
    notification,
  ])
}
