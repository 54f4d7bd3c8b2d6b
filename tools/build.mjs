import { join } from 'node:path'
import { buildApps } from './setup/build.mjs'
import { installPackages } from './setup/install.mjs'
import { runOrExplain } from './setup/refusal.mjs'

const root = join(import.meta.dirname, '..')

await runOrExplain(async () => {
  await installPackages(root)
  await buildApps(root)
})
