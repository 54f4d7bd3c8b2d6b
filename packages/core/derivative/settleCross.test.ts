import { beforeEach, describe, expect, it } from 'vitest'
import { OpenFixture } from '../testing/openFixture.ts'
import { settle, type Fill, type Settled } from './effect.ts'
import type { DerivativeOrder, Position } from './state.ts'

// A hundredth of a lot is worth 10 USDT at the mark of 100 000 ticks, and its maintenance is 0.4 % of that.
const holder = 40
const usdt = 1_000_000n
const short = { ok: false, why: 'margin', short: 0n }
const aside = { levels: 0, halfSpreadRate: 0, gapRate: 0, levelQuantity: 0, refillPerSecond: 0, positionMax: 0 }
const rests = { kind: 'limit', timeInForce: 'GTC', price: 100_000, heldPrice: 100_000 } as const
let fixture: OpenFixture

beforeEach(() => {
  fixture = new OpenFixture({ ladder: aside })
  fixture.list('ETH')
  for (const listing of [0, 1]) fixture.tickNow(1_000_000, listing)
  fixture.demo(holder)
})

function settled(order: Partial<DerivativeOrder>, fill: Partial<Fill> = {}): Settled {
  const { derivative, venue } = fixture.state
  const whole = fixture.order(holder, { lots: fill.lots ?? 10, ...order })
  const filled = { price: 100_000, lots: 10, feeRate: whole.feeRateTaker, fresh: 700, ...fill }
  return settle(derivative, venue, whole, filled, fixture.now)
}

/** What a fill would do; the test fails where it may not be. */
function effect(order: Partial<DerivativeOrder>, fill: Partial<Fill> = {}) {
  const found = settled(order, fill)
  if (!found.ok) throw new Error(`refused: ${found.why}`)
  return found.effect
}

/** A cross position of 100 USDT at ten times. */
const cross = (more: Partial<Position> = {}) => fixture.opened(holder, { kind: 'cross', ...more })
const sells = { side: 'sell', reduceOnly: true } as const

describe('a fill that closes what is cross', () => {
  it('may be as bad as the bankruptcy price of the whole account and no worse, of one lot as of all', () => {
    cross()
    fixture.marked(920_000)
    fixture.has(holder, { held: 10n * usdt })
    for (const lots of [1, 10]) {
      expect(settled(sells, { price: 89_999, lots })).toEqual(short)
      expect(settled(sells, { price: 90_000, lots }).ok).toBe(true)
    }
  })

  it('realises its part at the average, and moves no margin but what the account holds', () => {
    const { id } = cross()
    fixture.has(holder, { available: 5n * usdt, held: 10n * usdt })
    expect(effect(sells, { price: 101_000, lots: 4 })).toEqual({
      order: fixture.state.derivative.nextOrder,
      holder,
      product: 'perpetual',
      kind: 'cross',
      purpose: 'open',
      multiple: 10,
      closing: id,
      lotsClosed: 4,
      costClosed: 40n * usdt,
      realised: 400_000n,
      opening: 0,
      lotsOpened: 0,
      costOpened: 0n,
      fee: 20_200n,
      holdReleased: 0n,
      marginChange: 0n,
      perpetualChange: -4n * usdt,
      insurance: 0n,
      lots: 6,
      cost: 60n * usdt,
      margin: 0n,
      filled: true,
    })
    const one = { lotsClosed: 1, costClosed: 10n * usdt, realised: 100_000n, lots: 9, cost: 90n * usdt }
    expect(effect(sells, { price: 101_000, lots: 1 })).toMatchObject(one)
  })

  it('takes no more fee than the account is worth', () => {
    cross()
    // 0.01 is left of 10 after a loss of 9.99
    fixture.marked(900_100)
    fixture.has(holder, { held: 10n * usdt })
    expect(effect(sells, { price: 90_010 })).toMatchObject({ realised: -9_990_000n, fee: 10_000n, lots: 0 })
    expect(effect(sells, { price: 90_010, lots: 5 })).toMatchObject({ realised: -4_995_000n, fee: 10_000n })
    // dearer than the mark by a hundredth: 0.02
    expect(effect(sells, { price: 90_020 })).toMatchObject({ fee: 20_000n })
    // a single unit
    fixture.has(holder, { held: 10_000_001n })
    fixture.marked(900_000)
    expect(effect(sells, { price: 90_000 })).toMatchObject({ realised: -10n * usdt, fee: 1n })
    fixture.has(holder, { held: 10n * usdt })
    // below nothing at the mark, and still so once half of it is closed
    fixture.marked(880_000)
    expect(effect(sells, { price: 90_000, lots: 5 })).toMatchObject({ realised: -5n * usdt, fee: 0n })
  })

  it('asks for cash where the loss is more than the balance, though other profits are worth more', () => {
    cross()
    cross({ listing: 1 })
    fixture.marked(1_500_000, 1)
    fixture.marked(800_000)
    // a loss of 20 and a fee of 0.04
    fixture.has(holder, { available: 40_000n, held: 20n * usdt })
    expect(effect(sells, { price: 80_000 })).toMatchObject({
      realised: -20n * usdt,
      fee: 40_000n,
      perpetualChange: -20n * usdt,
    })
    fixture.has(holder, { available: 39_999n, held: 20n * usdt })
    expect(settled(sells, { price: 80_000 })).toEqual({ ok: false, why: 'cash', short: 1n })
  })
})

describe('a fill that turns what is cross', () => {
  it('pays its whole fee, however little is left: what is missing in cash counts it', () => {
    cross()
    cross({ listing: 1 })
    // 20 lost and 10.01 gained beside a balance of 10
    fixture.marked(800_000)
    fixture.marked(1_100_100, 1)
    fixture.has(holder, { held: 10n * usdt })
    const turned = settled({ side: 'sell' }, { price: 80_000, lots: 11 })
    expect(turned).toEqual({ ok: false, why: 'cash', short: 10_044_000n })
  })

  it('requires what it leaves and no more', () => {
    cross()
    cross({ listing: 1 })
    fixture.marked(1_100_000, 1)
    fixture.has(holder, { available: 100n * usdt, held: 20n * usdt })
    expect(effect({ side: 'sell' }, { lots: 11 })).toMatchObject({
      lotsClosed: 10,
      lotsOpened: 1,
      opening: 700,
      realised: 0n,
      fee: 55_000n,
      lots: 1,
      cost: 10n * usdt,
      // a tenth of 10 and of 100 are required
      perpetualChange: -9n * usdt,
    })
  })

  it('reckons the bracket by what it leaves: 30 000 USDT turned are 30 000', () => {
    cross({ lots: 3_000, cost: 30_000n * usdt, multiple: 100 })
    // hold and fee apart, 120 must stay
    const turns = { ...rests, side: 'sell', multiple: 100, lots: 6_000, hold: 1n } as const
    fixture.has(holder, { available: 29_999_999n, held: 120n * usdt, frozen: 1n })
    expect(settled(turns, { lots: 6_000 }).ok).toBe(true)
    fixture.has(holder, { available: 29_999_998n, held: 120n * usdt, frozen: 1n })
    expect(settled(turns, { lots: 6_000 })).toEqual(short)
  })
})

describe('a fill that opens what is cross', () => {
  it('leaves the whole account its maintenance, to the unit', () => {
    // 100 USDT here and in another market; 1.05 is held for 100 more, which cost 0.05 of it
    const { id } = cross({ multiple: 100 })
    cross({ listing: 1, multiple: 100 })
    const order = { ...rests, multiple: 100, hold: 1_050_000n } as const
    fixture.has(holder, { held: 200_000n, frozen: 1_050_000n })
    expect(effect(order)).toMatchObject({
      fee: 50_000n,
      holdReleased: 1_050_000n,
      // 1.2 is all there is
      perpetualChange: usdt,
      marginChange: 0n,
      closing: 0,
      costClosed: 0n,
      opening: id,
      lots: 20,
      cost: 200n * usdt,
    })
    fixture.has(holder, { held: 199_999n, frozen: 1_050_000n })
    expect(settled(order)).toEqual(short)
  })

  it('keeps of what was held what the rest holds, rounded up for the whole order alone', () => {
    // a third of 30, of which the first was rounded up: of the last, a third rounded down, and its fee
    const order = { ...rests, multiple: 3, lots: 3, filled: 1, quoteFilled: 10n * usdt, hold: 6_676_666n } as const
    fixture.has(holder, { available: usdt, frozen: 6_676_666n })
    expect(effect(order, { lots: 1 })).toMatchObject({ holdReleased: 6_676_666n - 3_338_333n, filled: false })
  })

  it('counts what a price away from the mark loses or gains at once', () => {
    const order = { ...rests, multiple: 100 } as const
    // 0.6 lost of the 1 that was held leave the 0.4 that a first position must keep
    const fill = { price: 100_600, feeRate: 0 } as const
    fixture.has(holder, { frozen: usdt })
    expect(settled({ ...order, hold: 1_000_000n }, fill).ok).toBe(true)
    expect(settled({ ...order, hold: 999_999n }, fill)).toEqual(short)
    const gains = { price: 99_400, feeRate: 0 } as const
    fixture.has(holder, { frozen: 1n })
    expect(settled({ ...order, hold: 1n }, gains).ok).toBe(true)
    expect(settled({ ...order, side: 'sell', hold: 1n }, gains)).toEqual(short)
  })

  it('leaves the holder’s tickets in the market theirs', () => {
    const beside = fixture.opened(holder, { lots: 4_000, cost: 40_000n * usdt, margin: 175n * usdt, multiple: 100 })
    fixture.has(holder, { available: 10_000n * usdt, frozen: 175n * usdt })
    expect(settled({}, { lots: 4_000 }).ok).toBe(true)
    beside.margin -= 1n
    expect(settled({}, { lots: 4_000 })).toEqual(short)
  })

  it('at the market pays from what is free and from what the account has, to the unit', () => {
    // what it opens requires 10 and costs 0.05
    fixture.has(holder, { available: 10_050_000n })
    expect(effect({})).toMatchObject({ fee: 50_000n, perpetualChange: 10n * usdt })
    fixture.has(holder, { available: 10_049_999n })
    expect(settled({})).toEqual(short)
    fixture.has(holder, { available: 5_000n })
    expect(settled({}, { lots: 1 })).toEqual(short)
    // one of another market requires 10, and has lost 3
    cross({ listing: 1 })
    fixture.marked(970_000, 1)
    fixture.has(holder, { available: 13_050_000n, held: 10n * usdt })
    expect(settled({}).ok).toBe(true)
    fixture.has(holder, { available: 13_049_999n, held: 10n * usdt })
    expect(settled({})).toEqual(short)
    // what was held was found free before
    fixture.has(holder, { available: 13n * usdt, held: 10n * usdt, frozen: 1n })
    expect(settled({ ...rests, hold: 1n }).ok).toBe(true)
    // its profit is no balance
    fixture.marked(1_100_000, 1)
    fixture.has(holder, { available: 10_050_000n, held: 10n * usdt })
    expect(settled({}).ok).toBe(true)
    fixture.has(holder, { available: 10_049_999n, held: 10n * usdt })
    expect(settled({})).toEqual(short)
  })
})
