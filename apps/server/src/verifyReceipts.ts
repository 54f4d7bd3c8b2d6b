import { withLentDatabase } from './lentDatabase.ts'
import { StartRefusal } from './platform/startRefusal.ts'
import { readSaved, say } from './savedFile.ts'
import { checkReceipts } from './transparency/receiptsCheck.ts'
import { ownKeysOf } from './transparency/signerChain.ts'

// Checks a saved file of receipts against the journal of this machine's database, which it only reads, and exits with 1
// where one does not hold: npm run verify-receipts -- <file> [published key] [saved list of keys]
const [path, ...more] = process.argv.slice(2)
const text = readSaved(path)
const own = ownKeysOf(more, readSaved)
try {
  process.exitCode =
    text === null || own === null
      ? 1
      : await withLentDatabase(new URL('.', import.meta.url), (database) => checkReceipts(database, text, own, say))
} catch (error) {
  if (!(error instanceof StartRefusal)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}
