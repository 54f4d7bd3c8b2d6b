import { dayMs } from '@truemark/core/money/units'
import { startRounds } from '../platform/rounds.ts'
import { errorMessage } from '../platform/startRefusal.ts'
import { type ProverPorts, proveLiabilities, provingTurns } from './liabilities.ts'
import { findDailyTime } from './liabilities.store.ts'
import { noteOwnCheck } from './ownChecks.ts'

const lookEveryMs = 300_000
const firstAfterMs = 60_000

/**
 * Makes a proof of what is owed each day, at a moment that nobody knows before: within the hour after a day has passed
 * since the last one that nobody asked for. Returns how to stop.
 */
export function startProofs(ports: ProverPorts, onError: (error: unknown) => void): () => Promise<void> {
  let delay = Math.random() * 3_600_000
  const look = async (): Promise<void> => {
    if (!(await isProofDue(ports, dayMs + delay))) return
    await proveAndNote(ports)
    delay = Math.random() * 3_600_000
  }
  return startRounds(look, { everyMs: lookEveryMs, first: firstAfterMs, onError })
}

/** Makes the proof, and notes that the books added up, or why there is none. */
async function proveAndNote(ports: ProverPorts): Promise<void> {
  const note = (detail: string | null) =>
    ports.database.transaction((client) => {
      const outcome = { passed: detail === null ? 1 : 0, failed: detail === null ? 0 : 1, detail: detail ?? '' }
      return noteOwnCheck(client, 'owed', outcome, ports.now())
    })
  try {
    await provingTurns.take(0, () => proveLiabilities(ports, null))
  } catch (error) {
    await note(errorMessage(error))
    throw error
  }
  await note(null)
}

/** Whether the last proof at a moment that no operator chose is old enough: asking for others delays none. */
export async function isProofDue({ database, now }: ProverPorts, afterMs: number): Promise<boolean> {
  const last = await findDailyTime(database)
  return last === null || now() - last >= afterMs
}
