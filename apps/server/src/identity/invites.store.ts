import type { Queryable } from '../platform/postgres/database.ts'

export interface InviteRow {
  readonly id: number
  readonly code: string
  readonly note: string
  readonly uses: number
  readonly usesMax: number | null
  readonly active: boolean
  readonly createdAt: number
}

interface StoredInvite {
  id: string
  code: string
  note: string
  uses: number
  uses_max: number | null
  active: boolean
  created_at: Date
}

function inviteOf({ id, code, note, uses, uses_max, active, created_at }: StoredInvite): InviteRow {
  return { id: Number(id), code, note, uses, usesMax: uses_max, active, createdAt: created_at.getTime() }
}

/** Invite codes, newest first, older than `before`. */
export async function findInvites(database: Queryable, before: number | null, limit: number): Promise<InviteRow[]> {
  const { rows } = await database.query<StoredInvite>(
    'SELECT * FROM invite_code WHERE id < $1 ORDER BY id DESC LIMIT $2',
    [before ?? Number.MAX_SAFE_INTEGER, limit],
  )
  return rows.map(inviteOf)
}

/** Adds a code; null where there is one of that name, ended ones included. */
export async function insertInvite(
  client: Queryable,
  code: string,
  note: string,
  usesMax: number | null,
): Promise<InviteRow | null> {
  const { rows } = await client.query<StoredInvite>(
    'INSERT INTO invite_code (code, note, uses_max) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING RETURNING *',
    [code, note, usesMax],
  )
  return rows[0] === undefined ? null : inviteOf(rows[0])
}

/** Ends an active code; false where there is none. */
export async function endInvite(client: Queryable, code: string): Promise<boolean> {
  const { rows } = await client.query('UPDATE invite_code SET active = false WHERE code = $1 AND active RETURNING id', [
    code,
  ])
  return rows.length > 0
}

const liveInvite = 'SELECT 1 FROM invite_code WHERE code = $1 AND active AND (uses_max IS NULL OR uses < uses_max)'

export async function isInvite(client: Queryable, code: string): Promise<boolean> {
  const { rows } = await client.query(liveInvite, [code])
  return rows.length > 0
}

/** Keeps an invite code that can still be used from others until the transaction ends; false where there is none. */
export async function holdInvite(client: Queryable, code: string): Promise<boolean> {
  const { rows } = await client.query(`${liveInvite} FOR UPDATE`, [code])
  return rows.length > 0
}

/** Counts a use of an invite code that is held. */
export async function consumeInvite(client: Queryable, code: string): Promise<void> {
  await client.query('UPDATE invite_code SET uses = uses + 1 WHERE code = $1', [code])
}
