import { withLentDatabase } from './lentDatabase.ts'
import { writeExport, writeOpenings } from './export/door.ts'
import { readKeys } from './platform/keys/keys.ts'
import { buildFolders, readPublished } from './platform/published.ts'
import { StartRefusal, sayRefusal } from './platform/startRefusal.ts'
import { createPublicIds } from './platform/publicId.ts'
import { say } from './savedFile.ts'

// Writes what anyone needs to check this installation without its database into a new folder, beside a running Truemark
// or without one: npm run export -- <folder> [--openings <file for an auditor>]
const [folder, option, openingsPath] = process.argv.slice(2)
const programs = new URL('.', import.meta.url)
await sayRefusal(async () => {
  if (folder === undefined) throw new StartRefusal('Name the folder for the export.')
  const build = await readPublished(buildFolders(programs))
  const manifest = await withLentDatabase(programs, async (database, { keysFolder }) => {
    const { signing, tokens } = await readKeys({ database, folder: keysFolder })
    const secret = tokens.names
    const written = await writeExport({ database, signing, folder, build, now: Date.now() })
    if (option === '--openings' && openingsPath !== undefined) {
      const { heads, liquidations } = await writeOpenings(
        { database, ids: createPublicIds(secret), secret },
        openingsPath,
      )
      say(`Wrote what opens ${liquidations} closings of liquidations and the trees of ${heads} heads of what is owed.`)
      say(`${openingsPath} tells whose each of them is: give it to an auditor alone.`)
    }
    return written
  })
  const { journal, evidence, liabilities } = manifest
  say(
    `Exported to ${folder}: ${journal.rows} rows, ${evidence.entries} entries of evidence, ${liabilities.heads} heads of what is owed.`,
  )
  say('It names accounts by number and amounts: give it only to whom these may be shown.')
})
