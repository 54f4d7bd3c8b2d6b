import { type PeriodKind, periodKinds } from '@truemark/protocol/routes/whoDecides'
import type { HouseAction } from '@truemark/protocol/auditActions'
import type { Database, Queryable } from '../platform/postgres/database.ts'
import { integerOf } from '../platform/postgres/integerOf.ts'
import { actingServer } from './acting.ts'
import { appendAudit } from './audit.store.ts'

/** A period, by the entries of the audit log that begin and end it. */
export interface PeriodRow {
  readonly kind: PeriodKind
  readonly began: number
  readonly beganEntry: number
  readonly ended: number | null
  readonly endedEntry: number | null
}

const began = {
  single_operator: 'single_operator_began',
  codes_at_desk: 'codes_at_desk_began',
} as const satisfies Record<PeriodKind, HouseAction>
const ended = {
  single_operator: 'single_operator_ended',
  codes_at_desk: 'codes_at_desk_ended',
} as const satisfies Record<PeriodKind, HouseAction>

interface StoredMark {
  id: string
  time: string
}

async function lastMark(client: Queryable, action: HouseAction): Promise<StoredMark | undefined> {
  const { rows } = await client.query<StoredMark>(
    'SELECT id, time FROM audit WHERE action = $1 ORDER BY id DESC LIMIT 1',
    [action],
  )
  return rows[0]
}

/**
 * Notes in the audit log where a period begins or ends, by what holds now. A server that was ended in a period and starts
 * outside it notes the end at its start: a period is told too long sooner than too short.
 */
export async function notePeriods(database: Database, holds: Readonly<Record<PeriodKind, boolean>>): Promise<void> {
  await database.transaction(async (client) => {
    for (const kind of periodKinds) {
      const [from, to] = [await lastMark(client, began[kind]), await lastMark(client, ended[kind])]
      const lasts = from !== undefined && Number(from.id) > Number(to?.id ?? 0)
      if (lasts === holds[kind]) continue
      const action = holds[kind] ? began[kind] : ended[kind]
      await appendAudit(client, { actor: actingServer, action, subject: kind, reason: '', detail: {} })
    }
  })
}

/** Periods, the last that began first, older than the entry `before`. */
export async function findPeriods(client: Queryable, before: number | null, limit: number): Promise<PeriodRow[]> {
  const { rows } = await client.query<{
    kind: PeriodKind
    id: string
    time: string
    ended_id: string | null
    ended_time: string | null
  }>(
    `SELECT b.subject AS kind, b.id, b.time, e.id AS ended_id, e.time AS ended_time FROM audit AS b
       LEFT JOIN LATERAL (SELECT id, time FROM audit WHERE action = ANY($2) AND subject = b.subject AND id > b.id
         ORDER BY id LIMIT 1) AS e ON true
     WHERE b.action = ANY($1) AND b.id < $3 ORDER BY b.id DESC LIMIT $4`,
    [Object.values(began), Object.values(ended), before ?? Number.MAX_SAFE_INTEGER, limit],
  )
  return rows.map(({ kind, id, time, ended_id, ended_time }) => ({
    kind,
    began: integerOf(time),
    beganEntry: integerOf(id),
    ended: ended_time === null ? null : integerOf(ended_time),
    endedEntry: ended_id === null ? null : integerOf(ended_id),
  }))
}

/** An entry of the audit log about an operator, with how many operators had come before it. */
export interface OperatorEntry {
  readonly id: number
  readonly time: number
  readonly action: string
  readonly subject: string
  readonly detail: Readonly<Record<string, string>>
  /** Who did it; of one who was made, who made the link. */
  readonly by: string
  readonly people: string | null
}

const changes: readonly HouseAction[] = [
  'operator_made',
  'operator_role_changed',
  'operator_disabled',
  'operator_enabled',
]

/** What the audit log says of operators, the last first, older than the entry `before`. */
export async function findOperatorChanges(
  client: Queryable,
  before: number | null,
  limit: number,
): Promise<OperatorEntry[]> {
  const { rows } = await client.query<{
    id: string
    time: string
    action: string
    subject: string
    detail: Record<string, string>
    by: string
    people: string | null
  }>(
    // a link ends those before it: who was made came by the last one
    `SELECT a.id, a.time, a.action, a.subject, a.detail, coalesce(l.actor, a.actor) AS by,
       coalesce(l.detail, a.detail)->>'people' AS people FROM audit AS a
       LEFT JOIN LATERAL (SELECT actor, detail FROM audit WHERE a.action = 'operator_made'
         AND action = 'operator_link_made' AND id < a.id ORDER BY id DESC LIMIT 1) AS l ON true
     WHERE a.action = ANY($1) AND a.id < $2 ORDER BY a.id DESC LIMIT $3`,
    [changes, before ?? Number.MAX_SAFE_INTEGER, limit],
  )
  return rows.map(({ id, time, ...rest }) => ({ ...rest, id: integerOf(id), time: integerOf(time) }))
}

/** The operators' names, small, each with its number: in the order in which they came. */
export async function operatorNumbers(client: Queryable): Promise<Map<string, number>> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT lower(subject) AS name FROM audit WHERE action = 'operator_made' ORDER BY id`,
  )
  return new Map(rows.map(({ name }, at) => [name, at + 1]))
}
