import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { endWith, runChecks, sumTallies } from './checks/report.mjs'
import { staticChecks } from './checks/statics.mjs'
import { runUnitTests } from './checks/suites.mjs'
import { requirePackages } from './setup/install.mjs'
import { runOrExplain } from './setup/refusal.mjs'

const root = join(import.meta.dirname, '..')
// `npm run verify -- static` leaves the tests out; `npm run verify -- walls lint` runs the checks that are named.
const asked = process.argv.slice(2)
const named = staticChecks.filter((check) => asked.includes(check.name.replace(' ', '-')))

// `npm run verify -- <folder>` of an export checks that: no check of the repository has such a name.
if (asked[0] !== undefined && existsSync(join(asked[0], 'manifest.json'))) {
  const program = join(root, 'apps/server/dist/verifyExport.js')
  process.exit(spawnSync(process.execPath, [program, ...asked], { stdio: 'inherit' }).status ?? 1)
}

await runOrExplain(async () => {
  requirePackages(root)
  const statics = await runChecks(root, named.length > 0 ? named : staticChecks)
  const tests = asked.length > 0 ? { passed: 0, failed: 0 } : await runUnitTests(root)
  endWith(sumTallies([statics, tests]))
})
