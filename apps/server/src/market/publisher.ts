import type { PriceKind } from '@truemark/core/book/mark'
import { formatDecimal } from '@truemark/core/money/decimal'
import type { Candle, ReferenceTrade } from './candles.ts'
import { type Interval, intervals } from './intervals.ts'
import type { DayRecord, MarketMessage, StatusRecord, TradeRecord } from './messages.ts'
import { klineRecord, priceText, turnoverText, volumeText } from './records.ts'
import type { SymbolMarket } from './symbolMarket.ts'

/** The most trades of one symbol that one flush tells; of more, the newest. */
const tradesPerFlushMax = 50

/** What one symbol has to tell the hub; what changed since the last flush is told once, as it then stands. */
export class Publisher {
  readonly #market: SymbolMarket
  readonly #kind: PriceKind
  #finished: MarketMessage[] = []
  #trades: TradeRecord[] = []
  #moved = true
  #openMinute = 0
  #status = ''
  #indexTime = 0

  constructor(market: SymbolMarket, kind: PriceKind) {
    this.#market = market
    this.#kind = kind
  }

  get #simulated(): boolean {
    return this.#kind !== 'live'
  }

  finished(interval: Interval, candle: Candle): void {
    const record = klineRecord(this.#market.spec.code, interval, candle, { complete: true, simulated: this.#simulated })
    this.#finished.push({ type: 'kline', record })
    this.#moved = true
  }

  traded(trade: ReferenceTrade, id: string, side: 'buy' | 'sell'): void {
    this.#moved = true
    this.#trades.push({
      symbol: this.#market.spec.code,
      id,
      price: priceText(trade.price),
      amount: volumeText(trade.quantity),
      side,
      time: trade.time,
      source: trade.source,
      simulated: this.#simulated,
    })
    if (this.#trades.length > tradesPerFlushMax) this.#trades.shift()
  }

  /** All that changed since the last flush. */
  flush(now: number): MarketMessage[] {
    const messages = this.#finished
    this.#finished = []
    for (const record of this.#trades) messages.push({ type: 'trade', record })
    this.#trades = []
    if (this.#moved || this.#openMinute !== this.#market.openMinute) this.#pushCandles(messages, now)
    this.#pushIndex(messages, now)
    const status = this.status(now)
    const key = `${status.status} ${status.reason} ${status.source} ${status.sources}`
    if (key !== this.#status) {
      this.#status = key
      messages.push({ type: 'status', record: status })
    }
    return messages
  }

  status(now: number): StatusRecord {
    const market = this.#market
    return {
      code: market.spec.code,
      ...market.status(now),
      kind: this.#kind,
      source: market.reference(now) ?? '',
      sources: market.lastTick?.sources ?? 0,
      simulated: this.#simulated,
      time: now,
    }
  }

  /** The last 24 hours, or null before there is any price. */
  day(now: number): DayRecord | null {
    const figures = this.#market.day()
    if (figures === null) return null
    return {
      symbol: this.#market.spec.code,
      time: now,
      open: priceText(figures.open),
      close: priceText(figures.close),
      high: priceText(figures.high),
      low: priceText(figures.low),
      volume: volumeText(figures.volume),
      turnover: turnoverText(figures.turnover),
      source: this.#market.forming('1m')?.source ?? '',
      simulated: this.#simulated,
    }
  }

  #pushCandles(messages: MarketMessage[], now: number): void {
    this.#moved = false
    this.#openMinute = this.#market.openMinute
    for (const interval of intervals) {
      const candle = this.#market.forming(interval)
      if (candle === null) continue
      const state = { complete: false, simulated: this.#simulated }
      messages.push({ type: 'kline', record: klineRecord(this.#market.spec.code, interval, candle, state) })
    }
    const day = this.day(now)
    if (day !== null) messages.push({ type: 'day', record: day })
  }

  #pushIndex(messages: MarketMessage[], now: number): void {
    const tick = this.#market.lastTick
    if (tick === null || tick.time === this.#indexTime) return
    this.#indexTime = tick.time
    const { code, priceDecimals } = this.#market.spec
    const price = formatDecimal(tick.indexTenths, priceDecimals + 1)
    const best = this.#market.ask(now)
    const ask = best === null ? null : priceText(best)
    messages.push({ type: 'index', symbol: code, price, ask, sources: tick.sources, time: tick.time })
  }
}
