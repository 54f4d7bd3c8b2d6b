import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decode, encode } from './codec/codec.ts'
import { evolve, execute } from './exchange.ts'
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

describe('an idempotency key', () => {
  const key = {
    route: 'POST /spot/orders',
    id: `${(1_700_000_000_000).toString(16).padStart(12, '0')}7abc8abcdefabcdefabc`,
    digest: 'a'.repeat(64),
  }
  const command: Command = placeCommand({
    act: 'place',
    holder: 32,
    buys: true,
    kind: 'limit',
    timeInForce: 'GTC',
    price: 100_000,
    quantity: 100,
    byBudget: false,
  })

  it('gives the first answer again and does nothing twice', () => {
    const fixture = begin()
    const first = execute(fixture.state, { key, command }, fixture.now)
    const again = execute(fixture.state, { key, command }, fixture.now + 86_000_000)
    expect(first.ok && again.ok && again.repeated).toBeInstanceOf(Uint8Array)
    expect(again).toMatchObject({ events: [] })
    expect(fixture.state.spot.orders.size).toBe(1)
  })

  it('is refused for another body, for another shape, and when it is too old to be known', () => {
    const fixture = begin()
    execute(fixture.state, { key, command }, fixture.now)
    expect(execute(fixture.state, { key: { ...key, digest: 'b'.repeat(64) }, command }, fixture.now)).toMatchObject({
      rejection: { reason: 'key_reused' },
    })
    expect(execute(fixture.state, { key: { ...key, id: 'f'.repeat(32) }, command }, fixture.now)).toMatchObject({
      rejection: { reason: 'request_malformed' },
    })
    const old = { ...key, id: `${(1_600_000_000_000).toString(16).padStart(12, '0')}7abc8abcdefabcdefabc` }
    expect(execute(fixture.state, { key: old, command }, fixture.now)).toMatchObject({
      rejection: { reason: 'key_expired' },
    })
  })

  it('is judged by the world’s time too, where engine time runs a day and more ahead of it or behind', () => {
    const fixture = begin()
    const wall = 1_700_000_000_000
    const apart = 30 * 3_600_000
    const cancel: Command = { type: 'cancelAllSpotOrders', holder: 32, symbol: '' }
    const run = (now: number, world: number, name = key, own = fixture) =>
      execute(own.state, { key: name, command: cancel }, now, world)
    expect(run(wall + apart, wall + apart)).toMatchObject({ rejection: { reason: 'key_expired' } })
    expect(run(wall + apart, wall)).toMatchObject({ ok: true, repeated: null })
    expect(run(wall + apart + 1_000, wall + 1_000)).toMatchObject({ events: [], repeated: expect.any(Uint8Array) })
    expect(run(wall - apart, wall, key, begin())).toMatchObject({ ok: true, repeated: null })
    const late = { ...key, route: 'late' }
    expect(run(wall + 2 * apart, wall + apart, late)).toMatchObject({ rejection: { reason: 'key_expired' } })
  })

  it('belongs to its holder and route, and a refusal is not remembered', () => {
    const fixture = begin()
    execute(fixture.state, { key, command }, fixture.now)
    expect(execute(fixture.state, { key, command: { ...command, holder: 33 } as Command }, fixture.now)).toMatchObject({
      repeated: null,
    })
    expect(execute(fixture.state, { key: { ...key, route: 'other' }, command }, fixture.now)).toMatchObject({
      repeated: null,
    })
    const poor = { ...command, quantity: 9_000_000 } as Command
    const fresh = { ...key, route: 'again' }
    expect(execute(fixture.state, { key: fresh, command: poor }, fixture.now).ok).toBe(false)
    expect(execute(fixture.state, { key: fresh, command }, fixture.now)).toMatchObject({ ok: true, repeated: null })
  })

  it('that was made ahead of time is kept until it has expired, and one far ahead is refused', () => {
    const fixture = begin()
    const day = 86_400_000
    const at = (time: number) => ({ ...key, id: `${time.toString(16).padStart(12, '0')}7abc8abcdefabcdefabc` })
    const ahead = at(fixture.now + 20 * 3_600_000)
    expect(execute(fixture.state, { key: ahead, command }, fixture.now)).toMatchObject({ ok: true, repeated: null })
    const other: Command = { type: 'cancelAllSpotOrders', holder: 33, symbol: '' }
    const later = fixture.now + day + 1
    execute(fixture.state, { key: at(later), command: other }, later)
    expect(execute(fixture.state, { key: ahead, command }, later)).toMatchObject({ events: [] })
    const last = fixture.now + 2 * day
    execute(fixture.state, { key: at(last), command: other }, last)
    expect(execute(fixture.state, { key: ahead, command }, last)).toMatchObject({
      rejection: { reason: 'key_expired' },
    })
    expect(execute(fixture.state, { key: at(last + day + 1), command }, last)).toMatchObject({
      rejection: { reason: 'request_malformed' },
    })
  })

  it('is kept for a day of the engine’s time and is part of the state', () => {
    const fixture = begin()
    execute(fixture.state, { key, command }, fixture.now)
    const restored = decodeState(encodeState(fixture.state))
    expect(execute(restored, { key, command }, fixture.now)).toMatchObject({ events: [] })
    const later = fixture.now + 86_400_001
    const next = { ...key, id: `${later.toString(16).padStart(12, '0')}7abc8abcdefabcdefabc` }
    restored.time = later
    execute(restored, { key: next, command: { type: 'cancelAllSpotOrders', holder: 32, symbol: '' } }, later)
    expect(restored.keys.all()).toHaveLength(1)
  })
})

describe('an empty state', () => {
  it('keeps its released bytes', () => {
    expect([...encodeState(createState())]).toEqual([
      3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 0, 1, 1, 0, 2, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 2, 0, 0, 1, 1, 0, 0, 0, 0, 0,
      1, 0, 0, 192, 132, 61, 0, 128, 218, 196, 9, 128, 218, 196, 9, 128, 168, 214, 185, 7, 1, 1, 128, 168, 214, 185, 7,
      128, 208, 219, 195, 244, 2, 128, 160, 148, 165, 141, 29, 128, 144, 223, 192, 74, 128, 184, 153, 41, 0, 1, 1, 1, 0,
      0, 0, 0, 0, 0, 0, 1, 1, 0, 0, 1, 1, 0, 0, 0, 1, 1, 0, 0, 0,
    ])
  })
})
