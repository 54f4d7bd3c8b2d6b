import { makeExchange } from '../apps/server/src/engine/exchangeMachine.ts'
import { joinFrames } from '../apps/server/src/engine/frames.ts'
import { Journal } from '../apps/server/src/engine/journal.ts'
import { type ChainEnd, chainRow } from '../apps/server/src/engine/journalRow.ts'
import { restore } from '../apps/server/src/engine/restore.ts'
import { stateHash } from '../apps/server/src/engine/snapshot.ts'
import { type BenchDatabase, openBenchDatabase } from './benchDatabase.ts'
import { OrderFlow } from './orderFlow.ts'
import { report } from './report.ts'
import { startServer } from './serverProcess.ts'
import { type Spent, median, spend } from './statistics.ts'

const rounds = 3
const orders = Number(process.argv[2] ?? 1_000_000)
const ordersARow = 1_000
const flowStart = 1_700_000_000_000

/** Journals the flow in rows of a thousand; gives the hash of the state after it. */
async function journalFlow(test: BenchDatabase): Promise<Uint8Array> {
  const journal = await Journal.open(test.database)
  const flow = new OrderFlow(2_000)
  let end: ChainEnd = await journal.end()
  const append = async (batch: OrderFlow['opening']): Promise<void> => {
    const commands = joinFrames(batch.map((accepted) => accepted.command))
    const events = joinFrames(batch.map((accepted) => accepted.events))
    const next = chainRow(end, { epoch: journal.epoch, time: Math.max(flowStart, end.time + 1), commands, events })
    const appended = await journal.append(next)
    if (appended.kind !== 'committed') throw new Error(`row ${next.seq} was ${appended.kind}`)
    end = next
  }
  // What opened the flow's market is older than the flow; the ladder that it used is in no row.
  await append(flow.opening)
  for (let done = 0; done < orders; done += ordersARow) {
    const now = end.time + 1
    await append(Array.from({ length: ordersARow }, () => flow.accepted(now)))
  }
  await journal.close()
  return stateHash(flow.machine.encodeState())
}

async function replay(test: BenchDatabase, hash: Uint8Array): Promise<Spent> {
  const lease = await test.database.lease({ name: 'bench', statementTimeout: 0 })
  globalThis.gc?.()
  let restored: Uint8Array = new Uint8Array()
  const spent = await spend(async () => {
    const { machine } = await restore(lease, makeExchange, { snapshots: false })
    restored = stateHash(machine.encodeState())
  })
  await lease.release()
  if (Buffer.compare(restored, hash) !== 0) throw new Error('the replay gave another state')
  return spent
}

const test = await openBenchDatabase()
const hash = await journalFlow(test)
const replays: Spent[] = []
for (let round = 0; round < rounds; round += 1) replays.push(await replay(test, hash))
// the first start has no snapshot and evolves every row; its clean stop leaves one for the second
const first = await startServer(test.url)
await first.stop()
const second = await startServer(test.url)
await second.stop()
const wall = median(replays.map((one) => one.wall))
report(`restart with ${orders} journaled orders, the replay's state equal by its hash`, {
  'replay of the whole journal, s': wall,
  'replay, s of processor': median(replays.map((one) => one.cpu)),
  'replay, orders/s': orders / wall,
  'start of the server without a snapshot, s': first.startSeconds,
  'start of the server with one, s': second.startSeconds,
})
await test.close()
