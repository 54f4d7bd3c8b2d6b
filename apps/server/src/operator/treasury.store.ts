import { manualKinds } from '@truemark/core/wallet/command'
import type { Event } from '@truemark/core/vocabulary'
import type { Projection } from '../engine/door.ts'
import type { Queryable } from '../platform/postgres/database.ts'
import { integerOf } from '../platform/postgres/integerOf.ts'

/** What two people entered by hand for users. */
export const manualEntryProjection: Projection<Event> = {
  name: 'manual_entry',
  wants: ['manuallyEntered'],
  apply: async (facts, writer) => {
    // one at a time: two people have to agree on each
    for (const { event, time } of facts) {
      if (event.type !== 'manuallyEntered') continue
      const { entry, holder, kind, currency, amount, asker, approver } = event
      await writer.query(
        `INSERT INTO manual_entry (id, holder, kind, currency, amount, asker, approver, time)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
        [entry, holder, manualKinds.indexOf(kind), currency, amount, asker, approver, time],
      )
    }
  },
}

/** What was entered by hand in a currency, in its smallest units. */
export interface ManualSum {
  readonly currency: number
  readonly deposits: bigint
  readonly withdrawals: bigint
  readonly entries: number
}

/** The sums of all entries by hand, by currency. */
export async function findManualTotals(database: Queryable): Promise<ManualSum[]> {
  const { rows } = await database.query<{ currency: number; deposits: string; withdrawals: string; entries: string }>(
    `SELECT currency, coalesce(sum(amount) FILTER (WHERE kind = $1), 0)::text AS deposits,
       coalesce(sum(amount) FILTER (WHERE kind = $2), 0)::text AS withdrawals, count(*) AS entries
     FROM manual_entry GROUP BY currency ORDER BY currency`,
    [manualKinds.indexOf('deposit'), manualKinds.indexOf('withdrawal')],
  )
  return rows.map(({ currency, deposits, withdrawals, entries }) => ({
    currency,
    deposits: BigInt(deposits),
    withdrawals: BigInt(withdrawals),
    entries: integerOf(entries),
  }))
}

/** One currency of a reconciliation; amounts in smallest units, as text. */
export interface ReconciledLine {
  readonly currency: number
  readonly stated: string
  readonly ledger: string
}

export interface ReconciliationRow {
  readonly id: number
  readonly time: number
  readonly statedBy: string
  readonly approvedBy: string
  readonly reason: string
  readonly lines: readonly ReconciledLine[]
}

export async function insertReconciliation(
  client: Queryable,
  row: { time: number; statedBy: number; approvedBy: number; reason: string; lines: readonly ReconciledLine[] },
): Promise<void> {
  const { time, statedBy, approvedBy, reason, lines } = row
  await client.query(
    'INSERT INTO reconciliation (time, stated_by, approved_by, reason, lines) VALUES ($1, $2, $3, $4, $5)',
    [time, statedBy, approvedBy, reason, JSON.stringify(lines)],
  )
}

/** Reconciliations, newest first, older than the one numbered `before`. */
export async function findReconciliations(
  database: Queryable,
  before: number | null,
  limit: number,
): Promise<ReconciliationRow[]> {
  const { rows } = await database.query<{
    id: string
    time: string
    stated_by: string
    approved_by: string
    reason: string
    lines: ReconciledLine[]
  }>(
    `SELECT r.id, r.time, s.name AS stated_by, a.name AS approved_by, r.reason, r.lines FROM reconciliation AS r
       JOIN operator AS s ON s.id = r.stated_by JOIN operator AS a ON a.id = r.approved_by
     WHERE r.id < $1 ORDER BY r.id DESC LIMIT $2`,
    [before ?? Number.MAX_SAFE_INTEGER, limit],
  )
  return rows.map(({ id, time, stated_by, approved_by, reason, lines }) => ({
    id: integerOf(id),
    time: integerOf(time),
    statedBy: stated_by,
    approvedBy: approved_by,
    reason,
    lines,
  }))
}

/** What was stated to lie outside, and what the ledger said of it, when two people signed that last; null for never. */
export async function lastReconciled(database: Queryable): Promise<readonly ReconciledLine[] | null> {
  const [last] = await findReconciliations(database, null, 1)
  return last?.lines ?? null
}
