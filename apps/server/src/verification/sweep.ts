import type { Database } from '../platform/postgres/database.ts'
import { retentionDays } from '../platform/retention.ts'
import { eraseOldFields } from './store.ts'

const sweepInterval = 3_600_000

/**
 * Erases what people typed to prove who they are once its time is over, now and every hour; returns how
 * to stop, which waits for what is under way.
 */
export function startVerificationSweep(database: Database, onError: (error: unknown) => void): () => Promise<void> {
  let done: Promise<void> = Promise.resolve()
  const sweep = (): void => {
    done = eraseOldFields(database, retentionDays.identity).catch(onError)
  }
  sweep()
  const timer = setInterval(sweep, sweepInterval).unref()
  return async () => {
    clearInterval(timer)
    await done
  }
}
