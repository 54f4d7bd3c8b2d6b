import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decode, encode } from './codec/codec.ts'
import { evolve } from './exchange.ts'
import { envelopeCodec, eventCodec, type Command, type Event } from './vocabulary.ts'
import { movesOf } from './moves.ts'
import { sums } from './query.ts'
import { decodeState, encodeState } from './snapshot.ts'
import { createState, type State } from './state.ts'
import { btcTerms, Fixture } from './testing/exchangeFixture.ts'
import { NaiveSpot } from './testing/naiveSpot.ts'

const holders = [32, 33, 34, 35]
const ladder = {
  levels: 3,
  halfSpreadRate: 300_000,
  gapRate: 200_000,
  levelQuantity: 3_000,
  refillPerSecond: 500,
  positionMax: 20_000,
}

const place = fc.record({
  act: fc.constant('place' as const),
  holder: fc.constantFrom(...holders),
  buys: fc.boolean(),
  kind: fc.constantFrom('limit' as const, 'limit' as const, 'limit' as const, 'market' as const),
  timeInForce: fc.constantFrom(
    'GTC' as const,
    'GTC' as const,
    'GTC' as const,
    'IOC' as const,
    'FOK' as const,
    'POST_ONLY' as const,
  ),
  price: fc.integer({ min: 99_950, max: 100_050 }),
  quantity: fc.oneof(
    { weight: 9, arbitrary: fc.integer({ min: 20, max: 2_000 }) },
    { weight: 1, arbitrary: fc.constant(900_000) },
  ),
  byBudget: fc.boolean(),
})
const cancel = fc.record({ act: fc.constant('cancel' as const), which: fc.nat() })
const amend = fc.record({
  act: fc.constant('amend' as const),
  which: fc.nat(),
  price: fc.option(fc.integer({ min: 99_950, max: 100_050 })),
  quantity: fc.option(fc.integer({ min: 20, max: 2_000 })),
})
const quote = fc.record({
  act: fc.constant('quote' as const),
  indexTenths: fc.integer({ min: 999_000, max: 1_001_000 }),
  after: fc.integer({ min: 0, max: 2_000 }),
})
const other = fc.record({
  act: fc.constantFrom('cancelAll' as const, 'reset' as const, 'transfer' as const, 'sample' as const),
  holder: fc.constantFrom(...holders),
})
type Act = Made<typeof place> | Made<typeof cancel> | Made<typeof amend> | Made<typeof quote> | Made<typeof other>
type Made<A> = A extends fc.Arbitrary<infer T> ? T : never

function placeCommand(act: Made<typeof place>): Command & { type: 'placeSpotOrder' } {
  const { holder, kind } = act
  const market = kind === 'market'
  const byBudget = market && act.buys && act.byBudget
  return {
    type: 'placeSpotOrder',
    holder,
    symbol: 'BTCUSDT',
    side: act.buys ? 'buy' : 'sell',
    kind,
    timeInForce: market && act.timeInForce === 'POST_ONLY' ? 'GTC' : act.timeInForce,
    price: market ? 0 : act.price,
    quantity: byBudget ? 0 : act.quantity,
    budget: byBudget ? BigInt(act.quantity) * 100_000n : 0n,
    fault: '',
  }
}

function commandOf(fixture: Fixture, act: Act): Command | null {
  if (act.act === 'place') return placeCommand(act)
  if (act.act === 'quote') {
    fixture.now += act.after
    const { indexTenths } = act
    return {
      type: 'quote',
      listing: 0,
      time: fixture.now,
      indexTenths,
      dispersionTenths: 0,
      sources: 4,
      kind: 'simulated',
    }
  }
  if (act.act === 'cancel' || act.act === 'amend') {
    const open = [...fixture.state.spot.orders.values()]
    const order = open[act.which % Math.max(1, open.length)]
    if (!order) return null
    if (act.act === 'cancel') return { type: 'cancelSpotOrder', holder: order.holder, order: order.id }
    return {
      type: 'amendSpotOrder',
      holder: order.holder,
      order: order.id,
      price: act.price,
      quantity: act.quantity,
      fault: '',
    }
  }
  const { holder } = act
  if (act.act === 'cancelAll') return { type: 'cancelAllSpotOrders', holder, symbol: '' }
  if (act.act === 'reset') return { type: 'resetDemo', holder }
  if (act.act === 'transfer')
    return { type: 'transfer', holder, from: 'coin', to: 'contract', amount: 1_000n, fault: '' }
  return {
    type: 'sampleIndex',
    stamp: fixture.now,
    kind: 'simulated',
    samples: [{ listing: 0, indexTenths: 1_000_000, sources: 4, fresh: true }],
  }
}

function begin(terms = btcTerms): Fixture {
  const fixture = new Fixture(terms)
  for (const holder of holders) {
    fixture.demo(holder)
    fixture.must({ type: 'cancelAllSpotOrders', holder, symbol: '' })
  }
  return fixture
}

function checkInvariants(state: State): void {
  for (const sum of sums(state).sums) {
    expect(sum.posted).toBe(0n)
    expect(sum.frozen).toBe(sum.held)
  }
  for (const holder of holders) {
    for (const currency of [0, 1]) {
      expect(state.venue.ledger.available(holder, 'coin', currency) >= 0n).toBe(true)
    }
  }
  const book = state.spot.books.demo[0]
  if (!book) return
  const [bid] = book.levels('buy', 1)
  const [ask] = book.levels('sell', 1)
  if (bid && ask) expect(bid.price).toBeLessThan(ask.price)
  for (const order of state.spot.orders.values()) expect(order.filled).toBeLessThan(order.quantity)
}

describe('any sequence of commands', () => {
  const acts = fc.array(
    fc.oneof(
      { weight: 8, arbitrary: place },
      { weight: 2, arbitrary: cancel },
      { weight: 2, arbitrary: amend },
      { weight: 2, arbitrary: quote },
      { weight: 1, arbitrary: other },
    ),
    { minLength: 1, maxLength: 60 },
  )

  it('keeps the books right, and its events alone give the same state at every step', () => {
    fc.assert(
      fc.property(acts, (list) => {
        const fixture = begin({ ...btcTerms, ladder })
        let replica = decodeState(encodeState(fixture.state))
        list.forEach((act, at) => {
          fixture.now += 1
          const command = commandOf(fixture, act)
          if (!command) return
          const before = encodeState(fixture.state)
          const outcome = fixture.run(decode(envelopeCodec, encode(envelopeCodec, { key: null, command })).command)
          if (!outcome.ok) expect(encodeState(fixture.state)).toEqual(before)
          for (const event of outcome.ok ? outcome.events : []) {
            evolve(replica, decode(eventCodec, encode(eventCodec, event)), fixture.now)
          }
          checkInvariants(fixture.state)
          expect(encodeState(replica)).toEqual(encodeState(fixture.state))
          if (at % 7 === 0) replica = decodeState(encodeState(replica))
        })
      }),
      { numRuns: 150 },
    )
  })

  it('moves in every event sum to zero in each currency', () => {
    fc.assert(
      fc.property(acts, (list) => {
        const fixture = begin({ ...btcTerms, ladder })
        for (const act of list) {
          const command = commandOf(fixture, act)
          const outcome = command ? fixture.run(command) : null
          for (const event of outcome?.ok ? outcome.events : []) {
            const totals = new Map<number, bigint>()
            for (const move of movesOf(event)) {
              if (move.kind === 'entry') totals.set(move.currency, (totals.get(move.currency) ?? 0n) + move.amount)
            }
            for (const total of totals.values()) expect(total).toBe(0n)
          }
        }
      }),
      { numRuns: 50 },
    )
  })

  it('gives the same events for the same commands', () => {
    fc.assert(
      fc.property(acts, (list) => {
        const run = (): Event[] => {
          const fixture = begin({ ...btcTerms, ladder })
          return list.flatMap((act) => {
            const command = commandOf(fixture, act)
            const outcome = command ? fixture.run(command) : null
            return outcome?.ok ? outcome.events : []
          })
        }
        expect(run()).toEqual(run())
      }),
      { numRuns: 30 },
    )
  })
})

describe('users among themselves', () => {
  it('trade exactly as in the slow twin', () => {
    const acts = fc.array(
      fc.oneof({ weight: 8, arbitrary: place }, { weight: 2, arbitrary: cancel }, { weight: 2, arbitrary: amend }),
      { minLength: 1, maxLength: 120 },
    )
    fc.assert(
      fc.property(acts, (list) => {
        const fixture = begin()
        const twin = new NaiveSpot(95_000, 105_000)
        for (const holder of holders) {
          fixture.give(holder, 1, 50_000_000n)
          twin.add(holder, 0, 100_000_000_000n)
          twin.add(holder, 1, 50_000_000n)
        }
        const trades: NaiveSpot['trades'] = []
        for (const act of list) {
          const command = commandOf(fixture, act)
          if (!command) continue
          const outcome = fixture.run(command)
          const done = outcome.ok ? outcome.events : []
          for (const event of done) {
            if (event.type !== 'spotTraded') continue
            const { makerOrder: maker, takerOrder: taker, price, quantity } = event
            trades.push({ maker, taker, price, quantity })
          }
          if (command.type === 'placeSpotOrder')
            expect(twin.place({ ...command, buys: command.side === 'buy' })).toBe(outcome.ok)
          if (command.type === 'cancelSpotOrder') expect(twin.cancel(command.order)).toBe(outcome.ok)
          if (command.type === 'amendSpotOrder') {
            const order = twin.orders.find(({ id }) => id === command.order)
            const accepted = twin.amend(
              command.order,
              command.price ?? order?.price ?? 0,
              command.quantity ?? order?.quantity ?? 0,
            )
            expect(accepted).toBe(outcome.ok)
          }
        }
        expect(trades).toEqual(twin.trades)
        for (const holder of holders) {
          for (const currency of [0, 1]) expect(fixture.available(holder, currency)).toBe(twin.has(holder, currency))
        }
      }),
      { numRuns: 400 },
    )
  })
})

describe('an empty state', () => {
  it('keeps its released bytes', () => {
    expect([...encodeState(createState())]).toEqual([
      3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 0, 1, 1, 0, 2, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 2, 0, 0, 1, 1, 0, 0, 0, 0, 0,
      1, 0, 0, 192, 132, 61, 0, 128, 218, 196, 9, 128, 218, 196, 9, 128, 168, 214, 185, 7, 1, 1, 128, 168, 214, 185, 7,
      128, 208, 219, 195, 244, 2, 128, 160, 148, 165, 141, 29, 128, 144, 223, 192, 74, 128, 184, 153, 41, 0, 1, 1, 1, 0,
      0, 0, 0, 0, 0, 0, 0, 1, 1, 0, 0, 1, 1, 0, 0, 0, 1, 1, 0, 0, 1, 0, 0, 0, 0, 0,
    ])
  })
})
