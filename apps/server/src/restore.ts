import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import {
  type ReadBackup,
  type ReadBase,
  checkFiles,
  holeFault,
  loadFiles,
  loadTables,
  onEmptyGround,
  plantBase,
  readBackup,
  refuseFullShelves,
  refuseKeyless,
  refuseNewer,
} from './backup/door.ts'
import { type Config, readConfig } from './platform/config/config.ts'
import { withShelves } from './platform/files/openShelves.ts'
import { type Shelves, claimShelves, shelvesMark } from './platform/files/shelves.ts'
import { type Keys, readKeys } from './platform/keys/keys.ts'
import { archiveIn } from './platform/postgres/archive.ts'
import type { Database } from './platform/postgres/database.ts'
import { migrate, readMigrations } from './platform/postgres/migrate.ts'
import { StartRefusal, sayRefusal } from './platform/startRefusal.ts'
import { compareEnd, endAfter } from './restoredEnd.ts'
import { progressTo, say } from './savedFile.ts'
import { checkWhole } from './wholeCheck.ts'

// Restores a backup into an empty data folder, and an empty database where it is the operator's own, and checks all of it; a
// copy of the embedded database is brought on by what ARCHIVE_DIR holds:
// npm run restore -- <folder> [--only-verify | --despite-faults]
// Nothing of it starts before this has come to its end.

const options = ['--only-verify', '--despite-faults'] as const
const programs = new URL('.', import.meta.url)
const migrationsFolder = fileURLToPath(new URL('../migrations', programs))
const progress = progressTo(process.stderr)

interface Ground {
  readonly backup: ReadBackup | ReadBase
  readonly config: Config
  readonly database: Database
  readonly keys: Keys
  readonly shelves: Shelves
}

/** Loads everything and checks it; whether it may be started. */
async function restored(
  { backup, config, database, shelves }: Omit<Ground, 'keys'>,
  despiteFaults: boolean,
): Promise<boolean> {
  if (backup.kind === 'rows') await loadTables(database, migrationsFolder, backup, progress)
  else await migrate(database, migrationsFolder)
  const keys = await readKeys({ database, folder: config.keysFolder })
  await claimShelves(shelves, shelvesMark(keys.tokens))
  await loadFiles(backup, shelves, progress)
  if (backup.kind === 'rows') say('Every table has the rows of the backup.')
  say('Now all is checked, as journal-check does it.')
  const replayed = (rows: number, of: number): void => progress(`Replayed ${rows} of ${of} rows.`)
  const code = await checkWhole(database, keys, { say, progress: replayed })
  const files = await checkFiles(database, shelves, keys.sealing)
  say(`${files.well} files are what the database says of them.`)
  if (files.absent > 0) say(`${files.absent} files that it keeps are not here: the backup does not hold them.`)
  if (files.bad > 0) say(`${files.bad} files open under no key, or are others: they were so when they were backed up.`)
  const told = await endTold({ backup, config, database, keys })
  const archive = archiveIn(config.archiveFolder, programs)
  const hole = backup.kind === 'base' && archive !== null ? await holeFault(database, archive, backup) : null
  if (hole !== null && !despiteFaults) {
    say(`NOT restored: ${hole}. ${told[0] ?? ''}`)
    say(
      'Put the missing piece back, or take a newer base; if neither is to be had, empty the folder and restore with --despite-faults.',
    )
    return false
  }
  if (code !== 0 && !despiteFaults) {
    say('NOT restored: the check above found faults, and nothing here starts.')
    say('The backup is what was written, so they were in the database before, or the keys are newer than it.')
    say('If journal-check said the same then, empty the folder and the database and restore with --despite-faults.')
    return false
  }
  for (const sentence of told) say(sentence)
  return true
}

/** Where the journal ends, and what is told of later rows. Throws a StartRefusal where it is not that of the backup. */
async function endTold({ backup, config, database, keys }: Omit<Ground, 'shelves'>): Promise<string[]> {
  const witness = config.witnessFile === null ? '' : readText(config.witnessFile)
  const { manifest } = backup
  const { end, fault: lacking } = await endAfter(database, manifest.journal)
  const told = backup.kind === 'rows' ? backup.manifest : { journal: end, anchor: null }
  const { fault, beyond } = await compareEnd(database, told, keys.signing, witness)
  if ((lacking ?? fault) !== null) throw new StartRefusal(`The journal is not that of the backup: ${lacking ?? fault}.`)
  const of = backup.kind === 'rows' ? manifest.moment : end.time
  const lost =
    beyond === null
      ? []
      : [
          `The witness holds a head of row ${beyond.journal.seq} of ${new Date(beyond.time).toISOString()}: at least ${beyond.journal.seq - end.seq} rows are lost.`,
        ]
  return [
    `Restored: the journal ends at row ${end.seq}, ${end.digest}, of ${new Date(of).toISOString()}.`,
    'What was acknowledged after that moment is not here: docs/operating/backup.md says what to do about it.',
    ...lost,
  ]
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

/** Restores what was read; whether it may be started. */
async function restore(backup: ReadBackup | ReadBase, config: Config, despiteFaults: boolean): Promise<boolean> {
  if (backup.kind === 'rows') refuseNewer(backup, readMigrations(migrationsFolder))
  refuseKeyless(backup, config.keysFolder)
  const archive = archiveIn(config.archiveFolder, programs)
  if (backup.kind === 'base' && (archive === null || config.databaseUrl !== null))
    throw new StartRefusal(
      `${backup.folder} is a copy of an embedded database: it is restored as one, without DATABASE_URL and with ARCHIVE_DIR.`,
    )
  const plant = backup.kind === 'base' ? () => plantBase(backup, config.dataFolder, progress) : null
  return withShelves(config, async (shelves) => {
    await shelves.check()
    await refuseFullShelves(backup, shelves)
    let whole = false
    await onEmptyGround({ config, archive, plant }, async (database) => {
      whole = await restored({ backup, config, database, shelves }, despiteFaults)
      return whole
    })
    return whole
  })
}

await sayRefusal(async () => {
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
  const isDone = option === '--only-verify' || (await restore(backup, config, option === '--despite-faults'))
  if (!isDone) process.exitCode = 1
})
