import { expect, it } from 'vitest'
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
  expect(parts.flatMap(({ thin }) => thin.map(({ holder }) => holder))).toEqual([40, 41, 42])
})
