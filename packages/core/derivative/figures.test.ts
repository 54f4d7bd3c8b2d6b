import { describe, expect, it } from 'vitest'
import { MarginFixture } from '../testing/marginFixture.ts'
import { figuresAt } from './account.ts'
import { cushionOf, figuresOf, fineOf, noFigures } from './figures.ts'
import type { Position } from './state.ts'

const start = 1_000_000
const unit = 1_000_000n
// what a hundredth of a lot is worth a tick, in units of USDT
const perTick = 100n

function only(fixture: MarginFixture, holder: number, listing = 0): Position {
  const found = [...fixture.state.derivative.positions.values()].find(
    (position) => position.holder === fixture.account(holder).holder && position.listing === listing,
  )
  if (!found) throw new Error('no position')
  return found
}

function shown(fixture: MarginFixture, position: Position) {
  return figuresOf(fixture.state.derivative, fixture.state.venue, position, fixture.now)
}

describe('a price that is shown to a ten thousandth of a tick', () => {
  it('is rounded up for a long and down for a short, to the safe side', () => {
    const third = { numerator: 10n, denominator: 3n }
    expect(fineOf(third, 'long', 1)).toBe(33_334n)
    expect(fineOf(third, 'short', 1)).toBe(33_333n)
    expect(fineOf({ numerator: 60n, denominator: 3n }, 'long', 4)).toBe(50_000n)
    expect(fineOf(null, 'long', 1)).toBeNull()
  })
})

it('of an order that has opened nothing are none', () => {
  expect(noFigures).toEqual({
    entryFine: 0,
    markTenths: 0,
    liquidationFine: null,
    bankruptcyFine: null,
    value: 0n,
    profit: 0n,
    maintenance: 0n,
  })
})

describe('the figures of a ticket', () => {
  it.each(['buy', 'sell'] as const)(
    'of a %s stand at the mark, and its bankruptcy where its margin is gone',
    (side) => {
      const fixture = new MarginFixture()
      fixture.tickNow(start)
      fixture.trader(32, 90_000)
      const id = fixture.ticket(32, side, 10, 10)
      fixture.tick(start + 500)
      const position = fixture.position(id)
      if (!position) throw new Error('no ticket')
      const { cost, margin } = position
      const value = 10n * perTick * 100_050n
      const sign = side === 'buy' ? 1n : -1n
      const found = shown(fixture, position)
      expect(found).toMatchObject({ markTenths: start + 500, value, profit: sign * (value - cost) })
      expect(found.maintenance).toBe((value * 4n + 999n) / 1_000n)
      expect(BigInt(found.entryFine)).toBe((cost * 10_000n) / (10n * perTick))
      const gone = cost - sign * margin
      const quotient = (gone * 10_000n) / (10n * perTick)
      const rest = (gone * 10_000n) % (10n * perTick) === 0n || side === 'sell' ? 0n : 1n
      expect(found.bankruptcyFine).toBe(quotient + rest)
      expect(cushionOf(fixture.state.derivative, fixture.state.venue, position, fixture.now)).toBe(margin)
    },
  )

  it('without a young mark are of its own, and nothing of the market', () => {
    const fixture = new MarginFixture()
    fixture.tickNow(start)
    fixture.trader(32, 90_000)
    const id = fixture.ticket(32, 'buy', 10, 10)
    const position = fixture.position(id)
    if (!position) throw new Error('no ticket')
    const fresh = shown(fixture, position)
    fixture.now += 5_001
    expect(shown(fixture, position)).toEqual({ ...fresh, markTenths: 0, value: 0n, profit: 0n, maintenance: 0n })
  })
})

describe('a cross position', () => {
  it('has behind it what its account is worth, the profit of the others and less what they must keep', () => {
    const fixture = new MarginFixture()
    fixture.list('ETH')
    for (const listing of [0, 1]) fixture.tickNow(start, listing)
    fixture.trader(32, 90_000)
    for (const symbol of ['BTCUSDT', 'ETHUSDT']) fixture.setPerpetual(32, 'cross', 10, symbol)
    fixture.perpetual(32, 'buy', 10)
    fixture.perpetual(32, 'sell', 20, { symbol: 'ETHUSDT' })
    fixture.tick(start - 7_000, 0)
    fixture.tick(start + 3_000, 1)
    const [btc, eth] = [only(fixture, 32, 0), only(fixture, 32, 1)]
    const { derivative, venue } = fixture.state
    const other = figuresAt(derivative, eth, start + 3_000)
    expect(other.profit).toBeLessThan(0n)
    const cushion = fixture.worth(32) + other.profit - other.maintenance
    expect(cushionOf(derivative, venue, btc, fixture.now)).toBe(cushion)
  })

  it('whose account outlives any fall has no bankruptcy, and a short one has', () => {
    const fixture = new MarginFixture()
    fixture.tickNow(start)
    for (const holder of [32, 33]) {
      fixture.trader(holder, 90_000)
      fixture.setPerpetual(holder, 'cross', 10)
    }
    fixture.perpetual(32, 'buy', 1)
    fixture.perpetual(33, 'sell', 1)
    const long = shown(fixture, only(fixture, 32))
    const short = shown(fixture, only(fixture, 33))
    expect(long.bankruptcyFine).toBeNull()
    expect(long.liquidationFine).toBeNull()
    const { cost } = only(fixture, 33)
    expect(short.bankruptcyFine).toBe(((cost + fixture.worth(33)) * 10_000n) / perTick)
    expect(short.profit).toBeLessThan(unit)
  })
})
