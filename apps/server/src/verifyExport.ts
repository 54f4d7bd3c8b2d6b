import { checkExport } from './export/door.ts'
import { readSaved, say } from './savedFile.ts'

// Checks an export without network or database, and exits with 1 where something does not hold:
// npm run verify-export -- <folder> [published keys] [--balances <file to write>] [--witness <file of a witness>]
// [--openings <file of openings>]
const [folder, ...more] = process.argv.slice(2)
const named = (option: string): string | null =>
  more.includes(option) ? (more[more.indexOf(option) + 1] ?? null) : null
const balances = named('--balances')
const witnessPath = named('--witness')
const openingsPath = named('--openings')
const openings = openingsPath === null ? null : readSaved(openingsPath)
const witness = witnessPath === null ? null : readSaved(witnessPath)
const keys = more.filter((one) => /^[0-9a-f]{64}$/i.test(one)).map((key) => key.toLowerCase())
let toldAt = performance.now()
if (folder === undefined) {
  say('Name the folder of the export.')
  process.exitCode = 1
} else if (witnessPath !== null && witness === null) process.exitCode = 1
else if (openingsPath !== null && openings === null) process.exitCode = 1
else process.exitCode = await checkExport({ folder, keys, balances, witness, openings, say, progress: tell })

/** Says every few seconds how much of the journal was reckoned. */
function tell(rows: number, of: number): void {
  if (performance.now() - toldAt < 3_000) return
  toldAt = performance.now()
  process.stderr.write(`Reckoned ${rows} of ${of} rows …\n`)
}
