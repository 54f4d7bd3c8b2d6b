import type { HolderId } from '@truemark/core/ledger/holders'
import type { Key } from '@truemark/core/keyBytes'
import type { Watermark } from '../engine/door.ts'
import type { Database } from '../platform/postgres/database.ts'
import { startRounds } from '../platform/rounds.ts'
import { eraseReceiptRows } from '../platform/receipts.store.ts'
import { eraseOldKeys, findUsedKey, usedKeyKeptMs } from './store.ts'

/** How long to wait for the table, in ms. */
const patienceMs = 5_000
const sweepInterval = 3_600_000
/** When the first sweep begins: what a crash cut off is first ended by what the keys of it say. */
const sweepFirst = 300_000

/**
 * How the exchange looks up keys that the engine does not remember: as of the journal's row that the engine named, or
 * `behind` where the table does not reach it in time.
 */
export function usedKeysIn(database: Database, watermark: Watermark) {
  return async (holder: HolderId, { route, id }: Key, seq: number) => {
    if (!(await watermark.waitFor(seq, patienceMs))) return 'behind'
    return findUsedKey(database, holder, route, id)
  }
}

/** Takes out the keys of long ago and what their receipts were given for, soon after the start and every hour; returns how to stop. */
export function startUsedKeySweep(
  database: Database,
  now: () => number,
  onError: (error: unknown) => void,
): () => Promise<void> {
  const sweep = async (): Promise<void> => {
    await eraseOldKeys(database, now())
    await eraseReceiptRows(database, now() - usedKeyKeptMs)
  }
  return startRounds(sweep, { everyMs: sweepInterval, first: sweepFirst, onError })
}
