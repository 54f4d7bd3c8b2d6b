import { createHash } from 'node:crypto'
import type { Queryable } from '../platform/postgres/database.ts'

/** What a challenge is to be signed for; one of one purpose serves no other. */
export type Purpose =
  | 'add'
  | 'login'
  | 'confirm'
  | 'change_password'
  | 'desk_link'
  | 'desk_add'
  | 'desk_login'
  | 'desk_confirm'

/** How long a challenge may be signed. */
export const challengeMinutes = 5
/** The most live challenges of a purpose for one bearer; a further one replaces the oldest. */
const liveMax = 50

function hashOf(challenge: string): Buffer {
  return createHash('sha256').update(challenge).digest()
}

/** A challenge as it is asked for. */
export interface NewChallenge {
  readonly challenge: string
  readonly purpose: Purpose
  /** Who asks: a session, a one-time link, or the network address of one who is not signed in. */
  readonly bearer: string
  readonly handle: Buffer | null
}

export async function keepChallenge(
  client: Queryable,
  { challenge, purpose, bearer, handle }: NewChallenge,
): Promise<void> {
  await client.query(
    `DELETE FROM passkey_challenge WHERE challenge_hash IN (
       SELECT challenge_hash FROM passkey_challenge WHERE bearer = $1 AND purpose = $2
       ORDER BY created_at DESC OFFSET ${liveMax - 1})`,
    [bearer, purpose],
  )
  await client.query(
    `INSERT INTO passkey_challenge (challenge_hash, purpose, bearer, handle, expires_at)
     VALUES ($1, $2, $3, $4, now() + make_interval(mins => $5))`,
    [hashOf(challenge), purpose, bearer, handle, challengeMinutes],
  )
}

/** What is left of a challenge that was used up. */
export interface UsedChallenge {
  readonly handle: Buffer | null
}

/**
 * Uses a challenge up; null where it was never given for this purpose to this bearer, has expired or was used. Of two
 * who use it at once one has it. Without a bearer anybody's will do.
 */
export async function useChallenge(
  client: Queryable,
  { challenge, purpose, bearer }: { challenge: string; purpose: Purpose; bearer: string | null },
): Promise<UsedChallenge | null> {
  const { rows } = await client.query<{ handle: Buffer | null; live: boolean }>(
    `DELETE FROM passkey_challenge WHERE challenge_hash = $1 AND purpose = $2 AND ($3::text IS NULL OR bearer = $3)
     RETURNING handle, expires_at > now() AS live`,
    [hashOf(challenge), purpose, bearer],
  )
  const [row] = rows
  return row === undefined || !row.live ? null : { handle: row.handle }
}

/** Forgets what was given to bearers that are no more. */
export async function forgetChallenges(client: Queryable, bearers: readonly string[]): Promise<void> {
  if (bearers.length === 0) return
  await client.query('DELETE FROM passkey_challenge WHERE bearer = ANY($1::text[])', [bearers])
}

/** Forgets challenges that nobody can use any more. */
export async function eraseOldChallenges(client: Queryable): Promise<void> {
  await client.query('DELETE FROM passkey_challenge WHERE expires_at < now()')
}
