import { makeExchange } from '../apps/server/src/engine/exchangeMachine.ts'
import { restore } from '../apps/server/src/engine/restore.ts'
import { stateHash } from '../apps/server/src/engine/snapshot.ts'
import { type BenchDatabase, openBenchDatabase } from './benchDatabase.ts'
import { journalFlow } from './journalFlow.ts'
import { report } from './report.ts'
import { startServer } from './serverProcess.ts'
import { type Spent, median, spend } from './statistics.ts'

const rounds = 3
const orders = Number(process.argv[2] ?? 1_000_000)

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
const hash = await journalFlow(test, orders)
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
