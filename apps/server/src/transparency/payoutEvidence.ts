import { type PayoutEvidence, evidenceMethod as method } from '@truemark/protocol/routes/evidence'
import { rowOfTime } from '../engine/door.ts'
import { findPayoutAnswer } from '../wallet/door.ts'
import type { EvidencePorts } from './ports.ts'

/** What the owner of a payout said of it, by the number of {@link findPayoutAnswer}; null where nobody did. */
export async function payoutEvidence(
  { catalogue, database }: EvidencePorts,
  id: string,
  number: number,
): Promise<PayoutEvidence | null> {
  const found = await findPayoutAnswer(database, number)
  if (found === null) return null
  const { currency, ...said } = found
  const { code } = catalogue.currency(currency)
  return { kind: 'payout', id, method, currency: code, ...said, journal: await rowOfTime(database, said.paid) }
}
