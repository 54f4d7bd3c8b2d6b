import { operatorRoles } from '@truemark/protocol/access'
import { type OperatorChange, whoDecidesRoutes as routes } from '@truemark/protocol/routes/whoDecides'
import { pageLimit } from '@truemark/protocol/values'
import { done, refused } from '../platform/http/call.ts'
import type { Gateway } from '../platform/http/gateway.ts'
import { startRounds } from '../platform/rounds.ts'
import { actingServer } from './acting.ts'
import { type CodesAtDeskPorts, codesAtDesk } from './codesAtDesk.ts'
import type { DeskPorts } from './ports.ts'
import {
  type OperatorEntry,
  findOperatorChanges,
  findPeriods,
  notePeriods,
  operatorNumbers,
} from './whoDecides.store.ts'

const noteEveryMs = 60_000

/** Binds what anyone may know of those who decide: since when, by which role, and when one decided alone. */
export function bindWhoDecides(gateway: Gateway, { database }: Pick<DeskPorts, 'database'>): void {
  gateway.bind(routes.periodsPublic, async ({ query }) => {
    const before = entryOf(query.cursor)
    if (before === undefined) return refused('field_malformed', { field: 'cursor' })
    const limit = pageLimit(query.limit)
    const rows = await findPeriods(database, before, limit)
    const items = rows.map(({ kind, began, ended, beganEntry, endedEntry }) => ({
      kind,
      began,
      ended,
      began_entry: beganEntry,
      ended_entry: endedEntry,
    }))
    return done({ items, cursor: items.length === limit ? String(items.at(-1)?.began_entry) : null })
  })
  gateway.bind(routes.operatorsPublic, async ({ query }) => {
    const before = entryOf(query.cursor)
    if (before === undefined) return refused('field_malformed', { field: 'cursor' })
    const limit = pageLimit(query.limit)
    const rows = await findOperatorChanges(database, before, limit)
    const numbers = await operatorNumbers(database)
    const items = rows.flatMap((row) => changeOf(row, numbers) ?? [])
    return done({ items, cursor: rows.length === limit ? String(rows.at(-1)?.id) : null })
  })
}

// undefined for what is no cursor
function entryOf(cursor: string | undefined): number | null | undefined {
  if (cursor === undefined) return null
  return /^[0-9]{1,15}$/.test(cursor) ? Number(cursor) : undefined
}

const changeNames: Readonly<Record<string, OperatorChange['change']>> = {
  operator_made: 'made',
  operator_role_changed: 'role_changed',
  operator_disabled: 'disabled',
  operator_enabled: 'enabled',
}

function changeOf(row: OperatorEntry, numbers: ReadonlyMap<string, number>): OperatorChange | null {
  const change = changeNames[row.action]
  const role = operatorRoles.find((name) => name === row.detail['role']?.split(' → ').at(-1))
  const operator = numbers.get(row.subject.toLowerCase())
  if (change === undefined || role === undefined || operator === undefined) return null
  const isCommand = row.by === actingServer.name
  // to disable never took two
  const people = row.people ?? (change === 'disabled' ? '1' : null)
  return {
    entry: row.id,
    time: row.time,
    operator,
    change,
    role,
    people: isCommand ? 0 : people === null ? null : Number(people),
    by: isCommand ? null : (numbers.get(row.by.toLowerCase()) ?? null),
  }
}

export interface PeriodPorts extends Omit<CodesAtDeskPorts, 'database'>, Pick<DeskPorts, 'database'> {
  readonly singleOperator: boolean
}

/** Notes each period's start and end, now and every minute; returns how to stop. */
export function startNotingPeriods(ports: PeriodPorts, onError: (error: unknown) => void): () => Promise<void> {
  const note = async (): Promise<void> =>
    notePeriods(ports.database, { single_operator: ports.singleOperator, codes_at_desk: await codesAtDesk(ports) })
  return startRounds(note, { everyMs: noteEveryMs, first: 'now', onError })
}
