import { fileURLToPath } from 'node:url'
import { readPublished } from './platform/published.ts'

// Prints what a build is known by, to be compared with what an installation publishes of itself.
const programs = new URL('.', import.meta.url)
const { commit, web } = await readPublished(
  fileURLToPath(programs),
  fileURLToPath(new URL('../../web/dist/', programs)),
)
process.stdout.write(`Commit ${commit ?? 'unknown'}\nWeb app ${web ?? 'not built'}\n`)
process.exitCode = web === null ? 1 : 0
