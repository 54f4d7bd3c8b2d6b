import { type MessagePort, parentPort } from 'node:worker_threads'
import { type ClockOrigin, SteadyClock, machineTime } from '../platform/clock.ts'
import { openDatabase } from '../platform/postgres/database.ts'
import { startRounds } from '../platform/rounds.ts'
import { StartRefusal, errorMessage } from '../platform/startRefusal.ts'
import type { FeedSetting } from './feedSetting.ts'
import type { OpenLive } from './liveDriver.ts'
import { type MarketRoomOptions, openMarketRoom, pollMillis } from './marketRoom.ts'
import type { SymbolSpec } from './symbols.ts'

/** What the market's thread starts with. */
export interface MarketThreadData {
  /** Where the time of all threads begins. */
  readonly clock: ClockOrigin
  readonly databaseUrl: string
  readonly feed: MarketRoomOptions['feed']
  /** Absolute path, or null. */
  readonly replayFile: string | null
  /** The venues of the symbols that don't take all of them. */
  readonly sources: FeedSetting['sources']
  /** What is listed at the start; what comes later is told by an order. */
  readonly specs: readonly SymbolSpec[]
}

/** What the market's thread tells. Bytes are one command for the engine, or messages for the hub. */
export type MarketNotice =
  | { readonly notice: 'ready' }
  | { readonly notice: 'command'; readonly bytes: Uint8Array }
  | { readonly notice: 'messages'; readonly bytes: Uint8Array }
  | { readonly notice: 'warn'; readonly message: string }
  | { readonly notice: 'ended'; readonly sentence: string }
  | { readonly notice: 'stopped' }

/** What the main thread says: a request's bytes, a symbol that is new or another now, or to stop. */
export type MarketOrder =
  | { readonly order: 'request'; readonly bytes: Uint8Array }
  | { readonly order: 'symbol'; readonly spec: SymbolSpec }
  | { readonly order: 'stop' }

const connectionsMax = 3

/**
 * The body of the market's thread: runs the room until it is told to stop. Without data it waits until it is told what to
 * begin with.
 */
export async function runMarketThread(openLive: OpenLive, given: unknown): Promise<void> {
  if (parentPort === null) throw new Error('the market runs in a worker thread')
  const port = parentPort
  const tell = (notice: MarketNotice): void => port.postMessage(notice)
  try {
    const orders = new Orders(port)
    const data = given ?? (await orders.first())
    if (!isMarketData(data)) throw new Error('the thread was started without its data')
    await market(openLive, data, { tell, orders })
  } catch (error) {
    if (!(error instanceof StartRefusal)) throw error
    tell({ notice: 'ended', sentence: error.message })
  }
}

/** What the main thread says, in order; what comes before anybody listens waits. */
class Orders {
  readonly #waiting: MarketOrder[] = []
  #take: (message: MarketOrder) => void = (message) => this.#waiting.push(message)

  constructor(port: MessagePort) {
    port.on('message', (message: MarketOrder) => this.#take(message))
  }

  /** The first message, which no listener hears. */
  async first(): Promise<unknown> {
    if (this.#waiting.length > 0) return this.#waiting.shift()
    const wait = this.#take
    return new Promise((resolve) => {
      this.#take = (message) => {
        this.#take = wait
        resolve(message)
      }
    })
  }

  listen(listener: (order: MarketOrder) => void): void {
    this.#take = listener
    for (const message of this.#waiting.splice(0)) listener(message)
  }
}

interface MarketLine {
  readonly tell: (notice: MarketNotice) => void
  readonly orders: Orders
}

async function market(openLive: OpenLive, data: MarketThreadData, { tell, orders }: MarketLine): Promise<void> {
  const warn = (what: string, error: unknown): void =>
    tell({ notice: 'warn', message: `${what}: ${errorMessage(error)}` })
  const database = openDatabase({
    url: data.databaseUrl,
    name: 'market',
    connectionsMax,
    onError: (error) => warn('a connection of the market was lost', error),
  })
  const room = await openMarketRoom({
    database,
    specs: data.specs,
    feed: data.feed,
    replayFile: data.replayFile,
    sources: data.sources,
    clock: new SteadyClock(machineTime, data.clock),
    openLive,
    toEngine: (bytes) => tell({ notice: 'command', bytes }),
    toHub: (bytes) => tell({ notice: 'messages', bytes }),
    onError: warn,
  })
  const onError = (error: unknown): void => warn('the market could not be polled', error)
  const stopPolling = startRounds(() => room.poll(), { everyMs: pollMillis, first: 'later', onError })
  orders.listen((order) => {
    if (order.order === 'request') {
      room.request(order.bytes).catch((error: unknown) => warn('a request to the market failed', error))
      return
    }
    if (order.order === 'symbol') {
      room.setSymbol(order.spec)
      return
    }
    void stopPolling()
    room
      .close()
      .catch((error: unknown) => warn('the market could not keep its last candles', error))
      .then(() => database.close())
      .catch((error: unknown) => warn("the market's connections did not close", error))
      .finally(() => {
        tell({ notice: 'stopped' })
        parentPort?.close()
      })
  })
  tell({ notice: 'ready' })
}

function isMarketData(data: unknown): data is MarketThreadData {
  const names = ['clock', 'databaseUrl', 'feed', 'replayFile', 'sources', 'specs']
  return typeof data === 'object' && data !== null && names.every((name) => name in data)
}
