import type { Database } from '../platform/postgres/database.ts'
import { retentionDays } from '../platform/retention.ts'
import { eraseOldFields } from './store.ts'

const sweepInterval = 3_600_000

/** Erases what people typed to prove who they are once its time is over, now and every hour; returns how to stop. */
export function startVerificationSweep(database: Database, onError: (error: unknown) => void): () => void {
  const sweep = (): void => {
    eraseOldFields(database, retentionDays.identity).catch(onError)
  }
  sweep()
  const timer = setInterval(sweep, sweepInterval).unref()
  return () => clearInterval(timer)
}
