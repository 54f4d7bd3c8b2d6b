import type { HolderId } from '@truemark/core/ledger/holders'
import { type ApiKeyKind, apiKeysMax } from '@truemark/protocol/routes/apiKeys'
import type { Realm } from '@truemark/protocol/values'
import type { Preparing, Queryable } from '../platform/postgres/database.ts'

/** A key as its owner is shown it. */
export interface KeyRow {
  readonly id: number
  readonly realm: Realm
  readonly label: string
  readonly kind: ApiKeyKind
  readonly trades: boolean
  readonly addresses: readonly string[]
  readonly expiresAt: number | null
  readonly createdAt: number
  readonly usedAt: number | null
  readonly usedFrom: string | null
}

interface Stored {
  id: string
  realm: Realm
  label: string
  kind: ApiKeyKind
  trades: boolean
  addresses: string[]
  expires_at: Date | null
  created_at: Date
  used_at: Date | null
  used_from: string | null
}

const shown = 'id, realm, label, kind, trades, addresses, expires_at, created_at, used_at, used_from'
const isLive = 'ended_at IS NULL AND coalesce(expires_at > now(), true)'

function rowOf({ id, expires_at, created_at, used_at, used_from, ...row }: Stored): KeyRow {
  return {
    ...row,
    id: Number(id),
    expiresAt: expires_at?.getTime() ?? null,
    createdAt: created_at.getTime(),
    usedAt: used_at?.getTime() ?? null,
    usedFrom: used_from,
  }
}

/** A person's keys that work, newest first. */
export async function keysOf(client: Queryable, userId: number): Promise<KeyRow[]> {
  const { rows } = await client.query<Stored>(
    `SELECT ${shown} FROM api_key WHERE user_id = $1 AND ${isLive} ORDER BY id DESC LIMIT ${apiKeysMax}`,
    [userId],
  )
  return rows.map(rowOf)
}

/** A key that is to be made; `sealed` gives its secret as it is kept under the row's number. */
export interface NewKey extends Omit<KeyRow, 'id' | 'createdAt' | 'usedAt' | 'usedFrom'> {
  readonly publicKey: Buffer | null
  readonly sealed: (id: number) => Buffer | null
}

/**
 * Keeps a key; null where its owner has as many as one may have. The caller holds the owner, so that of two at
 * once no more than that many are made.
 */
export async function insertKey(client: Queryable, userId: number, made: NewKey): Promise<KeyRow | null> {
  if ((await keysOf(client, userId)).length >= apiKeysMax) return null
  const next = await client.query<{ id: string }>(`SELECT nextval('api_key_id') AS id`)
  const id = Number(next.rows[0]?.id)
  const { realm, label, kind, trades, addresses, expiresAt, publicKey } = made
  const { rows } = await client.query<Stored>(
    `INSERT INTO api_key (id, user_id, realm, label, kind, public_key, secret, trades, addresses, expires_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, to_timestamp($10::float8 / 1000)) RETURNING ${shown}`,
    [id, userId, realm, label, kind, publicKey, made.sealed(id), trades, addresses, expiresAt],
  )
  return rows[0] === undefined ? null : rowOf(rows[0])
}

const ending = 'UPDATE api_key SET ended_at = now(), secret = NULL WHERE user_id = $1 AND ended_at IS NULL'

/** Ends one of a person's keys and gives its label; null where they have none of this number that works. */
export async function endKey(client: Queryable, userId: number, id: number): Promise<string | null> {
  const { rows } = await client.query<{ label: string }>(
    `${ending} AND id = $2 AND coalesce(expires_at > now(), true) RETURNING label`,
    [userId, id],
  )
  return rows[0]?.label ?? null
}

/** Ends all of a person's keys; gives their numbers. */
export async function endKeysOf(client: Queryable, userId: number): Promise<number[]> {
  const { rows } = await client.query<{ id: string }>(`${ending} RETURNING id`, [userId])
  return rows.map(({ id }) => Number(id))
}

/** A key that works, as the gateway needs it. */
export interface LiveKey {
  readonly id: number
  readonly userId: number
  readonly realm: Realm
  readonly holder: HolderId
  readonly staff: boolean
  readonly trades: boolean
  readonly addresses: readonly string[]
  /** UTC ms; null for never. */
  readonly expiresAt: number | null
  readonly publicKey: Buffer | null
  readonly sealed: Buffer | null
  /** The minute in which it was used last, UTC ms, and from where. */
  readonly usedAt: number | null
  readonly usedFrom: string | null
}

interface LiveRow {
  id: string
  user_id: string
  realm: Realm
  holder: HolderId | null
  staff: boolean
  trades: boolean
  addresses: string[]
  public_key: Buffer | null
  secret: Buffer | null
  expires_at: Date | null
  used_at: Date | null
  used_from: string | null
}

/** The key of a number, where it works and its owner is neither disabled nor gone; null otherwise. */
export async function liveKey(client: Preparing, id: number): Promise<LiveKey | null> {
  const { rows } = await client.prepared<LiveRow>(
    `SELECT k.id, k.user_id, k.realm, k.trades, k.addresses, k.expires_at, k.public_key, k.secret, k.used_at, k.used_from,
       is_staff(u.id) AS staff,
       CASE k.realm WHEN 'real' THEN u.real_holder ELSE u.demo_holder END AS holder
     FROM api_key k JOIN app_user u ON u.id = k.user_id
     WHERE k.id = $1 AND k.${isLive} AND NOT is_disabled(u) AND u.closed_at IS NULL`,
    [id],
  )
  const [row] = rows
  if (row === undefined || row.holder === null) return null
  const { realm, holder, staff, trades, addresses } = row
  const expiresAt = row.expires_at?.getTime() ?? null
  const kept = { expiresAt, publicKey: row.public_key, sealed: row.secret }
  const used = { usedAt: row.used_at?.getTime() ?? null, usedFrom: row.used_from }
  return { id: Number(row.id), userId: Number(row.user_id), realm, holder, staff, trades, addresses, ...kept, ...used }
}

/** Notes, to the minute, that a key was used and from which network. */
export async function touchKey(client: Queryable, id: number, network: string): Promise<void> {
  await client.query(`UPDATE api_key SET used_at = date_trunc('minute', now()), used_from = $2 WHERE id = $1`, [
    id,
    network,
  ])
}

/** Forgets keys that ended two months ago. */
export async function eraseOldKeys(client: Queryable): Promise<void> {
  await client.query(`DELETE FROM api_key WHERE coalesce(ended_at, expires_at) < now() - interval '60 days'`)
}
