import type { Queryable } from '../platform/postgres/database.ts'

/** How long after it was paid a payout without an answer counts as unanswered (ms). */
export const payoutAnswerMs = 7 * 86_400_000

/** What an owner says of a payout. */
export interface NewAnswer {
  readonly withdrawal: number
  /** 0: whether it arrived; 1: after a "no", that it did in the end. */
  readonly step: 0 | 1
  readonly arrived: boolean
  readonly time: number
  readonly ticket: number | null
}

/** Keeps what an owner says; false where that was said before. */
export async function insertAnswer(client: Queryable, answer: NewAnswer): Promise<boolean> {
  const { withdrawal, step, arrived, time, ticket } = answer
  const { rowCount } = await client.query(
    `INSERT INTO payout_answer (withdrawal, step, arrived, time, ticket) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT DO NOTHING`,
    [withdrawal, step, arrived, time, ticket],
  )
  return rowCount === 1
}

/** Lets one answer after the other in, of a withdrawal, until the transaction ends. */
export async function lockAnswer(client: Queryable, withdrawal: number): Promise<void> {
  await client.query('SELECT pg_advisory_xact_lock($1, $2::int)', [answerLock, withdrawal % 2_000_000_000])
}

const answerLock = 7_201_957

/** Whether a transaction was named for another payout to the same payee. */
export async function isTransactionNamed(
  client: Queryable,
  { claim, transactionId, payee }: { claim: number; transactionId: string; payee: string },
): Promise<boolean> {
  const { rows } = await client.query(
    `SELECT 1 FROM withdrawal_claim WHERE transaction_id = $1 AND payee = $2 AND id <> $3 LIMIT 1`,
    [transactionId, payee, claim],
  )
  return rows.length > 0
}
