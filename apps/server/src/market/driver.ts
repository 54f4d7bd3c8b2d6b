import { randomInt } from 'node:crypto'
import type { TradeEvidence } from '@truemark/core/option/command'
import { windowMax } from './candleWindows.ts'
import { type Interval, bucketStart, minuteMillis } from './intervals.ts'
import { type SimulationOrigin, keptOrigin, keptSimulation, readOrigin, readSimulation } from './kept.ts'
import type { Market } from './market.ts'
import { type Recording, Replay, replaySource } from './replay.ts'
import { Simulation, simulatedSources, startSimulation } from './simulated.ts'
import type { MarketStore } from './store.ts'
import type { SymbolSpec } from './symbols.ts'

/** What moves a market of one kind. */
export interface Driver {
  /** Brings the market's events up to `now`; called every 50 ms or so. */
  advance(now: number): void
  /** Takes in a new symbol, or one that is another now; the market knows it already. */
  setSymbol(spec: SymbolSpec): void
  /** A value to be kept with the candles finished so far. */
  kept(): { readonly name: string; readonly value: unknown } | null
  /** Fetches a symbol's missed minutes from a source, where the market asked for them. */
  fetch(code: string, source: string): void
  /** One public trade a source around a past moment; none where prices are not live. */
  tradesAt(code: string, moment: number): Promise<readonly TradeEvidence[]>
  close(): Promise<void>
}

export const simulatedRanks: readonly string[] = simulatedSources.slice(0, 1)
export const replayRanks: readonly string[] = [replaySource]

/** A pause longer than this is history when it ends, not news. */
const newsMax = 2 * minuteMillis
/** The finished candles of an interval read at a start; minutes must reach back a day. */
const resumeCandles = 300

/** How many candles of an interval a start reads from the store. */
export function resumeMax(interval: Interval): number {
  return interval === '1m' ? windowMax('1m') : resumeCandles
}

/** Goes on with the simulated market that was kept, or starts a new one with a year of history. */
export async function openSimulated(
  market: Market,
  store: MarketStore | null,
  specs: readonly SymbolSpec[],
  { now, seed }: { now: number; seed: number | null },
): Promise<Driver> {
  const state = store === null ? null : readSimulation(await store.kept(keptSimulation), market.codes)
  // What was finished after the kept state will be made again by it.
  await store?.discardAfter('simulated', state?.path.time ?? null)
  let simulation: Simulation
  if (state === null || store === null) {
    const origin = await originOf(store, { seed: seed ?? randomInt(2 ** 31), time: now })
    simulation = market.load(() =>
      startSimulation(specs, origin.seed, origin.time, (code, interval, candle) => market.bar(code, interval, candle)),
    )
  } else {
    for (const [code, windows] of await store.newest('simulated', market.codes, resumeMax)) {
      market.symbol(code)?.resume(windows)
    }
    simulation = new Simulation(specs, state)
    // what was listed after the path was kept begins now
    for (const spec of specs) simulation.join(spec)
  }
  const advance = (until: number): void => {
    simulation.advance(
      until,
      // At the tick's own time: while a pause is made up for, the sources of then are heard then.
      (event) => market.receive(event, event.received),
      (code, interval, candle) => market.bar(code, interval, candle),
    )
  }
  market.load(() => advance(now))
  return {
    // a change of its sources or its limit is nothing to a made-up price
    setSymbol: (spec) => simulation.join(spec),
    advance: (until) => (until - simulation.time > newsMax ? market.load(() => advance(until)) : advance(until)),
    kept: () => ({ name: keptSimulation, value: simulation.minuteState }),
    fetch: () => undefined,
    tradesAt: async () => [],
    close: async () => undefined,
  }
}

/** The origin that was kept by a start that was cut short before its history was, else a new one, kept now. */
async function originOf(store: MarketStore | null, fresh: SimulationOrigin): Promise<SimulationOrigin> {
  if (store === null) return fresh
  const kept = readOrigin(await store.kept(keptOrigin))
  if (kept !== null && kept.time <= fresh.time) return kept
  await store.keepValue(keptOrigin, fresh)
  return fresh
}

/** Plays recordings; their history is what they would have played before `now`. */
export function openReplay(market: Market, recordings: readonly Recording[], now: number): Driver {
  const minute = bucketStart('1m', now)
  const replay = new Replay(recordings, minute - 1)
  market.load(() => {
    for (const { code } of recordings) {
      for (const candle of replay.history(code, minute)) market.bar(code, '1m', candle)
    }
  })
  const advance = (until: number): void => replay.advance(until, (event) => market.receive(event, event.received))
  market.load(() => advance(now))
  return {
    advance,
    // a symbol without a recording has no prices: a file is read at the start
    setSymbol: () => undefined,
    kept: () => null,
    fetch: () => undefined,
    tradesAt: async () => [],
    close: async () => undefined,
  }
}
