import { writeSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { openDatabase } from '../../platform/postgres/database.ts'
import type { BatchJournal, Journal } from '../journal.ts'
import { startTally } from './engineOnTally.ts'
import { withAppend } from './withAppend.ts'

/**
 * A process to be killed: an engine on the tally machine that reads `key from to amount` lines and writes `ok key`
 * after the commit. Arguments: the database's URL, where to crash, at which row.
 */
const [url, point, at] = process.argv.slice(2)
if (url === undefined) throw new Error('no database given')

function crash(): never {
  process.kill(process.pid, 'SIGKILL')
  for (;;);
}

/** The real journal, with a crash at the named point of the commit path. */
function crashing(journal: Journal): BatchJournal {
  return withAppend(journal, async (row) => {
    const here = row.seq === Number(at)
    if (here && point === 'before-insert') crash()
    const appended = journal.append(row)
    if (here && point === 'insert-sent') setImmediate(crash)
    const outcome = await appended
    if (here && point === 'before-answer') crash()
    return outcome
  })
}

const database = openDatabase({ url, name: 'crash child', onError: () => undefined })
const tally = await startTally(database, {
  wrap: crashing,
  ports: {
    ended: (sentence) => {
      writeSync(1, `ended ${sentence}\n`)
      process.exit(1)
    },
  },
})
writeSync(1, 'ready\n')
for await (const line of createInterface({ input: process.stdin })) {
  const [key = '', from, to, amount] = line.split(' ')
  const command = { type: 'move', key, from: Number(from), to: Number(to), amount: Number(amount) } as const
  void tally.send(command).then((reply) => {
    const known = reply.kind === 'rejected'
    writeSync(1, reply.kind === 'refused' ? `refused ${key}\n` : `${known ? 'no' : 'ok'} ${key}\n`)
    if (point === 'after-answer' && tally.engine.end.seq >= Number(at)) crash()
  })
}
