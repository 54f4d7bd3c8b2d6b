import { existsSync } from 'node:fs'
import { join, resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Backup, writeBackup, writeBase } from './backup/door.ts'
import { withLentDatabase } from './lentDatabase.ts'
import { type Config, readConfig } from './platform/config/config.ts'
import { withShelves } from './platform/files/openShelves.ts'
import type { Shelves } from './platform/files/shelves.ts'
import { keyPurposes, readKeyFile, writeKeyFile } from './platform/keys/keyFile.ts'
import type { Database } from './platform/postgres/database.ts'
import { readMigrations } from './platform/postgres/migrate.ts'
import { buildFolders, readPublished } from './platform/published.ts'
import { StartRefusal, sayRefusal } from './platform/startRefusal.ts'
import { progressTo, say } from './savedFile.ts'

// Backs up the database and the files that people sent, as of one moment, beside a running Truemark or without one:
// npm run backup -- <new folder> [--base] [--with-keys <another folder>]
// --base copies the embedded database as it lies, for what ARCHIVE_DIR holds to be added to it.

interface Asked {
  readonly folder: string
  readonly isBase: boolean
  readonly keysTo: string | null
}

function asked([folder, ...options]: readonly string[]): Asked {
  const isBase = options[0] === '--base'
  const [withKeys, keysTo, ...more] = isBase ? options.slice(1) : options
  const isKnown = withKeys === undefined || (withKeys === '--with-keys' && keysTo !== undefined && more.length === 0)
  if (folder === undefined || folder.startsWith('-') || !isKnown)
    throw new StartRefusal('Say: npm run backup -- <new folder> [--base] [--with-keys <another folder>]')
  return { folder, isBase, keysTo: keysTo ?? null }
}

/** Copies the keys into a folder of their own, which is not the backup's. */
function copyKeys(from: string, to: string, backup: string): void {
  if (`${resolve(to)}${sep}`.startsWith(`${resolve(backup)}${sep}`))
    throw new StartRefusal('Name a folder for the keys that is not in the backup: who finds both has everything.')
  for (const purpose of keyPurposes) {
    const file = readKeyFile(from, purpose)
    if (file === null) throw new StartRefusal(`The folder ${from} holds no key for ${purpose}.`)
    if (existsSync(join(to, `${purpose}.json`)))
      throw new StartRefusal(`${to} holds keys already: name a new folder, and keep the older copy.`)
    writeKeyFile(to, purpose, file)
  }
}

const programs = new URL('.', import.meta.url)
const progress = progressTo(process.stderr)

async function backUpRows(folder: string, database: Database, shelves: Shelves): Promise<Backup> {
  const build = await readPublished(buildFolders(programs))
  const migrations = readMigrations(fileURLToPath(new URL('../migrations', programs)))
  const backup = await writeBackup({ database, shelves, folder, build, migrations, progress })
  const { tables, files } = backup.manifest
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  say(`Backed up to ${resolve(folder)}: ${tables.length} tables with ${rows} rows, ${files.count} files.`)
  return backup
}

async function backUp({ folder, isBase }: Asked, { dataFolder, databaseUrl }: Config, shelves: Shelves) {
  return withLentDatabase(
    programs,
    async (database) => {
      if (!isBase) return backUpRows(folder, database, shelves)
      if (databaseUrl !== null)
        throw new StartRefusal('DATABASE_URL names a server of your own: copy and archive it by its own means.')
      const base = await writeBase({ database, dataFolder, shelves, folder, progress })
      say(`Copied the database to ${resolve(folder)}, with ${base.manifest.files.count} files.`)
      say(
        'With the archive of ARCHIVE_DIR from now on it can be brought to any later moment: keep both, in two places.',
      )
      return base
    },
    { asItIs: true },
  )
}

await sayRefusal(async () => {
  const ask = asked(process.argv.slice(2))
  const config = readConfig(process.env, process.cwd())
  const { databaseUrl, dataFolder, keysFolder } = config
  if (databaseUrl === null && !existsSync(join(dataFolder, 'postgres.password')))
    throw new StartRefusal(`There is no Truemark in ${dataFolder}: nothing is to be backed up.`)
  if (ask.keysTo !== null) copyKeys(keysFolder, ask.keysTo, ask.folder)
  const { manifest, digest } = await withShelves(config, (shelves) => backUp(ask, config, shelves))
  const { journal, files } = manifest
  say(
    `Its moment is ${new Date(manifest.moment).toISOString()}; the journal ends at row ${journal.seq}, ${journal.digest}.`,
  )
  if (files.erased.length > 0) say(`${files.erased.length} files were erased meanwhile, as their time was over.`)
  if (files.missing.length > 0)
    say(`${files.missing.length} files are not there, though the database keeps them: the manifest names them.`)
  say(`Note its digest where nobody changes it with the backup: ${digest}`)
  if (ask.keysTo === null)
    say(`The keys in ${keysFolder} are NOT in it, and without them it cannot be used: keep a copy of them elsewhere.`)
  else say(`The keys are in ${resolve(ask.keysTo)}: keep them apart from the backup. Whoever has both has everything.`)
})
