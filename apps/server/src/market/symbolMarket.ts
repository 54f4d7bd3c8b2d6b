import { type TradingTerms, alwaysOpen, marketStatus } from './calendar.ts'
import {
  type Candle,
  CandleBuilder,
  type OnFinished,
  type ReferenceTrade,
  assertCandle,
  withoutGaps,
} from './candles.ts'
import { CandleWindows, type DayFigures, DayWindow } from './candleWindows.ts'
import type { MarketEvent } from './events.ts'
import { type HaltReason, type SourceTop, indexRulesDefault } from '@truemark/core/market/indexPrice'
import { isFreshSecond } from '@truemark/core/market/sources'
import { type IndexTick, IndexTicks, staleAfter } from './indexTicks.ts'
import { type Interval, bucketStart, minuteMillis } from './intervals.ts'
import type { MarketState } from './messages.ts'
import { referencePrice, referenceQuantity } from './referencePrice.ts'
import type { SourceBoard } from './sourceBoard.ts'
import { type SymbolSpec, isSameSource } from './symbols.ts'

type TopEvent = Extract<MarketEvent, { type: 'top' }>
type TradeEvent = Extract<MarketEvent, { type: 'trade' }>

/** The good ticks in a row after which trading resumes from a halt or a silence. */
export const resumeTicks = 3
/** A trade that claims to be further in the future than this many ms is refused. */
const aheadMax = 5_000
/** A book of which its venue has said nothing for longer (ms) is out. */
const saidMax = indexRulesDefault.heardMax
/** How long after its end a minute can be fetched from a source's REST (ms). */
const settleMillis = 3_000
/** The most trades held while missing minutes are fetched; beyond it older ones give way. */
const heldTradesMax = 20_000

/** What an evaluation of the sources gave: a tick for the engine, the news of a halt, or nothing new. */
export type Evaluation =
  | { readonly type: 'tick'; readonly tick: IndexTick }
  | { readonly type: 'halt'; readonly reason: HaltReason }
  | null

export interface SymbolMarketOptions {
  readonly board: SourceBoard
  /** How long (ms) trades of a minute may still come after it has ended. */
  readonly lateness: number
  /** True where minutes that were missed can be fetched: candles then wait for {@link SymbolMarket.backfill}. */
  readonly canFetch: boolean
  readonly onFinished: (code: string, interval: Interval, candle: Candle) => void
}

/** One symbol: its sources' books, its index, its reference market's trades and candles. No I/O, no clock. */
export class SymbolMarket {
  #spec: SymbolSpec
  readonly windows = new CandleWindows()
  terms: TradingTerms = alwaysOpen
  readonly #board: SourceBoard
  readonly #options: SymbolMarketOptions
  readonly #tops = new Map<string, TopEvent>()
  readonly #index: IndexTicks
  readonly #builder: CandleBuilder
  readonly #day = new DayWindow()
  #halted: HaltReason | null = null
  /** Good ticks still to come before the engine is told again. */
  #withheld = 0
  /** Null while candles are built; else the trades that wait for the missing minutes. */
  #held: TradeEvent[] | null
  #fetching = false
  /** The start of a minute of which trades may be missing: it is fetched when it has ended. 0 for none. */
  #partial = 0

  constructor(spec: SymbolSpec, options: SymbolMarketOptions) {
    this.#spec = spec
    this.#options = options
    this.#board = options.board
    this.#held = options.canFetch ? [] : null
    this.#index = new IndexTicks({ priceDecimals: spec.priceDecimals, jumpPermille: spec.jumpPermille })
    const onFinished: OnFinished = (interval, candle) => {
      this.windows.push(interval, candle)
      options.onFinished(spec.code, interval, candle)
    }
    this.#builder = new CandleBuilder(onFinished)
  }

  get spec(): SymbolSpec {
    return this.#spec
  }

  /** Takes what was decided anew of the symbol; its decimals never change. */
  set spec(spec: SymbolSpec) {
    // a venue that is heard no more, or by another name, has said nothing of this symbol
    const gone = this.#spec.sources.filter((was) => !spec.sources.some((own) => isSameSource(own, was)))
    for (const { source } of gone) this.withdraw(source)
    this.#spec = spec
    this.#index.jumpPermille = spec.jumpPermille
  }

  get lastTick(): IndexTick | null {
    return this.#index.last
  }

  /** The start of the first minute whose candle is not finished (UTC ms), 0 before there is any. */
  get openMinute(): number {
    return this.#builder.openMinute
  }

  top(event: TopEvent): void {
    // In the order in which they come: a venue's stamps may lie, and put nothing in order.
    this.#tops.set(event.source, event)
  }

  withdraw(source: string): void {
    this.#tops.delete(source)
  }

  /** Takes a public trade; only those of the reference market count. Returns it where it is in a candle. */
  trade(event: TradeEvent, now: number): ReferenceTrade | null {
    if (event.source !== this.reference(now) || event.time > now + aheadMax) return null
    if (this.#partial > 0 && event.time >= this.#partial + minuteMillis) this.#held ??= []
    if (this.#held === null) return this.#build(event, now)
    this.#held.push(event)
    if (this.#held.length > heldTradesMax) this.#held.shift()
    return null
  }

  /** The last price of the reference market, 0 before there is any. */
  get lastPrice(): number {
    return this.#builder.lastPrice
  }

  /** The best-ranked source that has a usable and current book of this symbol, or null. */
  reference(now: number): string | null {
    for (const source of this.#board.ranks) {
      const top = this.#tops.get(source)
      if (top === undefined || !this.#isCurrent(top, now)) continue
      if (top.quote === 'USDT' || this.#board.rate(now) !== null) return source
    }
    return null
  }

  /** The reference market's best ask (10⁻⁸ USDT), or null. */
  ask(now: number): number | null {
    const top = this.#tops.get(this.reference(now) ?? '')
    return top === undefined ? null : referencePrice(top.ask, top.quote, this.#board.rate(now))
  }

  /** Looks at the sources as they stand at `now`. */
  evaluate(now: number): Evaluation {
    const before = this.#index.last
    const result = this.#index.next([...this.#sources(now)], this.#board.rate(now), now)
    if (!result.ok) {
      if (result.reason === 'time_not_after' || result.reason === 'jump_unconfirmed') return null
      // nothing was there that could be missed: a market that is listed while others run begins with its first tick
      if (before === null && result.reason === 'no_source') return null
      this.#withheld = resumeTicks
      if (this.#halted === result.reason) return null
      this.#halted = result.reason
      return { type: 'halt', reason: result.reason }
    }
    if (before !== null && result.tick.time - before.time > staleAfter) this.#withheld = resumeTicks
    if (this.#withheld > 0 && --this.#withheld > 0) return null
    this.#halted = null
    return { type: 'tick', tick: result.tick }
  }

  /** Whether the index may be sampled now: told to the engine, and not older than `ageMax` ms. */
  sampleable(now: number, ageMax: number): boolean {
    const tick = this.#index.last
    return tick !== null && this.#halted === null && this.#withheld === 0 && now - tick.time <= ageMax
  }

  /** Whether every source in the index was heard within a second of a moment. */
  isFresh(stamp: number): boolean {
    const tick = this.#index.last
    return tick !== null && isFreshSecond(tick.said.tops, (source) => stamp - this.#board.heardAt(source))
  }

  status(now: number): { status: MarketState; reason: string } {
    const indexTime = this.#index.last?.time ?? null
    return marketStatus({ terms: this.terms, indexTime, halted: this.#halted }, now)
  }

  /**
   * Finishes the minutes that have ended. Where missed minutes can be fetched, none is finished while no reference
   * market is heard; once one is heard again, returns the source to fetch from (once, until {@link backfill}). The
   * minute in which it came back is fetched too, once it has ended.
   */
  advance(now: number): { fetchFrom: string } | null {
    if (!this.#options.canFetch) {
      this.#builder.advance(now - this.#options.lateness)
      return null
    }
    const source = this.reference(now)
    if (source === null) this.#held ??= []
    if (source === null || this.#fetching) return null
    if (this.#partial > 0 && now >= this.#partial + minuteMillis) {
      this.#held ??= []
      if (now < this.#partial + minuteMillis + settleMillis) return null
    } else if (this.#held === null) {
      this.#builder.advance(now - this.#options.lateness)
      return null
    }
    this.#fetching = true
    return { fetchFrom: source }
  }

  /**
   * Ends a wait for missed minutes: takes the finished ones that were fetched, then the trades that came since. What
   * the source left out becomes flat; where nothing could be fetched (null), a hole stays.
   */
  backfill(fetched: readonly Candle[] | null, now: number): void {
    this.#fetching = false
    const held = this.#held ?? []
    this.#held = null
    const wasPartial = this.#partial > 0
    this.#partial = wasPartial ? 0 : bucketStart('1m', now)
    if (fetched !== null) this.#builder.fill(fetched)
    else if (!wasPartial) this.#builder.leaveHole(now)
    for (const event of held) this.#build(event, now)
  }

  /** Starts anew from fetched candles of every interval; what was finished before stays as it was. */
  restart(windows: ReadonlyMap<Interval, readonly Candle[]>): void {
    for (const [interval, candles] of windows) {
      const last = this.windows.of(interval).at(-1)?.openTime ?? 0
      for (const candle of withoutGaps(interval, candles)) {
        if (candle.openTime <= last) continue
        assertCandle(interval, candle)
        this.windows.push(interval, candle)
        this.#options.onFinished(this.spec.code, interval, candle)
      }
    }
    this.#builder.resume(this.windows.all())
  }

  /** Takes a finished candle of the simulated market, made after the fact. */
  bar(interval: Interval, candle: Candle): void {
    this.#builder.advance(candle.openTime)
    this.#builder.enter(interval, candle)
  }

  /** Goes on from candles that were kept. */
  resume(windows: ReadonlyMap<Interval, readonly Candle[]>): void {
    for (const [interval, candles] of windows) this.windows.load(interval, candles)
    this.#builder.resume(windows)
  }

  forming(interval: Interval): Candle | null {
    return this.#builder.forming(interval)
  }

  day(): DayFigures | null {
    return this.#day.figures(this.windows.of('1m'), this.forming('1m'))
  }

  #build(event: TradeEvent, now: number): ReferenceTrade | null {
    const price = referencePrice(event.price, event.quote, this.#board.rate(now))
    const quantity = referenceQuantity(event.quantity)
    if (price === null || quantity <= 0n) return null
    const trade = { time: event.time, price, quantity, source: event.source }
    return this.#builder.trade(trade) ? trade : null
  }

  /** Whether the venue is heard, and has spoken of this very book lately: a silent book stands for nothing. */
  #isCurrent(top: TopEvent, now: number): boolean {
    return this.#board.isHeard(top.source, now) && now - top.received <= saidMax
  }

  *#sources(now: number): Generator<SourceTop> {
    for (const top of this.#tops.values()) {
      if (!this.#isCurrent(top, now)) continue
      const { source, quote, bid, ask, received: heard } = top
      yield { source, quote, bid, ask, heard }
    }
  }
}
