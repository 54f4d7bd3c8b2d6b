import { describe, expect, it } from 'vitest'
import type { TargetChange } from '../derivative/command.ts'
import { closeLadder, MarginFixture } from '../testing/marginFixture.ts'

const start = 1_000_000
const nothing = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY]

/** Two markets whose house buys and sells 100 000 lots at 0.01 % off 100 000.0. */
function begin(): MarginFixture {
  const fixture = new MarginFixture({ ladder: { ...closeLadder, levelQuantity: 100_000 } })
  fixture.list('ETH')
  for (const listing of [0, 1]) fixture.tick(start, listing)
  return fixture
}

/** The nearest marks below and above that fire a stop or a take-profit, end a position on its own margin, or leave a band. */
function waits(fixture: MarginFixture, listing = 0): Record<'targets' | 'edges' | 'bands', number[]> {
  const { derivative, venue, watch } = fixture.state
  watch.refresh(derivative, venue, fixture.now)
  const { targets, edges, bands } = watch.market('demo', listing)
  return {
    targets: [targets.below, targets.above],
    edges: [edges.below, edges.above],
    bands: [bands.below, bands.above],
  }
}

function close(fixture: MarginFixture, holder: number, order: number): void {
  fixture.must({ type: 'closeContract', holder, order, lots: 0, fault: '' })
}

describe('the marks that a tick has to look at', () => {
  it('are the targets of tickets and the ends of their margins, and none once they are closed', () => {
    const fixture = begin()
    const long = fixture.ticket(fixture.trader(40, 1_000), 'buy', 10, 5, { stopLoss: 99_000, takeProfit: 101_000 })
    // 100.01 paid less 20.002 of margin, by 0.996 of what is left to be kept
    expect(waits(fixture)).toEqual({
      targets: [990_000, 1_010_000],
      edges: [803_293, Number.POSITIVE_INFINITY],
      bands: nothing,
    })
    const short = fixture.ticket(fixture.trader(41, 1_000), 'sell', 10, 5, { stopLoss: 101_500, takeProfit: 98_000 })
    // 99.99 received and 19.998 of margin, by 1.004
    expect(waits(fixture)).toEqual({ targets: [990_000, 1_010_000], edges: [803_293, 1_195_100], bands: nothing })
    close(fixture, 40, long)
    expect(waits(fixture)).toEqual({
      targets: [980_000, 1_015_000],
      edges: [Number.NEGATIVE_INFINITY, 1_195_100],
      bands: nothing,
    })
    expect(fixture.state.watch.size).toBe(1)
    close(fixture, 41, short)
    expect(waits(fixture)).toEqual({ targets: nothing, edges: nothing, bands: nothing })
    expect(fixture.state.watch.size).toBe(0)
  })

  it('are a target’s new price alone once it is changed, and none once it is taken off', () => {
    const fixture = begin()
    const order = fixture.ticket(fixture.trader(40, 1_000), 'buy', 10, 5, { stopLoss: 99_000, takeProfit: 101_000 })
    expect(waits(fixture).targets).toEqual([990_000, 1_010_000])
    const set = (stopLoss: TargetChange, takeProfit: TargetChange): number[] => {
      fixture.must({ type: 'setContractTargets', holder: 40, order, stopLoss, takeProfit, fault: '' })
      return waits(fixture).targets
    }
    const to = (price: number): TargetChange => ({ change: 'set', price })
    expect(set(to(98_000), to(102_000))).toEqual([980_000, 1_020_000])
    expect(set(to(98_500), to(101_500))).toEqual([985_000, 1_015_000])
    expect(fixture.state.watch.market('demo', 0).targets.size).toBe(2)
    expect(set({ change: 'remove', price: 0 }, to(101_600))).toEqual([Number.NEGATIVE_INFINITY, 1_016_000])
  })

  it('are the new end of a margin alone once it has grown', () => {
    const fixture = begin()
    fixture.trader(40, 1_000)
    fixture.setPerpetual(40, 'isolated', 10)
    fixture.perpetual(40, 'buy', 100)
    waits(fixture)
    const position = fixture.account(40).perpetual.get(0)?.id ?? 0
    fixture.must({ type: 'addPerpetualMargin', holder: 40, position, amount: 99_600_000n, fault: '' })
    // a hundred lots' margin more, by 0.996: 903 704 less 100 000
    expect(waits(fixture).edges).toEqual([803_704, Number.POSITIVE_INFINITY])
    expect(fixture.state.watch.market('demo', 0).edges.size).toBe(1)
  })

  it('are reckoned anew for a cross position that was touched, whatever touched it', () => {
    const fixture = begin()
    fixture.trader(40, 1_000)
    fixture.setPerpetual(40, 'cross', 50)
    fixture.perpetual(40, 'buy', 100)
    const { bands } = waits(fixture)
    const { derivative } = fixture.state
    const position = fixture.account(40).perpetual.get(0)
    if (!position) throw new Error('no position')
    // a cent less was paid: a hundred lots of what is left, by 0.996
    Object.assign(position, { cost: position.cost - 10_000_000n })
    expect(waits(fixture).bands).toEqual(bands)
    derivative.touched.positions.add(position.id)
    expect(waits(fixture).bands[0]).toBeLessThan(bands[0])
  })

  it('are none of a long that has paid all of its price', () => {
    const fixture = begin()
    fixture.ticket(fixture.trader(40, 1_000), 'buy', 10, 1)
    expect(waits(fixture).edges).toEqual(nothing)
  })

  it('are the ends of isolated positions, each in its own market', () => {
    const fixture = begin()
    fixture.trader(40, 1_000)
    for (const symbol of ['BTCUSDT', 'ETHUSDT']) fixture.setPerpetual(40, 'isolated', 10, symbol)
    fixture.perpetual(40, 'buy', 100)
    fixture.perpetual(40, 'sell', 100, { symbol: 'ETHUSDT' })
    // 1 000.1 less 100.01, by 0.996; 999.9 and 99.99, by 1.004
    expect(waits(fixture)).toEqual({ targets: nothing, edges: [903_704, Number.POSITIVE_INFINITY], bands: nothing })
    expect(waits(fixture, 1)).toEqual({
      targets: nothing,
      edges: [Number.NEGATIVE_INFINITY, 1_095_508],
      bands: nothing,
    })
  })

  it('are where a cross account would stand at its maintenance, had each position lost its share of what is above it', () => {
    const fixture = begin()
    fixture.trader(40, 1_000)
    for (const symbol of ['BTCUSDT', 'ETHUSDT']) fixture.setPerpetual(40, 'cross', 50, symbol)
    fixture.perpetual(40, 'buy', 100)
    // 999.49995 are left after the fee: 0.60005 of the 1 000.1 paid, by 0.996
    expect(waits(fixture)).toEqual({ targets: nothing, edges: nothing, bands: [602, Number.POSITIVE_INFINITY] })
    fixture.perpetual(40, 'sell', 300, { symbol: 'ETHUSDT' })
    // 981.6001 above 16 of maintenance: a quarter for the long, three for the short
    expect(waits(fixture).bands).toEqual([753_614, Number.POSITIVE_INFINITY])
    expect(waits(fixture, 1).bands).toEqual([Number.NEGATIVE_INFINITY, 1_244_423])
    fixture.must({ type: 'closeAllPerpetual', holder: 40, symbol: 'BTCUSDT' })
    expect(waits(fixture).bands).toEqual(nothing)
    fixture.must({ type: 'closeAllPerpetual', holder: 40, symbol: 'ETHUSDT' })
    expect(waits(fixture, 1).bands).toEqual(nothing)
  })

  it('are all that there are for a cross account below its maintenance', () => {
    const fixture = begin()
    fixture.trader(40, 1_000)
    fixture.setPerpetual(40, 'cross', 50)
    fixture.perpetual(40, 'buy', 1_000)
    const { derivative, venue, watch } = fixture.state
    waits(fixture)
    Object.assign(venue.marks.of(0), { indexTenths: 900_000 })
    expect(watch.reckon(derivative, venue, 40, fixture.now)).toMatchObject({ maintenance: 36_000_000n })
    expect(waits(fixture).bands).toEqual([Number.MAX_SAFE_INTEGER - 1, Number.POSITIVE_INFINITY])
    expect(watch.asked(derivative, 'demo', 0, { markTenths: 900_000, decided: true })).toEqual([40])
    expect(watch.asked(derivative, 'demo', 0, { markTenths: 900_000, decided: true })).toEqual([])
    expect(watch.reckon(derivative, venue, 41, fixture.now)).toBeNull()
  })

  it('are those of one that has fired and is open still no more, which each tick looks at; what was passed is told by its cause', () => {
    const fixture = begin()
    const targets = { stopLoss: 101_500, takeProfit: 98_000 }
    const [first = 0, then = 0] = [40, 41].map((holder) =>
      fixture.ticket(fixture.trader(holder, 1_000), 'sell', 10, 5, targets),
    )
    waits(fixture)
    const { derivative, venue, watch } = fixture.state
    Object.assign(venue.marks.of(0), { indexTenths: 975_000 })
    expect(watch.takeTargets(derivative, venue, 'demo', 0, 1)).toEqual([{ position: first, cause: 'take_profit' }])
    for (const id of [first, then]) {
      Object.assign(derivative.positions.get(id) ?? {}, { triggered: 'take_profit' })
      derivative.touched.positions.add(id)
    }
    expect(waits(fixture).targets).toEqual(nothing)
    expect([...watch.market('demo', 0).firing]).toEqual([first, then])
  })

  it('ask for cross accounts by their oldest position', () => {
    const fixture = begin()
    for (const holder of [42, 40, 41]) {
      fixture.trader(holder, 1_000)
      fixture.setPerpetual(holder, 'cross', 50)
    }
    for (const holder of [41, 42, 40]) fixture.perpetual(holder, 'buy', holder === 42 ? 900 : 1_000)
    waits(fixture)
    const by = { markTenths: 800_000, decided: true }
    expect(fixture.state.watch.asked(fixture.state.derivative, 'demo', 0, by)).toEqual([41, 42, 40])
  })
})
