import { withLentDatabase } from './lentDatabase.ts'
import { StartRefusal } from './platform/startRefusal.ts'
import { checkWhole } from './wholeCheck.ts'

// Replays the whole journal, compares it with the snapshots, the ledger's tables and the audit log, prints what came of it,
// and exits with 1 where something does not verify. It only reads: a running Truemark is not disturbed.
try {
  const say = (sentence: string): void => {
    process.stdout.write(`${sentence}\n`)
  }
  process.exitCode = await withLentDatabase(new URL('.', import.meta.url), (database) => checkWhole(database, say))
} catch (error) {
  if (!(error instanceof StartRefusal)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}
