import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { checkExport } from '../apps/server/src/export/check.ts'
import { files } from '../apps/server/src/export/layout.ts'
import { writeExport } from '../apps/server/src/export/write.ts'
import { testKeys } from '../apps/server/src/testing/testKeys.ts'
import { openBenchDatabase } from './benchDatabase.ts'
import { journalFlow } from './journalFlow.ts'
import { cacheFolder, report } from './report.ts'
import { spend } from './statistics.ts'

/** An export of the orders and its check, for a half and the whole: what is linear doubles. */
const orders = Number(process.argv[2] ?? 100_000)
const build = { commit: null, changed: true, web: null, desk: null, server: null }
const { signing } = testKeys()

for (const count of [Math.floor(orders / 2), orders]) {
  const test = await openBenchDatabase()
  await journalFlow(test, count)
  const parent = mkdtempSync(join(cacheFolder(), 'export-'))
  const folder = join(parent, 'export')
  const written = await spend(async () => {
    await writeExport({ database: test.database, signing, folder, build, now: Date.now() })
  })
  let most = 0
  const progress = () => (most = Math.max(most, process.memoryUsage.rss()))
  const said: string[] = []
  const ask = { folder, keys: [], balances: null, witness: null, say: (one: string) => said.push(one), progress }
  let code = 1
  globalThis.gc?.()
  const checked = await spend(async () => {
    code = await checkExport(ask)
  })
  if (code !== 0) throw new Error(said.join('\n'))
  report(`an export of ${count} orders in rows of a thousand, and its check`, {
    'journal.bin, bytes an order': statSync(join(folder, files.journal)).size / count,
    'written, s': written.wall,
    'written, s of processor': written.cpu,
    'checked, s': checked.wall,
    'checked, s of processor': checked.cpu,
    'most memory while it was checked, MB': most / 1_000_000,
  })
  rmSync(parent, { recursive: true })
  await test.close()
}
