import { expect, it } from 'vitest'
import { crossFigures, figuresAt } from '../derivative/account.ts'
import { MarginFixture } from '../testing/marginFixture.ts'
import { thinMargins } from './thin.ts'

const start = 1_000_000

function look(fixture: MarginFixture, skip = 0, count = 100, later = 0) {
  return thinMargins(fixture.state.derivative, fixture.state.venue, { skip, count }, fixture.now + later)
}

it('finds a ticket below 1.6 times its maintenance, and not above', () => {
  const fixture = new MarginFixture()
  fixture.tick(start)
  const holder = fixture.trader(40, 10_000)
  const id = fixture.ticket(holder, 'buy', 100, 20)
  expect(look(fixture)).toEqual({ thin: [], done: true })
  fixture.tick(955_500)
  const [one] = look(fixture).thin
  expect(one).toMatchObject({ holder, position: id, ticket: true })
  if (!one) throw new Error('nothing is thin')
  expect(one.equity * 100n).toBeLessThan(one.maintenance * 160n)
  expect(one.equity).toBeGreaterThan(one.maintenance)
})

it('says where no mark can decide now, so that nobody takes that for recovery', () => {
  const fixture = new MarginFixture()
  fixture.tick(start)
  const id = fixture.ticket(fixture.trader(40, 10_000), 'buy', 100, 20)
  expect(look(fixture, 0, 100, 60_000).thin).toMatchObject([{ position: id, equity: 0n, maintenance: 0n }])
})

it('goes through the accounts in parts', () => {
  const fixture = new MarginFixture()
  fixture.tick(start)
  for (const holder of [40, 41, 42]) fixture.ticket(fixture.trader(holder, 10_000), 'buy', 100, 20)
  fixture.tick(955_500)
  const parts = [look(fixture, 0, 2), look(fixture, 2, 2), look(fixture, 4, 2)]
  expect(parts.map(({ done }) => done)).toEqual([false, true, true])
  expect(parts.map(({ thin }) => thin.length)).toEqual([2, 1, 0])
  expect(parts.flatMap(({ thin }) => thin.map(({ holder }) => holder))).toEqual([40, 41, 42])
})

it('finds what has less than 1.6 times its maintenance, by the unit, and what no mark can decide once', () => {
  const fixture = new MarginFixture()
  fixture.tick(start)
  const id = fixture.ticket(fixture.trader(40, 10_000), 'buy', 100, 20)
  const position = fixture.position(id)
  if (!position) throw new Error('no position')
  const { profit, maintenance } = figuresAt(fixture.state.derivative, position, start)
  expect(maintenance % 5n).toBe(0n)
  const equity = (maintenance * 8n) / 5n
  const found = [equity, equity - 1n].map((one) => {
    Object.assign(position, { margin: one - profit })
    return look(fixture).thin
  })
  expect(found).toEqual([
    [],
    [{ holder: 40, position: id, listing: 0, ticket: true, equity: equity - 1n, maintenance }],
  ])
  expect(look(fixture, 0, 100, 60_000).thin).toEqual([
    { holder: 40, position: id, listing: 0, ticket: true, equity: 0n, maintenance: 0n },
  ])
})

it('looks at a cross account as a whole, and at none of its positions alone', () => {
  const fixture = new MarginFixture()
  fixture.tick(start)
  const holder = fixture.trader(40, 1_000)
  fixture.setPerpetual(holder, 'cross', 20)
  fixture.perpetual(holder, 'buy', 1_900)
  expect(look(fixture).thin).toEqual([])
  const account = { holder, position: 0, listing: 0, ticket: false }
  expect(look(fixture, 0, 100, 60_000).thin).toEqual([{ ...account, equity: 0n, maintenance: 0n }])
  fixture.tick(953_000)
  const [one, ...others] = look(fixture).thin
  expect(others).toEqual([])
  const { net, maintenance } = crossFigures(fixture.state.derivative, fixture.state.venue, holder, fixture.now)
  expect(one).toEqual({ ...account, equity: net, maintenance })
  // an isolated position is none of its holder's account
  const apart = fixture.trader(41, 1_000)
  fixture.setPerpetual(apart, 'isolated', 20)
  fixture.perpetual(apart, 'buy', 10)
  expect(look(fixture, 1).thin).toEqual([])
  expect(look(fixture, 1, 100, 60_000).thin).toMatchObject([{ holder: apart, ticket: false, listing: 0 }])
})
