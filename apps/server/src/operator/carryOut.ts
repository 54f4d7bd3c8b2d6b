import type { Answer } from '@truemark/core/answer'
import type { Command } from '@truemark/core/vocabulary'
import { type Exchange, house } from '../engine/door.ts'
import { type Outcome, type RequestKey, done, refused } from '../platform/http/call.ts'
import type { Database } from '../platform/postgres/database.ts'
import type { ActingOperator } from './acting.ts'
import { type AuditEntry, type HouseEntry, appendAudit, isDeedNoted } from './audit.store.ts'
import { deedKey } from './deed.ts'
import { isUnresolved } from './unresolved.ts'

/** In whose name something is done, why, and the key by which the engine does it once. */
export interface Deed {
  readonly actor: ActingOperator
  readonly reason: string
  readonly key: RequestKey | null
}

interface Ports {
  readonly database: Database
  readonly exchange: Exchange
}

/**
 * Has the engine do what operators decided, and notes what came of it: nothing is done for an operator without an entry,
 * and no entry says what did not happen. What two approved has their entries before it, and its own once the engine has
 * done it; what one does alone is noted as asked for first. Of what the engine refuses an entry says why, under the action
 * `refusedAs`.
 */
export async function carryOut(
  ports: Ports,
  command: Command,
  entry: AuditEntry,
  key: RequestKey | null,
  refusedAs?: HouseEntry['action'],
): Promise<Outcome<Answer>> {
  if (key !== null) return carryOutApproved(ports, command, entry, { key, refusedAs })
  const { database, exchange } = ports
  const asked = { ...saidBy(entry), action: 'deed_asked', detail: { ...entry.detail, deed: entry.action } } as const
  const noted = await database.transaction((client) => appendAudit(client, asked))
  const executed = await exchange.command(house, command, deedKey(noted))
  if (executed.ok) {
    await database.transaction((client) => appendAudit(client, entry))
    return done(executed.answer)
  }
  const { reason, params } = executed
  // of an answer that was lost nobody knows; that the engine was busy is known
  if (reason === 'server_busy' || !isUnresolved(reason))
    await noteRefusal(database, asked, refusedAs ?? 'deed_refused', reason)
  return refused(reason, params)
}

// tried again under its key it is done once, and noted once
async function carryOutApproved(
  { database, exchange }: Ports,
  command: Command,
  entry: AuditEntry,
  { key, refusedAs }: { readonly key: RequestKey; readonly refusedAs: HouseEntry['action'] | undefined },
): Promise<Outcome<Answer>> {
  const executed = await exchange.command(house, command, key)
  if (executed.ok) {
    await noteApproved(database, entry, key)
    return done(executed.answer)
  }
  const { reason, params } = executed
  // what nobody knows of is tried again; that it failed stands with the proposal too
  if (refusedAs !== undefined && !isUnresolved(reason)) await noteRefusal(database, entry, refusedAs, reason)
  return refused(reason, params)
}

/** Notes what two approved once the engine has done it: once, however often its doing was cut off. */
export async function noteApproved(database: Database, entry: AuditEntry, { id: deed }: RequestKey): Promise<void> {
  await database.transaction(async (client) => {
    if (await isDeedNoted(client, { ...entry, deed })) return
    await appendAudit(client, { ...entry, detail: { ...entry.detail, deed } })
  })
}

function saidBy({ actor, subject, reason }: AuditEntry): Pick<AuditEntry, 'actor' | 'subject' | 'reason'> {
  return { actor, subject, reason }
}

async function noteRefusal(
  database: Database,
  { actor, subject, detail }: AuditEntry,
  action: HouseEntry['action'],
  reason: string,
): Promise<void> {
  await database.transaction((client) => appendAudit(client, { actor, action, subject, reason, detail }))
}
