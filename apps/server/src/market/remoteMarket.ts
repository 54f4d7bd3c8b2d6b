import { decode, encode } from '@truemark/core/codec/codec'
import type { TradeEvidence } from '@truemark/core/option/command'
import type { Bus } from '../platform/bus/bus.ts'
import type { Clock } from '../platform/clock.ts'
import { startRounds } from '../platform/rounds.ts'
import type { HistoryRequest } from './history.ts'
import type { HistoryAnswer } from './marketClient.ts'
import { marketSubjects } from './marketLine.ts'
import { MarketView } from './marketView.ts'
import { type MarketMessage, type MarketRequest, marketMessagesCodec, marketRequestCodec } from './messages.ts'

const historyTimeout = 5_000
const tradesTimeout = 60_000
const pendingMax = 1_024
/** After this time without an answer, all that the market has told is asked for again. */
const askAgainMs = 1_000

/** A gateway's side of the market room, which is in another process. */
export class RemoteMarket {
  /** The latest of what the market told. */
  readonly view: MarketView
  /** Resolves once the market has told all that it knew. */
  readonly ready: Promise<void>
  readonly #bus: Bus
  readonly #listeners = new Set<(message: MarketMessage) => void>()
  readonly #pending = new Map<number, (answer: HistoryAnswer) => void>()
  readonly #pendingTrades = new Map<number, (found: readonly TradeEvidence[]) => void>()
  readonly #stopAsking: () => Promise<void>
  #begun: () => void = () => undefined
  #request = 0
  #knowsAll = false

  constructor(bus: Bus, clock: Clock, onError: (error: unknown) => void) {
    this.#bus = bus
    this.view = new MarketView(clock)
    this.ready = new Promise((resolve) => (this.#begun = resolve))
    bus.subscribe(marketSubjects.told, (bytes) => {
      for (const message of decode(marketMessagesCodec, bytes)) this.#tell(message)
    })
    bus.subscribe(`${marketSubjects.reply}.${bus.id}`, (bytes) => this.#takeReply(decode(marketMessagesCodec, bytes)))
    bus.onConnected(() => this.askAll())
    const askUntilKnown = (): void => {
      if (!this.#knowsAll) this.askAll()
    }
    this.#stopAsking = startRounds(askUntilKnown, { everyMs: askAgainMs, first: 'later', onError })
  }

  /** Asks for all that the market has told, of which some may have been missed. */
  askAll(): void {
    this.#knowsAll = false
    this.#bus.publish(`${marketSubjects.ask}.${this.#bus.id}`, noBytes)
  }

  /** Calls `listener` with each message in order; returns how to stop that. */
  onMessage(listener: (message: MarketMessage) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Asks for candles. The promise never rejects. */
  history(wanted: HistoryRequest): Promise<HistoryAnswer> {
    const unheard: HistoryAnswer = { ok: false }
    return this.#ask(this.#pending, unheard, historyTimeout, (request) => ({ type: 'history', request, ...wanted }))
  }

  /** Asks for one public trade a source around a past moment (UTC ms); none where there are none, or in time. */
  tradesAt(symbol: string, moment: number): Promise<readonly TradeEvidence[]> {
    return this.#ask(this.#pendingTrades, [], tradesTimeout, (request) => ({ type: 'trades', request, symbol, moment }))
  }

  async close(): Promise<void> {
    await this.#stopAsking()
    for (const resolve of this.#pending.values()) resolve({ ok: false })
    for (const resolve of this.#pendingTrades.values()) resolve([])
  }

  #ask<T>(
    pending: Map<number, (answer: T) => void>,
    unheard: T,
    timeout: number,
    asked: (request: number) => MarketRequest,
  ): Promise<T> {
    if (pending.size >= pendingMax) return Promise.resolve(unheard)
    const request = this.#request++
    return new Promise((resolve) => {
      const settle = (answer: T): void => {
        clearTimeout(timer)
        pending.delete(request)
        resolve(answer)
      }
      const timer = setTimeout(() => settle(unheard), timeout)
      pending.set(request, settle)
      this.#bus.publish(`${marketSubjects.ask}.${this.#bus.id}`, encode(marketRequestCodec, asked(request)))
    })
  }

  #takeReply(messages: readonly MarketMessage[]): void {
    for (const message of messages) {
      if (message.type === 'history') this.#pending.get(message.request)?.({ ok: true, found: message.found })
      else if (message.type === 'trades') this.#pendingTrades.get(message.request)?.(message.found)
      else if (message.type !== 'trade' || !this.#isKnown(message)) this.#tell(message)
    }
    // only what tells all that is known begins so
    if (messages[0]?.type !== 'ready') return
    this.#knowsAll = true
    this.#begun()
  }

  #tell(message: MarketMessage): void {
    this.view.take(message)
    for (const listener of this.#listeners) listener(message)
  }

  #isKnown({ record }: Extract<MarketMessage, { type: 'trade' }>): boolean {
    return this.view.trades(record.symbol).some(({ id, source }) => id === record.id && source === record.source)
  }
}

const noBytes = new Uint8Array(0)
