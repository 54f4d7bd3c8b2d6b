import { withLentDatabase } from './lentDatabase.ts'
import { readKeys } from './platform/keys/keys.ts'
import { StartRefusal } from './platform/startRefusal.ts'
import { checkWhole } from './wholeCheck.ts'

// Replays the whole journal, compares it with all that was made or told of it, prints what came of it, and exits with 1
// where something does not verify. It only reads: a running Truemark is not disturbed.
try {
  const say = (sentence: string): void => {
    process.stdout.write(`${sentence}\n`)
  }
  const progress = progressTo(process.stderr)
  process.exitCode = await withLentDatabase(new URL('.', import.meta.url), async (database, { keysFolder: folder }) =>
    checkWhole(database, await readKeys({ database, folder }), { say, progress }),
  )
} catch (error) {
  if (!(error instanceof StartRefusal)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}

/** Says every few seconds how much of the journal has been replayed. */
function progressTo(out: NodeJS.WritableStream): (rows: number, of: number) => void {
  let toldAt = performance.now()
  return (rows, of) => {
    if (performance.now() - toldAt < 3_000) return
    toldAt = performance.now()
    out.write(`Replayed ${rows} of ${of} rows (${Math.floor((rows * 100) / of)} %) …\n`)
  }
}
