import { type ReadOnlyPeriod, readOnlyBounds, readOnlyRoutes as routes } from '@truemark/protocol/routes/readOnly'
import * as z from 'zod/mini'
import { type Outcome, done, refused } from '../platform/http/call.ts'
import type { Gateway } from '../platform/http/gateway.ts'
import type { Queryable } from '../platform/postgres/database.ts'
import type { ActingOperator } from './acting.ts'
import { appendAudit } from './audit.store.ts'
import { type DeskPorts, actorOf } from './ports.ts'
import { findReadOnly, keepReadOnly } from './readOnly.store.ts'

const payload = z.omit(routes.deskReadOnlySet.body, { reason: true })
type Wanted = z.output<typeof payload>

const minuteMs = 60_000

type ReadOnlyPorts = Pick<DeskPorts, 'database' | 'now' | 'readOnly'>

/** Has the server know the period that was set before it started. */
export async function loadReadOnly({
  database,
  readOnly,
}: Pick<ReadOnlyPorts, 'database' | 'readOnly'>): Promise<void> {
  readOnly.set(await findReadOnly(database))
}

/** Binds the time in which nothing can be changed here: two people set it, and one ends it at once. */
export function bindReadOnly(gateway: Gateway, ports: DeskPorts): void {
  const { database, now, proposals, readOnly } = ports
  proposals.define('read_only', {
    access: 'desk_market_write',
    payload,
    plan: async (wanted) => {
      const period = periodOf(ports, wanted)
      return period.ok ? done({ subject: 'server', detail: plannedOf(wanted) }) : period
    },
    within: async (client, wanted, { actor, reason }) => {
      const period = periodOf(ports, wanted)
      if (!period.ok) return period
      await put(client, period.data, { actor, reason })
      return done(null)
    },
    after: async () => {
      await loadReadOnly(ports)
      return done(null)
    },
  })
  gateway.bind(routes.deskReadOnly, () => done({ period: readOnly.get() }))
  gateway.bind(routes.deskReadOnlySet, async ({ caller, body: { reason, ...wanted } }) => {
    const period = periodOf(ports, wanted)
    if (!period.ok) return period
    const gate = await proposals.gate(caller, 'read_only', wanted, reason)
    if (gate !== null) return gate
    const actor = await actorOf(ports, caller)
    await database.transaction((client) => put(client, period.data, { actor, reason }))
    await loadReadOnly(ports)
    return done({ period: readOnly.get() })
  })
  gateway.bind(routes.deskReadOnlyLift, async ({ caller, body: { reason } }) => {
    const period = readOnly.get()
    if (period === null) return done({ period })
    const actor = await actorOf(ports, caller)
    await database.transaction(async (client) => {
      const until = now()
      await keepReadOnly(client, { from: Math.min(period.from, until), until })
      const entry = { actor, action: 'read_only_lifted', subject: 'server', reason, detail: detailOf(period) } as const
      await appendAudit(client, entry)
    })
    await loadReadOnly(ports)
    return done({ period: readOnly.get() })
  })
}

// what was to begin before it was decided begins then, and is as long as it was to be
function periodOf({ now }: Pick<ReadOnlyPorts, 'now'>, { from, minutes }: Wanted): Outcome<ReadOnlyPeriod> {
  const begin = Math.max(from ?? 0, now())
  if (begin > now() + readOnlyBounds.aheadMaxMs) return refused('field_malformed', { field: 'from' })
  return done({ from: begin, until: begin + minutes * minuteMs })
}

// the same whenever it is read, so that who decides it decides what they have read
function plannedOf({ from, minutes }: Wanted): Record<string, string> {
  return { from: from === null ? '–' : new Date(from).toISOString(), minutes: String(minutes) }
}

function detailOf({ from, until }: ReadOnlyPeriod): Record<string, string> {
  return { from: new Date(from).toISOString(), until: new Date(until).toISOString() }
}

async function put(
  client: Queryable,
  period: ReadOnlyPeriod,
  { actor, reason }: { readonly actor: ActingOperator; readonly reason: string },
): Promise<void> {
  await keepReadOnly(client, period)
  const entry = { actor, action: 'read_only_set', subject: 'server', reason, detail: detailOf(period) } as const
  await appendAudit(client, entry)
}
