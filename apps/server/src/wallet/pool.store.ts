import type { Queryable } from '../platform/postgres/database.ts'

/** The address that a person was given on a network of a currency; null where none was. */
export async function findOwnAddress(
  client: Queryable,
  { userId, currency, network }: { readonly userId: number; readonly currency: string; readonly network: string },
): Promise<string | null> {
  const { rows } = await client.query<{ address: string }>(
    'SELECT address FROM deposit_address WHERE user_id = $1 AND currency = $2 AND network = $3 AND NOT doubled',
    [userId, currency, network],
  )
  return rows[0]?.address ?? null
}

/** Gives a person the oldest address in store; null where there is none. */
export async function takeAddress(
  client: Queryable,
  { userId, currency, network }: { readonly userId: number; readonly currency: string; readonly network: string },
): Promise<string | null> {
  const { rows } = await client.query<{ address: string }>(
    `UPDATE deposit_address SET user_id = $1, assigned_at = now() WHERE id = (
       SELECT id FROM deposit_address WHERE currency = $2 AND network = $3 AND user_id IS NULL AND NOT doubled
       ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED) RETURNING address`,
    [userId, currency, network],
  )
  return rows[0]?.address ?? null
}

/** Which of these addresses are known already: in store, given, or shared. */
export async function knownAddresses(client: Queryable, addresses: readonly string[]): Promise<string[]> {
  const { rows } = await client.query<{ address: string }>(
    `SELECT address FROM deposit_address WHERE address_key(address) = ANY(SELECT address_key(unnest($1::text[])))
     UNION SELECT address FROM wallet_network
       WHERE address <> '' AND address_key(address) = ANY(SELECT address_key(unnest($1::text[])))`,
    [addresses],
  )
  return rows.map(({ address }) => address)
}

/** Whether an address is in store, or was given to a person for their own. */
export async function isPersonal(client: Queryable, address: string): Promise<boolean> {
  const { rows } = await client.query(
    'SELECT 1 FROM deposit_address WHERE address_key(address) = address_key($1) AND NOT doubled',
    [address],
  )
  return rows.length > 0
}

/** Keeps others from adding addresses, shared or personal, until the transaction ends, so that none becomes both. */
export async function lockAddresses(client: Queryable): Promise<void> {
  await client.query('LOCK TABLE deposit_address IN SHARE ROW EXCLUSIVE MODE')
}

/** Puts addresses in store; false where one of them came to be known meanwhile. */
export async function addAddresses(
  client: Queryable,
  { currency, network, addresses }: { currency: string; network: string; addresses: readonly string[] },
): Promise<boolean> {
  const { rowCount } = await client.query(
    `INSERT INTO deposit_address (currency, network, address) SELECT $1, $2, unnest($3::text[])
     ON CONFLICT DO NOTHING`,
    [currency, network, addresses],
  )
  return rowCount === addresses.length
}

export interface Stock {
  readonly currency: string
  readonly network: string
  readonly free: number
  readonly given: number
}

/** How many addresses of each network are in store, and how many were given. */
export async function findStock(client: Queryable): Promise<Stock[]> {
  const { rows } = await client.query<{ currency: string; network: string; free: string; given: string }>(
    `SELECT currency, network, count(*) FILTER (WHERE user_id IS NULL AND NOT doubled) AS free, count(user_id) AS given
     FROM deposit_address GROUP BY currency, network`,
  )
  return rows.map((row) => ({ ...row, free: Number(row.free), given: Number(row.given) }))
}

export interface PoolRow {
  readonly id: number
  readonly currency: string
  readonly network: string
  readonly address: string
  readonly userId: number | null
  readonly addedAt: number
  readonly assignedAt: number | null
}

/** Addresses with who they were given to, newest first; only the one that is looked for where `search` names it. */
export async function findPool(
  client: Queryable,
  { search, from, limit }: { readonly search: string | null; readonly from: number | null; readonly limit: number },
): Promise<PoolRow[]> {
  const { rows } = await client.query<{
    id: string
    currency: string
    network: string
    address: string
    user_id: string | null
    added_at: Date
    assigned_at: Date | null
  }>(
    `SELECT * FROM deposit_address WHERE ($1::text IS NULL OR address_key(address) = address_key($1)) AND id < $2 ORDER BY id DESC LIMIT $3`,
    [search, from ?? Number.MAX_SAFE_INTEGER, limit],
  )
  return rows.map(({ id, currency, network, address, user_id, added_at, assigned_at }) => ({
    id: Number(id),
    currency,
    network,
    address,
    userId: user_id === null ? null : Number(user_id),
    addedAt: added_at.getTime(),
    assignedAt: assigned_at?.getTime() ?? null,
  }))
}

/** The addresses that people were given, by person, currency and network. */
export async function findGiven(client: Queryable, userIds: readonly number[]): Promise<Map<string, string>> {
  const { rows } = await client.query<{ user_id: string; currency: string; network: string; address: string }>(
    'SELECT user_id, currency, network, address FROM deposit_address WHERE user_id = ANY($1) AND NOT doubled',
    [userIds],
  )
  return new Map(rows.map((row) => [givenKey(Number(row.user_id), row.currency, row.network), row.address]))
}

/** The key of {@link findGiven}. */
export function givenKey(userId: number, currency: string, network: string): string {
  return `${userId} ${currency} ${network}`
}

/** Whose an address is, and of which currency on which network it was given; null where it is nobody's own. */
export async function findAddressOwner(
  client: Queryable,
  address: string,
): Promise<{ readonly userId: number; readonly currency: string; readonly network: string } | null> {
  const { rows } = await client.query<{ user_id: string; currency: string; network: string }>(
    `SELECT user_id, currency, network FROM deposit_address
     WHERE address_key(address) = address_key($1) AND user_id IS NOT NULL AND NOT doubled`,
    [address],
  )
  const [row] = rows
  return row === undefined ? null : { ...row, userId: Number(row.user_id) }
}

/** The addresses of a network after a number, in store and given, oldest first; each with its number. */
export async function findWatched(
  client: Queryable,
  { network, after, limit }: { readonly network: string; readonly after: number; readonly limit: number },
): Promise<{ readonly id: number; readonly currency: string; readonly address: string }[]> {
  const { rows } = await client.query<{ id: string; currency: string; address: string }>(
    `SELECT id, currency, address FROM deposit_address WHERE network = $1 AND id > $2 AND NOT doubled
     ORDER BY id LIMIT $3`,
    [network, after, limit],
  )
  return rows.map(({ id, ...row }) => ({ id: Number(id), ...row }))
}
