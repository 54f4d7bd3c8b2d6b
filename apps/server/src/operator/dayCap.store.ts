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
