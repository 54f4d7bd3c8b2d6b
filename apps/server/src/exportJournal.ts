import { withLentDatabase } from './lentDatabase.ts'
import { writeExport } from './export/door.ts'
import { readKeys } from './platform/keys/keys.ts'
import { buildFolders, readPublished } from './platform/published.ts'
import { StartRefusal } from './platform/startRefusal.ts'
import { say } from './savedFile.ts'

// Writes what anyone needs to check this installation without its database into a new folder, beside a running Truemark
// or without one: npm run export -- <folder>
const [folder] = process.argv.slice(2)
const programs = new URL('.', import.meta.url)
try {
  if (folder === undefined) throw new StartRefusal('Name the folder for the export.')
  const build = await readPublished(buildFolders(programs))
  const manifest = await withLentDatabase(programs, async (database, { keysFolder }) => {
    const { signing } = await readKeys({ database, folder: keysFolder })
    return writeExport({ database, signing, folder, build, now: Date.now() })
  })
  const { journal, evidence, liabilities } = manifest
  say(
    `Exported to ${folder}: ${journal.rows} rows, ${evidence.entries} entries of evidence, ${liabilities.heads} heads of what is owed.`,
  )
  say('It names accounts by number and amounts: give it only to whom these may be shown.')
} catch (error) {
  if (!(error instanceof StartRefusal)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}
