import { describe, expect, it } from 'vitest'
import { btcTerms } from '../testing/exchangeFixture.ts'
import { btcDerivative } from '../testing/marginFixture.ts'
import { mostLots, previewDerivative, stressed } from './preview.ts'
import { tenthLotWorth, type PreviewAsk, type PreviewMarket, type PreviewPosition } from './previewTerms.ts'

const unit = 1_000_000n

describe('what a form asks besides', () => {
  const market: PreviewMarket = {
    ...btcDerivative,
    quotePerTenthLot: tenthLotWorth(1n, 1, 1),
    priceDecimals: btcTerms.priceDecimals,
    priceMax: btcTerms.priceMax,
    collarRate: btcTerms.collarRate,
    symbol: 'BTCUSDT',
    reach: { long: 0, short: 0 },
    markTenths: 6_000_000,
    markDecides: true,
  }
  const ask: PreviewAsk = {
    market: 0,
    position: 'ticket',
    side: 'buy',
    kind: 'limit',
    timeInForce: 'GTC',
    price: 600_000,
    lots: 100,
    multiple: 10,
    reduceOnly: false,
    stopLoss: null,
    takeProfit: null,
  }
  const nothing = { price: [], quantity: [] }

  it('reckons a hundredth of a lot from the contract size as it is written', () => {
    expect(market.quotePerTenthLot).toBe(10)
    expect(tenthLotWorth(10_000_000n, 8, 1)).toBe(10)
    expect(tenthLotWorth(1_000n, 0, 5)).toBe(10)
  })

  it('shows what an order that rests would become at its limit', () => {
    const who = { available: 1_000n * unit, perpetualHold: 0n, positions: [], resting: [] }
    const preview = previewDerivative([market], who, ask, nothing)
    expect(preview).toMatchObject({ refusal: null, position: null, need: 603n * unit, usable: 1_000n * unit })
    // q 0.1, E 60 000, 10×, 0.4 % → 54 216.8675, in the safe direction
    expect(preview.whole).toMatchObject({
      margin: 600n * unit,
      entryFine: 6_000_000_000,
      liquidationFine: 5_421_686_747n,
    })
  })

  it('FC-116 pays for what a turned position opens with what it closes, by a limit as at the market', () => {
    const held = {
      kind: 'cross',
      side: 'long',
      lots: 100,
      cost: 6_000n * unit,
      margin: 0n,
      multiple: 10,
      market: 0,
    } as const
    const who = {
      available: 400n * unit,
      perpetualHold: 600n * unit,
      positions: [{ ...held, brackets: null }],
      resting: [],
    }
    const against = { price: [600_000], quantity: [1_000] }
    for (const kind of ['limit', 'market'] as const) {
      const price = kind === 'limit' ? 600_000 : 0
      const turn = { ...ask, position: 'cross', side: 'sell', kind, price, lots: 200 } as const
      const preview = previewDerivative([market], who, turn, against)
      // 12 000 at 0.05 % are 6 in fees, and 0.1 short needs 600 of the 994 that are left
      expect(preview).toMatchObject({ refusal: null, availableAfter: 394n * unit })
      expect(preview.position).toMatchObject({ side: 'short', lots: 100, cost: 6_000n * unit })
    }
    const beyond = { ...ask, position: 'cross', side: 'sell', lots: 270 } as const
    expect(previewDerivative([market], who, beyond, against).refusal?.reason).toBe('balance_insufficient_order')
  })

  it('finds the most lots that can be paid for', () => {
    const who = { available: 1_000n * unit, perpetualHold: 0n, positions: [], resting: [] }
    // 6 000 a lot: 600 margin and 3 fee
    expect(mostLots([market], who, ask, nothing)).toBe(165)
    expect(mostLots([market], { ...who, available: 0n }, ask, nothing)).toBe(0)
  })

  it('moves the marks and says who would be liquidated', () => {
    const position = {
      kind: 'ticket',
      side: 'long',
      lots: 100,
      cost: 6_000n * unit,
      margin: 600n * unit,
      multiple: 10,
      market: 0,
      brackets: null,
    } as const
    const who = { available: 0n, perpetualHold: 0n, positions: [position], resting: [] }
    const at = (markTenths: number) => stressed([{ ...market, markTenths }], who).positions[0].liquidated
    expect([at(5_421_687), at(5_421_686)]).toEqual([false, true])
  })

  const empty = { perpetualHold: 0n, positions: [], resting: [] }

  it('shows of a rest the levels as far as its limit, and its limit for what is left', () => {
    const who = { ...empty, available: 10_000n * unit }
    const shown = (side: 'buy' | 'sell', price: readonly number[], more: Partial<PreviewAsk> = {}) => {
      const preview = previewDerivative([market], who, { ...ask, side, ...more }, { price, quantity: [30, 20, 500] })
      return [preview.position, preview.whole].map((one) => one && [one.lots, one.cost / unit])
    }
    // 30 hundredths at 59 900 and 20 at 60 000 are 2 997, and 50 at 60 000 are 3 000 more
    expect(shown('buy', [599_000, 600_000, 601_000])).toEqual([
      [50, 2_997n],
      [100, 5_997n],
    ])
    expect(shown('sell', [601_000, 600_000, 599_000])).toEqual([
      [50, 3_003n],
      [100, 6_003n],
    ])
    expect(shown('buy', [601_000, 602_000, 603_000], { timeInForce: 'POST_ONLY' })).toEqual([null, [100, 6_000n]])
    expect(shown('sell', [599_000, 598_000, 597_000], { timeInForce: 'POST_ONLY' })).toEqual([null, [100, 6_000n]])
    // all that is shown stands within the limit, and is not enough
    expect(shown('buy', [599_000, 599_000, 599_000], { lots: 600 })).toEqual([
      [550, 32_945n],
      [600, 35_945n],
    ])
  })

  it('shows of what does not rest what it leaves at once', () => {
    const who = { ...empty, available: 1_000n * unit }
    const preview = previewDerivative(
      [market],
      who,
      { ...ask, timeInForce: 'IOC' },
      { price: [600_000], quantity: [40] },
    )
    expect(preview.position).toMatchObject({ lots: 40, cost: 2_400n * unit })
    expect(preview.whole).toBe(preview.position)
  })

  it('finds as many lots as are paid for to the unit', () => {
    // 6.03 a hundredth
    for (const lots of [1, 2, 3, 50, 99, 100, 101]) {
      const available = BigInt(lots) * 6_030_000n
      const most = (less: bigint) => mostLots([market], { ...empty, available: available - less }, ask, nothing)
      expect([most(0n), most(1n)]).toEqual([lots, lots - 1])
    }
  })

  it('says of a cross account that it is liquidated as a whole, and not where it has just what it must keep', () => {
    const position: PreviewPosition = {
      kind: 'cross',
      side: 'long',
      lots: 100,
      cost: 6_000n * unit,
      margin: 0n,
      multiple: 10,
      market: 0,
      brackets: null,
    }
    const own: PreviewPosition = { ...position, kind: 'ticket', side: 'short', margin: 24n * unit }
    const at = (available: bigint) => {
      const who = { ...empty, available, perpetualHold: 0n, positions: [position, own] }
      const { positions, net, maintenance, liquidated } = stressed([market], who)
      return { net, maintenance, liquidated, each: positions.map(({ equity, liquidated: ends }) => [equity, ends]) }
    }
    // 0.4 % of 6 000 are 24 each
    const each = (equity: bigint, ends: boolean) => [
      [equity, ends],
      [24n * unit, false],
    ]
    const kept = { net: 24n * unit, maintenance: 24n * unit, liquidated: false, each: each(24n * unit, false) }
    expect(at(24n * unit)).toEqual(kept)
    const below = { net: 24n * unit - 1n, liquidated: true, each: each(24n * unit - 1n, true) }
    expect(at(24n * unit - 1n)).toEqual({ ...kept, ...below })
    const alone = { ...empty, available: 0n, positions: [{ ...own, margin: 24n * unit - 1n }] }
    expect(stressed([market], alone)).toMatchObject({ liquidated: false, positions: [{ liquidated: true }] })
    // in two markets, all must keep what both must
    const markets = [market, { ...market, symbol: 'ETHUSDT' }]
    const both = (available: bigint) => {
      const who = { ...empty, available, positions: [position, { ...position, market: 1 }] }
      return stressed(markets, who).positions.map(({ liquidated }) => liquidated)
    }
    expect([both(48n * unit), both(48n * unit - 1n)]).toEqual([
      [false, false],
      [true, true],
    ])
  })

  it('pays the fees of its product', () => {
    const fees = { ...market, feeRateContract: 400_000, feeRatePerpetualTaker: 500_000, feeRatePerpetualMaker: 200_000 }
    const who = { ...empty, available: 1_000n * unit }
    const paid = (position: 'ticket' | 'cross') => {
      const at = { ...ask, position, kind: 'market', price: 0 } as const
      return previewDerivative([fees], who, at, { price: [600_000], quantity: [100] }).order
    }
    // of 6 000
    expect(paid('ticket')).toMatchObject({ feePaid: 2_400_000n, feeRateMaker: 400_000 })
    expect(paid('cross')).toMatchObject({ feePaid: 3n * unit, feeRateMaker: 200_000 })
  })

  it('reckons a hundredth of a lot of any size and price, at the least decimals too', () => {
    // one of 10⁻² at 10⁻³ of a price with one decimal is just a unit
    expect([tenthLotWorth(7n, 2, 1), tenthLotWorth(7n, 1, 1), tenthLotWorth(70n, 3, 1)]).toEqual([7, 70, 7])
  })
})
