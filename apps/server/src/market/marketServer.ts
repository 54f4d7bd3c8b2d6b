import { decode, encode } from '@truemark/core/codec/codec'
import type { Bus } from '../platform/bus/bus.ts'
import { startRounds } from '../platform/rounds.ts'
import type { MarketClient } from './marketClient.ts'
import { marketSubjects, tellEveryMs } from './marketLine.ts'
import { type MarketMessage, type MarketRequest, marketMessagesCodec, marketRequestCodec } from './messages.ts'

export interface MarketServerOptions {
  readonly bus: Bus
  readonly market: Pick<MarketClient, 'history' | 'onMessage' | 'tradesAt' | 'view'>
  readonly onError: (error: unknown) => void
}

/** Trades of one round; what is more is not told: prices are told by the index. */
const tradesMax = 2_000

/** Tells gateways what the market tells, and asks the market what they ask. */
export class MarketServer {
  readonly #options: MarketServerOptions
  /** The latest of what was told in this round, by what it is of. */
  #latest = new Map<string, MarketMessage>()
  #trades: MarketMessage[] = []
  readonly #unlisten: () => void
  readonly #stopTelling: () => Promise<void>

  constructor(options: MarketServerOptions) {
    const { bus, market, onError } = options
    this.#options = options
    this.#unlisten = market.onMessage((message) => this.#gather(message))
    this.#stopTelling = startRounds(() => this.#tell(), { everyMs: tellEveryMs, first: 'later', onError })
    bus.subscribe(`${marketSubjects.ask}.*`, (bytes, gateway) => {
      if (bytes.length === 0) return this.#reply(gateway, market.view.messages())
      this.#answer(gateway, decode(marketRequestCodec, bytes)).catch(onError)
    })
  }

  async close(): Promise<void> {
    this.#unlisten()
    await this.#stopTelling()
  }

  #gather(message: MarketMessage): void {
    if (message.type === 'trade') {
      if (this.#trades.length < tradesMax) this.#trades.push(message)
    } else this.#latest.set(nameOf(message), message)
  }

  #tell(): void {
    if (this.#latest.size === 0 && this.#trades.length === 0) return
    const messages = [...this.#latest.values(), ...this.#trades]
    this.#latest = new Map()
    this.#trades = []
    this.#options.bus.publish(marketSubjects.told, encode(marketMessagesCodec, messages))
  }

  async #answer(gateway: string, asked: MarketRequest): Promise<void> {
    const { market } = this.#options
    if (asked.type === 'history') {
      const { request, symbols, interval, count, from } = asked
      const answer = await market.history({ symbols, interval, count, from })
      // without an answer whoever asked hears so by itself
      if (answer.ok) this.#reply(gateway, [{ type: 'history', request, found: answer.found }])
    } else if (asked.type === 'trades') {
      const found = await market.tradesAt(asked.symbol, asked.moment)
      this.#reply(gateway, [{ type: 'trades', request: asked.request, found }])
    } else throw new RangeError(`no gateway may ask the market for ${asked.type}`)
  }

  #reply(gateway: string, messages: readonly MarketMessage[]): void {
    this.#options.bus.publish(`${marketSubjects.reply}.${gateway}`, encode(marketMessagesCodec, messages))
  }
}

function nameOf(message: MarketMessage): string {
  switch (message.type) {
    case 'kline':
      return `kline ${message.record.code} ${message.record.interval} ${message.record.time}`
    case 'day':
      return `day ${message.record.symbol}`
    case 'index':
      return `index ${message.symbol}`
    case 'status':
      return `status ${message.record.code}`
    default:
      return message.type
  }
}
