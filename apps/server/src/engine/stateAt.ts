import { decodeState } from '@truemark/core/snapshot'
import type { State } from '@truemark/core/state'
import type { Database } from '../platform/postgres/database.ts'
import { makeExchange } from './exchangeMachine.ts'
import { readLastRow } from './journalReader.ts'
import { restore } from './restore.ts'

/** What the journal gives at its row `seq`, whose digest and time (UTC ms) these are. */
export interface StateAt {
  readonly seq: number
  readonly digest: Uint8Array
  readonly time: number
  readonly state: State
}

const readTimeout = 120_000

/**
 * The engine's state at the last committed row: the newest snapshot and the rows after it, each held against the chain.
 * It takes as long as a start of the engine does, so it belongs into a thread of its own. Throws a StartRefusal where
 * the journal does not verify.
 */
export async function readState(database: Database): Promise<StateAt> {
  const lease = await database.lease({ name: 'state', statementTimeout: readTimeout })
  try {
    const last = await readLastRow(lease)
    const { machine, end } = await restore(lease, makeExchange, { upTo: last?.seq ?? 0 })
    return { seq: end.seq, digest: end.digest, time: end.time, state: decodeState(machine.encodeState()) }
  } finally {
    await lease.release()
  }
}
