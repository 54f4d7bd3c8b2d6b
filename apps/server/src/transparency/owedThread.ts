import { once } from 'node:events'
import { Worker, parentPort, workerData } from 'node:worker_threads'
import { type OwedAmount, owedIn } from '@truemark/core/owed'
import { readState } from '../engine/door.ts'
import { isAway } from '../platform/postgres/away.ts'
import { type Database, openDatabase } from '../platform/postgres/database.ts'

/** What the engine's own state says is owed at a row of the journal, whose digest and time (UTC ms) these are. */
export interface OwedAt {
  readonly seq: number
  readonly digest: Uint8Array
  readonly time: number
  readonly owed: readonly OwedAmount[]
}

/** Reads what is owed at the journal's last row. */
export type OwedReader = () => Promise<OwedAt>

const timeMaxMs = 600_000

/** Reckons what is owed out of the journal. Throws where the journal does not verify or the books do not add up. */
export async function readOwed(database: Database): Promise<OwedAt> {
  const { seq, digest, time, state } = await readState(database)
  return { seq, digest, time, owed: owedIn(state) }
}

/** Reads what is owed in a thread of its own, which nobody's requests wait for. `program` is the thread's. */
export function owedReader(program: URL, databaseUrl: string): OwedReader {
  return async () => {
    const worker = new Worker(program, { workerData: { databaseUrl } })
    const timer = setTimeout(() => void worker.terminate(), timeMaxMs)
    try {
      const said = new Promise<OwedAt>((resolve, reject) => {
        worker.once('message', (message: OwedAt | 'away') => {
          if (message !== 'away') resolve(message)
          // what an error bears besides its words does not come from thread to thread
          else reject(new Error('the database ended the connection while what is owed was read'))
        })
        worker.once('error', reject)
      })
      const ended = once(worker, 'exit').then(() => {
        throw new Error('the thread that reckons what is owed ended early')
      })
      return await Promise.race([said, ended])
    } finally {
      clearTimeout(timer)
      await worker.terminate()
    }
  }
}

/** The body of that thread. */
export async function runOwedThread(): Promise<void> {
  const data: unknown = workerData
  if (typeof data !== 'object' || data === null || !('databaseUrl' in data)) throw new Error('no database was named')
  const database = openDatabase({
    url: String(data.databaseUrl),
    name: 'what is owed',
    connectionsMax: 1,
    onError: () => undefined,
  })
  try {
    parentPort?.postMessage(await readOwed(database))
  } catch (error) {
    if (!isAway(error)) throw error
    parentPort?.postMessage('away')
  } finally {
    await database.close()
  }
}
