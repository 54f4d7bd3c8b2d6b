import type { Queryable } from '../platform/postgres/database.ts'

/** The memo of a person's deposits on a network; null where they were given none. */
export async function findOwnMemo(client: Queryable, userId: number, network: string): Promise<string | null> {
  const { rows } = await client.query<{ memo: string }>(
    'SELECT memo FROM deposit_memo WHERE user_id = $1 AND network = $2',
    [userId, network],
  )
  return rows[0]?.memo ?? null
}

/** Gives a person a memo of a network for good; false where it is somebody's, or they have one. */
export async function giveMemo(
  client: Queryable,
  { userId, network, memo }: { readonly userId: number; readonly network: string; readonly memo: string },
): Promise<boolean> {
  const { rowCount } = await client.query(
    'INSERT INTO deposit_memo (network, memo, user_id) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING',
    [network, memo, userId],
  )
  return rowCount === 1
}

/** Whose a memo of a network is; null where it is nobody's. */
export async function findMemoOwner(client: Queryable, network: string, memo: string): Promise<number | null> {
  const { rows } = await client.query<{ user_id: string }>(
    'SELECT user_id FROM deposit_memo WHERE network = $1 AND memo = $2',
    [network, memo],
  )
  return rows[0] === undefined ? null : Number(rows[0].user_id)
}

/** The memos that people were given, by person and network. */
export async function findGivenMemos(client: Queryable, userIds: readonly number[]): Promise<Map<string, string>> {
  const { rows } = await client.query<{ user_id: string; network: string; memo: string }>(
    'SELECT user_id, network, memo FROM deposit_memo WHERE user_id = ANY($1)',
    [userIds],
  )
  return new Map(rows.map(({ user_id: userId, network, memo }) => [memoKey(Number(userId), network), memo]))
}

/** The key of {@link findGivenMemos}. */
export function memoKey(userId: number, network: string): string {
  return `${userId} ${network}`
}
