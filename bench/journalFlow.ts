import { joinFrames } from '../apps/server/src/engine/frames.ts'
import { Journal } from '../apps/server/src/engine/journal.ts'
import { type ChainEnd, chainRow } from '../apps/server/src/engine/journalRow.ts'
import { stateHash } from '../apps/server/src/engine/snapshot.ts'
import type { BenchDatabase } from './benchDatabase.ts'
import { OrderFlow } from './orderFlow.ts'

const ordersARow = 1_000
const flowStart = 1_700_000_000_000

/** Journals the flow in rows of a thousand; gives the hash of the state after it. */
export async function journalFlow(test: BenchDatabase, orders: number): Promise<Uint8Array> {
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
