import type { PriceKind } from '@truemark/core/book/mark'
import { decode, encode } from '@truemark/core/codec/codec'
import { type Command, envelopeCodec } from '@truemark/core/vocabulary'
import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/postgres/database.ts'
import { CandleWriter } from './candleWriter.ts'
import { type Driver, openReplay, openSimulated, replayRanks, simulatedRanks } from './driver.ts'
import type { FeedSetting } from './feedSetting.ts'
import { findHistory } from './history.ts'
import { dayMillis } from './intervals.ts'
import { keptKind, readKind } from './kept.ts'
import { type OpenLive, liveRanks, openLiveDriver } from './liveDriver.ts'
import { Market } from './market.ts'
import { type MarketMessage, type MarketRequest, marketMessagesCodec, marketRequestCodec } from './messages.ts'
import { readRecordings } from './recordings.ts'
import { MarketStore } from './store.ts'
import type { SymbolSpec } from './symbols.ts'

export interface MarketRoomOptions {
  /** Null keeps nothing: for tests. */
  readonly database: Database | null
  readonly specs: readonly SymbolSpec[]
  /** `auto` goes on with the kind that was kept; at the first start, live unless no source answers within 5 s. */
  readonly feed: PriceKind | 'auto'
  readonly replayFile: string | null
  /** The venues of the symbols that don't take all of them. */
  readonly sources: FeedSetting['sources']
  readonly clock: Clock
  readonly openLive: OpenLive
  /** One command, as the engine takes it. */
  readonly toEngine: (command: Uint8Array) => void
  /** Messages of {@link marketMessagesCodec}. */
  readonly toHub: (messages: Uint8Array) => void
  readonly onError: (what: string, error: unknown) => void
  /** Of a new simulated market; drawn at random where it is null. */
  readonly seed?: number | null
}

/** The market room at work. */
export interface MarketRoom {
  readonly kind: PriceKind
  readonly market: Market
  /** Does what is due by time; to be called every {@link pollMillis}. */
  poll(): void
  /** Takes a request of the main thread. */
  request(bytes: Uint8Array): Promise<void>
  /** Takes in a symbol that was listed, or what was decided anew of one, while the market runs. */
  setSymbol(spec: SymbolSpec): void
  /** Keeps what must be kept, and ends. */
  close(): Promise<void>
}

export const pollMillis = 50
/** How long the live sources have to answer at the first start. */
export const firstAnswerMillis = 5_000
const pruneMillis = dayMillis / 24

/** Opens the market room: decides the kind of prices, takes in its history, and is ready to be polled. */
export async function openMarketRoom(options: MarketRoomOptions): Promise<MarketRoom> {
  const store = options.database === null ? null : new MarketStore(options.database)
  const kind = await chooseKind(options, store)
  await store?.keepValue(keptKind, kind)
  const tell = (messages: readonly MarketMessage[]): void => options.toHub(encode(marketMessagesCodec, messages))
  const writer = writerOf(options, store, kind, () => driver?.kept() ?? null)
  let driver: Driver | null = null
  const market = new Market({
    specs: options.specs,
    kind,
    ranks: kind === 'live' ? liveRanks : kind === 'replay' ? replayRanks : simulatedRanks,
    sink: {
      command: (command) => options.toEngine(encodeCommand(command)),
      messages: tell,
      finished: (code, interval, candle) => writer?.push(code, interval, candle),
      fetch: (code, source) => driver?.fetch(code, source),
    },
  })
  driver = await openDriver(market, store, options)
  tell([{ type: 'ready', kind, symbols: market.codes }])
  return roomOf({ market, store, writer, driver, tell }, options)
}

interface Parts {
  readonly market: Market
  readonly store: MarketStore | null
  readonly writer: CandleWriter | null
  readonly driver: Driver
  readonly tell: (messages: readonly MarketMessage[]) => void
}

function roomOf({ market, store, writer, driver, tell }: Parts, options: MarketRoomOptions): MarketRoom {
  let prunedAt = options.clock.now()
  const prune = (now: number): void => {
    if (store === null || now - prunedAt < pruneMillis) return
    prunedAt = now
    store.prune(now).catch((error: unknown) => options.onError('old candles could not be removed', error))
  }
  return {
    kind: market.kind,
    market,
    poll: () => {
      const now = options.clock.now()
      driver.advance(now)
      market.poll(now)
      writer?.poke(now)
      prune(now)
    },
    request: async (bytes) => {
      const request = decode(marketRequestCodec, bytes)
      if (request.type === 'history') tell([await answerHistory(market, store, request, options)])
      if (request.type === 'trades') {
        const found = await driver.tradesAt(request.symbol, request.moment)
        tell([{ type: 'trades', request: request.request, found }])
      }
      if (request.type === 'terms') {
        const { sessions, halt, reason: haltReason } = request
        market.setTerms(request.symbol, { sessions, halt, haltReason })
      }
    },
    setSymbol: (spec) => {
      market.setSymbol(spec)
      driver.setSymbol(spec)
      tell([{ type: 'ready', kind: market.kind, symbols: market.codes }])
    },
    close: async () => {
      await driver.close()
      await writer?.close()
    },
  }
}

async function answerHistory(
  market: Market,
  store: MarketStore | null,
  request: Extract<MarketRequest, { type: 'history' }>,
  options: MarketRoomOptions,
): Promise<MarketMessage> {
  try {
    return { type: 'history', request: request.request, found: await findHistory(market, store, request) }
  } catch (error) {
    options.onError('a history could not be read', error)
    return { type: 'history', request: request.request, found: null }
  }
}

function encodeCommand(command: Command): Uint8Array {
  return encode(envelopeCodec, { key: null, command })
}

function writerOf(
  options: MarketRoomOptions,
  store: MarketStore | null,
  kind: PriceKind,
  kept: Driver['kept'],
): CandleWriter | null {
  // A replay's history is its file.
  if (store === null || kind === 'replay') return null
  return new CandleWriter(store, kind, kept, (error) => options.onError('candles could not be kept', error))
}

async function chooseKind(options: MarketRoomOptions, store: MarketStore | null): Promise<PriceKind> {
  if (options.feed !== 'auto') return options.feed
  const kept = store === null ? null : readKind(await store.kept(keptKind))
  // A replay without its file can't go on.
  if (kept !== null && (kept !== 'replay' || options.replayFile !== null)) return kept
  return (await answersSoon(options)) ? 'live' : 'simulated'
}

/** Whether any live source gives a book within 5 s. */
async function answersSoon({ openLive, specs, sources, clock }: MarketRoomOptions): Promise<boolean> {
  let answer: (heard: boolean) => void = () => undefined
  const answered = new Promise<boolean>((resolve) => {
    answer = resolve
  })
  const live = openLive(
    (event) => {
      if (event.type === 'top') answer(true)
    },
    { specs, sources },
    clock,
  )
  const timer = setTimeout(() => answer(false), firstAnswerMillis)
  try {
    return await answered
  } finally {
    clearTimeout(timer)
    live.stop()
  }
}

async function openDriver(market: Market, store: MarketStore | null, options: MarketRoomOptions): Promise<Driver> {
  const now = options.clock.now()
  switch (market.kind) {
    case 'simulated':
      return openSimulated(market, store, options.specs, { now, seed: options.seed ?? null })
    case 'replay':
      return openReplay(market, readRecordings(options.replayFile ?? '', options.specs), now)
    case 'live':
      return openLiveDriver(market, store, options)
  }
}
