import { setPriority } from 'node:os'
import { json } from 'node:stream/consumers'
import * as z from 'zod/mini'
import { readKeys } from './platform/keys/keys.ts'
import { openDatabase } from './platform/postgres/database.ts'
import { checkWhole } from './wholeCheck.ts'

// Checks all that the journal tells, at the lowest priority, for the server that runs: its database's address and the
// folder of its keys come by standard input, what does not hold goes to standard output, and the exit's code is 1 where something does not.
setPriority(19)
const ground = z.parse(z.object({ databaseUrl: z.string(), keysFolder: z.string() }), await json(process.stdin))
const database = openDatabase({
  url: ground.databaseUrl,
  name: 'own check',
  connectionsMax: 1,
  onError: () => undefined,
})
try {
  process.exitCode = await checkWhole(database, await readKeys({ database, folder: ground.keysFolder }), {
    say: (sentence) => void (/ not verify/.test(sentence) && process.stdout.write(`${sentence}\n`)),
  })
} finally {
  await database.close()
}
