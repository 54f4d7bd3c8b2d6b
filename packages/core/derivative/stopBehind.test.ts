import { expect, it } from 'vitest'
import { MarginFixture } from '../testing/marginFixture.ts'
import { figuresOf } from './figures.ts'
import { stopBehindLiquidation } from './stopBehind.ts'

it.each([
  ['long', 54_216, true],
  ['long', 54_217, false],
  ['short', 65_738, true],
  ['short', 65_737, false],
] as const)('a %s with its stop at %s lies behind its liquidation: %s', (side, stop, behind) => {
  const liquidation = side === 'long' ? 542_168_675n : 657_370_518n
  expect(stopBehindLiquidation(side, stop, liquidation)).toBe(behind)
})

it('lies behind nothing where no price liquidates', () => {
  expect(stopBehindLiquidation('long', 1, null)).toBe(false)
  expect(stopBehindLiquidation('short', 1, null)).toBe(false)
})

it('lies behind where it is the very price', () => {
  expect(stopBehindLiquidation('long', 54_216, 542_160_000n)).toBe(true)
  expect(stopBehindLiquidation('short', 65_738, 657_380_000n)).toBe(true)
})

it('says of a ticket what the engine does: one stop in front of its liquidation is kept, one behind never fires', () => {
  for (const [away, reason] of [
    [5, 'stop_loss'],
    [-5, 'liquidation'],
  ] as const) {
    const fixture = new MarginFixture()
    fixture.tickNow(1_000_000)
    fixture.trader(32, 20_000)
    const id = fixture.ticket(32, 'buy', 100, 100)
    const position = fixture.position(id)
    if (!position) throw new Error('no position')
    const { derivative, venue } = fixture.state
    const { liquidationFine } = figuresOf(derivative, venue, position, fixture.now)
    if (liquidationFine === null) throw new Error('no liquidation')
    const stop = Number(liquidationFine / 10_000n) + away
    expect(stopBehindLiquidation('long', stop, liquidationFine)).toBe(reason === 'liquidation')
    fixture.must({
      type: 'setContractTargets',
      holder: 32,
      order: id,
      stopLoss: { change: 'set', price: stop },
      takeProfit: { change: 'keep', price: 0 },
      fault: '',
    })
    // the mark falls tick by tick, so that whichever is nearer fires first
    for (let mark = 1_000_000; fixture.position(id) && mark > 980_000; mark -= 10) {
      const fired = fixture
        .tick(mark)
        .flatMap((event) => (event.type === 'derivativeTraded' ? [event.taker.purpose] : []))
      if (fired.length > 0) expect(fired[0]).toBe(reason)
    }
    expect(fixture.position(id)).toBeUndefined()
  }
})
