import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createServer } from 'vite'

// Writes the kept journal of a release, once: `node tools/recordJournal.mjs release1`. CI replays every kept journal
// to its hash for ever, so a file that is there is never written anew.

const root = join(import.meta.dirname, '..')
const release = process.argv[2] ?? ''
const file = join(root, 'tests/journal', `${release}.journal`)

if (!/^release\d+$/.test(release)) throw new Error('name the release: node tools/recordJournal.mjs release2')
if (existsSync(file)) throw new Error(`the journal of ${release} is kept already and must stay as it is`)

const vite = await createServer({ root, configFile: false, server: { middlewareMode: true, ws: false, watch: null } })
try {
  const { record, replay } = await vite.ssrLoadModule('/tests/journal/recording.ts')
  const { writeRows } = await vite.ssrLoadModule('/tests/journal/keptRows.ts')
  const { countEvents, missingKinds } = await vite.ssrLoadModule('/tests/journal/facts.ts')
  const rows = record()
  const missing = missingKinds(rows)
  if (missing.length > 0) throw new Error(`the recording lacks ${missing.join(', ')}`)
  const known = {
    rows: rows.length,
    digest: Buffer.from(rows.at(-1).digest).toString('hex'),
    stateHash: replay(rows, () => undefined),
    events: countEvents(rows),
  }
  writeFileSync(file, writeRows(rows))
  writeFileSync(file.replace(/\.journal$/, '.json'), `${JSON.stringify(known, null, 2)}\n`)
  process.stdout.write(`${rows.length} rows are kept in ${file}\n`)
} finally {
  await vite.close()
}
