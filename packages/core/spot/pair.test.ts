import { describe, expect, it } from 'vitest'
import { demo, firedIn, index, opening, other, tick, typesOf } from '../testing/conditionalFixture.ts'
import { btcTerms, type Fixture } from '../testing/exchangeFixture.ts'
import type { Command } from '../vocabulary.ts'
import { conditionalsMax } from './conditional.ts'

describe('a pair of prices', () => {
  const pair: Command & { type: 'placeSpotPair' } = {
    type: 'placeSpotPair',
    holder: demo,
    symbol: 'BTCUSDT',
    side: 'sell',
    quantity: 100_000,
    below: { kind: 'limit', trigger: 980_000, price: 975_000 },
    above: { kind: 'limit', trigger: 1_020_000, price: 1_020_000 },
    fault: '',
  }
  const placed = (fixture: Fixture, more: Partial<typeof pair> = {}): number => {
    const [event] = fixture.must({ ...pair, ...more })
    if (event?.type !== 'spotPairPlaced') throw new Error('it does not wait')
    return event.order
  }

  it('holds once, and whichever comes first is placed and ends the other', () => {
    for (const [ticks, price, away] of [
      [980_000, 975_000, 1_020_000],
      [1_020_000, 1_020_000, 980_000],
    ]) {
      const fixture = opening()
      const order = placed(fixture)
      expect(fixture.frozen(demo, 1)).toBe(100_000_000n)
      fixture.reload()
      tick(fixture, index)
      const fired = tick(fixture, ticks)
      expect(typesOf(fired)).toEqual(['spotConditionalTriggered', 'spotOrderAccepted'])
      expect(fired[1]).toMatchObject({ order, kind: 'limit', price, quantity: 100_000 })
      expect(fixture.state.spot.waiting.size).toBe(0)
      expect(firedIn(tick(fixture, away))).toEqual([])
    }
  })

  it('sells at the market where it says so, and buys with the hold of the dearer limit', () => {
    const fixture = opening()
    placed(fixture, { below: { kind: 'market', trigger: 980_000, price: 0 } })
    fixture.placed(other, 'buy', 975_000, 100_000)
    expect(typesOf(tick(fixture, 980_000))).toEqual(['spotConditionalTriggered', 'spotOrderAccepted', 'spotTraded'])
    fixture.must({ type: 'cancelAllSpotOrders', holder: other, symbol: '' })
    tick(fixture, index)
    const free = fixture.available(demo, 0)
    const bought = placed(fixture, { side: 'buy', quantity: 10_000, above: { ...pair.above, price: 1_030_000 } })
    expect(free - fixture.available(demo, 0)).toBe(10_300_000_000n)
    expect(tick(fixture, 980_000)[1]).toMatchObject({ order: bought, side: 'buy', price: 975_000, hold: 9_750_000_000 })
    expect(fixture.frozen(demo, 0)).toBe(9_750_000_000n)
  })

  it('is refused where a leg could not stand, or its price has come', () => {
    const fixture = opening()
    const cases: [Partial<typeof pair>, string][] = [
      [{ symbol: 'NONE' }, 'symbol_unknown'],
      [{ fault: 'price_off_tick' }, 'price_off_tick'],
      [{ side: 'buy', below: { kind: 'market', trigger: 980_000, price: 0 } }, 'request_malformed'],
      [{ above: { kind: 'market', trigger: 1_020_000, price: 1 } }, 'request_malformed'],
      [{ below: { ...pair.below, trigger: 0 } }, 'price_invalid'],
      [{ above: { ...pair.above, price: btcTerms.priceMax + 1 } }, 'price_invalid'],
      [{ quantity: 0 }, 'quantity_out_of_range'],
      [{ quantity: btcTerms.quantityMax + 1 }, 'quantity_out_of_range'],
      [{ quantity: 1, below: { ...pair.below, price: 1_000_000 } }, 'notional_too_small'],
      [{ quantity: 46_000_000, above: { ...pair.above, price: btcTerms.priceMax } }, 'notional_too_large'],
      [{ quantity: btcTerms.quantityMax, above: { ...pair.above, price: btcTerms.priceMax } }, 'notional_too_large'],
      [{ below: { ...pair.below, trigger: index } }, 'trigger_passed'],
      [{ above: { ...pair.above, trigger: index } }, 'trigger_passed'],
      [{ quantity: 1_000_001 }, 'balance_insufficient_order'],
    ]
    for (const [more, reason] of cases) expect(fixture.refused({ ...pair, ...more }), JSON.stringify(more)).toBe(reason)
    const whole = placed(fixture, { quantity: 1_000_000 })
    fixture.must({ type: 'cancelSpotConditional', holder: demo, order: whole })
    for (let at = 0; at < conditionalsMax; at += 1) placed(fixture, { quantity: 1_000 })
    expect(fixture.refused({ ...pair, quantity: 1_000 })).toBe('conditional_orders_too_many')
  })

  it('is ended as a whole, and answers with both prices', () => {
    const fixture = opening()
    const outcome = fixture.run(pair)
    const view = {
      status: 'waiting',
      passing: 'fall',
      trigger: 980_000,
      other: { passing: 'rise', trigger: 1_020_000 },
    }
    expect(outcome).toMatchObject({ ok: true, answer: { type: 'conditionalPair', view } })
    const order = fixture.state.spot.waiting.all()[0].order
    expect(fixture.run({ type: 'cancelSpotConditional', holder: demo, order })).toMatchObject({
      answer: { type: 'conditionalPair', view: { order, status: 'ended', reason: 'by_user' } },
    })
    expect(fixture.frozen(demo, 1)).toBe(0n)
    expect([firedIn(tick(fixture, 980_000)), firedIn(tick(fixture, 1_020_000))]).toEqual([[], []])
  })
})
