import { fetchSegment, keepSegment } from './platform/postgres/segments.ts'
import { errorMessage } from './platform/startRefusal.ts'

// Called by the embedded Postgres, never by a person: keep <path> <name> <archive> puts a finished piece of its log into the
// archive, fetch <path> <name> <archive> takes one out of it. Ends with 0 once that is done; what it says goes to postgres.log.
const [task, path = '', name = '', folder = ''] = process.argv.slice(2)
try {
  const done = task === 'fetch' ? await fetchSegment(name, path, folder) : await keepSegment(path, name, folder)
  if (done === false) process.exitCode = 1
} catch (error) {
  process.stderr.write(`${name} was not archived: ${errorMessage(error)}\n`)
  process.exitCode = 1
}
