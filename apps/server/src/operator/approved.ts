import { type Outcome, done, refused } from '../platform/http/call.ts'
import { findBegunBy } from './begun.store.ts'
import { type BegunPorts, isKeyUsed } from './begun.ts'
import { isSamePlan } from './proposalDigest.ts'
import type { Bound, Doer } from './proposalKind.ts'
import type { ProposalRow } from './proposals.store.ts'
import { isUnresolved } from './unresolved.ts'

/**
 * Does what was approved, as long as it would change what its two people read: what could not be done at once is not done
 * later over what two others have approved since. Refuses with `proposal_changed` then.
 */
export async function doApproved(
  ports: BegunPorts,
  kind: Bound,
  row: ProposalRow,
  doer: Doer,
): Promise<Outcome<unknown>> {
  const { after } = kind
  if (after === null) return done(null)
  if (kind.isPlannedAnew) {
    const isDone = await isDoneBefore(ports, doer)
    if (isDone === 'behind') return refused('server_busy')
    // what is done already would change nothing any more; the engine answers its key as it did
    const planned = isDone ? null : await kind.plan(row.payload)
    if (planned !== null && !planned.ok) return planned
    if (planned !== null && !isSamePlan(planned.data, row)) return refused('proposal_changed')
    const outcome = await after(row.payload, doer)
    // what is done already could not be begun again: it was no failure
    return isDone && !outcome.ok && !isUnresolved(outcome.reason) ? done(null) : outcome
  }
  return after(row.payload, doer)
}

async function isDoneBefore(ports: BegunPorts, { key }: Doer): Promise<boolean | 'behind'> {
  const begun = await findBegunBy(ports.database, key)
  if (begun?.outcome === '') return true
  return isKeyUsed(ports, { holder: begun?.holder ?? 0, route: key.route, id: key.id })
}
