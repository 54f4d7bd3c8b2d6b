import { beforeEach, describe, expect, it } from 'vitest'
import { OpenFixture } from '../testing/openFixture.ts'
import { bracketsFrom } from './bracketVersions.ts'
import { settle, type Fill, type Settled } from './effect.ts'
import type { DerivativeOrder, Position } from './state.ts'

// A hundredth of a lot is worth 10 USDT at the mark of 100 000 ticks, and its maintenance is 0.4 % of that.
const holder = 40
const usdt = 1_000_000n
const short = { ok: false, why: 'margin', short: 0n }
const aside = { levels: 0, halfSpreadRate: 0, gapRate: 0, levelQuantity: 0, refillPerSecond: 0, positionMax: 0 }
let fixture: OpenFixture

beforeEach(() => {
  fixture = new OpenFixture({ ladder: aside })
  fixture.list('ETH')
  for (const listing of [0, 1]) fixture.tickNow(1_000_000, listing)
  fixture.demo(holder)
})

function settled(order: Partial<DerivativeOrder>, fill: Partial<Fill> = {}): Settled {
  const { derivative, venue } = fixture.state
  const whole = fixture.order(holder, { position: 'isolated', lots: fill.lots ?? 10, ...order })
  const filled = { price: 100_000, lots: 10, feeRate: whole.feeRateTaker, fresh: 700, ...fill }
  return settle(derivative, venue, whole, filled, fixture.now)
}

/** What a fill would do; the test fails where it may not be. */
function effect(order: Partial<DerivativeOrder>, fill: Partial<Fill> = {}) {
  const found = settled(order, fill)
  if (!found.ok) throw new Error(`refused: ${found.why}`)
  return found.effect
}

/** An isolated position of 100 USDT with a margin of 10 at ten times. */
const isolated = (more: Partial<Position> = {}) =>
  fixture.opened(holder, { kind: 'isolated', margin: 10n * usdt, ...more })
const sells = { side: 'sell', reduceOnly: true } as const

describe('a fill that closes what has its own margin', () => {
  it('may be as bad as the bankruptcy price and no worse, of one lot as of all', () => {
    isolated()
    fixture.marked(920_000)
    for (const lots of [1, 10]) {
      expect(settled(sells, { price: 89_999, lots })).toEqual(short)
      expect(settled(sells, { price: 90_000, lots }).ok).toBe(true)
    }
  })

  it('gives back the share of what is closed and takes its loss and fee from it, however the mark stands', () => {
    const { id } = isolated()
    const closed = effect(sells, { price: 101_000, lots: 4 })
    // 0.4 gained, a fee of five hundredths of a per cent of 40.4
    expect(closed).toEqual({
      order: fixture.state.derivative.nextOrder,
      holder,
      product: 'perpetual',
      kind: 'isolated',
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
      marginChange: -4n * usdt,
      perpetualChange: 0n,
      insurance: 0n,
      lots: 6,
      cost: 60n * usdt,
      margin: 6n * usdt,
      filled: true,
    })
    // at the bankruptcy price the loss alone is the share: the fee is taken from the margin that stays
    fixture.marked(1_100_000)
    expect(effect(sells, { price: 90_000, lots: 5 })).toMatchObject({
      realised: -5n * usdt,
      fee: 22_500n,
      marginChange: -5_022_500n,
    })
  })

  it('takes no more fee than remains of the margin', () => {
    isolated()
    fixture.marked(920_000)
    expect(effect(sells, { price: 90_010 })).toMatchObject({
      realised: -9_990_000n,
      fee: 10_000n,
      marginChange: -10n * usdt,
    })
    expect(effect(sells, { price: 90_000 })).toMatchObject({ realised: -10n * usdt, fee: 0n, lots: 0, margin: 0n })
    // what is left open has lost 4.99 as well: 0.02 remain of 10
    fixture.marked(900_200)
    expect(effect(sells, { price: 90_020, lots: 5 })).toMatchObject({ realised: -4_990_000n, fee: 20_000n })
    // below nothing at the mark
    fixture.marked(880_000)
    expect(effect(sells, { price: 90_000, lots: 5 })).toMatchObject({ realised: -5n * usdt, fee: 0n })
    // a single unit remains
    for (const position of fixture.account(holder).positions.values()) position.margin += 1n
    expect(effect(sells, { price: 90_000 })).toMatchObject({ realised: -10n * usdt, fee: 1n })
  })

  it('counts no profit that is not realised among what remains', () => {
    isolated({ lots: 1_000, cost: 10_000n * usdt, margin: 1_000n * usdt })
    fixture.marked(1_100_000)
    expect(effect(sells, { price: 90_000, lots: 999 })).toMatchObject({ realised: -999n * usdt, fee: usdt })
  })

  it('is for the owner’s good where its account’s marks do not decide, and opening is not', () => {
    isolated()
    fixture.opened(holder, { kind: 'cross', listing: 1 })
    fixture.has(holder, { available: 1_000n * usdt, held: 10n * usdt })
    fixture.now += 5_001
    fixture.marked(1_000_000)
    expect(settled(sells, { lots: 4 }).ok).toBe(true)
    const held = { kind: 'limit', price: 100_000, heldPrice: 100_000, hold: 10_050_000n } as const
    for (const lots of [1, 10]) expect(settled(held, { lots })).toEqual(short)
    fixture.marked(1_000_000, 1)
    for (const lots of [1, 10]) expect(settled(held, { lots }).ok).toBe(true)
  })

  it('gives what comes free to the cross account where that is short', () => {
    isolated()
    fixture.opened(holder, { kind: 'cross', listing: 1 })
    fixture.has(holder, { held: 4n * usdt, frozen: 10n * usdt })
    // 4 of margin and 0.4 gained, less the fee
    expect(effect(sells, { price: 101_000, lots: 4 })).toMatchObject({ perpetualChange: 4_379_800n })
  })
})

describe('a fill that turns what has its own margin', () => {
  it('takes the margin of what it opens as if nothing were filled before, and the whole fee', () => {
    isolated()
    fixture.has(holder, { available: 100n * usdt, frozen: 10n * usdt })
    fixture.marked(900_000)
    // 0.9 for a lot of 9, and the fee on 99
    expect(effect({ side: 'sell' }, { price: 90_000, lots: 11 })).toMatchObject({
      closing: expect.any(Number),
      lotsClosed: 10,
      realised: -10n * usdt,
      opening: 700,
      lotsOpened: 1,
      costOpened: 9n * usdt,
      fee: 49_500n,
      marginChange: -9_100_000n,
      lots: 1,
      cost: 9n * usdt,
      margin: 900_000n,
    })
  })

  it('does so where it closes one lot, and rounds the margin up by itself', () => {
    isolated({ lots: 1, cost: 10n * usdt, margin: 1n * usdt })
    fixture.has(holder, { available: 100n * usdt, frozen: 1n * usdt })
    expect(effect({ side: 'sell', multiple: 3, quoteFilled: 2n }, { lots: 2 })).toMatchObject({
      lotsOpened: 1,
      margin: 3_333_334n,
      marginChange: 2_333_334n,
    })
  })

  it('bears the brackets of its order; one that grows bears the later of the two', () => {
    const { brackets } = fixture.state.derivative
    brackets[0]?.versions.push(bracketsFrom([{ floor: 0n, maintenanceRate: 8_000_000, multipleMax: 100 }]))
    isolated({ bracketVersion: 2, margin: 20n * usdt })
    fixture.has(holder, { available: 1_000n * usdt, frozen: 20n * usdt })
    // ten lots sold at 99 500 with 0.995 behind them have lost 0.5: 0.495 is above 0.4 and below 0.8
    const turns = { side: 'sell', multiple: 100 } as const
    expect(settled(turns, { price: 99_500, lots: 20 }).ok).toBe(true)
    expect(settled({ ...turns, bracketVersion: 2 }, { price: 99_500, lots: 20 })).toEqual(short)
    // twenty lots of which ten were bought too dear: 1.6 of maintenance, 0.8 by the order’s own
    const grows = { multiple: 100, lots: 10 }
    const grown = fixture.position([...fixture.account(holder).positions.keys()][0])
    if (!grown) throw new Error('nothing is open')
    grown.margin = 500_000n
    expect(settled(grows).ok).toBe(false)
    grown.margin = 600_000n
    expect(settled(grows).ok).toBe(true)
  })
})

describe('a fill that opens what has its own margin', () => {
  it('grows a position by the difference of the margins, and pays no more than is usable', () => {
    const { id } = isolated()
    fixture.has(holder, { available: 10_050_000n, frozen: 10n * usdt })
    expect(effect({})).toMatchObject({
      closing: 0,
      opening: id,
      margin: 20n * usdt,
      marginChange: 10n * usdt,
      fee: 50_000n,
      lots: 20,
    })
    expect(effect({ multiple: 3, quoteFilled: 2n }, { lots: 1 })).toMatchObject({ margin: 13_333_333n })
    fixture.has(holder, { available: 10_049_999n, frozen: 10n * usdt })
    expect(settled({})).toEqual(short)
  })

  it('pays no more than is free where a cross position has lost', () => {
    // 100 USDT that require 10 have lost 3: of 20 that are available, 17 are free
    fixture.opened(holder, { kind: 'cross', listing: 1 })
    fixture.marked(970_000, 1)
    fixture.has(holder, { available: 13_050_000n, held: 10n * usdt })
    expect(effect({})).toMatchObject({ marginChange: 10n * usdt, fee: 50_000n, perpetualChange: 0n })
    fixture.has(holder, { available: 13_049_999n, held: 10n * usdt })
    expect(settled({})).toEqual(short)
    // what an order held was found free when it was accepted
    const held = { kind: 'limit', timeInForce: 'GTC', price: 100_000, heldPrice: 100_000, hold: 10_050_000n } as const
    fixture.has(holder, { available: 0n, held: 10n * usdt, frozen: 10_050_000n })
    expect(effect(held)).toMatchObject({ holdReleased: 10_050_000n, perpetualChange: 0n })
    expect(settled({ ...held, hold: 10_049_999n })).toEqual(short)
    fixture.has(holder, { available: 1n, held: 10n * usdt, frozen: 10_049_999n })
    expect(settled({ ...held, hold: 10_049_999n }).ok).toBe(true)
  })

  it('is made where equity equals maintenance, and not a tick worse, of one lot as of ten', () => {
    fixture.has(holder, { available: 1_000n * usdt })
    fixture.marked(990_000)
    for (const lots of [1, 10]) {
      // a hundredth of 99.6 as margin, 0.6 lost at once: what is left is 0.4 % of 99
      expect(settled({ multiple: 100 }, { price: 99_600, lots }).ok).toBe(true)
      expect(settled({ multiple: 100 }, { price: 99_601, lots })).toEqual(short)
    }
  })

  it('leaves the cross account beside it its maintenance, to the unit', () => {
    // 100 USDT in another market have lost all of the 10 that it holds; 0.4 % of 90 must stay, beside 10.05 for the fill
    fixture.opened(holder, { kind: 'cross', listing: 1 })
    fixture.marked(900_000, 1)
    const held = { kind: 'limit', timeInForce: 'GTC', price: 100_000, heldPrice: 100_000, hold: 1n } as const
    fixture.has(holder, { available: 10_409_999n, held: 10n * usdt, frozen: 1n })
    expect(settled(held).ok).toBe(true)
    fixture.has(holder, { available: 10_409_998n, held: 10n * usdt, frozen: 1n })
    expect(settled(held)).toEqual(short)
  })

  it('raises what the cross position of the same market must keep', () => {
    // 40 000 USDT of each: beside a ticket, the position’s half of 80 000 must keep 175 and no more 160
    fixture.opened(holder, { kind: 'cross', lots: 4_000, cost: 40_000n * usdt, multiple: 100 })
    const held = { kind: 'limit', timeInForce: 'GTC', price: 100_000, heldPrice: 100_000, lots: 4_000 } as const
    const order = { ...held, position: 'ticket', closes: 0, multiple: 100, hold: 420n * usdt } as const
    fixture.has(holder, { available: 0n, held: 175n * usdt, frozen: 420n * usdt })
    expect(settled(order, { lots: 4_000 }).ok).toBe(true)
    fixture.has(holder, { available: 0n, held: 174_999_999n, frozen: 420n * usdt })
    expect(settled(order, { lots: 4_000 })).toEqual(short)
  })

  it('leaves the holder’s tickets beside it theirs, to the unit, and asks nothing of those that need no more', () => {
    const beside = fixture.opened(holder, { lots: 4_000, cost: 40_000n * usdt, margin: 175n * usdt, multiple: 100 })
    fixture.has(holder, { available: 1_000n * usdt })
    const ticket = { position: 'ticket', multiple: 100, lots: 4_000 } as const
    expect(settled(ticket, { lots: 4_000 }).ok).toBe(true)
    beside.margin = 174_999_999n
    expect(settled(ticket, { lots: 4_000 })).toEqual(short)
    // up to 50 000 USDT nothing rises, and one that is below already hinders nothing
    beside.margin = 1n
    expect(settled(ticket, { lots: 1_000 }).ok).toBe(true)
    expect(settled(ticket, { lots: 1_001 })).toEqual(short)
    // one in another market is none of this
    const other = fixture.opened(holder, { listing: 1, lots: 4_000, cost: 40_000n * usdt, margin: 1n })
    beside.margin = 300n * usdt
    expect(settled(ticket, { lots: 4_000 }).ok).toBe(true)
    expect(other.margin).toBe(1n)
    // one of a single hundredth is asked as well
    fixture.demo(41)
    fixture.opened(41, { lots: 1, cost: 10n * usdt, margin: 40_001n, multiple: 100 })
    fixture.has(41, { available: 1_000n * usdt })
    expect(settled({ ...ticket, holder: 41, lots: 5_000 }, { lots: 5_000 })).toEqual(short)
  })

  it('asks nothing of others where it turns a position into one that is no larger', () => {
    // 30 000 USDT each: 90 000 would stand in another bracket
    isolated({ lots: 3_000, cost: 30_000n * usdt, margin: 3_000n * usdt })
    fixture.has(holder, { available: 1_000n * usdt, frozen: 3_000n * usdt })
    const turns = { side: 'sell', multiple: 100, lots: 6_000 } as const
    // 298.26 of margin have lost 174: 124.26 are above 120 of maintenance, and below a third of 400
    expect(settled(turns, { price: 99_420, lots: 6_000 }).ok).toBe(true)
    const beside = fixture.opened(holder, { lots: 2_000, cost: 20_000n * usdt, margin: 1n, multiple: 100 })
    expect(settled(turns, { price: 100_000, lots: 6_000 }).ok).toBe(true)
    expect(settled({ ...turns, lots: 6_001 }, { price: 100_000, lots: 6_001 })).toEqual(short)
    expect(beside.lots).toBe(2_000)
  })
})
