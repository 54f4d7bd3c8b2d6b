import { findFirstClose } from '../derivative/door.ts'
import { findProductOf } from '../invest/door.ts'
import type { PublicIds } from '../platform/publicId.ts'
import type { EvidencePorts } from './ports.ts'

/** What evidence is of. Places are for ever: the log keeps them. */
export const evidenceKinds = [
  'option',
  'liquidation',
  'trigger',
  'funding',
  'investment',
  'terms',
  'notice',
  'payout',
] as const
export type EvidenceKind = (typeof evidenceKinds)[number]

/**
 * One decision: an option, a closing of a liquidation, a triggered position, a funding, a product of invest, or a change of
 * terms: one of the journal, or an entry of the audit log; or what the owner of a payout said of it.
 */
export interface EvidenceSubject {
  readonly kind: EvidenceKind
  readonly number: number
}

const idKindOf = {
  option: 'option',
  liquidation: 'liquidationClose',
  trigger: 'derivative',
  funding: 'funding',
  investment: 'investProduct',
  terms: 'termChange',
  notice: 'notice',
  payout: 'payoutAnswer',
} as const

/** The public number under which a decision's evidence stands in the log. */
export function evidenceId(ids: PublicIds, { kind, number }: EvidenceSubject): string {
  return ids.write(idKindOf[kind], number)
}

/** Which decision a public number is of: its own, or that of what somebody knows it by; null where it is of none. */
export async function evidenceSubject({ ids, database }: EvidencePorts, id: string): Promise<EvidenceSubject | null> {
  for (const kind of evidenceKinds) {
    const number = ids.read(idKindOf[kind], id)
    if (number !== null) return { kind, number }
  }
  const liquidation = ids.read('liquidation', id)
  const close = liquidation === null ? null : await findFirstClose(database, liquidation)
  if (close !== null) return { kind: 'liquidation', number: close }
  const order = ids.read('investOrder', id)
  const product = order === null ? null : await findProductOf(database, order)
  return product === null ? null : { kind: 'investment', number: product }
}
