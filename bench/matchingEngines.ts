import { Book, noSlot } from '@truemark/core/book/book'
import { Writer } from '@truemark/core/codec/bytes'
import { type Codec, list } from '@truemark/core/codec/codec'
import { execute } from '@truemark/core/exchange'
import { steps, ticks } from '@truemark/core/money/units'
import { createState, type State } from '@truemark/core/state'
import { btcTerms } from '@truemark/core/testing/exchangeFixture'
import { type Command, type Envelope, type Event, eventCodec } from '@truemark/core/vocabulary'
import { type LimitOrderOptions, type MarketOrderOptions, OrderBook, type Side } from 'nodejs-order-book'
import { type MixedFlow, type Trades, count, noTrades, operation } from './mixedFlow.ts'

/** An engine that is ready: its book is filled and its calls are prepared. `run` does the measured part. */
export interface Ready {
  readonly run: () => void
  readonly trades: Trades
}

const now = 1_700_000_000_000

/** The core's book alone: numbers of orders in its slots, a table from number to slot. */
export function bareBook(flow: MixedFlow): Ready {
  const book = new Book<number>()
  const slots = new Int32Array(flow.length + 1).fill(noSlot)
  const trades = noTrades()
  const run = (from: number, to: number): void => {
    for (let at = from; at < to; at += 1) {
      const kind = flow.kind[at]
      const order = flow.order[at] ?? 0
      if (kind === operation.cancel) {
        book.remove(slots[order] ?? noSlot)
        continue
      }
      const side = flow.isBuy[at] === 1 ? 'buy' : 'sell'
      if (kind === operation.add) {
        slots[order] = book.add(side, ticks(flow.price[at] ?? 0), steps(flow.quantity[at] ?? 0), order)
        continue
      }
      const opposite = side === 'buy' ? 'sell' : 'buy'
      let left = flow.quantity[at] ?? 0
      for (let slot = book.best(opposite); left > 0 && slot !== noSlot; slot = book.best(opposite)) {
        const quantity = Math.min(left, book.quantity(slot))
        count(trades, book.order(slot), order, book.price(slot), quantity)
        book.reduce(slot, quantity)
        left -= quantity
      }
    }
  }
  run(0, flow.filling)
  return { run: () => run(flow.filling, flow.length), trades }
}

/** npm's nodejs-order-book by its limit, market and cancel; names and options are made before the clock runs. */
export function peerBook(flow: MixedFlow): Ready {
  const book = new OrderBook()
  const trades = noTrades()
  const calls = Array.from({ length: flow.length }, (_, at) => peerCall(flow, at))
  const run = (from: number, to: number): void => {
    for (let at = from; at < to; at += 1) {
      const call = calls[at]
      if (typeof call === 'string') book.cancel(call)
      else if (call && 'price' in call) book.limit(call)
      else if (call) {
        const done = book.market(call)
        const taker = flow.order[at] ?? 0
        for (const maker of done.done)
          if ('price' in maker) count(trades, Number(maker.id), taker, maker.price, maker.size)
        const { partial, partialQuantityProcessed } = done
        if (partial) count(trades, Number(partial.id), taker, partial.price, partialQuantityProcessed)
      }
    }
  }
  run(0, flow.filling)
  return { run: () => run(flow.filling, flow.length), trades }
}

function peerCall(flow: MixedFlow, at: number): string | LimitOrderOptions | MarketOrderOptions {
  const id = String(flow.order[at])
  if (flow.kind[at] === operation.cancel) return id
  const side = (flow.isBuy[at] === 1 ? 'buy' : 'sell') as Side
  const size = flow.quantity[at] ?? 0
  return flow.kind[at] === operation.add ? { id, side, size, price: flow.price[at] ?? 0 } : { side, size }
}

const eventsCodec: Codec<readonly Event[]> = list(eventCodec)

function must(state: State, command: Command): void {
  const outcome = execute(state, { key: null, command }, now)
  if (!outcome.ok) throw new Error(`${command.type} was refused: ${outcome.rejection.reason}`)
}

/** A demo market of `holders` people with coins and money, and nothing in the book. */
export function openMarket(holderMin: number, holders: number): State {
  const state = createState()
  must(state, { type: 'listCurrency', code: 'USDT', scale: 6 })
  must(state, { type: 'listCurrency', code: 'BTC', scale: 8 })
  must(state, { type: 'listSymbol', terms: btcTerms })
  const coins = { kind: 'entry', account: 'coin', currency: 1, category: 'deposit' } as const
  const external = 16
  for (let holder = holderMin; holder < holderMin + holders; holder += 1) {
    must(state, { type: 'openHolder', holder, realm: 'demo', country: '' })
    state.venue.ledger.apply([
      { ...coins, holder: external, amount: -1_000_000_000n },
      { ...coins, holder, amount: 1_000_000_000n },
    ])
  }
  return state
}

/** Tells the market its index: only then does it trade, and no snapshot keeps it. */
export function quote(state: State): State {
  const told = { listing: 0, indexTenths: 6_000_000, dispersionTenths: 0, sources: 4, kind: 'simulated' } as const
  must(state, { type: 'quote', time: now, ...told })
  return state
}

/** The whole core: checks, balances, fees, and the events as the bytes that the journal keeps. */
export function pipeline(flow: MixedFlow, state: State): Ready {
  const trades = noTrades()
  const writer = new Writer(1 << 17)
  const envelopes = Array.from({ length: flow.length }, (_, at) => envelopeOf(flow, at))
  const run = (from: number, to: number): void => {
    for (let at = from; at < to; at += 1) {
      const envelope = envelopes[at]
      if (!envelope) return
      const outcome = execute(state, envelope, now)
      if (!outcome.ok) throw new Error(`operation ${at} was refused: ${outcome.rejection.reason}`)
      eventsCodec.write(writer, outcome.events)
      if (writer.length > 1 << 16) writer.reset()
      for (const event of outcome.events) {
        if (event.type === 'spotTraded') count(trades, event.makerOrder, event.takerOrder, event.price, event.quantity)
      }
    }
  }
  run(0, flow.filling)
  return { run: () => run(flow.filling, flow.length), trades }
}

/** An operation as what a user asks for; an order that trades is a market order. */
export function envelopeOf(flow: MixedFlow, at: number): Envelope {
  const holder = flow.holder[at] ?? 0
  if (flow.kind[at] === operation.cancel) {
    return { key: null, command: { type: 'cancelSpotOrder', holder, order: flow.order[at] ?? 0 } }
  }
  const limit = flow.kind[at] === operation.add
  return {
    key: null,
    command: {
      type: 'placeSpotOrder',
      holder,
      symbol: btcTerms.code,
      side: flow.isBuy[at] === 1 ? 'buy' : 'sell',
      kind: limit ? 'limit' : 'market',
      timeInForce: limit ? 'GTC' : 'IOC',
      price: limit ? (flow.price[at] ?? 0) : 0,
      quantity: flow.quantity[at] ?? 0,
      budget: 0n,
      fault: '',
    },
  }
}
