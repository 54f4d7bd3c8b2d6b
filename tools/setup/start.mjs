import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { buildApps } from './build.mjs'
import { installPackages } from './install.mjs'
import { runOrExplain } from './refusal.mjs'

const root = join(import.meta.dirname, '../..')

/** Installs, builds and starts the server in this process, so that its signals and its end are this command's. */
export async function startTruemark() {
  const ready = await runOrExplain(async () => {
    await installPackages(root)
    await buildApps(root)
  })
  if (!ready) return
  process.chdir(root)
  // The server explains its own refusals (a taken port, a data folder in use) and sets the exit code.
  await import(pathToFileURL(join(root, 'apps/server/dist/main.js')).href)
}
