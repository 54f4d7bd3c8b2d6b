import { decode } from '@truemark/core/codec/codec'
import type { Event } from '@truemark/core/vocabulary'
import { eventsCodec } from '../apps/server/src/engine/exchangeMachine.ts'
import { joinFrames } from '../apps/server/src/engine/frames.ts'
import { Journal } from '../apps/server/src/engine/journal.ts'
import { type ChainEnd, chainRow } from '../apps/server/src/engine/journalRow.ts'
import { Projector } from '../apps/server/src/engine/projector.ts'
import { projections } from '../apps/server/src/projections.ts'
import { testKeys } from '../apps/server/src/testing/testKeys.ts'
import { checkWhole } from '../apps/server/src/wholeCheck.ts'
import { openBenchDatabase } from './benchDatabase.ts'
import { OrderFlow } from './orderFlow.ts'
import { report } from './report.ts'
import { median, spend } from './statistics.ts'

const rounds = 3
const orders = Number(process.argv[2] ?? 100_000)
const ordersARow = 10
const flowStart = 1_700_000_000_000

const test = await openBenchDatabase()
const journal = await Journal.open(test.database)
const flow = new OrderFlow(2_000)
let end: ChainEnd = await journal.end()

async function append(batch: OrderFlow['opening']): Promise<void> {
  const commands = joinFrames(batch.map((accepted) => accepted.command))
  const events = joinFrames(batch.map((accepted) => accepted.events))
  const row = chainRow(end, { epoch: journal.epoch, time: Math.max(flowStart, end.time + 1), commands, events })
  const appended = await journal.append(row)
  if (appended.kind !== 'committed') throw new Error(`row ${row.seq} was ${appended.kind}`)
  end = row
}

/** Lets the projector follow to the journal's end. */
async function project(): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const projector = new Projector<Event>({
      database: test.database,
      projections,
      decode: (frame) => decode(eventsCodec, frame),
      projected: ({ seq }) => {
        if (seq === end.seq) projector.stop().then(resolve, reject)
      },
      warn: (message) => reject(new Error(message)),
    })
    projector.start()
  })
}

await append(flow.opening)
for (let done = 0; done < orders; done += ordersARow) {
  // the flow's one quote would be too old for the rows' own times
  await append(Array.from({ length: ordersARow }, () => flow.accepted(flowStart + 1)))
}
await journal.close()
await project()
const spent: { readonly wall: number; readonly cpu: number }[] = []
let memory = 0
const watch = setInterval(() => (memory = Math.max(memory, process.memoryUsage.rss())), 100)
for (let round = 0; round < rounds; round += 1) {
  const said: string[] = []
  const one = await spend(async () => {
    const code = await checkWhole(test.database, testKeys(), { say: (sentence) => said.push(sentence) })
    if (code !== 0) throw new Error(said.join('\n'))
  })
  spent.push(one)
}
clearInterval(watch)
const wall = median(spent.map((one) => one.wall))
report(`journal-check on ${orders} journaled orders in ${end.seq} rows`, {
  'the whole check, s': wall,
  'the command’s own processor, s': median(spent.map((one) => one.cpu)),
  'orders/s': orders / wall,
  'memory of the command at most, MB': memory / 1_000_000,
})
await test.close()
