import { withLentDatabase } from './lentDatabase.ts'
import { readKeys } from './platform/keys/keys.ts'
import { sayRefusal } from './platform/startRefusal.ts'
import { progressTo, say } from './savedFile.ts'
import { checkWhole } from './wholeCheck.ts'

// Replays the whole journal, compares it with all that was made or told of it, prints what came of it, and exits with 1
// where something does not verify. It only reads: a running Truemark is not disturbed.
await sayRefusal(async () => {
  const tell = progressTo(process.stderr)
  const progress = (rows: number, of: number): void =>
    tell(`Replayed ${rows} of ${of} rows (${Math.floor((rows * 100) / of)} %) …`)
  process.exitCode = await withLentDatabase(new URL('.', import.meta.url), async (database, { keysFolder: folder }) =>
    checkWhole(database, await readKeys({ database, folder }), { say, progress }),
  )
})
