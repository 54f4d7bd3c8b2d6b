import { answerCodec, queryCodec, replyCodec } from '@truemark/core/answer'
import type { Answer, Query, Reply as QueryReply } from '@truemark/core/answer'
import type { ListingTerms } from '@truemark/core/book/listing'
import { decode, encode } from '@truemark/core/codec/codec'
import { type Command, envelopeCodec } from '@truemark/core/vocabulary'
import type { Key } from '@truemark/core/keyBytes'
import { userHolderMin, type HolderId } from '@truemark/core/ledger/holders'
import { btcTerms as bareTerms } from '@truemark/core/testing/exchangeFixture'
import type { Database } from '../../platform/postgres/database.ts'
import { Engine } from '../engine.ts'
import type { Reply } from '../reply.ts'
import { makeExchange } from '../exchangeMachine.ts'
import type { Source } from '../intake.ts'
import { Journal } from '../journal.ts'
import { restore } from '../restore.ts'

const house: Source = { kind: 'house' }

/** The market of the core's own tests, with a house ladder around the index. */
export const btcTerms: ListingTerms = {
  ...bareTerms,
  ladder: {
    levels: 5,
    halfSpreadRate: 200_000,
    gapRate: 100_000,
    levelQuantity: 50_000,
    refillPerSecond: 5_000,
    positionMax: 100_000_000,
  },
}

/** The real exchange on the real journal, in the test's own thread, and a seeded crowd to use it. */
export class ExchangeRun {
  readonly engine: Engine
  readonly #journal: Journal
  readonly #waiting: Map<number, (reply: Reply) => void>
  #requests = 0
  #random: number
  #index = 600_000_0

  private constructor(engine: Engine, journal: Journal, waiting: Map<number, (reply: Reply) => void>, seed: number) {
    this.engine = engine
    this.#journal = journal
    this.#waiting = waiting
    this.#random = seed
  }

  /** Restores what the database holds and starts. */
  static async start(database: Database, seed = 1): Promise<ExchangeRun> {
    const journal = await Journal.open(database)
    const restored = await restore(journal.lease, makeExchange)
    const waiting = new Map<number, (reply: Reply) => void>()
    const engine = new Engine(journal, restored, {
      clock: Date.now,
      make: makeExchange,
      reply: (item, reply) => {
        waiting.get(item.request)?.(reply)
        waiting.delete(item.request)
      },
      committed: () => undefined,
      ended: (sentence) => {
        throw new Error(sentence)
      },
      warn: (message) => {
        throw new Error(message)
      },
    })
    engine.start()
    return new ExchangeRun(engine, journal, waiting, seed)
  }

  send(kind: 'command' | 'query', bytes: Uint8Array, source: Source = house): Promise<Reply> {
    return new Promise((resolve) => {
      const request = this.#requests++
      this.#waiting.set(request, resolve)
      this.engine.submit({ request, kind, source, bytes })
    })
  }

  /** Sends a command; gives its answer, or null where it is rejected. */
  async run(command: Command, key: Key | null = null): Promise<Answer | null> {
    const source: Source = 'holder' in command ? { kind: 'holder', holder: command.holder, realm: 'demo' } : house
    const reply = await this.send('command', encode(envelopeCodec, { key, command }), source)
    if (reply.kind === 'refused') throw new Error(reply.reason)
    return reply.kind === 'accepted' ? decode(answerCodec, reply.answer) : null
  }

  async ask(query: Query): Promise<QueryReply> {
    const reply = await this.send('query', encode(queryCodec, query))
    if (reply.kind !== 'accepted') throw new Error(reply.kind)
    return decode(replyCodec, reply.answer)
  }

  /** Lists BTC against USDT and opens `holders` demo holders. */
  async open(holders: number): Promise<void> {
    await this.run({ type: 'listCurrency', code: 'USDT', scale: 6 })
    await this.run({ type: 'listCurrency', code: 'BTC', scale: 8 })
    await this.run({ type: 'listSymbol', terms: btcTerms })
    await this.tick()
    const opened = Array.from({ length: holders }, (_, i) =>
      this.run({ type: 'openHolder', holder: userHolderMin + i, realm: 'demo', country: 'CH' }),
    )
    await Promise.all(opened)
  }

  /** An integer below `below`, seeded. */
  next(below: number): number {
    this.#random = (this.#random * 48_271) % 2_147_483_647
    return this.#random % below
  }

  tick(): Promise<Answer | null> {
    this.#index += this.next(2_001) - 1_000
    return this.run({
      type: 'quote',
      listing: 0,
      time: Date.now(),
      indexTenths: this.#index,
      dispersionTenths: 0,
      sources: 3,
      kind: 'simulated',
    })
  }

  /** One thing that somebody of the crowd might do. */
  act(holders: number): Promise<Answer | null> {
    const holder = userHolderMin + this.next(holders)
    const dice = this.next(100)
    if (dice < 60) return this.#order(holder)
    if (dice < 75) return this.run({ type: 'cancelSpotOrder', holder, order: 1 + this.next(400) })
    if (dice < 82) {
      const price = Math.trunc(this.#index / 10) + this.next(2_000) - 1_000
      return this.run({
        type: 'amendSpotOrder',
        holder,
        order: 1 + this.next(400),
        price,
        quantity: 100 + this.next(900),
        fault: '',
      })
    }
    if (dice < 90) {
      const amount = BigInt(this.next(1_000_000_000))
      const [from, to] = this.next(2) === 0 ? (['coin', 'contract'] as const) : (['contract', 'option'] as const)
      return this.run({ type: 'transfer', holder, from, to, amount, fault: '' }, this.#key())
    }
    if (dice < 92) return this.run({ type: 'cancelAllSpotOrders', holder, symbol: '' })
    if (dice < 93) return this.run({ type: 'resetDemo', holder })
    return this.tick()
  }

  #order(holder: HolderId): Promise<Answer | null> {
    const market = this.next(4) === 0
    return this.run(
      {
        type: 'placeSpotOrder',
        holder,
        symbol: 'BTCUSDT',
        side: this.next(2) === 0 ? 'buy' : 'sell',
        kind: market ? 'market' : 'limit',
        timeInForce: market ? 'IOC' : 'GTC',
        price: market ? 0 : Math.trunc(this.#index / 10) + this.next(2_000) - 1_000,
        quantity: 100 + this.next(2_000),
        budget: 0n,
        fault: '',
      },
      this.next(3) === 0 ? this.#key() : null,
    )
  }

  #key(): Key {
    const time = Date.now().toString(16).padStart(12, '0')
    const random = Array.from({ length: 15 }, () => this.next(16).toString(16)).join('')
    return { id: `${time}7abc8${random}`, route: 'POST /x', digest: 'ab'.repeat(32) }
  }

  async close(): Promise<void> {
    await this.engine.stop()
    await this.#journal.close()
  }
}
