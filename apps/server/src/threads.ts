import { randomBytes } from 'node:crypto'
import type { PriceKind } from '@truemark/core/book/mark'
import { EngineClient } from './engine/engineClient.ts'
import type { EngineThreadData } from './engine/engineThread.ts'
import { LagKeeper } from './engine/lagKeeper.ts'
import type { StandbyEngine } from './engine/standbyClient.ts'
import { Watermark } from './engine/watermark.ts'
import { createExchange, house } from './engine/door.ts'
import { endKind, endingKind, kindToStart } from './feedAtStart.ts'
import { type ListedSymbols, MarketClient, type MarketThread } from './market/door.ts'
import type { RunningFeed } from './operator/door.ts'
import type { Clock, ClockOrigin } from './platform/clock.ts'
import type { Config } from './platform/config/config.ts'
import type { Lifecycle } from './platform/lifecycle.ts'
import type { Logger } from './platform/log.ts'
import type { Database } from './platform/postgres/database.ts'
import { startRounds } from './platform/rounds.ts'
import { errorMessage } from './platform/startRefusal.ts'
import { startProjector } from './projectorClient.ts'

/** What belongs to the whole process. */
export interface ProcessParts {
  readonly config: Config
  /** Folder of the threads' programs, as an address that ends in a slash. */
  readonly programs: URL
  readonly lifecycle: Lifecycle
  readonly logger: Logger
  /** A thread ended by itself: the process is to end with this sentence. */
  readonly ended: (sentence: string) => void
}

/** What was made ready of the threads while another process led. */
export interface Warm {
  /** Of the engine and what follows it; see `watermark.ts`. */
  readonly channel: string
  readonly engine: StandbyEngine
  readonly market: MarketThread
}

/** The engine with its read models, as the main thread holds them. */
export interface EngineThreads {
  readonly engine: EngineClient
  readonly watermark: Watermark
  /** How far the read models lag, in ms of engine time. */
  readonly lag: () => number
  /** How many committed facts the read models could not take. */
  readonly setAside: () => number
}

const snapshotRows = 20_000
const snapshotBytes = 64 * 1024 * 1024
const engineStopTimeout = 4_000
const projectorStopTimeout = 2_000
const marketStopTimeout = 4_000
const lagInterval = 1_000

/** The threads at work, and where this run's prices come from. */
export interface StartedThreads {
  readonly threads: EngineThreads
  readonly market: MarketClient
  readonly feed: RunningFeed
}

/** What the threads are given of the process. */
export interface ThreadGround {
  readonly database: Database
  readonly clock: Clock
  /** Where the time of all threads begins. */
  readonly origin: ClockOrigin
  /** What the market starts with. */
  readonly symbols: Pick<ListedSymbols, 'specs'>
  /** Null where nothing was. */
  readonly warm: Warm | null
  /** The engine has written its last row. */
  readonly written: () => void
}

/** A name of the process's own, so that two servers on one machine never hear each other. */
export function newChannel(): string {
  return `journal-${randomBytes(8).toString('hex')}`
}

/** What the engine's thread starts with. */
export function engineData(
  data: Pick<EngineThreadData, 'databaseUrl' | 'clock' | 'channel' | 'standsBy'>,
): EngineThreadData {
  return { role: 'engine', snapshotRows, snapshotBytes, ...data }
}

/**
 * Starts engine and market side by side: each waits for its own history, and the market’s may not be in yet (`ready`). Throws
 * a StartRefusal.
 */
export async function startThreads(
  options: ProcessParts,
  ground: ThreadGround,
  feed: RunningFeed,
): Promise<StartedThreads> {
  const ending = await endingKind(feed, ground.database)
  if (ending !== null) return startOneByOne(options, ground, feed, ending)
  let engine: EngineClient | null = null
  const engineStarts = startEngine(options, ground).then((threads) => {
    ;({ engine } = threads)
    return threads
  })
  // A tick before the engine is there, or one that is refused, has been overtaken by the next.
  const command = (bytes: Uint8Array): void => void engine?.submit(house, bytes)
  // its history comes in while all else is built
  const market = startMarket(options, ground, feed, command)
  return { threads: await engineStarts, market, feed }
}

/** Where prices are to change their kind, the engine is done with the old ones before the market gives the first new one. */
async function startOneByOne(
  options: ProcessParts,
  ground: ThreadGround,
  wanted: RunningFeed,
  ending: PriceKind,
): Promise<StartedThreads> {
  const threads = await startEngine(options, ground)
  const { engine } = threads
  const feed = await endKind(
    createExchange(engine, async () => null),
    ending,
    wanted,
  )
  if (feed.waitsOn === null) options.logger.info(`what was open on the demo ended at the last ${ending} prices`)
  else {
    options.logger.warn(
      `options or real positions are open: prices stay ${ending} until a start after the last of them has ended`,
    )
  }
  const command = (bytes: Uint8Array): void => void engine.submit(house, bytes)
  return { threads, market: startMarket(options, ground, feed, command), feed }
}

/** The engine and the projector that follows it. */
async function startEngine(
  options: ProcessParts,
  { database, origin, warm, written }: ThreadGround,
): Promise<EngineThreads> {
  const { url: databaseUrl } = database
  const { programs, lifecycle, ended } = options
  const warn = (message: string): void => options.logger.warn(message)
  const channel = warm?.channel ?? newChannel()
  const thread = {
    program: new URL('engineWorker.js', programs),
    data: engineData({ databaseUrl, clock: origin, channel, standsBy: false }),
  }
  const engine = await (warm?.engine.lead(origin, { ended, warn, written }) ??
    EngineClient.start({ ...thread, ended, warn, written }))
  lifecycle.add('engine', engineStopTimeout, () => engine.close())
  const watermark = new Watermark(channel)
  lifecycle.add('watermark', lagInterval, () => watermark.close())
  const program = new URL('projectorWorker.js', programs)
  let setAside = 0
  lifecycle.add(
    'projector',
    projectorStopTimeout,
    startProjector({
      program,
      data: { databaseUrl, channel },
      warn,
      alarm: (message) => options.logger.error(message),
      setAside: (count) => (setAside = count),
      ended,
    }),
  )
  const keeper = new LagKeeper({
    projected: () => watermark.projected,
    committed: () => {
      const figures = engine.figures
      return { seq: figures?.seq ?? 0, time: figures?.time ?? 0, commands: figures?.commands ?? 0 }
    },
    setPace: (pace) => engine.setPace(pace),
  })
  const onError = (error: unknown): void => warn(`the lag could not be kept: ${errorMessage(error)}`)
  const step = (): void => keeper.step(lagInterval)
  lifecycle.add('lag keeper', lagInterval, startRounds(step, { everyMs: lagInterval, first: 'later', onError }))
  return { engine, watermark, lag: () => keeper.lag, setAside: () => setAside }
}

/** The market; its ticks and samples are the house's commands. */
function startMarket(
  options: ProcessParts,
  { database, clock, origin, symbols, warm }: ThreadGround,
  feed: RunningFeed,
  command: (bytes: Uint8Array) => void,
): MarketClient {
  const { config, programs, lifecycle, logger, ended } = options
  const market = MarketClient.begin({
    program: warm?.market ?? new URL('marketWorker.js', programs),
    data: {
      clock: origin,
      databaseUrl: database.url,
      feed: kindToStart(feed),
      sources: feed.setting.sources,
      specs: symbols.specs,
      replayFile: config.replayFile,
    },
    clock,
    command,
    ended,
    warn: (message) => logger.warn(message),
  })
  lifecycle.add('market', marketStopTimeout, () => market.close())
  return market
}
