import { beforeEach, describe, expect, it } from 'vitest'
import { houseHolder } from '../ledger/holders.ts'
import { dayMs } from '../money/units.ts'
import { sums } from '../query.ts'
import { WealthFixture } from '../testing/wealthFixture.ts'
import type { Event } from '../vocabulary.ts'
import { dayOf } from './terms.ts'

const saver = 40
const pool = houseHolder('real', 'wealthPool')
const usdt = 1_000_000n
let fixture: WealthFixture
let product: number

beforeEach(() => {
  fixture = new WealthFixture()
  fixture.saver(saver)
  product = fixture.mined(fixture.miningTerms())
})

function kinds(events: readonly Event[]): string[] {
  return events.map(({ type }) => type)
}

/** What the events of income paid an order, as day and amount. */
function paidTo(order: number, events: readonly Event[]): [number, bigint][] {
  return events.flatMap((event) =>
    event.type === 'miningPaid'
      ? event.lines.filter((line) => line.order === order).map(({ amount }): [number, bigint] => [event.day, amount])
      : [],
  )
}

function endOfDay(days: number): number {
  return (dayOf(fixture.now) + 1 + days) * dayMs
}

describe('an order of 10 000 USDT for five days', () => {
  it('locks the principal, pays 0.3 % each whole day and gives the principal back', () => {
    const before = fixture.available(saver, 0)
    const order = fixture.locked(saver, product, 10_000n * usdt)
    expect(fixture.available(saver, 0)).toBe(before - 10_000n * usdt)
    expect(fixture.frozen(saver, 0)).toBe(10_000n * usdt)
    const first = dayOf(fixture.now) + 1
    const [end, second] = [endOfDay(5), endOfDay(1)]
    expect(fixture.passTo(second - 1)).toEqual([])
    expect(paidTo(order, fixture.passTo(second))).toEqual([[first, 30n * usdt]])
    expect(fixture.available(saver, 0)).toBe(before - 9_970n * usdt)
    const rest = fixture.passTo(end)
    expect(paidTo(order, rest).map(([day]) => day - first)).toEqual([1, 2, 3, 4])
    expect(kinds(rest).at(-1)).toBe('miningDone')
    expect(fixture.available(saver, 0)).toBe(before + 150n * usdt)
    expect(fixture.frozen(saver, 0)).toBe(0n)
    expect(fixture.state.venue.ledger.posted(pool, 'coin', 0)).toBe(-150n * usdt)
    expect(fixture.refused({ type: 'redeemMining', holder: saver, order })).toBe('order_done')
  })

  it('earns the published rate of each day, and the lowest where none was published', () => {
    const order = fixture.locked(saver, product, 10_000n * usdt)
    const first = dayOf(fixture.now) + 1
    const rates = [
      { day: first, rate: 4_000_000 },
      { day: first + 2, rate: 3_500_000 },
    ]
    fixture.must({ type: 'publishMiningRates', product, rates })
    const amounts = paidTo(order, fixture.passTo(endOfDay(5))).map(([, amount]) => amount / usdt)
    expect(amounts).toEqual([40n, 30n, 35n, 30n, 30n])
  })

  it('rounds each day down to a whole unit', () => {
    const order = fixture.locked(saver, product, 100_000_001n + 332n)
    expect(paidTo(order, fixture.passTo(endOfDay(1)))).toEqual([[dayOf(fixture.now) - 1, 300_000n]])
  })

  it('credits each day that passed while nothing ran under its own date', () => {
    const order = fixture.locked(saver, product, 1_000n * usdt)
    const first = dayOf(fixture.now) + 1
    const events = fixture.passTo(endOfDay(40))
    expect(paidTo(order, events)).toEqual([0, 1, 2, 3, 4].map((day) => [first + day, 3n * usdt]))
    expect(kinds(events)).toEqual([...Array(5).fill('miningPaid'), 'miningDone'])
  })

  it('keeps its own terms whatever becomes of the product', () => {
    const order = fixture.locked(saver, product, 1_000n * usdt)
    const first = dayOf(fixture.now) + 1
    const terms = fixture.miningTerms({ rateMin: 1_000_000, rateMax: 2_000_000, redemptionRate: 100_000_000, days: 90 })
    fixture.must({ type: 'publishMining', product, terms })
    fixture.must({ type: 'publishMiningRates', product, rates: [{ day: first, rate: 2_000_000 }] })
    fixture.must({ type: 'switchMining', product, on: false })
    expect(paidTo(order, fixture.passTo(endOfDay(1)))).toEqual([[first, 3n * usdt]])
    const before = fixture.available(saver, 0)
    fixture.must({ type: 'redeemMining', holder: saver, order })
    expect(fixture.available(saver, 0) - before).toBe(980n * usdt)
  })
})

describe('an early redemption', () => {
  it('pays P(1 − p) and keeps what was paid; the pool takes the rest', () => {
    const before = fixture.available(saver, 0)
    const order = fixture.locked(saver, product, 1_000n * usdt)
    fixture.passTo(endOfDay(2))
    fixture.must({ type: 'redeemMining', holder: saver, order })
    expect(fixture.available(saver, 0) - before).toBe((6n - 20n) * usdt)
    expect(fixture.frozen(saver, 0)).toBe(0n)
    expect(fixture.state.venue.ledger.posted(pool, 'coin', 0)).toBe(14n * usdt)
    expect(fixture.passTo(endOfDay(9))).toEqual([])
  })

  it('pays first what days have ended since anything ran', () => {
    const order = fixture.locked(saver, product, 1_000n * usdt)
    fixture.now = endOfDay(3)
    const events = fixture.must({ type: 'redeemMining', holder: saver, order })
    expect(kinds(events)).toEqual(['miningPaid', 'miningPaid', 'miningPaid', 'miningRedeemed'])
    expect(fixture.passTo(endOfDay(9))).toEqual([])
  })

  it('costs nothing once the time is over, even where nobody has noticed', () => {
    const order = fixture.locked(saver, product, 1_000n * usdt)
    fixture.now = endOfDay(5)
    expect(fixture.refused({ type: 'redeemMining', holder: saver, order })).toBe('order_done')
    expect(kinds(fixture.passTo(fixture.now))).toContain('miningDone')
  })

  it('is the owner’s alone, and once', () => {
    fixture.saver(41)
    const order = fixture.locked(saver, product, 1_000n * usdt)
    expect(fixture.refused({ type: 'redeemMining', holder: 41, order })).toBe('not_owner')
    expect(fixture.refused({ type: 'redeemMining', holder: saver, order: 99 })).toBe('order_unknown')
    fixture.must({ type: 'redeemMining', holder: saver, order })
    expect(fixture.refused({ type: 'redeemMining', holder: saver, order })).toBe('order_done')
  })
})

describe('what is refused', () => {
  const refusal = (amount: bigint, more: object = {}): string =>
    fixture.refused({ type: 'openMining', holder: saver, product, amount, versionShown: null, fault: '', ...more })

  it('by amount', () => {
    expect(refusal(100n * usdt)).toBe('mining_amount_too_small')
    expect(fixture.lock(saver, product, 100n * usdt + 1n).ok).toBe(true)
    expect(refusal(50_000n * usdt + 1n)).toBe('mining_amount_too_large')
    fixture.locked(saver, product, 50_000n * usdt)
    fixture.locked(saver, product, 49_000n * usdt)
    expect(refusal(1_000n * usdt)).toBe('mining_capacity_full')
    fixture.saver(41, 500n * usdt)
    expect(refusal(501n * usdt, { holder: 41 })).toBe('balance_insufficient')
  })

  it('by who asks', () => {
    const country = 'FR'
    fixture.demo(50)
    expect(refusal(1_000n * usdt, { holder: 50 })).toBe('realm_forbidden')
    fixture.must({ type: 'setStanding', holder: saver, disabled: false, realName: 'pending', country })
    expect(refusal(1_000n * usdt)).toBe('real_name_pending')
    fixture.must({ type: 'switchProduct', country, product: 'mining', on: false })
    expect(refusal(1_000n * usdt)).toBe('product_off')
  })

  it('by what is sold', () => {
    expect(refusal(1_000n * usdt, { product: 9 })).toBe('mining_unknown')
    expect(refusal(1_000n * usdt, { versionShown: 2 })).toBe('mining_terms_changed')
    const example = fixture.mined(fixture.miningTerms({ realm: 'demo' }))
    expect(refusal(1_000n * usdt, { product: example })).toBe('mining_unknown')
    fixture.must({ type: 'switchMining', product, on: false })
    expect(refusal(1_000n * usdt)).toBe('mining_off')
  })

  it('where the pool could not pay the highest income of all that runs', () => {
    fixture.must({ type: 'boundPool', realm: 'real', currency: 0, debtMax: 0n })
    expect(refusal(1_000n * usdt)).toBe('mining_pool_short')
    // five days at 0.4 % of 1 000
    fixture.bring(pool, 0, 20n * usdt)
    fixture.locked(saver, product, 1_000n * usdt)
    expect(refusal(101n * usdt)).toBe('mining_pool_short')
    fixture.passTo(endOfDay(5))
    expect(fixture.state.venue.ledger.posted(pool, 'coin', 0)).toBe(5n * usdt)
    expect(fixture.state.pool.promised.size).toBe(0)
  })

  it('of an operator: terms without a source or that cannot hold, and rates out of place', () => {
    const publish = (more: object, of = 0): string =>
      fixture.refused({ type: 'publishMining', product: of, terms: fixture.miningTerms(more) })
    expect(publish({ text: 0 })).toBe('mining_source_missing')
    expect(publish({ digest: '' })).toBe('mining_source_missing')
    for (const more of [
      { days: 0 },
      { days: 366 },
      { rateMin: 5_000_000 },
      { rateMax: 60_000_000 },
      { capacity: 1n },
    ]) {
      expect(publish(more)).toBe('mining_terms_invalid')
    }
    expect(publish({ currency: 1 }, product)).toBe('mining_terms_invalid')
    const today = dayOf(fixture.now)
    const rate = (day: number, of: number): string =>
      fixture.refused({ type: 'publishMiningRates', product, rates: [{ day, rate: of }] })
    expect(rate(today, 3_000_000)).toBe('mining_day_begun')
    expect(rate(today + 1, 2_999_999)).toBe('mining_rate_out_of_range')
    fixture.must({ type: 'publishMiningRates', product, rates: [{ day: today + 1, rate: 3_000_000 }] })
    expect(rate(today + 1, 4_000_000)).toBe('mining_day_published')
  })
})

it('pays many orders a day in bounded steps, each once', () => {
  const count = 900
  for (let at = 0; at < count; at++) fixture.saver(100 + at, 200n * usdt)
  const id = fixture.mined(fixture.miningTerms({ days: 2 }))
  for (let at = 0; at < count; at++) fixture.locked(100 + at, id, 101n * usdt)
  const events = fixture.passTo(endOfDay(2))
  const lines = events.flatMap((event) => (event.type === 'miningPaid' ? event.lines : []))
  expect(lines).toHaveLength(2 * count)
  expect(events.filter(({ type }) => type === 'miningDone')).toHaveLength(count)
  for (const { posted, frozen, held } of sums(fixture.state).sums) expect([posted, frozen]).toEqual([0n, held])
})
