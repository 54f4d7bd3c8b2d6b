import { realms } from '@truemark/core/ledger/holders'
import { withdrawalReasons } from '@truemark/core/wallet/command'
import type { Queryable } from '../platform/postgres/database.ts'
import { wordAt } from '../platform/postgres/wordAt.ts'

/** How withdrawals of real accounts fared since a moment; times in milliseconds. */
export interface WithdrawalFigures {
  readonly paid: number
  readonly median: number | null
  readonly p95: number | null
  readonly rejected: readonly { readonly reason: string; readonly count: number }[]
  readonly waiting: number
  readonly overdue: number
}

/**
 * Counts the withdrawals of real accounts that were decided since `from`, and those that wait at `now`.
 * @param open statuses below this place wait
 */
export async function countWithdrawals(
  database: Queryable,
  { from, now, paid, rejected, open }: { from: number; now: number; paid: number; rejected: number; open: number },
): Promise<WithdrawalFigures> {
  const real = realms.indexOf('real')
  const { rows } = await database.query<{
    paid: string
    median: number | null
    p95: number | null
    waiting: string
    overdue: string
  }>(
    `SELECT count(*) FILTER (WHERE w.status = $3 AND w.updated_at >= $1) AS paid,
       round(percentile_cont(0.5) WITHIN GROUP (ORDER BY w.updated_at - w.created_at)
         FILTER (WHERE w.status = $3 AND w.updated_at >= $1)) AS median,
       round(percentile_cont(0.95) WITHIN GROUP (ORDER BY w.updated_at - w.created_at)
         FILTER (WHERE w.status = $3 AND w.updated_at >= $1)) AS p95,
       count(*) FILTER (WHERE w.status < $4) AS waiting,
       count(*) FILTER (WHERE w.status < $4 AND w.deadline < $2) AS overdue
     FROM withdrawal AS w JOIN holder AS h USING (holder) WHERE h.realm = $5`,
    [from, now, paid, open, real],
  )
  const { rows: refusals } = await database.query<{ reason: number; count: string }>(
    `SELECT w.reason, count(*) FROM withdrawal AS w JOIN holder AS h USING (holder)
     WHERE h.realm = $1 AND w.status = $2 AND w.updated_at >= $3 GROUP BY w.reason ORDER BY 2 DESC`,
    [real, rejected, from],
  )
  const [row] = rows
  return {
    paid: Number(row?.paid ?? 0),
    median: row?.median ?? null,
    p95: row?.p95 ?? null,
    waiting: Number(row?.waiting ?? 0),
    overdue: Number(row?.overdue ?? 0),
    rejected: refusals.map(({ reason, count }) => ({
      reason: wordAt(withdrawalReasons, reason),
      count: Number(count),
    })),
  }
}
