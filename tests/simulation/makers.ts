import type { Key } from '@truemark/core/keyBytes'
import type { State } from '@truemark/core/state'
import type { Command } from '@truemark/core/vocabulary'
import type { Judge } from './judge.ts'
import type { Heard, Lines, Sent } from './line.ts'
import type { Market } from './market.ts'
import { type Person, makers } from './opening.ts'
import type { Random } from './random.ts'
import type { VirtualTime } from './virtualTime.ts'

const symbols = ['BTCUSDT', 'ETHUSDT', 'DIMUSDT'] as const
/** The nearest a quote stands to the index, and how far behind each other they stand, in parts of the price. */
const away = 0.0015
const apart = 0.000_15
/** How many quotes a maker wants on each side, at least and at most. */
const levels = { min: 24, max: 52 } as const
/** How many orders of a perpetual it wants. */
const lotLevels = 14
const oneSide = { kind: 'limit', budget: 0n, fault: '' } as const

/** Where makers live. */
export interface MakersWorld {
  readonly time: VirtualTime
  readonly random: Random
  readonly judge: Judge
  readonly lines: Lines
  readonly market: Market
  state(): State
  key(): Key
  told(key: Key, heard: Heard): void
}

/**
 * Programs that make prices: each keeps many quotes in the books of one market, and where prices move it takes them back
 * and quotes anew, all in one message. That is what a busy exchange mostly hears.
 */
export class Makers {
  readonly #world: MakersWorld

  constructor(world: MakersWorld) {
    this.#world = world
  }

  /** One of them quotes anew. */
  async quote(at: number): Promise<void> {
    const { judge, lines, random, state, key, told } = this.#world
    const maker = makers[at % makers.length]
    if (maker === undefined) return
    const commands = at % 4 === 3 ? this.#lots(maker, state()) : this.#spot(maker, at % 3, state())
    const sent: Sent[] = commands.map((command) => ({
      command,
      key: random.once(8) ? key() : null,
      source: { kind: 'holder', ...maker },
    }))
    const heard = await lines.askAll(sent)
    for (const [place, one] of heard.entries()) {
      judge.count(`quoted ${one === 'lost' ? 'lost' : one.ok ? 'accepted' : one.reason}`)
      const named = sent[place]?.key ?? null
      if (named !== null) told(named, one)
    }
  }

  #price(listing: number, side: 'buy' | 'sell', level: number): number {
    const price = (this.#world.market.indexes[listing] ?? 10) / 10
    const off = away + apart * level
    return Math.max(1, Math.round(side === 'buy' ? price * (1 - off) : price * (1 + off)))
  }

  // some quotes move, the others go and come anew
  #spot({ holder }: Person, listing: number, { spot }: State): Command[] {
    const { random } = this.#world
    const commands: Command[] = []
    const moves = random.once(3)
    let [level, left] = [0, 0]
    for (const place of spot.orders.of(holder)) {
      const order = spot.orders.id(place)
      const { side } = spot.orders.order(place)
      if (moves && level < levels.max) {
        const price = this.#price(listing, side, level)
        commands.push({ type: 'amendSpotOrder', holder, order, price, quantity: null, fault: '' })
        left += 1
      } else commands.push({ type: 'cancelSpotOrder', holder, order })
      level += 1
    }
    const wanted = levels.min + random.below(levels.max - levels.min)
    for (let at = Math.ceil(left / 2); at < wanted; at += 1) {
      for (const side of ['buy', 'sell'] as const) {
        const quantity = listing === 2 ? 20 + random.below(40) : 20 + random.below(100)
        const price = this.#price(listing, side, at)
        const timeInForce = random.once(6) ? 'GTC' : 'POST_ONLY'
        const order = { symbol: symbols[listing] ?? '', side, price, quantity, timeInForce, ...oneSide } as const
        commands.push({ type: 'placeSpotOrder', holder, ...order })
      }
    }
    return commands
  }

  #lots({ holder }: Person, { derivative }: State): Command[] {
    const { random } = this.#world
    const commands: Command[] = []
    for (const order of derivative.orders.values())
      if (order.holder === holder) commands.push({ type: 'cancelPerpetualOrder', holder, order: order.id })
    const listing = random.below(2)
    for (let at = 0; at < lotLevels; at += 1) {
      const side = at % 2 === 0 ? 'buy' : 'sell'
      const price = this.#price(listing, side, at)
      const none = { stopLoss: null, takeProfit: null, reduceOnly: false, fault: '' } as const
      const order = { symbol: symbols[listing] ?? '', side, price, lots: 1 + random.below(5), ...none } as const
      commands.push({ type: 'placePerpetualOrder', holder, kind: 'limit', timeInForce: 'POST_ONLY', ...order })
    }
    return commands
  }
}
