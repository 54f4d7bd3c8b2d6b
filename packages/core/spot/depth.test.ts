import { describe, expect, it } from 'vitest'
import type { Side } from '../book/book.ts'
import type { Realm } from '../ledger/holders.ts'
import { btcTerms, Fixture } from '../testing/exchangeFixture.ts'
import { bookLevels } from './depth.ts'

// around an index of 100 000 ticks the house stands at 99 970 and 99 950, and at 100 030 and 100 050
const ladder = {
  levels: 2,
  halfSpreadRate: 300_000,
  gapRate: 200_000,
  levelQuantity: 3_000,
  refillPerSecond: 0,
  positionMax: 20_000,
}

function fixtureWith(positionMax = ladder.positionMax): Fixture {
  const fixture = new Fixture({ ...btcTerms, ladder: { ...ladder, positionMax } })
  fixture.demo(40)
  fixture.give(40, 1, 900_000_000n)
  fixture.placed(40, 'buy', 99_970, 500)
  fixture.placed(40, 'buy', 99_960, 100)
  fixture.placed(40, 'buy', 99_940, 80)
  fixture.placed(40, 'sell', 100_030, 700)
  fixture.placed(40, 'sell', 100_040, 50)
  fixture.placed(40, 'sell', 100_060, 20)
  return fixture
}

function shown({ state, now }: Fixture, side: Side, count = 9, realm: Realm = 'demo') {
  const levels = bookLevels(state.spot, state.venue, state.venue.listings[0], realm, side, count, now)
  return levels.map(({ price, quantity }) => [price, quantity])
}

describe('the levels of a book', () => {
  it('are what users and the house have at each price, the best first', () => {
    const fixture = fixtureWith()
    const buys = [
      [99_970, 3_500],
      [99_960, 100],
      [99_950, 3_000],
      [99_940, 80],
    ]
    expect(shown(fixture, 'buy')).toEqual(buys)
    expect(shown(fixture, 'buy', 2)).toEqual(buys.slice(0, 2))
    expect(shown(fixture, 'sell')).toEqual([
      [100_030, 3_700],
      [100_040, 50],
      [100_050, 3_000],
      [100_060, 20],
    ])
    expect(shown(fixture, 'sell', 1)).toEqual([[100_030, 3_700]])
    expect(shown(fixture, 'buy', 9, 'real')).toEqual([])
  })

  it('have no level of the house of which nothing can be traded', () => {
    const fixture = fixtureWith(3_000)
    expect(shown(fixture, 'buy')).toEqual([
      [99_970, 3_500],
      [99_960, 100],
      [99_940, 80],
    ])
    fixture.now += 3_600_000
    expect(shown(fixture, 'sell')).toEqual([
      [100_030, 700],
      [100_040, 50],
      [100_060, 20],
    ])
  })
})
