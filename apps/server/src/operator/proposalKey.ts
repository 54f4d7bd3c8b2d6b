import { createHash } from 'node:crypto'
import { dayMs } from '@truemark/core/money/units'
import type { RequestKey } from '../platform/http/call.ts'
import type { ProposalRow } from './proposals.store.ts'

/** How long the end of something in a market is public, from its approval on, before it is carried out. */
export const aheadMs = dayMs

/** On which route the keys of what two approved stand. */
export const proposalRoute = 'PROPOSAL'

/** The key of what was approved at a moment: a UUIDv7 of it, random to look at, and the same each time. */
export function keyOfProposal({ id, digest }: Pick<ProposalRow, 'id' | 'digest'>, at: number): RequestKey {
  const drawn = createHash('sha256').update(`proposal ${id} ${digest}`).digest('hex')
  const time = at.toString(16).padStart(12, '0')
  return { id: `${time}7${drawn.slice(0, 3)}8${drawn.slice(3, 18)}`, route: proposalRoute, digest }
}
