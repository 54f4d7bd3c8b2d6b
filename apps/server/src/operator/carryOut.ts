import type { Answer } from '@truemark/core/answer'
import type { Command } from '@truemark/core/vocabulary'
import type { Exchange } from '../engine/door.ts'
import type { Outcome, RequestKey } from '../platform/http/call.ts'
import type { Database } from '../platform/postgres/database.ts'
import type { ActingOperator } from './acting.ts'
import type { AuditEntry, HouseEntry } from './audit.store.ts'
import { beginDeed, doBegun } from './begun.ts'

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
 * `refusedAs`; without it, that of what two approved stands with the proposal alone.
 */
export async function carryOut(
  ports: Ports,
  command: Command,
  entry: AuditEntry,
  key: RequestKey | null,
  refusedAs: HouseEntry['action'] | null = key === null ? 'deed_refused' : null,
): Promise<Outcome<Answer>> {
  const beginning = { entry, refusedAs, command, key, asked: null }
  const begun = await ports.database.transaction((client) => beginDeed(client, beginning))
  return doBegun(ports, begun, command)
}
