import { Worker } from 'node:worker_threads'
import { decode, encode } from '@truemark/core/codec/codec'
import type { TradeEvidence } from '@truemark/core/option/command'
import type { Clock } from '../platform/clock.ts'
import { StartRefusal } from '../platform/startRefusal.ts'
import type { TradingTerms } from './calendar.ts'
import type { HistoryRequest, SymbolHistory } from './history.ts'
import type { MarketNotice, MarketOrder, MarketThreadData } from './marketThread.ts'
import { MarketView } from './marketView.ts'
import { type MarketMessage, type MarketRequest, marketMessagesCodec, marketRequestCodec } from './messages.ts'
import type { SymbolSpec } from './symbols.ts'

export interface MarketClientOptions {
  /** The thread's program, or the thread that has loaded it. */
  readonly program: URL | MarketThread
  readonly data: MarketThreadData
  readonly clock: Clock
  /** One encoded command for the engine: a quote or the index samples. */
  readonly command: (bytes: Uint8Array) => void
  /** The market's thread ended by itself; the process is to end with 1 and this sentence. */
  readonly ended: (sentence: string) => void
  readonly warn: (message: string) => void
}

/** The market's thread with its program loaded, before it is told what to begin with. */
export class MarketThread {
  readonly #worker: Worker

  constructor(program: URL) {
    this.#worker = new Worker(program, { workerData: null })
  }

  begin(data: MarketThreadData): Worker {
    this.#worker.postMessage(data)
    return this.#worker
  }

  async close(): Promise<void> {
    await this.#worker.terminate()
  }
}

/** The market as those see it who serve people: what it tells, and what it can be asked for. */
export type Market = Pick<MarketClient, 'history' | 'onMessage' | 'tradesAt' | 'view'>

/** A history that is asked for; `found` is null where a symbol is unknown. */
export type HistoryAnswer =
  | { readonly ok: true; readonly found: readonly SymbolHistory[] | null }
  /** No answer within 5 s, or too many are awaited. */
  | { readonly ok: false }

const startTimeout = 120_000
const stopTimeout = 30_000
const historyTimeout = 5_000
/** Venues are asked page by page, each call with its own limit of time. */
const tradesTimeout = 60_000
const pendingMax = 1_024

/** The main thread's side of the market room. */
export class MarketClient {
  /** The latest of what the market told. */
  readonly view: MarketView
  readonly #worker: Worker
  readonly #options: MarketClientOptions
  readonly #listeners = new Set<(message: MarketMessage) => void>()
  readonly #pending = new Map<number, (answer: HistoryAnswer) => void>()
  readonly #pendingTrades = new Map<number, (found: readonly TradeEvidence[]) => void>()
  /** Resolves when its history is in. Rejects with a StartRefusal that has the thread's sentence. */
  readonly ready: Promise<void>
  #request = 0
  #isReady = false
  #closing = false
  #stopped: () => void = () => undefined

  private constructor(worker: Worker, options: MarketClientOptions) {
    this.#worker = worker
    this.#options = options
    this.view = new MarketView(options.clock)
    this.ready = this.#start()
    // where nobody waits for it any more, nobody has to hear of it
    this.ready.catch(() => undefined)
  }

  /** Starts the thread. What is told or asked before it is `ready` waits for that. */
  static begin(options: MarketClientOptions): MarketClient {
    const { program, data } = options
    const worker = program instanceof URL ? new Worker(program, { workerData: data }) : program.begin(data)
    return new MarketClient(worker, options)
  }

  /** As `begin`; resolves when it is ready. Throws a StartRefusal with the thread's sentence. */
  static async start(options: MarketClientOptions): Promise<MarketClient> {
    const client = MarketClient.begin(options)
    await client.ready
    return client
  }

  /** Calls `listener` with each message in order; returns how to stop that. */
  onMessage(listener: (message: MarketMessage) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Asks for candles. The promise never rejects. */
  history(wanted: HistoryRequest): Promise<HistoryAnswer> {
    if (this.#closing || this.#pending.size >= pendingMax) return Promise.resolve({ ok: false })
    const request = this.#request++
    return new Promise((resolve) => {
      const timer = setTimeout(() => this.#settle(request, { ok: false }), historyTimeout)
      this.#pending.set(request, (answer) => {
        clearTimeout(timer)
        resolve(answer)
      })
      this.#ask({ type: 'history', request, ...wanted })
    })
  }

  /** Asks for one public trade a source around a past moment (UTC ms); none where there are none, or in time. */
  tradesAt(symbol: string, moment: number): Promise<readonly TradeEvidence[]> {
    if (this.#closing || this.#pendingTrades.size >= pendingMax) return Promise.resolve([])
    const request = this.#request++
    return new Promise((resolve) => {
      const timer = setTimeout(() => this.#settleTrades(request, []), tradesTimeout)
      this.#pendingTrades.set(request, (found) => {
        clearTimeout(timer)
        resolve(found)
      })
      this.#ask({ type: 'trades', request, symbol, moment })
    })
  }

  /** Tells the market what an operator decided of a symbol. */
  setTerms(symbol: string, { sessions, halt, haltReason }: TradingTerms): void {
    if (!this.#closing) this.#ask({ type: 'terms', symbol, sessions, halt, reason: haltReason })
  }

  /** Tells the market of a symbol that is new, or another now, and then what was decided of its trading. */
  setSymbol(spec: SymbolSpec, terms: TradingTerms): void {
    if (this.#closing) return
    this.#order({ order: 'symbol', spec })
    this.setTerms(spec.code, terms)
  }

  /** Ends the market room: what it must know again is kept. */
  async close(): Promise<void> {
    if (this.#closing) return
    this.#closing = true
    if (!this.#isReady) return void (await this.#worker.terminate())
    const stopped = new Promise<void>((resolve) => {
      this.#stopped = resolve
      setTimeout(resolve, stopTimeout).unref()
    })
    this.#order({ order: 'stop' })
    await stopped
    for (const request of this.#pending.keys()) this.#settle(request, { ok: false })
    for (const request of this.#pendingTrades.keys()) this.#settleTrades(request, [])
    await this.#worker.terminate()
  }

  #start(): Promise<void> {
    return new Promise((resolve, reject) => {
      const fail = (sentence: string): void => {
        clearTimeout(timer)
        if (!this.#isReady) {
          this.#closing = true
          reject(new StartRefusal(sentence))
          void this.#worker.terminate()
        } else if (!this.#closing) this.#options.ended(sentence)
        this.#stopped()
      }
      const timer = setTimeout(() => fail('The market did not start in time.'), startTimeout)
      this.#worker.on('message', (notice: MarketNotice) => {
        if (notice.notice === 'ended') return fail(notice.sentence)
        if (notice.notice !== 'ready') return this.#take(notice)
        clearTimeout(timer)
        this.#isReady = true
        resolve()
      })
      this.#worker.on('error', (error) => fail(`The market's thread failed: ${error.message}.`))
      this.#worker.on('exit', (code) => fail(`The market's thread ended with ${code}.`))
    })
  }

  #take(notice: Exclude<MarketNotice, { notice: 'ready' | 'ended' }>): void {
    switch (notice.notice) {
      case 'command':
        this.#options.command(notice.bytes)
        break
      case 'messages':
        for (const message of decode(marketMessagesCodec, notice.bytes)) this.#tell(message)
        break
      case 'warn':
        this.#options.warn(notice.message)
        break
      case 'stopped':
        this.#stopped()
        break
    }
  }

  #tell(message: MarketMessage): void {
    if (message.type === 'history') return this.#settle(message.request, { ok: true, found: message.found })
    if (message.type === 'trades') return this.#settleTrades(message.request, message.found)
    this.view.take(message)
    for (const listener of this.#listeners) listener(message)
  }

  #settle(request: number, answer: HistoryAnswer): void {
    const resolve = this.#pending.get(request)
    this.#pending.delete(request)
    resolve?.(answer)
  }

  #settleTrades(request: number, found: readonly TradeEvidence[]): void {
    const resolve = this.#pendingTrades.get(request)
    this.#pendingTrades.delete(request)
    resolve?.(found)
  }

  #ask(request: MarketRequest): void {
    this.#order({ order: 'request', bytes: encode(marketRequestCodec, request) })
  }

  #order(order: MarketOrder): void {
    this.#worker.postMessage(order)
  }
}
