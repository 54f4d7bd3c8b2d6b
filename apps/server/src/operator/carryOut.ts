import type { Answer } from '@truemark/core/answer'
import type { Command } from '@truemark/core/vocabulary'
import { type Exchange, house } from '../engine/door.ts'
import { type Outcome, type RequestKey, done, refused } from '../platform/http/call.ts'
import type { Database } from '../platform/postgres/database.ts'
import type { ActingOperator } from './acting.ts'
import { type AuditEntry, type HouseEntry, appendAudit } from './audit.store.ts'
import { deedKey } from './deed.ts'

/** In whose name something is done, why, and the key by which the engine does it once. */
export interface Deed {
  readonly actor: ActingOperator
  readonly reason: string
  readonly key: RequestKey | null
}

/**
 * Has the engine do what an operator decided. The entry stands before the deed: nothing that the engine does for an
 * operator is without one. Where the engine refuses, a second entry says why, under the action `refusedAs`.
 */
export async function carryOut(
  { database, exchange }: { readonly database: Database; readonly exchange: Exchange },
  command: Command,
  entry: AuditEntry,
  key: RequestKey | null,
  refusedAs?: HouseEntry['action'],
): Promise<Outcome<Answer>> {
  const noted = await database.transaction((client) => appendAudit(client, entry))
  const executed = await exchange.command(house, command, key ?? deedKey(noted))
  if (executed.ok) return done(executed.answer)
  const { reason, params } = executed
  if (refusedAs !== undefined) {
    const { actor, subject, detail } = entry
    await database.transaction((client) => appendAudit(client, { actor, action: refusedAs, subject, reason, detail }))
  }
  return refused(reason, params)
}
