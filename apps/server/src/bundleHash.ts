import { buildFolders, readPublished } from './platform/published.ts'

// Prints what a build is known by, to be compared with what an installation publishes of itself.
const { commit, changed, web, desk, server } = await readPublished(buildFolders(new URL('.', import.meta.url)))
const mark = changed ? ', with changes that are not in it' : ''
process.stdout.write(`Commit ${commit ?? 'unknown'}${mark}\n`)
for (const [name, hash] of [
  ['Web app', web],
  ['Desk', desk],
  ['Server', server],
])
  process.stdout.write(`${name} ${hash ?? 'not built'}\n`)
process.exitCode = web === null || desk === null || server === null ? 1 : 0
