import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isHouse } from '../ledger/holders.ts'
import { MarginFixture } from '../testing/marginFixture.ts'
import type { Command, Event } from '../vocabulary.ts'

const taker = 40
const makers = [41, 42, 43, 44]
const mark = 100_000
const aside = { levels: 0, halfSpreadRate: 0, gapRate: 0, levelQuantity: 0, refillPerSecond: 0, positionMax: 0 }
const none = { stopLoss: null, takeProfit: null, fault: '' } as const

interface Resting {
  readonly holder: number
  readonly isTicket: boolean
  readonly away: number
  readonly lots: number
  readonly multiple: number
}

interface Drawn {
  readonly resting: readonly Resting[]
  readonly usdt: number
  /** What the taker has before, bought of the first maker; below nothing: sold. */
  readonly has: number
  readonly mode: 'cross' | 'isolated'
  readonly isTicket: boolean
  readonly reduceOnly: boolean
  readonly lots: number
  readonly limit: number
  readonly multiple: number
  readonly hasHouse: boolean
  readonly side: 'buy' | 'sell'
}

const multiple = fc.constantFrom(1, 10, 50, 100)
const drawn: fc.Arbitrary<Drawn> = fc.record({
  resting: fc.array(
    fc.record({
      holder: fc.constantFrom(...makers),
      isTicket: fc.boolean(),
      away: fc.integer({ min: 0, max: 900 }),
      lots: fc.integer({ min: 1, max: 120 }),
      multiple,
    }),
    { minLength: 1, maxLength: 6 },
  ),
  usdt: fc.constantFrom(20, 100, 1_000),
  has: fc.constantFrom(0, 0, 30, -30),
  mode: fc.constantFrom('cross' as const, 'isolated' as const),
  isTicket: fc.boolean(),
  reduceOnly: fc.boolean(),
  lots: fc.integer({ min: 1, max: 200 }),
  limit: fc.integer({ min: -100, max: 1_000 }),
  multiple,
  hasHouse: fc.boolean(),
  side: fc.constantFrom('buy' as const, 'sell' as const),
})

function booked(of: Drawn): MarginFixture {
  const fixture = new MarginFixture(of.hasHouse ? {} : { ladder: aside })
  fixture.tickNow(10 * mark)
  fixture.trader(taker, of.usdt)
  fixture.setPerpetual(taker, of.mode, of.multiple)
  for (const holder of makers) fixture.trader(holder, 1_000)
  const order = { symbol: 'BTCUSDT', kind: 'limit', timeInForce: 'GTC', ...none } as const
  if (of.has !== 0) {
    const [maker] = makers
    const [side, other] = of.has > 0 ? (['buy', 'sell'] as const) : (['sell', 'buy'] as const)
    const first = {
      type: 'placePerpetualOrder',
      ...order,
      price: mark,
      lots: Math.abs(of.has),
      reduceOnly: false,
    } as const
    fixture.run({ ...first, holder: maker, side: other })
    fixture.run({ ...first, holder: taker, side })
  }
  const sign = of.side === 'buy' ? 1 : -1
  for (const { holder, isTicket, away, lots, multiple: of10 } of of.resting) {
    const rests = {
      ...order,
      holder,
      side: of.side === 'buy' ? 'sell' : 'buy',
      price: mark + sign * away,
      lots,
    } as const
    if (isTicket) fixture.run({ type: 'placeContractOrder', ...rests, multiple: of10 })
    else fixture.run({ type: 'placePerpetualOrder', ...rests, reduceOnly: false })
  }
  return fixture
}

function orderOf(of: Drawn, timeInForce: 'FOK' | 'IOC'): Command {
  const price = mark + (of.side === 'buy' ? of.limit : -of.limit)
  const order = { holder: taker, symbol: 'BTCUSDT', side: of.side, kind: 'limit', timeInForce, price, ...none } as const
  if (of.isTicket) return { type: 'placeContractOrder', ...order, lots: of.lots, multiple: of.multiple }
  return { type: 'placePerpetualOrder', ...order, lots: of.lots, reduceOnly: of.reduceOnly }
}

function traded(events: readonly Event[]) {
  return events.filter((event) => event.type === 'derivativeTraded')
}

const filledBy = (events: readonly Event[]) => traded(events).reduce((sum, { lots }) => sum + lots, 0)

describe('an order to fill or kill', () => {
  it('fills whole or not at all, and whole where each of those it meets is met once and can trade', () => {
    const ends = { whole: 0, killed: 0 }
    fc.assert(
      fc.property(drawn, (of) => {
        const [fixture, other] = [booked(of), booked(of)]
        const now = fixture.run(orderOf(of, 'FOK'))
        const part = other.run(orderOf(of, 'IOC'))
        expect(now.ok).toBe(part.ok)
        if (!now.ok || !part.ok) return
        const filled = filledBy(now.events)
        expect([0, of.lots]).toContain(filled)
        const met = traded(part.events).flatMap(({ maker }) => (isHouse(maker.holder) ? [] : [maker.holder]))
        const isPlain = met.length === new Set(met).size
        const isSound = part.events.every((event) => {
          return event.type !== 'derivativeOrderClosed' || event.holder === taker || event.reason === 'position_gone'
        })
        if (isPlain && isSound) expect(filled).toBe(filledBy(part.events) === of.lots ? of.lots : 0)
        ends[filled === 0 ? 'killed' : 'whole']++
      }),
      { numRuns: 150 },
    )
    expect(ends.whole).toBeGreaterThan(10)
    expect(ends.killed).toBeGreaterThan(10)
  })
})
