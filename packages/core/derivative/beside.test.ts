import { describe, expect, it } from 'vitest'
import { MarginFixture } from '../testing/marginFixture.ts'
import { figuresAt, ownEquity } from './account.ts'

const mark = 957_500

/** A ticket of 40 000 USDT at 20x that a fall has left with 296.2 USDT, with much free margin beside it. */
function begin(): { fixture: MarginFixture; ticket: number } {
  const fixture = new MarginFixture()
  fixture.tick(1_000_000)
  fixture.trader(40, 100_000)
  const ticket = fixture.ticket(40, 'buy', 4_000, 20)
  for (const at of [985_000, 970_000, 960_000, mark]) fixture.tick(at)
  fixture.setPerpetual(40, 'cross', 20)
  return { fixture, ticket }
}

function figures(fixture: MarginFixture, id: number): { equity: bigint; maintenance: bigint } {
  const position = fixture.position(id)
  if (!position) throw new Error('the position is gone')
  const { derivative } = fixture.state
  return {
    equity: ownEquity(derivative, position, mark),
    maintenance: figuresAt(derivative, position, mark).maintenance,
  }
}

describe('a fill that leads the holder into a higher bracket', () => {
  for (const product of ['contract', 'perpetual'] as const) {
    it(`is not made where it would leave another ticket below its maintenance: ${product}`, () => {
      const { fixture, ticket } = begin()
      const open = (): unknown =>
        product === 'contract' ? fixture.ticket(40, 'buy', 30_000, 20) : fixture.perpetual(40, 'buy', 30_000)
      open()
      expect(figures(fixture, ticket)).toEqual({ equity: 296_200_000n, maintenance: 230_058_824n })
      for (let at = 0; at < 8; at++) fixture.tick(mark)
      // another 30 000 would raise it to 301.75 USDT
      const whole = (): number | undefined => fixture.account(40).lots.get(0)
      try {
        open()
      } catch (error) {
        expect(error).toBeInstanceOf(Error)
      }
      const { equity, maintenance } = figures(fixture, ticket)
      expect(equity).toBe(296_200_000n)
      expect(maintenance).toBeLessThanOrEqual(equity)
      expect(whole()).toBeLessThan(64_000)
      expect(fixture.tick(mark).some(({ type }) => type === 'liquidationStarted')).toBe(false)
      expect(fixture.position(ticket)?.lots).toBe(4_000)
    })
  }
})
