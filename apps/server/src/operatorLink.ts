import { mkdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { makeOperatorLink } from './operator/door.ts'
import { readConfig } from './platform/config/config.ts'
import { lockFolder } from './platform/folderLock.ts'
import { type DatabaseServerOptions, startDatabase } from './platform/postgres/server.ts'
import { StartRefusal } from './platform/startRefusal.ts'

/**
 * The way back in when all operators are locked out: whoever may run this on the server's machine gets a one-time link
 * for an administrator, and the audit log says that it was made here. A running Truemark is not disturbed.
 */
async function main(): Promise<void> {
  const config = readConfig(process.env, process.cwd())
  mkdirSync(config.dataFolder, { recursive: true })
  const lock = lockFolder(config.dataFolder, 'truemark.lock')
  const stops: (() => Promise<void>)[] = []
  const started: DatabaseServerOptions['started'] = (stop) => stops.push(stop)
  try {
    const database = await startDatabase({
      databaseUrl: config.databaseUrl,
      dataFolder: config.dataFolder,
      migrationsFolder: fileURLToPath(new URL('../migrations', import.meta.url)),
      onError: () => undefined,
      started,
    })
    const path = await makeOperatorLink(database, 'administrator', 'made by a command on the server')
    const origin = config.publicUrl ?? `http://localhost:${config.port}`
    process.stdout.write(`Open this link once, within 24 hours, to become an operator:\n${origin}${path}\n`)
  } finally {
    // the database of a running Truemark is only lent: its connections are closed, the server stays
    const [stopServer, ...close] = config.databaseUrl === null ? stops : [undefined, ...stops]
    for (const stop of close) await stop?.()
    if (lock.taken) {
      await stopServer?.()
      lock.release()
    }
  }
}

try {
  await main()
} catch (error) {
  if (!(error instanceof StartRefusal)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}
