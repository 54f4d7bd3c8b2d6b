import type { Queryable } from '../platform/postgres/database.ts'

const capLock = 7_201_945

/** Something that an operator completes on a day, counted from 1970, and what it is worth in smallest units of USDT. */
export interface Completion {
  readonly subject: string
  readonly operator: number
  readonly day: number
  readonly worth: bigint
}

/** Counts a completion where its operator's day has room below `max`; what was counted already is not counted again. */
export async function insertCompletion(
  client: Queryable,
  completion: Completion,
  max: bigint,
): Promise<'counted' | 'known' | 'full'> {
  const { subject, operator, day, worth } = completion
  await client.query('SELECT pg_advisory_xact_lock($1)', [capLock])
  const { rows } = await client.query<{ known: boolean; sum: string }>(
    `SELECT EXISTS (SELECT 1 FROM operator_completion WHERE subject = $1) AS known,
       (SELECT coalesce(sum(worth), 0)::text FROM operator_completion WHERE operator = $2 AND day = $3) AS sum`,
    [subject, operator, day],
  )
  const [row] = rows
  if (row?.known === true) return 'known'
  if (BigInt(row?.sum ?? 0) + worth > max) return 'full'
  await client.query('INSERT INTO operator_completion (subject, operator, day, worth) VALUES ($1, $2, $3, $4)', [
    subject,
    operator,
    day,
    worth,
  ])
  return 'counted'
}

/** Takes a completion away that came to nothing. */
export async function deleteCompletion(client: Queryable, subject: string): Promise<void> {
  await client.query('DELETE FROM operator_completion WHERE subject = $1', [subject])
}

/** What an operator does alone: credits a deposit, or pays or gives back a payout that they approved themselves. */
export type AloneKind = 'credit' | 'payout'

/** What was counted of a deed done alone, and when (UTC ms). */
export interface AloneCounted {
  readonly isNew: boolean
  readonly time: number
  readonly worth: bigint
}

interface AloneDeed extends Omit<Completion, 'day'> {
  readonly kind: AloneKind
  /** UTC ms. */
  readonly time: number
}

/**
 * Counts what one operator does alone where all of its kind after `since`, whoever it is for, stays below `bound` with
 * it; what was counted already is not counted again.
 */
export async function insertAlone(
  client: Queryable,
  { kind, subject, operator, time, worth }: AloneDeed,
  { since, bound }: { readonly since: number; readonly bound: bigint },
): Promise<AloneCounted | 'full'> {
  await client.query('SELECT pg_advisory_xact_lock($1)', [capLock])
  const { rows: known } = await client.query<{ time: string; worth: string }>(
    'SELECT time, worth FROM operator_alone WHERE kind = $1 AND subject = $2',
    [kind, subject],
  )
  const [own] = known
  if (own !== undefined) return { isNew: false, time: Number(own.time), worth: BigInt(own.worth) }
  const { rows } = await client.query<{ sum: string }>(
    'SELECT coalesce(sum(worth), 0)::text AS sum FROM operator_alone WHERE operator = $1 AND kind = $2 AND time > $3',
    [operator, kind, since],
  )
  if (BigInt(rows[0]?.sum ?? 0) + worth >= bound) return 'full'
  await client.query('INSERT INTO operator_alone (kind, subject, operator, time, worth) VALUES ($1, $2, $3, $4, $5)', [
    kind,
    subject,
    operator,
    time,
    worth,
  ])
  return { isNew: true, time, worth }
}

/** Takes away what came to nothing. */
export async function deleteAlone(client: Queryable, kind: AloneKind, subject: string): Promise<void> {
  await client.query('DELETE FROM operator_alone WHERE kind = $1 AND subject = $2', [kind, subject])
}
