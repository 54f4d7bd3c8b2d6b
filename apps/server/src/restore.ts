import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import {
  type ReadBackup,
  checkFiles,
  loadFiles,
  loadTables,
  onEmptyGround,
  readBackup,
  refuseUnfit,
} from './backup/door.ts'
import { type Config, readConfig } from './platform/config/config.ts'
import { readKeys } from './platform/keys/keys.ts'
import type { Database } from './platform/postgres/database.ts'
import { readMigrations } from './platform/postgres/migrate.ts'
import { StartRefusal } from './platform/startRefusal.ts'
import { compareEnd } from './restoredEnd.ts'
import { progressTo, say } from './savedFile.ts'
import { checkWhole } from './wholeCheck.ts'

// Restores a backup into an empty data folder, and an empty database where it is the operator's own, and checks all of it:
// npm run restore -- <folder> [--only-verify | --despite-faults]
// Nothing of it starts before this has come to its end.

const options = ['--only-verify', '--despite-faults'] as const
const migrationsFolder = fileURLToPath(new URL('../migrations', new URL('.', import.meta.url)))
const progress = progressTo(process.stderr)

/** Loads everything and checks it; whether it may be started. */
async function restored(backup: ReadBackup, config: Config, database: Database, despiteFaults: boolean) {
  const filesFolder = join(config.dataFolder, 'files')
  await loadTables(database, migrationsFolder, backup, progress)
  await loadFiles(backup, filesFolder, progress)
  say('Every table has the rows of the backup. Now all is checked, as journal-check does it.')
  const keys = await readKeys({ database, folder: config.keysFolder })
  const replayed = (rows: number, of: number): void => progress(`Replayed ${rows} of ${of} rows.`)
  const code = await checkWhole(database, keys, { say, progress: replayed })
  const files = await checkFiles(database, filesFolder, keys.sealing)
  say(`${files.well} files are what the database says of them.`)
  if (files.absent > 0) say(`${files.absent} files that it keeps are not here: the backup did not find them.`)
  if (files.bad > 0) say(`${files.bad} files open under no key, or are others: they were so when they were backed up.`)
  const witness = config.witnessFile === null ? '' : readText(config.witnessFile)
  const { fault, beyond } = await compareEnd(database, backup.manifest, keys.signing, witness)
  if (fault !== null) throw new StartRefusal(`The journal is not that of the backup: ${fault}.`)
  if (code !== 0 && !despiteFaults) {
    say('NOT restored: the check above found faults, and nothing here starts.')
    say('The backup is what was written, so they were in the database before, or the keys are newer than it.')
    say('If journal-check said the same then, empty the folder and the database and restore with --despite-faults.')
    return false
  }
  const { journal, moment } = backup.manifest
  say(`Restored: the journal ends at row ${journal.seq}, ${journal.digest}, of ${new Date(moment).toISOString()}.`)
  say('What was acknowledged after that moment is not here: docs/operating/backup.md says what to do about it.')
  if (beyond !== null)
    say(
      `The witness holds a head of row ${beyond.journal.seq} of ${new Date(beyond.time).toISOString()}: at least ${beyond.journal.seq - journal.seq} rows are lost.`,
    )
  return true
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

try {
  const [folder, named, ...more] = process.argv.slice(2)
  const option = options.find((one) => one === named)
  if (
    folder === undefined ||
    folder.startsWith('-') ||
    (named !== undefined && option === undefined) ||
    more.length > 0
  )
    throw new StartRefusal(`Say: npm run restore -- <folder of a backup> [${options.join(' | ')}]`)
  const config = readConfig(process.env, process.cwd())
  const backup = await readBackup(folder, progress)
  say(`${backup.folder} is what was written: ${backup.paths.size} files. Its digest is ${backup.digest}.`)
  if (option !== '--only-verify') {
    refuseUnfit(backup, readMigrations(migrationsFolder), config.keysFolder)
    const isDespite = option === '--despite-faults'
    let whole = false
    await onEmptyGround(config, async (database) => (whole = await restored(backup, config, database, isDespite)))
    if (!whole) process.exitCode = 1
  }
} catch (error) {
  if (!(error instanceof StartRefusal)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}
