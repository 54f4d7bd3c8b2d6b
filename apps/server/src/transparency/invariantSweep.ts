import { ownCheckNames } from '@truemark/protocol/ownChecks'
import { errorMessage } from '../platform/startRefusal.ts'
import { startRounds } from '../platform/rounds.ts'
import { type InvariantPorts, invariants } from './invariants.ts'
import { noteOwnCheck } from './ownChecks.ts'

const everyMs = 30_000

/** Looks at every invariant once, and notes what came of each; one that can't be looked at does not hold. */
export async function checkInvariants(ports: InvariantPorts): Promise<void> {
  for (const name of ownCheckNames) {
    const look = invariants[name]
    if (look === undefined) continue
    const outcome = await look(ports).catch((error: unknown) => ({
      passed: 0,
      failed: 1,
      detail: errorMessage(error),
    }))
    if (outcome !== null) await noteOwnCheck(ports.database, name, outcome, ports.now())
  }
}

/** Looks at the invariants every half a minute. Returns how to stop. */
export function startInvariants(ports: InvariantPorts, onError: (error: unknown) => void): () => Promise<void> {
  return startRounds(() => checkInvariants(ports), { everyMs, first: 'later', onError })
}
