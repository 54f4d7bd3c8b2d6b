import { findUsedKey } from '../account/door.ts'
import { type Exchange, type Reads, house } from '../engine/door.ts'
import { type Outcome, type RequestKey, done, refused } from '../platform/http/call.ts'
import type { Database } from '../platform/postgres/database.ts'
import { isSamePlan } from './proposalDigest.ts'
import type { Bound, Doer } from './proposalKind.ts'
import type { ProposalRow } from './proposals.store.ts'
import { isUnresolved } from './unresolved.ts'

export interface ApprovedPorts {
  readonly database: Database
  readonly exchange: Exchange
  readonly reads: Reads
}

/**
 * Does what was approved, as long as it would change what its two people read: what could not be done at once is not done
 * later over what two others have approved since. Refuses with `proposal_changed` then.
 */
export async function doApproved(
  ports: ApprovedPorts,
  kind: Bound,
  row: ProposalRow,
  doer: Doer,
): Promise<Outcome<unknown>> {
  const { after } = kind
  if (after === null) return done(null)
  if (kind.isPlannedAnew) {
    const isDone = await isDoneBefore(ports, doer.key)
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

// by the engine's memory, or by the table behind it, where what the house itself does is kept under no holder
async function isDoneBefore(
  { database, exchange, reads }: ApprovedPorts,
  { id, route }: RequestKey,
): Promise<boolean | 'behind'> {
  const { known } = await exchange.ask(house, { type: 'usedKey', holder: 0, route, id })
  if (known) return true
  if (!(await reads.current())) return 'behind'
  return (await findUsedKey(database, 0, route, id)) !== null
}
