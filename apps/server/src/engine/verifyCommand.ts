import type { Database } from '../platform/postgres/database.ts'
import { makeExchange } from './exchangeMachine.ts'
import { type Beside, verifyJournal } from './verify.ts'

/**
 * The command `verify`: replays the exchange's whole journal, compares what else there is with it, and says in one
 * sentence what came of it. Returns the process's exit code: 0 where all holds, 1 where something does not verify.
 */
export async function verifyCommand(
  database: Database,
  beside: Beside,
  say: (sentence: string) => void,
): Promise<number> {
  const verified = await verifyJournal(database, makeExchange, beside)
  if (verified.fault !== null) {
    say(`The journal does not verify: ${verified.fault}.`)
    return 1
  }
  const checked = `${verified.snapshotsChecked} snapshot${verified.snapshotsChecked === 1 ? '' : 's'}`
  say(`The journal verifies: ${verified.rows} rows and ${checked} give the state ${verified.stateHash}.`)
  return 0
}
