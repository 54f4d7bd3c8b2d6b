import { notificationKindOf, notificationLimits } from '@truemark/protocol/notifications'
import type { alertDirections, alertSources } from '@truemark/protocol/routes/notification'
import type { Database, Queryable } from '../../platform/postgres/database.ts'
import { integerOf } from '../../platform/postgres/integerOf.ts'
import { insertOne } from '../store.ts'

export type AlertDirection = (typeof alertDirections)[number]
export type AlertSource = (typeof alertSources)[number]

export interface NewAlert {
  readonly userId: number
  readonly symbol: string
  readonly direction: AlertDirection
  readonly source: AlertSource
  /** A canonical decimal. */
  readonly price: string
  readonly repeats: boolean
}

/** A price that somebody waits for; one that repeats is not armed until the price has gone back. */
export interface Alert extends NewAlert {
  readonly id: number
  readonly armed: boolean
  readonly firedAt: number | null
  readonly createdAt: number
}

interface AlertRow {
  id: string
  user_id: string
  symbol: string
  direction: AlertDirection
  source: AlertSource
  price: string
  repeats: boolean
  armed: boolean
  fired_at: Date | null
  created_at: Date
}

const columns = 'id, user_id, symbol, direction, source, price, repeats, armed, fired_at, created_at'

function alertOf(row: AlertRow): Alert {
  return {
    id: integerOf(row.id),
    userId: integerOf(row.user_id),
    symbol: row.symbol,
    direction: row.direction,
    source: row.source,
    price: row.price,
    repeats: row.repeats,
    armed: row.armed,
    firedAt: row.fired_at?.getTime() ?? null,
    createdAt: row.created_at.getTime(),
  }
}

/** Keeps an alert; the same again is the one that there is, repeating or not as it was asked last. Null beyond fifty. */
export async function insertAlert(client: Queryable, alert: NewAlert): Promise<Alert | null> {
  // of two at once the second counts after the first
  await client.query('SELECT 1 FROM app_user WHERE id = $1 FOR NO KEY UPDATE', [alert.userId])
  const { rows } = await client.query<AlertRow>(
    `INSERT INTO price_alert (user_id, symbol, direction, source, price, repeats)
     SELECT $1::bigint, $2::text, $3::text, $4::text, $5::text, $6::boolean WHERE ${notificationLimits.alertsMax} >
       (SELECT count(*) FROM price_alert WHERE user_id = $1
        AND (symbol, direction, source, price) IS DISTINCT FROM ($2, $3, $4, $5))
     ON CONFLICT (user_id, symbol, direction, source, price) DO UPDATE SET repeats = EXCLUDED.repeats
     RETURNING ${columns}`,
    [alert.userId, alert.symbol, alert.direction, alert.source, alert.price, alert.repeats],
  )
  return rows[0] === undefined ? null : alertOf(rows[0])
}

/** A person's alerts, of one symbol or of all, newest first. */
export async function findAlerts(client: Queryable, userId: number, symbol: string | null): Promise<Alert[]> {
  const { rows } = await client.query<AlertRow>(
    `SELECT ${columns} FROM price_alert WHERE user_id = $1 AND ($2::text IS NULL OR symbol = $2)
     ORDER BY id DESC LIMIT ${notificationLimits.alertsMax}`,
    [userId, symbol],
  )
  return rows.map(alertOf)
}

/** Removes a person's alert; false where there is none of that number. */
export async function removeAlert(client: Queryable, userId: number, id: number): Promise<boolean> {
  const { rows } = await client.query('DELETE FROM price_alert WHERE id = $1 AND user_id = $2 RETURNING id', [
    id,
    userId,
  ])
  return rows.length > 0
}

/** Alerts of all, in the order of their numbers, after `after`. */
export async function readAlerts(client: Queryable, after: number, limit: number): Promise<Alert[]> {
  const { rows } = await client.query<AlertRow>(
    `SELECT ${columns} FROM price_alert WHERE id > $1 ORDER BY id LIMIT $2`,
    [after, limit],
  )
  return rows.map(alertOf)
}

/**
 * Tells a person that the price is there, and puts the alert to rest, in one transaction: it fires once, also across a
 * crash. One that does not repeat is gone then. False where it was removed or had fired already.
 */
export async function fireAlert(database: Database, { id }: Alert, price: string, time: number): Promise<boolean> {
  return database.transaction(async (client) => {
    const { rows } = await client.query<AlertRow & { fired_count: number }>(
      `UPDATE price_alert SET armed = false, fired_count = fired_count + 1, fired_at = to_timestamp($2 / 1000.0)
       WHERE id = $1 AND armed RETURNING ${columns}, fired_count`,
      [id, time],
    )
    const [row] = rows
    if (row === undefined) return false
    const kind = row.direction === 'above' ? 'price_above' : 'price_below'
    await insertOne(client, {
      userId: integerOf(row.user_id),
      realm: null,
      kind,
      category: notificationKindOf(kind).category,
      params: { symbol: row.symbol, level: row.price, price, source: row.source },
      ref: null,
      once: `a${id}.${row.fired_count}`,
    })
    if (!row.repeats) await client.query('DELETE FROM price_alert WHERE id = $1', [id])
    return true
  })
}

/** Arms a repeating alert again. */
export async function armAlert(client: Queryable, id: number): Promise<void> {
  await client.query('UPDATE price_alert SET armed = true WHERE id = $1', [id])
}
