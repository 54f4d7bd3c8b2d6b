import { startRounds } from '../platform/rounds.ts'
import { logEvidence } from './evidenceLog.ts'
import type { EvidencePorts } from './ports.ts'

const lookEveryMs = 2_000
/** The batches added to the log in one turn, so that a long backlog leaves room for others. */
const batchesMax = 20

/** Signs and logs what was decided, every two seconds. Returns how to stop. */
export function startEvidenceLog(ports: EvidencePorts, onError: (error: unknown) => void): () => Promise<void> {
  const look = async (): Promise<void> => {
    for (let batch = 0; batch < batchesMax; batch += 1) if ((await logEvidence(ports)) === 0) return
  }
  return startRounds(look, { everyMs: lookEveryMs, first: 'later', onError })
}
