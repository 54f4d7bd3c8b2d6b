import { createHash } from 'node:crypto'
import type { ProposalRow } from './proposals.store.ts'

function sorted(detail: Readonly<Record<string, string>>): [string, string][] {
  return Object.entries(detail).toSorted(([a], [b]) => (a < b ? -1 : 1))
}

type Planned = Pick<ProposalRow, 'subject' | 'detail'>

/** Whether approving would now do what was asked for. */
export function isSamePlan(plan: Planned, row: Planned): boolean {
  return plan.subject === row.subject && JSON.stringify(sorted(plan.detail)) === JSON.stringify(sorted(row.detail))
}

type Digested = Pick<ProposalRow, 'kind' | 'subject' | 'payload' | 'detail' | 'reason' | 'askedBy' | 'askedAt'>

/** SHA-256 in hex over all that an operator asked for. */
export function digestOfProposal({ kind, subject, payload, detail, reason, askedBy, askedAt }: Digested): string {
  const text = JSON.stringify([kind, subject, payload, sorted(detail), reason, askedBy, askedAt])
  return createHash('sha256').update(text).digest('hex')
}
