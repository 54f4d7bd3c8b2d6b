import type { Database } from '../platform/postgres/database.ts'
import { makeExchange } from './exchangeMachine.ts'
import { verifyJournal } from './verify.ts'

/**
 * The command `verify`: replays the exchange's whole journal and says in one sentence what came of it. Returns the
 * process's exit code: 0 where all holds, 1 where a row or a snapshot does not verify.
 */
export async function verifyCommand(database: Database, say: (sentence: string) => void): Promise<number> {
  const verified = await verifyJournal(database, makeExchange)
  if (verified.fault !== null) {
    say(`The journal does not verify: ${verified.fault}.`)
    return 1
  }
  const checked = `${verified.snapshotsChecked} snapshot${verified.snapshotsChecked === 1 ? '' : 's'}`
  say(`The journal verifies: ${verified.rows} rows and ${checked} give the state ${verified.stateHash}.`)
  return 0
}
