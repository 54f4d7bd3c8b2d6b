import { type PriceKind, openAgeMaxMs } from '@truemark/core/book/mark'
import { liveSourcesMin } from '@truemark/core/book/realMoney'
import { parseDecimal } from '@truemark/core/money/decimal'
import type { Clock } from '../platform/clock.ts'
import { priceScale } from './candles.ts'
import { freshness } from './indexTicks.ts'
import type { DayRecord, MarketMessage, StatusRecord, TradeRecord } from './messages.ts'
import { changeText } from './records.ts'

/** The newest reference trades of a symbol kept for readers. */
export const tradesKeptMax = 100

/** A market as lists show it. Texts are canonical decimals; null is what is not known yet. */
export interface MarketFigures {
  readonly lastPrice: string | null
  /** The reference market's best ask; null where it has none, or none that is younger than 5 s. */
  readonly buyPrice: string | null
  readonly index: string | null
  /** UTC ms of the last price. */
  readonly time: number | null
  readonly high: string | null
  readonly low: string | null
  readonly volume: string
  readonly turnover: string
  /** Against the price of 24 hours ago, such as "-1.25%". */
  readonly todayChange: string
  readonly todayStatus: 'positive' | 'negative'
  readonly source: string
}

interface SymbolState {
  day: DayRecord | null
  index: Omit<Extract<MarketMessage, { type: 'index' }>, 'type' | 'symbol'> | null
  status: StatusRecord | null
  readonly trades: TradeRecord[]
}

/** What the main thread knows of every market without asking: the latest of what the market's thread told. */
export class MarketView {
  #kind: PriceKind = 'simulated'
  readonly #symbols = new Map<string, SymbolState>()
  readonly #clock: Clock

  constructor(clock: Clock) {
    this.#clock = clock
  }

  get kind(): PriceKind {
    return this.#kind
  }

  take(message: MarketMessage): void {
    switch (message.type) {
      case 'ready':
        this.#kind = message.kind
        for (const symbol of message.symbols) this.#state(symbol)
        break
      case 'day':
        this.#state(message.record.symbol).day = message.record
        break
      case 'index':
        this.#state(message.symbol).index = {
          price: message.price,
          ask: message.ask,
          sources: message.sources,
          time: message.time,
        }
        break
      case 'status':
        this.#state(message.record.code).status = message.record
        break
      case 'trade': {
        const { trades } = this.#state(message.record.symbol)
        trades.push(message.record)
        if (trades.length > tradesKeptMax) trades.shift()
        break
      }
      case 'kline':
      case 'history':
      case 'trades':
        break
    }
  }

  /** All that it knows, as it was told: whoever takes it knows the same. */
  messages(): MarketMessage[] {
    const told: MarketMessage[] = [{ type: 'ready', kind: this.#kind, symbols: [...this.#symbols.keys()] }]
    for (const [symbol, { day, index, status, trades }] of this.#symbols) {
      if (day !== null) told.push({ type: 'day', record: day })
      if (index !== null) told.push({ type: 'index', symbol, ...index })
      if (status !== null) told.push({ type: 'status', record: status })
      for (const record of trades) told.push({ type: 'trade', record })
    }
    return told
  }

  /** Each market's status: as it was last told, but for an index that has grown old since. */
  statuses(): StatusRecord[] {
    const now = this.#clock.now()
    return [...this.#symbols.values()].flatMap((state) => agedStatus(state, now) ?? [])
  }

  status(symbol: string): StatusRecord | null {
    const state = this.#symbols.get(symbol)
    return state === undefined ? null : agedStatus(state, this.#clock.now())
  }

  /** How old (ms) each market's index is; null where it never had one. */
  ages(): { readonly symbol: string; readonly age: number | null }[] {
    const now = this.#clock.now()
    return [...this.#symbols].map(([symbol, { index }]) => ({ symbol, age: index === null ? null : now - index.time }))
  }

  /** The newest trades of the reference market, newest first. */
  trades(symbol: string): TradeRecord[] {
    return (this.#symbols.get(symbol)?.trades ?? []).toReversed()
  }

  day(symbol: string): DayRecord | null {
    return this.#symbols.get(symbol)?.day ?? null
  }

  figures(symbol: string): MarketFigures {
    const { day = null, index = null } = this.#symbols.get(symbol) ?? {}
    const change = day === null ? '0.00%' : changeText(priceOf(day.open), priceOf(day.close))
    return {
      lastPrice: day?.close ?? null,
      buyPrice: index !== null && isYoung(freshness(this.#clock.now() - index.time)) ? index.ask : null,
      index: index?.price ?? null,
      time: day?.time ?? null,
      high: day?.high ?? null,
      low: day?.low ?? null,
      volume: day?.volume ?? '0',
      turnover: day?.turnover ?? '0',
      todayChange: change,
      todayStatus: change.startsWith('-') ? 'negative' : 'positive',
      source: day?.source ?? '',
    }
  }

  /** The index of a symbol where enough live sources stand behind it now; null where it is old, simulated or of few. */
  liveIndex(symbol: string): string | null {
    const { index = null } = this.#symbols.get(symbol) ?? {}
    const status = this.status(symbol)
    if (index === null || status === null || status.kind !== 'live' || status.sources < liveSourcesMin) return null
    return this.#clock.now() - index.time <= openAgeMaxMs ? index.price : null
  }

  #state(symbol: string): SymbolState {
    let state = this.#symbols.get(symbol)
    if (state === undefined) {
      state = { day: null, index: null, status: null, trades: [] }
      this.#symbols.set(symbol, state)
    }
    return state
  }
}

function isYoung(age: ReturnType<typeof freshness>): boolean {
  return age === 'fresh' || age === 'aged'
}

/** A thread that has stopped tells nothing, not even that its prices grow old: whoever listens must see it. */
function agedStatus({ status, index }: SymbolState, now: number): StatusRecord | null {
  if (status === null || index === null || (status.status !== 'open' && status.reason !== 'prices_old')) return status
  const age = freshness(now - index.time)
  if (age === 'closed') return { ...status, status: 'closed', reason: 'no_prices', time: now }
  return age === 'stale' ? { ...status, status: 'stale', reason: 'prices_old', time: now } : status
}

function priceOf(text: string): number {
  return Number(parseDecimal(text, priceScale) ?? 0n)
}
