import { it } from 'vitest'
import { MarginFixture } from '../testing/marginFixture.ts'
it('FC-116 x', () => {
  const f = new MarginFixture({})
  f.tickNow(893_330)
  f.trader(32, 1_000)
  f.setPerpetual(32, 'cross', 10)
  f.perpetual(32, 'buy', 60)
  const c = f.state.venue.ledger
  console.log(c.available(32, 'contract', 0), f.account(32).perpetualHold)
  const events = f.perpetual(32, 'sell', 120)
  console.log(events.map((e) => e.type), events.at(-1), [...f.state.derivative.positions.values()])
})
