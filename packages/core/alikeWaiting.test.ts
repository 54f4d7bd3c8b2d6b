import { describe, expect, it } from 'vitest'
import { everyone, expectAll, ofEach } from './testing/everyone.ts'
import { Fixture } from './testing/exchangeFixture.ts'
import type { Command, Event } from './vocabulary.ts'

// All figures are reckoned here, by hand, from the rules' text.
const index = 1_000_000
const quantity = 1_000

/** Everybody has ten coins, and the index stands at 100 000.0. */
function opened(): Fixture {
  const fixture = new Fixture()
  for (const holder of everyone) {
    fixture.demo(holder)
    fixture.give(holder, 1, 1_000_000_000n)
  }
  tick(fixture, index)
  return fixture
}

function tick(fixture: Fixture, ticks: number): readonly Event[] {
  fixture.now += 100
  return fixture.quote(10 * ticks)
}

/** What a tick lets go, however often it has to go on. */
function letGo(fixture: Fixture, ticks: number): Event[] {
  const events: Event[] = []
  for (let more = true; more;) {
    const step = tick(fixture, ticks)
    events.push(...step)
    more = step.length > 0
  }
  return events
}

function placeAll(fixture: Fixture, ask: (holder: number) => Command): void {
  for (const holder of everyone) fixture.must(ask(holder))
}

interface Order {
  readonly side: 'buy' | 'sell'
  readonly kind: 'limit' | 'market'
  readonly price: number
  readonly quantity: number
  readonly budget: number
  readonly hold: number
}

function expectOrders(events: readonly Event[], right: Order): void {
  const orders = events.flatMap((event) => (event.type === 'spotOrderAccepted' ? [event] : []))
  const told = orders.map(({ budget, feeRateMaker, feeRateTaker, holder, hold, kind, price, quantity: of, side }) => {
    return [holder, { budget, feeRateMaker, feeRateTaker, hold, kind, price, quantity: of, side }] as const
  })
  expectAll(ofEach(told), { feeRateMaker: 1_000_000, feeRateTaker: 1_000_000, ...right })
}

const head = { symbol: 'BTCUSDT', quantity, fault: '' } as const

describe('the same order that waits by everybody', () => {
  it('holds the same, is let go by the same tick and by none before, and becomes the same order', () => {
    const fixture = opened()
    const terms = {
      side: 'sell',
      kind: 'limit',
      passing: 'fall',
      trigger: 990_000,
      price: 985_000,
      budget: 0n,
    } as const
    placeAll(fixture, (holder) => ({ type: 'placeSpotConditional', holder, ...head, ...terms }))
    expectAll(
      everyone.map((holder) => fixture.frozen(holder, 1)),
      1_000_000n,
    )
    for (const ticks of [995_000, 990_001, 1_100_000]) expect(letGo(fixture, ticks)).toEqual([])
    const events = letGo(fixture, 990_000)
    expectOrders(events, { side: 'sell', kind: 'limit', price: 985_000, quantity, budget: 0, hold: 1_000_000 })
  })

  it('of two prices is let go by the one that comes', () => {
    const fixture = opened()
    const legs = {
      below: { kind: 'limit', trigger: 980_000, price: 970_000 },
      above: { kind: 'limit', trigger: 1_020_000, price: 1_030_000 },
    } as const
    placeAll(fixture, (holder) => ({ type: 'placeSpotPair', holder, ...head, side: 'buy', ...legs }))
    // the dearer of its limits: a thousand steps at 103 000.0
    expectAll(
      everyone.map((holder) => fixture.frozen(holder, 0)),
      1_030_000_000n,
    )
    for (const ticks of [980_001, 1_019_999]) expect(letGo(fixture, ticks)).toEqual([])
    const events = letGo(fixture, 980_000)
    expectOrders(events, { side: 'buy', kind: 'limit', price: 970_000, quantity, budget: 0, hold: 970_000_000 })
    expectAll(
      everyone.map((holder) => fixture.frozen(holder, 0)),
      970_000_000n,
    )
  })

  it('follows the same seconds, and is let go at the same distance', () => {
    const fixture = opened()
    const terms = { side: 'buy', rate: 10_000_000, quantity: 0, budget: 50_000_000n } as const
    placeAll(fixture, (holder) => ({ type: 'placeSpotTrailing', holder, ...head, ...terms }))
    for (const ticks of [960_000, 950_000, 955_000]) {
      fixture.now += 1_000
      const stamp = Math.floor(fixture.now / 1_000) * 1_000
      const samples = [{ listing: 0, indexTenths: 10 * ticks, sources: 4, fresh: true }]
      fixture.must({ type: 'sampleIndex', stamp, kind: 'simulated', samples })
    }
    // one per cent above the lowest second, 95 000.0
    for (const ticks of [951_000, 959_499]) expect(letGo(fixture, ticks)).toEqual([])
    const events = letGo(fixture, 959_500)
    const seen = events.flatMap((event) =>
      event.type === 'spotTrailingTriggered' ? [[event.holder, event.extremeTenths] as const] : [],
    )
    expectAll(ofEach(seen), 9_500_000)
    expectOrders(events, { side: 'buy', kind: 'market', price: 0, quantity: 0, budget: 50_000_000, hold: 0 })
  })
})
