import { dayMs } from '@truemark/core/money/units'
import { retentionDays } from '../platform/retention.ts'
import { startRounds } from '../platform/rounds.ts'
import { eraseOldClaims, removeStrayClaims } from './claims.store.ts'
import { eraseOldPayments } from './chain/payments.store.ts'
import { eraseOldOrders } from './payout/payouts.store.ts'
import { eraseOldPayees } from './payees.store.ts'
import type { WalletPorts } from './ports.ts'

const sweepInterval = 3_600_000

/**
 * Removes what a crash left behind of requests that the engine never knew, and what is past its time, now and every
 * hour; returns how to stop, which waits for what is under way.
 */
export function startWalletSweep(
  { database, vault }: Pick<WalletPorts, 'database' | 'vault'>,
  onError: (error: unknown) => void,
): () => Promise<void> {
  const sweep = async (): Promise<void> => {
    for (const file of await removeStrayClaims(database)) await vault.drop(file)
    await eraseOldClaims(database, retentionDays.payment)
    await eraseOldPayees(database, retentionDays.payment)
    const before = Date.now() - retentionDays.payment * dayMs
    await eraseOldPayments(database, before)
    await eraseOldOrders(database, before)
    // last: where a bucket is away it can't be done
    await vault.sweep()
  }
  return startRounds(sweep, { everyMs: sweepInterval, first: 'now', onError })
}
