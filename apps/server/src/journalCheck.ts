import { verifyCommand } from './engine/verifyCommand.ts'
import { withLentDatabase } from './lentDatabase.ts'
import { StartRefusal } from './platform/startRefusal.ts'

// Replays the whole journal, compares it with the snapshots, prints one sentence, and exits with 1 where a row does not
// verify. It only reads: a running Truemark is not disturbed.
try {
  const say = (sentence: string): void => {
    process.stdout.write(`${sentence}\n`)
  }
  process.exitCode = await withLentDatabase((database) => verifyCommand(database, say))
} catch (error) {
  if (!(error instanceof StartRefusal)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}
