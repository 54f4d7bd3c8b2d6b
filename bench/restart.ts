import { joinFrames } from '../apps/server/src/engine/frames.ts'
import { makeExchange } from '../apps/server/src/engine/exchangeMachine.ts'
import { Journal } from '../apps/server/src/engine/journal.ts'
import { type ChainEnd, chainRow } from '../apps/server/src/engine/journalRow.ts'
import { restore } from '../apps/server/src/engine/restore.ts'
import { stateHash } from '../apps/server/src/engine/snapshot.ts'
import { takeSnapshot } from '../apps/server/src/engine/snapshotter.ts'
import { openBenchDatabase } from './benchDatabase.ts'
import { OrderFlow } from './orderFlow.ts'
import { report } from './report.ts'

const orders = Number(process.argv[2] ?? 1_000_000)
const ordersARow = 100
const start = 1_700_000_000_000

/** Journals the flow and gives the hash of the state that it led to. */
async function journalAll(): Promise<Uint8Array> {
  const journal = await Journal.open(test.database)
  const flow = new OrderFlow(2_000)
  let end: ChainEnd = await journal.end()
  const append = async (batch: OrderFlow['opening'], time: number): Promise<void> => {
    const commands = joinFrames(batch.map((accepted) => accepted.command))
    const events = joinFrames(batch.map((accepted) => accepted.events))
    const row = chainRow(end, { epoch: journal.epoch, time, commands, events })
    const appended = await journal.append(row)
    if (appended.kind !== 'committed') throw new Error(`row ${row.seq} was ${appended.kind}`)
    end = row
  }
  await append(flow.opening, start)
  for (let row = 1; row <= orders / ordersARow; row += 1) {
    const time = start + row
    await append(
      Array.from({ length: ordersARow }, () => flow.accepted(time)),
      time,
    )
  }
  await journal.close()
  return stateHash(flow.machine.encodeState())
}

async function timeRestore(title: string, hash: Uint8Array, snapshots: boolean): Promise<void> {
  const lease = await test.database.lease({ name: 'bench', statementTimeout: 0 })
  const began = performance.now()
  const restored = await restore(lease, makeExchange, { snapshots })
  const seconds = (performance.now() - began) / 1_000
  await lease.release()
  if (Buffer.compare(stateHash(restored.machine.encodeState()), hash) !== 0) throw new Error('another state')
  report(title, {
    seconds,
    'rows evolved': restored.rowsEvolved,
    'orders/s': (restored.rowsEvolved * ordersARow) / seconds,
  })
}

const test = await openBenchDatabase()
const hash = await journalAll()
await timeRestore(`restart from ${orders} journaled orders, no snapshot`, hash, false)
await takeSnapshot(test.database, makeExchange, Math.trunc((orders / ordersARow) * 0.9))
await timeRestore('restart with a snapshot at nine tenths', hash, true)
await test.close()
