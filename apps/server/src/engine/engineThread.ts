import { BroadcastChannel, Worker, parentPort } from 'node:worker_threads'
import { type ClockOrigin, SteadyClock, machineTime } from '../platform/clock.ts'
import { openDatabase } from '../platform/postgres/database.ts'
import { StartRefusal, errorMessage } from '../platform/startRefusal.ts'
import { type EngineNotice, hostEngine } from './engineHost.ts'
import type { MachineMaker } from './machine.ts'
import { takeSnapshot } from './snapshotter.ts'

/** What the engine's thread starts with. */
export interface EngineThreadData {
  readonly role: 'engine'
  readonly databaseUrl: string
  /** Where the time of all threads begins. */
  readonly clock: ClockOrigin
  /** The name under which committed rows are hinted at within this process; see `watermark.ts`. */
  readonly channel: string
  readonly snapshotRows: number
  readonly snapshotBytes: number
  /** Follows the journal until it is told to take it over. */
  readonly standsBy: boolean
}

/** Tells an engine that stands by to take the journal over, and where the time of all threads begins then. */
export interface TakeOrder {
  readonly take: ClockOrigin
}

interface SnapshotThreadData {
  readonly role: 'snapshot'
  readonly databaseUrl: string
  readonly upTo: number
}

const snapshotThreadTimeout = 600_000
const connectionsMax = 2

/**
 * The body of the engine's thread, and of the short-lived one that makes a snapshot: the same program, told by its
 * data which it is. `program` is that program's own address.
 */
export async function runEngineThread(make: MachineMaker, program: URL, data: unknown): Promise<void> {
  if (parentPort === null) throw new Error('the engine runs in a worker thread')
  const port = parentPort
  try {
    if (isSnapshotData(data)) port.postMessage(await snapshot(make, data))
    else if (isEngineData(data)) await engine(make, program, data)
    else throw new Error('the thread was started without its data')
  } catch (error) {
    if (!(error instanceof StartRefusal)) throw error
    const notice: EngineNotice = { notice: 'ended', sentence: errorMessage(error) }
    port.postMessage(notice)
  }
}

async function engine(make: MachineMaker, program: URL, data: EngineThreadData): Promise<void> {
  if (parentPort === null) return
  const port = parentPort
  let clock = new SteadyClock(machineTime, data.clock)
  const channel = new BroadcastChannel(data.channel)
  channel.unref()
  const onError = (): void => {
    // Errors of idle connections; the next use finds out by itself.
  }
  const database = openDatabase({ url: data.databaseUrl, name: 'engine', connectionsMax, onError })
  const standBy = (take: () => void): void => {
    const taken = (message: unknown): void => {
      if (!isTakeOrder(message)) return
      port.off('message', taken)
      clock = new SteadyClock(machineTime, message.take)
      take()
    }
    port.on('message', taken)
  }
  await hostEngine(port, {
    ...(data.standsBy ? { standBy } : {}),
    database,
    make,
    clock: () => clock.now(),
    snapshotRows: data.snapshotRows,
    snapshotBytes: data.snapshotBytes,
    takeSnapshot: (upTo) => inThread(program, { role: 'snapshot', databaseUrl: data.databaseUrl, upTo }),
    hint: (seq) => channel.postMessage({ committed: seq }),
  })
}

async function snapshot(make: MachineMaker, data: SnapshotThreadData): Promise<number> {
  const database = openDatabase({
    url: data.databaseUrl,
    name: 'snapshot',
    connectionsMax: 1,
    onError: () => undefined,
  })
  try {
    return await takeSnapshot(database, make, data.upTo)
  } finally {
    await database.close()
  }
}

function inThread(program: URL, data: SnapshotThreadData): Promise<number> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(program, { workerData: data })
    const timer = setTimeout(() => void worker.terminate(), snapshotThreadTimeout)
    timer.unref()
    worker.on('message', (message: number | EngineNotice) => {
      if (typeof message === 'number') resolve(message)
      else if (message.notice === 'ended') reject(new Error(message.sentence))
    })
    worker.on('error', reject)
    worker.on('exit', (code) => {
      clearTimeout(timer)
      reject(new Error(`the snapshot's thread ended with ${code}`))
    })
  })
}

function roleOf(data: unknown): unknown {
  return typeof data === 'object' && data !== null && 'role' in data ? data.role : null
}

function isEngineData(data: unknown): data is EngineThreadData {
  return roleOf(data) === 'engine'
}

function isSnapshotData(data: unknown): data is SnapshotThreadData {
  return roleOf(data) === 'snapshot'
}

function isTakeOrder(message: unknown): message is TakeOrder {
  return typeof message === 'object' && message !== null && 'take' in message
}
