import type { Queryable } from '../platform/postgres/database.ts'

/** Whose a passkey is. */
export interface Owner {
  readonly kind: 'user' | 'operator'
  readonly id: number
}

export interface PasskeyRow {
  readonly id: number
  readonly owner: Owner
  readonly credentialId: Buffer
  readonly handle: Buffer
  readonly publicKey: Buffer
  readonly transports: readonly string[]
  readonly site: string
  readonly name: string
  readonly synced: boolean
  readonly createdAt: number
  readonly usedAt: number | null
  readonly doubted: boolean
}

interface Stored {
  id: string
  user_id: string | null
  operator_id: string | null
  credential_id: Buffer
  handle: Buffer
  public_key: Buffer
  transports: string[]
  site: string
  name: string
  synced: boolean
  created_at: Date
  used_at: Date | null
  doubted_at: Date | null
}

/** How many passkeys one owner may have. */
export const passkeysMax = 10

function rowOf(row: Stored): PasskeyRow {
  const { name, site, synced, transports, handle } = row
  return {
    id: Number(row.id),
    owner:
      row.user_id === null
        ? { kind: 'operator', id: Number(row.operator_id) }
        : { kind: 'user', id: Number(row.user_id) },
    credentialId: row.credential_id,
    handle,
    publicKey: row.public_key,
    transports,
    site,
    name,
    synced,
    createdAt: row.created_at.getTime(),
    usedAt: row.used_at?.getTime() ?? null,
    doubted: row.doubted_at !== null,
  }
}

const columnOf = ({ kind }: Owner): 'user_id' | 'operator_id' => (kind === 'user' ? 'user_id' : 'operator_id')
const tableOf = ({ kind }: Owner): 'app_user' | 'operator' => (kind === 'user' ? 'app_user' : 'operator')

/** An owner's passkeys, newest first. */
export async function passkeysOf(client: Queryable, owner: Owner): Promise<PasskeyRow[]> {
  const { rows } = await client.query<Stored>(
    `SELECT * FROM passkey WHERE ${columnOf(owner)} = $1 ORDER BY created_at DESC, id DESC LIMIT ${passkeysMax}`,
    [owner.id],
  )
  return rows.map(rowOf)
}

export async function passkeyByCredential(client: Queryable, credentialId: Buffer): Promise<PasskeyRow | null> {
  const { rows } = await client.query<Stored>('SELECT * FROM passkey WHERE credential_id = $1', [credentialId])
  return rows[0] === undefined ? null : rowOf(rows[0])
}

/** A passkey that a browser has made, before it is anyone's. */
export interface NewPasskey {
  readonly credentialId: Buffer
  readonly handle: Buffer
  readonly publicKey: Buffer
  readonly signCount: number
  readonly transports: readonly string[]
  readonly site: string
  readonly synced: boolean
}

/**
 * Adds a passkey; a reason where it is somebody's already or the owner has as many as one may have. The owner is held
 * until the transaction ends, so that of two at once no more than that many are added.
 */
export async function insertPasskey(
  client: Queryable,
  owner: Owner,
  name: string,
  made: NewPasskey,
): Promise<PasskeyRow | 'passkey_exists' | 'passkeys_too_many'> {
  await client.query(`SELECT 1 FROM ${tableOf(owner)} WHERE id = $1 FOR UPDATE`, [owner.id])
  if ((await passkeysOf(client, owner)).length >= passkeysMax) return 'passkeys_too_many'
  const { credentialId, handle, publicKey, signCount, transports, site, synced } = made
  const { rows } = await client.query<Stored>(
    `INSERT INTO passkey (${columnOf(owner)}, name, credential_id, handle, public_key, sign_count, transports, site, synced)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT (credential_id) DO NOTHING RETURNING *`,
    [owner.id, name, credentialId, handle, publicKey, signCount, transports, site, synced],
  )
  return rows[0] === undefined ? 'passkey_exists' : rowOf(rows[0])
}

/** Gives an owner's passkey another name; null where the owner has none of this number. */
export async function renamePasskey(
  client: Queryable,
  owner: Owner,
  id: number,
  name: string,
): Promise<PasskeyRow | null> {
  const { rows } = await client.query<Stored>(
    `UPDATE passkey SET name = $3 WHERE id = $1 AND ${columnOf(owner)} = $2 RETURNING *`,
    [id, owner.id, name],
  )
  return rows[0] === undefined ? null : rowOf(rows[0])
}

/** Removes an owner's passkey and gives it; null where the owner has none of this number. */
export async function removePasskey(client: Queryable, owner: Owner, id: number): Promise<PasskeyRow | null> {
  const { rows } = await client.query<Stored>(
    `DELETE FROM passkey WHERE id = $1 AND ${columnOf(owner)} = $2 RETURNING *`,
    [id, owner.id],
  )
  return rows[0] === undefined ? null : rowOf(rows[0])
}

/** Removes all of an owner's passkeys. */
export async function removePasskeys(client: Queryable, owner: Owner): Promise<void> {
  await client.query(`DELETE FROM passkey WHERE ${columnOf(owner)} = $1`, [owner.id])
}

/**
 * Notes a use and its counter, which grows with each or is always 0. `behind` where it did not grow: there may be two
 * copies, and the passkey bears that from then on; `gone` where it was removed meanwhile.
 */
export async function noteUse(client: Queryable, id: number, signCount: number): Promise<'noted' | 'behind' | 'gone'> {
  const used = await client.query(
    `UPDATE passkey SET sign_count = $2, used_at = now()
     WHERE id = $1 AND (sign_count < $2 OR (sign_count = 0 AND $2 = 0)) RETURNING id`,
    [id, signCount],
  )
  if (used.rows.length > 0) return 'noted'
  const doubted = await client.query('UPDATE passkey SET doubted_at = now() WHERE id = $1 RETURNING id', [id])
  return doubted.rows.length > 0 ? 'behind' : 'gone'
}
