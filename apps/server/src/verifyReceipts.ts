import { readRowsAt } from './engine/door.ts'
import { ExportFault, exportedRows } from './export/door.ts'
import { withLentDatabase } from './lentDatabase.ts'
import { StartRefusal } from './platform/startRefusal.ts'
import { readSaved, say } from './savedFile.ts'
import { checkReceipts } from './transparency/receiptsCheck.ts'
import { type OwnKeys, ownKeysOf } from './transparency/signerChain.ts'

// Checks a saved file of receipts against the journal of this machine's database, which it only reads, or against an export
// without any database, and exits with 1 where one does not hold:
// npm run verify-receipts -- <file> [published key] [saved list of keys] [--export <folder>]
const [path, ...rest] = process.argv.slice(2)
const at = rest.indexOf('--export')
const folder = at < 0 ? null : (rest[at + 1] ?? '')
const more = at < 0 ? rest : rest.filter((_, place) => place !== at && place !== at + 1)

async function check(text: string, own: OwnKeys): Promise<number> {
  if (folder !== null) return checkReceipts((seqs) => exportedRows(folder, seqs), text, own, say)
  return withLentDatabase(new URL('.', import.meta.url), (database) =>
    checkReceipts((seqs) => readRowsAt(database, [...seqs]), text, own, say),
  )
}

const text = readSaved(path)
const own = ownKeysOf(more, readSaved)
try {
  process.exitCode = text === null || own === null ? 1 : await check(text, own)
} catch (error) {
  if (error instanceof ExportFault) say(`The export does not verify: ${error.message}.`)
  else if (error instanceof StartRefusal) process.stderr.write(`${error.message}\n`)
  else throw error
  process.exitCode = 1
}
