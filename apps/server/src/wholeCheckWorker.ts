import { setPriority } from 'node:os'
import { text } from 'node:stream/consumers'
import { idSecret } from './platform/installation/store.ts'
import { openDatabase } from './platform/postgres/database.ts'
import { checkWhole } from './wholeCheck.ts'

// Checks all that the journal tells, at the lowest priority, for the server that runs: its database's address comes by
// standard input, what does not hold goes to standard output, and the exit's code is 1 where something does not.
setPriority(19)
const database = openDatabase({
  url: (await text(process.stdin)).trim(),
  name: 'own check',
  connectionsMax: 1,
  onError: () => undefined,
})
try {
  process.exitCode = await checkWhole(database, await idSecret(database), {
    say: (sentence) => void (/ not verify/.test(sentence) && process.stdout.write(`${sentence}\n`)),
  })
} finally {
  await database.close()
}
