import type { HolderId } from '@truemark/core/ledger/holders'
import { answerCodec } from '@truemark/core/answer'
import { decode, encode } from '@truemark/core/codec/codec'
import { type Command, envelopeCodec } from '@truemark/core/vocabulary'
import type { Key } from '@truemark/core/keyBytes'
import { btcTerms } from '@truemark/core/testing/exchangeFixture'
import type { Machine } from '../apps/server/src/engine/machine.ts'
import { makeExchange } from '../apps/server/src/engine/exchangeMachine.ts'

const openMax = 10_000
const start = 1_700_000_000_000
const holderMin = 32
const order = { type: 'placeSpotOrder', symbol: 'BTCUSDT', budget: 0n, fault: '' } as const
const ladder = {
  levels: 3,
  halfSpreadRate: 200_000,
  gapRate: 100_000,
  levelQuantity: 1_000_000_000,
  refillPerSecond: 1_000_000_000,
  positionMax: 9_000_000_000,
}

/** A seeded flow of spot orders by a crowd on one book: about 60 % add, 30 % cancel, 10 % marketable. */
export class OrderFlow {
  readonly machine: Machine = makeExchange(null)
  /** What opened the market and its holders, to be journaled before the rest. */
  readonly opening: { readonly command: Uint8Array; readonly events: Uint8Array }[] = []
  readonly #holders: number
  readonly #keyed: boolean
  #keys = 0
  readonly #open: { readonly holder: HolderId; readonly order: number }[] = []
  #random = 7

  /** `keyed`: each command of the flow bears a key, as the apps send them. */
  constructor(holders: number, keyed = false) {
    this.#holders = holders
    this.#keyed = keyed
    this.#must({ type: 'listCurrency', code: 'USDT', scale: 6 })
    this.#must({ type: 'listCurrency', code: 'BTC', scale: 8 })
    this.#must({ type: 'listSymbol', terms: { ...btcTerms, ladder } })
    this.#must({
      type: 'quote',
      listing: 0,
      time: start,
      indexTenths: 6_000_000,
      dispersionTenths: 0,
      sources: 3,
      kind: 'simulated',
    })
    for (let i = 0; i < holders; i += 1) {
      const holder = holderMin + i
      this.#must({ type: 'openHolder', holder, realm: 'demo', country: 'CH' })
      // Half a bitcoin from the house, so that everybody can sell too.
      this.#must({ ...order, holder, side: 'buy', kind: 'market', timeInForce: 'IOC', price: 0, quantity: 50_000 })
    }
  }

  #must(command: Command): void {
    const bytes = bytesOf(command)
    const executed = this.machine.execute(bytes, start)
    if (executed.kind !== 'accepted') throw new Error(`${command.type} was rejected`)
    if (executed.events.length > 0) this.opening.push({ command: bytes, events: executed.events })
  }

  #next(below: number): number {
    this.#random = (this.#random * 48_271) % 2_147_483_647
    return this.#random % below
  }

  /** The next command that is accepted, with its events. */
  accepted(now: number): {
    readonly type: Command['type']
    readonly command: Uint8Array
    readonly events: Uint8Array
  } {
    for (;;) {
      const next = this.#draw()
      const sent = bytesOf(next, this.#keyed ? this.#keyOf(next, now) : null)
      const executed = this.machine.execute(sent, now)
      if (executed.kind !== 'accepted') continue
      if (next.type === 'placeSpotOrder') this.#remember(next.holder, executed.answer)
      return { type: next.type, command: executed.kept ?? sent, events: executed.events }
    }
  }

  // a key of its own, made the moment before
  #keyOf({ type }: Command, now: number): Key {
    this.#keys += 1
    const drawn = (this.#keys * 2_654_435_761).toString(16).padStart(16, '0').slice(-16)
    const id = `${now.toString(16).padStart(12, '0')}7${drawn.slice(0, 3)}8${drawn.slice(1)}`
    const route = type === 'cancelSpotOrder' ? 'DELETE /api/v3/spot/orders/{id}' : 'POST /api/v3/spot/orders'
    return { route, id, digest: drawn.repeat(4) }
  }

  #remember(holder: HolderId, bytes: Uint8Array): void {
    const answer = decode(answerCodec, bytes)
    if (answer.type === 'order' && answer.view.status === 'new') this.#open.push({ holder, order: answer.view.order })
  }

  #draw(): Command {
    const dice = this.#next(10)
    if (this.#open.length > openMax || (dice < 3 && this.#open.length > 0)) {
      const at = this.#next(this.#open.length)
      const last = this.#open.pop()
      const found = this.#open[at] ?? last
      if (found !== undefined && last !== undefined) {
        if (at < this.#open.length) this.#open[at] = last
        return { type: 'cancelSpotOrder', ...found }
      }
    }
    const holder = holderMin + this.#next(this.#holders)
    const side = this.#next(2) === 0 ? 'buy' : 'sell'
    const away = dice === 3 ? -50 : 1 + this.#next(3_000)
    const price = 600_000 + (side === 'buy' ? -away : away)
    return { ...order, holder, side, kind: 'limit', timeInForce: 'GTC', price, quantity: 2 + this.#next(20) }
  }
}

function bytesOf(command: Command, key: Key | null = null): Uint8Array {
  return encode(envelopeCodec, { key, command })
}
