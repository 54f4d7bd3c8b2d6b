import { checkExport } from './export/door.ts'
import { say } from './savedFile.ts'

// Checks an export without network or database, and exits with 1 where something does not hold:
// npm run verify-export -- <folder> [published keys] [--balances <file>]
const [folder, ...more] = process.argv.slice(2)
const at = more.indexOf('--balances')
const balances = at < 0 ? null : (more[at + 1] ?? null)
const keys = more.filter((one) => /^[0-9a-f]{64}$/i.test(one)).map((key) => key.toLowerCase())
let toldAt = performance.now()
if (folder === undefined) {
  say('Name the folder of the export.')
  process.exitCode = 1
} else process.exitCode = await checkExport({ folder, keys, balances, say, progress: tell })

/** Says every few seconds how much of the journal was reckoned. */
function tell(rows: number, of: number): void {
  if (performance.now() - toldAt < 3_000) return
  toldAt = performance.now()
  process.stderr.write(`Reckoned ${rows} of ${of} rows …\n`)
}
