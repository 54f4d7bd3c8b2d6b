import type { Queryable } from '../platform/postgres/database.ts'
import { depositStatuses, withdrawalStatuses } from './store.ts'

export type Decided = 'deposit' | 'withdrawal'

/** Notes that a decision is told by mail; false where it was already. */
export async function noteDecisionMail(client: Queryable, kind: Decided, id: number): Promise<boolean> {
  const { rowCount } = await client.query(
    'INSERT INTO decision_mail (kind, id) VALUES ($1, $2) ON CONFLICT DO NOTHING',
    [kind, id],
  )
  return rowCount === 1
}

const untoldMax = 500
const untoldFor = 7 * 86_400_000

const told = {
  deposit: [depositStatuses.indexOf('completed'), depositStatuses.indexOf('rejected')],
  withdrawal: [withdrawalStatuses.indexOf('paid'), withdrawalStatuses.indexOf('rejected')],
}

/** Decisions of the last week that no mail told of: what a crash left. */
export async function findUntold(client: Queryable, kind: Decided, now: number): Promise<number[]> {
  const { rows } = await client.query<{ id: string }>(
    `SELECT t.id FROM ${kind} AS t LEFT JOIN decision_mail AS m ON m.kind = $1 AND m.id = t.id
     WHERE t.status = ANY($2) AND t.updated_at > $3 AND m.id IS NULL ORDER BY t.id LIMIT ${untoldMax}`,
    [kind, told[kind], now - untoldFor],
  )
  return rows.map(({ id }) => Number(id))
}
