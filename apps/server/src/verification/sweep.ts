import type { Database } from '../platform/postgres/database.ts'
import { retentionDays } from '../platform/retention.ts'
import { startRounds } from '../platform/rounds.ts'
import { eraseOldFields } from './store.ts'

const sweepInterval = 3_600_000

/**
 * Erases what people typed to prove who they are once its time is over, now and every hour; returns how
 * to stop, which waits for what is under way.
 */
export function startVerificationSweep(database: Database, onError: (error: unknown) => void): () => Promise<void> {
  const sweep = () => eraseOldFields(database, retentionDays.identity)
  return startRounds(sweep, { everyMs: sweepInterval, first: 'now', onError })
}
