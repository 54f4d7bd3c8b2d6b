import { existsSync } from 'node:fs'
import { join, resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { writeBackup } from './backup/door.ts'
import { withLentDatabase } from './lentDatabase.ts'
import { readConfig } from './platform/config/config.ts'
import { keyPurposes, readKeyFile, writeKeyFile } from './platform/keys/keyFile.ts'
import { readMigrations } from './platform/postgres/migrate.ts'
import { buildFolders, readPublished } from './platform/published.ts'
import { StartRefusal } from './platform/startRefusal.ts'
import { progressTo, say } from './savedFile.ts'

// Backs up the database and the files that people sent, as of one moment, beside a running Truemark or without one:
// npm run backup -- <new folder> [--with-keys <another folder>]

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

const [folder, option, keysTo, ...more] = process.argv.slice(2)
const programs = new URL('.', import.meta.url)
try {
  const isAsked = option === undefined || (option === '--with-keys' && keysTo !== undefined && more.length === 0)
  if (folder === undefined || folder.startsWith('-') || !isAsked)
    throw new StartRefusal('Say: npm run backup -- <new folder> [--with-keys <another folder>]')
  const { databaseUrl, dataFolder, keysFolder } = readConfig(process.env, process.cwd())
  if (databaseUrl === null && !existsSync(join(dataFolder, 'postgres.password')))
    throw new StartRefusal(`There is no Truemark in ${dataFolder}: nothing is to be backed up.`)
  if (keysTo !== undefined) copyKeys(keysFolder, keysTo, folder)
  const build = await readPublished(buildFolders(programs))
  const migrations = readMigrations(fileURLToPath(new URL('../migrations', programs)))
  const { manifest, digest } = await withLentDatabase(
    programs,
    (database) =>
      writeBackup({
        database,
        filesFolder: join(dataFolder, 'files'),
        folder,
        build,
        migrations,
        progress: progressTo(process.stderr),
      }),
    { asItIs: true },
  )
  const { journal, files, tables } = manifest
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  say(`Backed up to ${resolve(folder)}: ${tables.length} tables with ${rows} rows, ${files.count} files.`)
  say(
    `Its moment is ${new Date(manifest.moment).toISOString()}; the journal ends at row ${journal.seq}, ${journal.digest}.`,
  )
  if (files.erased.length > 0) say(`${files.erased.length} files were erased meanwhile, as their time was over.`)
  if (files.missing.length > 0)
    say(`${files.missing.length} files are not there, though the database keeps them: manifest.json names them.`)
  say(`Note its digest where nobody changes it with the backup: ${digest}`)
  if (keysTo === undefined)
    say(`The keys in ${keysFolder} are NOT in it, and without them it cannot be used: keep a copy of them elsewhere.`)
  else say(`The keys are in ${resolve(keysTo)}: keep them apart from the backup. Whoever has both has everything.`)
} catch (error) {
  if (!(error instanceof StartRefusal)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}
