import { type Candle, priceScale, volumeScale } from './candles.ts'
import type { MarketEvent } from './events.ts'
import { type Interval, bucketStart, intervalMillis, minuteMillis } from './intervals.ts'
import { Random, type RandomState } from './random.ts'
import { barsBetween, historyStart, onStep, onTick, stepBar } from './simulatedHistory.ts'
import { type PathState, SimulatedPath, pathEndingAtLevel, startPath } from './simulatedPath.ts'
import type { SymbolSpec } from './symbols.ts'

/** Four virtual venues; the first is the reference market. */
export const simulatedSources = ['simulated-a', 'simulated-b', 'simulated-c', 'simulated-d'] as const

/** The time between ticks of the simulated market (ms). */
export const simulatedTickMillis = 250

/** All that is needed to go on with the same path; plain JSON. */
export interface SimulationState {
  readonly seed: number
  readonly codes: readonly string[]
  readonly path: PathState
  /** Of each symbol, how far each venue stands from the path, as a log return. */
  readonly offsets: readonly (readonly number[])[]
  readonly shape: RandomState
  readonly trades: number
  /** The symbols that were listed later, in order, each with the time (UTC ms) at which its price begins. */
  readonly joining: readonly { readonly code: string; readonly at: number }[]
}

type OnCandle = (code: string, interval: Interval, candle: Candle) => void
type OnEvent = (event: MarketEvent) => void

const offsetDeviation = 0.000_04
const offsetPersistence = 0.96
const halfSpread = 0.000_03
/** A gap longer than this is filled with bars instead of single ticks. */
const tickedGapMax = 2 * minuteMillis

/**
 * The simulated market: one seeded path for all symbols, told as ticks of four venues, or as bars where time is made
 * up after the fact. The same state and the same calls give the same figures.
 */
export class Simulation {
  /** All that are known, and those whose price has begun, in the path's order. */
  readonly #known: Map<string, SymbolSpec>
  #specs: readonly SymbolSpec[]
  readonly #seed: number
  #path: SimulatedPath
  readonly #shape: Random
  readonly #offsets: Float64Array[]
  #trades: number
  #joining: SimulationState['joining']
  #minute: SimulationState

  constructor(specs: readonly SymbolSpec[], state: SimulationState) {
    this.#known = new Map(specs.map((spec) => [spec.code, spec]))
    this.#specs = state.codes.map((code) => this.#spec(code))
    this.#seed = state.seed
    this.#path = new SimulatedPath(this.#specs, state.path)
    this.#shape = new Random(state.shape)
    this.#offsets = state.offsets.map((own) => Float64Array.from(own))
    this.#trades = state.trades
    this.#joining = state.joining
    this.#minute = state
  }

  get time(): number {
    return this.#path.time
  }

  state(): SimulationState {
    return {
      seed: this.#seed,
      codes: this.#specs.map((spec) => spec.code),
      path: this.#path.state(),
      offsets: this.#offsets.map((own) => [...own]),
      shape: this.#shape.state(),
      trades: this.#trades,
      joining: this.#joining,
    }
  }

  /**
   * Begins the price of a symbol that was listed after the others, at its own level and without a past; one that is on
   * its way already stays as it is.
   */
  join(spec: SymbolSpec): void {
    const { code } = spec
    if (this.#specs.some((own) => own.code === code) || this.#joining.some((own) => own.code === code)) return
    this.#known.set(code, spec)
    const at = { code, at: this.time }
    this.#joining = [...this.#joining, at]
    // this minute's ticks, made again, have it begin at the same tick
    this.#minute = { ...this.#minute, joining: [...this.#minute.joining, at] }
  }

  /**
   * Goes on to `now`: a short gap in ticks; a long one in ticks to the end of the minute, in bars to the last full
   * minute, and in ticks again. Trades and tops go to `onEvent`, bars to `onCandle`, in order of time.
   */
  advance(now: number, onEvent: OnEvent, onCandle: OnCandle): void {
    const until = Math.floor(now / simulatedTickMillis) * simulatedTickMillis
    if (until - this.time > tickedGapMax) {
      // The first minute was perhaps shown before a restart, so it must come again tick by tick.
      this.#tickTo(bucketStart('1m', this.time) + minuteMillis, onEvent)
      this.generate(bucketStart('1m', until), onCandle)
    }
    this.#tickTo(until, onEvent)
  }

  /** Goes on in bars only; both the present time and `until` are full minutes. */
  generate(until: number, onCandle: OnCandle): void {
    this.#takeIn()
    for (const interval of barsBetween(this.time, until)) {
      stepBar(this.#path, this.#specs, this.#shape, interval, (spec, candle) => onCandle(spec.code, interval, candle))
    }
    this.#minute = this.state()
  }

  /**
   * The state at the start of the present minute: who goes on from it makes this minute's ticks again, the same ones,
   * so that its candle is whole.
   */
  get minuteState(): SimulationState {
    return this.#minute
  }

  #tickTo(until: number, onEvent: OnEvent): void {
    while (this.time + simulatedTickMillis <= until) {
      this.#takeIn()
      this.#path.step(simulatedTickMillis)
      for (let at = 0; at < this.#specs.length; at++) this.#tick(at, onEvent)
      if (this.time % minuteMillis === 0) this.#minute = this.state()
    }
  }

  #spec(code: string): SymbolSpec {
    const spec = this.#known.get(code)
    if (spec === undefined) throw new RangeError('the simulated path is one of other symbols')
    return spec
  }

  /** Lets those begin whose time has come. */
  #takeIn(): void {
    const due = this.#joining.filter(({ at }) => at <= this.time)
    if (due.length === 0) return
    this.#joining = this.#joining.filter(({ at }) => at > this.time)
    const specs = due.map(({ code }) => this.#spec(code))
    this.#specs = [...this.#specs, ...specs]
    this.#path = this.#path.with(this.#specs)
    for (const _ of specs) this.#offsets.push(new Float64Array(simulatedSources.length))
  }

  #tick(at: number, onEvent: OnEvent): void {
    const spec = this.#specs[at]
    const offsets = this.#offsets[at]
    const log = this.#path.logPrices[at]
    if (spec === undefined || offsets === undefined || log === undefined) return
    const time = this.time
    const price = Math.exp(log)
    const venues = simulatedSources.map((source, venue) => {
      const offset =
        (offsets[venue] ?? 0) * offsetPersistence +
        offsetDeviation * Math.sqrt(1 - offsetPersistence ** 2) * this.#shape.normal()
      offsets[venue] = offset
      const { bid, ask } = bookAround(price * Math.exp(offset), spec.priceDecimals)
      return { type: 'top', source, symbol: spec.code, quote: 'USDT', bid, ask, time, received: time } as const
    })
    for (const venue of venues) onEvent(venue)
    const reference = venues[0]
    if (reference !== undefined) this.#trade(at, spec, reference, onEvent)
  }

  #trade(at: number, spec: SymbolSpec, book: { bid: bigint; ask: bigint }, onEvent: OnEvent): void {
    const shape = this.#shape
    const mean = (spec.simulation.tradesPerSecond * simulatedTickMillis) / 1_000
    const count = shape.poisson(mean * Math.exp(0.8 * this.#path.regime))
    const lean = 0.5 + 0.35 * Math.tanh((this.#path.moves[at] ?? 0) / (this.#path.deviations[at] ?? 1))
    for (let place = 1; place <= count; place++) {
      const side = shape.uniform() < lean ? 'buy' : 'sell'
      const notional = spec.simulation.tradeNotional * Math.exp(1.2 * shape.normal() - 0.72)
      const quantity = onStep(notional / Math.exp(this.#path.logPrices[at] ?? 0), spec.quantityDecimals)
      // Spread over the time since the last tick, so that none lies in the next minute.
      const time = this.time - simulatedTickMillis + Math.floor((place * simulatedTickMillis) / (count + 1))
      onEvent({
        type: 'trade',
        source: simulatedSources[0],
        symbol: spec.code,
        quote: 'USDT',
        price: side === 'buy' ? book.ask : book.bid,
        quantity: quantity * 10n ** BigInt(12 - volumeScale),
        side,
        id: String(++this.#trades),
        time,
        received: this.time,
      })
    }
  }
}

function bookAround(mid: number, priceDecimals: number): { bid: bigint; ask: bigint } {
  const tick = 10 ** (priceScale - priceDecimals)
  const bid = onTick(mid * (1 - halfSpread), priceDecimals)
  const ask = Math.max(bid + tick, onTick(mid * (1 + halfSpread), priceDecimals))
  const finer = 10n ** BigInt(12 - priceScale)
  return { bid: BigInt(bid) * finer, ask: BigInt(ask) * finer }
}

/**
 * A new simulated market at `now`, with its year of history told to `onCandle` first, in bars that grow finer
 * towards the end, which is the last full minute and stands at each symbol's own level.
 */
export function startSimulation(
  specs: readonly SymbolSpec[],
  seed: number,
  now: number,
  onCandle: OnCandle,
): Simulation {
  const end = bucketStart('1m', now)
  const from = historyStart(now)
  const lengths = Array.from(barsBetween(from, end), (interval) => intervalMillis[interval])
  const simulation = new Simulation(specs, {
    seed,
    codes: specs.map((spec) => spec.code),
    path: pathEndingAtLevel(specs, startPath(specs, seed, from), lengths),
    offsets: specs.map(() => simulatedSources.map(() => 0)),
    shape: Random.of(seed, 'shape').state(),
    trades: 0,
    joining: [],
  })
  simulation.generate(end, onCandle)
  return simulation
}
