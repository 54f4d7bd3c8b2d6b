import type { Queryable } from '../platform/postgres/database.ts'
import { integerOf } from '../platform/postgres/integerOf.ts'

const waitingKinds = ['deposit', 'withdrawal', 'verification'] as const
export type WaitingKind = (typeof waitingKinds)[number]

export interface WaitingRow {
  readonly kind: WaitingKind
  readonly open: number
  readonly escalated: number
}

// $1 is the last moment at which a deposit must have been made to be late now
const open = `
  SELECT 'deposit' AS kind, id, created_at < $1 AS late FROM deposit WHERE status = 0
  UNION ALL SELECT 'withdrawal', id, escalated_at <> 0 FROM withdrawal WHERE status < 3
  UNION ALL SELECT 'verification', id, deadline_at < now() FROM verification WHERE state = 'pending'`

/** How many requests of people wait, of each kind, and how many of them have passed their deadline. */
export async function countWaiting(database: Queryable, depositsBefore: number): Promise<WaitingRow[]> {
  const { rows } = await database.query<{ kind: WaitingKind; open: string; escalated: string }>(
    `SELECT kind, count(*) AS open, count(*) FILTER (WHERE late) AS escalated FROM (${open}) AS w GROUP BY kind`,
    [depositsBefore],
  )
  return waitingKinds.map((kind) => {
    const row = rows.find((one) => one.kind === kind)
    return { kind, open: integerOf(row?.open ?? '0'), escalated: integerOf(row?.escalated ?? '0') }
  })
}

const tellingLock = 7_201_946

/**
 * Notes that the administrators are told of each request whose deadline has passed; gives how many of them nobody had
 * been told of, and 0 while they were told within the last `quietMs`.
 */
export async function noteEscalations(client: Queryable, depositsBefore: number, quietMs: number): Promise<number> {
  await client.query('SELECT pg_advisory_xact_lock($1)', [tellingLock])
  const { rowCount } = await client.query(
    `INSERT INTO escalation_told (kind, id) SELECT kind, id FROM (${open}) AS w
     WHERE late AND NOT EXISTS (SELECT 1 FROM escalation_told WHERE told_at > now() - make_interval(secs => $2 / 1000.0))
     ON CONFLICT DO NOTHING`,
    [depositsBefore, quietMs],
  )
  return rowCount ?? 0
}
