import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { buildApps } from './setup/build.mjs'
import { findChromium } from './setup/chromium.mjs'
import { installPackages } from './setup/install.mjs'
import { runOrExplain } from './setup/refusal.mjs'

/*
 * Pictures of every screen and sheet of both apps, with an index.html over them, in the folder `gallery`. What may be
 * given: GALLERY_LOOKS="en dark,th light" for some looks alone, GALLERY_ONLY=assets for the screens with that in their name.
 */
const root = join(import.meta.dirname, '..')

await runOrExplain(async () => {
  await installPackages(root)
  const chromium = await findChromium(root)
  await buildApps(root)
  const program = join(root, 'node_modules/@playwright/test/cli.js')
  const asked = ['test', '-c', 'playwright.gallery.config.ts']
  const { status } = spawnSync(process.execPath, [program, ...asked], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, CHROMIUM_PATH: chromium },
  })
  process.exitCode = status ?? 1
})
