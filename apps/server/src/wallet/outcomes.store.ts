import type { HolderId } from '@truemark/core/ledger/holders'
import type { Queryable } from '../platform/postgres/database.ts'
import { integerOf } from '../platform/postgres/integerOf.ts'
import { type DepositStatus, type WithdrawalStatus, depositStatuses, withdrawalStatuses } from './store.ts'

/** How an account's deposits and withdrawals have ended. */
export interface Outcomes {
  readonly depositsCompleted: number
  readonly depositsRejected: number
  readonly withdrawalsPaid: number
}

/** Counts what has come of an account's deposits and withdrawals; nothing for somebody without an account. */
export async function countOutcomes(database: Queryable, holder: HolderId | null): Promise<Outcomes> {
  const deposit = (status: DepositStatus): number => depositStatuses.indexOf(status)
  const withdrawal = (status: WithdrawalStatus): number => withdrawalStatuses.indexOf(status)
  const { rows } = await database.query<{ completed: string; rejected: string; paid: string }>(
    `SELECT (SELECT count(*) FROM deposit WHERE holder = $1 AND status = $2) AS completed,
       (SELECT count(*) FROM deposit WHERE holder = $1 AND status = $3) AS rejected,
       (SELECT count(*) FROM withdrawal WHERE holder = $1 AND status = $4) AS paid`,
    [holder, deposit('completed'), deposit('rejected'), withdrawal('paid')],
  )
  const [row] = rows
  return {
    depositsCompleted: Number(row?.completed ?? 0),
    depositsRejected: Number(row?.rejected ?? 0),
    withdrawalsPaid: Number(row?.paid ?? 0),
  }
}

/** How many withdrawals wait beyond their deadline at `now`. */
export async function countOverdue(database: Queryable, now: number): Promise<number> {
  const { rows } = await database.query<{ count: string }>(
    'SELECT count(*) FROM withdrawal WHERE status < $1 AND deadline < $2',
    [withdrawalStatuses.indexOf('paid'), now],
  )
  return integerOf(rows[0]?.count ?? '0')
}
