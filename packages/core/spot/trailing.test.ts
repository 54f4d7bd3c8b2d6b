import { describe, expect, it } from 'vitest'
import { demo, firedIn, index, opening, other, sample, tick, typesOf, waits } from '../testing/conditionalFixture.ts'
import type { Fixture } from '../testing/exchangeFixture.ts'
import { btcTerms } from '../testing/exchangeFixture.ts'
import type { Command } from '../vocabulary.ts'
import { conditionalsMax } from './conditional.ts'

type PlaceTrailing = Command & { type: 'placeSpotTrailing' }

// one per cent behind
const trail: PlaceTrailing = {
  type: 'placeSpotTrailing',
  holder: demo,
  symbol: 'BTCUSDT',
  side: 'sell',
  rate: 10_000_000,
  quantity: 100_000,
  budget: 0n,
  fault: '',
}
const buys = { side: 'buy', quantity: 0, budget: 5_000_000_000n } as const

function trails(fixture: Fixture, more: Partial<PlaceTrailing> = {}): number {
  const [event] = fixture.must({ ...trail, ...more })
  if (event?.type !== 'spotTrailingPlaced') throw new Error('it does not wait')
  return event.order
}

describe('an order behind the index', () => {
  it('sells once the index has fallen by its rate from the highest second that it has seen', () => {
    const fixture = opening()
    const order = trails(fixture)
    expect(fixture.frozen(demo, 1)).toBe(100_000_000n)
    tick(fixture, 1_050_000)
    // a tick between two seconds is seen by none of them
    expect(fixture.state.spot.waiting.get(order)?.trail).toEqual({ rate: 10_000_000, extremeTenths: 10 * index })
    sample(fixture, 1_020_000)
    sample(fixture, 1_015_000)
    expect(fixture.state.spot.waiting.get(order)?.trail?.extremeTenths).toBe(10_200_000)
    fixture.placed(other, 'buy', 1_000_000, 100_000)
    expect(firedIn(tick(fixture, 1_009_801))).toEqual([])
    const fired = tick(fixture, 1_009_800)
    expect(typesOf(fired).slice(0, 2)).toEqual(['spotTrailingTriggered', 'spotOrderAccepted'])
    expect(fired[0]).toMatchObject({ order, extremeTenths: 10_200_000, indexTenths: 10_098_000, released: 100_000_000 })
    expect(fired[1]).toMatchObject({ order, kind: 'market', side: 'sell', quantity: 100_000 })
    expect(fixture.state.spot.waiting.size).toBe(0)
    expect(firedIn(tick(fixture, 900_000))).toEqual([])
  })

  it('buys once the index has risen by its rate from the lowest, for what it may spend', () => {
    const fixture = opening()
    const free = fixture.available(demo, 0)
    const order = trails(fixture, buys)
    expect(free - fixture.available(demo, 0)).toBe(5_000_000_000n)
    sample(fixture, 950_000)
    sample(fixture, 955_000)
    expect(firedIn(tick(fixture, 959_499))).toEqual([])
    const fired = tick(fixture, 959_500)
    expect(fired[0]).toMatchObject({ type: 'spotTrailingTriggered', order, extremeTenths: 9_500_000 })
    expect(fired[1]).toMatchObject({ order, side: 'buy', kind: 'market' })
    expect(fixture.frozen(demo, 0)).toBe(0n)
  })

  it('has seen the same after a restart, and is ended like all that wait', () => {
    const fixture = opening()
    const order = trails(fixture)
    const second = trails(fixture, { rate: 20_000_000 })
    sample(fixture, 1_030_000)
    fixture.reload()
    expect(fixture.state.spot.waiting.get(order)?.trail?.extremeTenths).toBe(10_300_000)
    tick(fixture, 1_030_000)
    fixture.must({ type: 'cancelSpotConditional', holder: demo, order: second })
    expect(fixture.frozen(demo, 1)).toBe(100_000_000n)
    fixture.must({ type: 'cancelAllSpotOrders', holder: demo, symbol: '' })
    expect(fixture.frozen(demo, 1)).toBe(0n)
    expect(firedIn(tick(fixture, 1_000_000))).toEqual([])
  })

  it('waits through a halt while its price goes on to follow', () => {
    const fixture = opening()
    const order = trails(fixture)
    fixture.must({ type: 'haltListing', listing: 0, halt: 'halted', reason: 'checked' })
    sample(fixture, 1_100_000)
    expect(firedIn(tick(fixture, 1_000_000))).toEqual([])
    fixture.must({ type: 'haltListing', listing: 0, halt: 'trading', reason: '' })
    expect(firedIn(tick(fixture, 1_089_001))).toEqual([])
    expect(firedIn(tick(fixture, 1_089_000))).toEqual([order])
  })

  it('stands with those at a fixed price: the farthest behind comes first', () => {
    const fixture = opening()
    const narrow = trails(fixture, { rate: 5_000_000, quantity: 1_000 })
    const fixed = waits(fixture, { trigger: 993_000, quantity: 1_000 })
    const wide = trails(fixture, { rate: 10_000_000, quantity: 1_000 })
    expect(firedIn(tick(fixture, 980_000))).toEqual([narrow, fixed, wide])
  })

  it('is answered with what it follows by, and told so', () => {
    const fixture = opening()
    const outcome = fixture.run(trail)
    const view = { trail: { rate: 10_000_000, extremeTenths: 10 * index }, trigger: 0, kind: 'market', passing: 'fall' }
    expect(outcome).toMatchObject({ ok: true, answer: { type: 'conditionalTrailing', view } })
  })

  it('is refused where its figures are none', () => {
    const fixture = opening()
    const cases: [Partial<PlaceTrailing>, string][] = [
      [{ symbol: 'NONE' }, 'symbol_unknown'],
      [{ fault: 'field_malformed' }, 'field_malformed'],
      [{ rate: 900_000 }, 'trail_out_of_range'],
      [{ rate: 1_050_000 }, 'trail_out_of_range'],
      [{ rate: 500_100_000 }, 'trail_out_of_range'],
      [{ quantity: 0 }, 'quantity_out_of_range'],
      [{ quantity: btcTerms.quantityMax + 1 }, 'quantity_out_of_range'],
      [{ budget: 1n }, 'request_malformed'],
      [{ budget: -1n }, 'field_malformed'],
      [{ ...buys, quantity: 1 }, 'request_malformed'],
      [{ ...buys, budget: 0n }, 'request_malformed'],
      [{ ...buys, budget: 1n }, 'notional_too_small'],
      [{ ...buys, budget: 2n ** 53n }, 'notional_too_large'],
      [{ ...buys, budget: 100_000_000_001n }, 'balance_insufficient_order'],
      [{ quantity: 1_000_001 }, 'balance_insufficient_order'],
    ]
    for (const [more, reason] of cases) expect([more, fixture.refused({ ...trail, ...more })]).toEqual([more, reason])
    // the least and the greatest distance, and all that the account has
    const bounds = [
      { rate: 1_000_000 },
      { rate: 500_000_000 },
      { ...buys, budget: 100_000_000_000n },
      { quantity: 1_000_000 },
    ]
    for (const more of bounds) expect(opening().run({ ...trail, ...more }).ok).toBe(true)
    for (let count = 0; count < conditionalsMax; count++) trails(fixture, { quantity: 1_000 })
    expect(fixture.refused({ ...trail, quantity: 1_000 })).toBe('conditional_orders_too_many')
    expect(fixture.run({ ...trail, rate: 100_000 })).toMatchObject({
      rejection: { reason: 'trail_out_of_range', detail: { min: '0.1', max: '50' } },
    })
  })
})

it('is refused where its price could be none, and is worth what its whole tick brings', () => {
  const at = (indexTenths: number, more: Partial<PlaceTrailing> = {}): string | null => {
    const fixture = opening()
    fixture.now += 100
    fixture.quote(indexTenths)
    const outcome = fixture.run({ ...trail, ...more })
    return outcome.ok ? null : outcome.rejection.reason
  }
  // one per cent above this stands at the highest price there may be, and a tenth more is past it
  const top = Math.floor((10 * btcTerms.priceMax * 100) / 101)
  expect([at(top, buys), at(top + 10, buys)]).toEqual([null, 'price_invalid'])
  const half = { rate: 500_000_000, quantity: 100_000 }
  expect([at(20, half), at(19, half)]).toEqual(['notional_too_small', 'price_invalid'])
  // the quote has six decimals and the least is exclusive
  const least = btcTerms.notionalMinExclusive
  expect([
    at(10 * index, { ...buys, budget: BigInt(least) }),
    at(10 * index, { ...buys, budget: BigInt(least + 1) }),
  ]).toEqual(['notional_too_small', null])
  expect(at(10 * index, { ...buys, budget: 2n ** 52n })).toBe('balance_insufficient_order')
  expect(at(10 * index, { ...buys, budget: 2n ** 52n + 1n })).toBe('notional_too_large')
  expect(at(10 * index, { quantity: btcTerms.quantityMax })).not.toBe('quantity_out_of_range')
})

it('a trail of real money sees live seconds alone that enough sources stand behind', () => {
  const fixture = opening()
  const real = 40
  fixture.must({ type: 'openHolder', holder: real, realm: 'real', country: '' })
  const { waiting } = fixture.state.spot
  const own = { holder: real, listing: 0, side: 'sell', kind: 'market', passing: 'fall', trigger: 0, price: 0 } as const
  const figures = { quantity: 1, budget: 0, hold: 0, placedAt: 0, other: null, order: 9 } as const
  waiting.add({ ...own, ...figures, trail: { rate: 10_000_000, extremeTenths: 10 } }, 'real')
  const sampled = (kind: 'live' | 'simulated', sources: number, indexTenths: number): number | undefined => {
    fixture.now += 1_000
    const samples = [{ listing: 0, indexTenths, sources, fresh: true }]
    fixture.must({ type: 'sampleIndex', stamp: Math.floor(fixture.now / 1_000) * 1_000, kind, samples })
    return waiting.get(9)?.trail?.extremeTenths
  }
  expect(sampled('simulated', 4, 10_000_000)).toBe(10)
  expect(sampled('live', 2, 10_000_000)).toBe(10)
  expect(sampled('live', 3, 10_000_000)).toBe(10_000_000)
})
