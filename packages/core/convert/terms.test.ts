import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { amountMax } from '../money/units.ts'
import { decodeState, encodeState } from '../snapshot.ts'
import { Fixture } from '../testing/exchangeFixture.ts'
import type { Command } from '../vocabulary.ts'
import { deskStock } from './stock.ts'
import { conversionBounds, firstConversionTerms, type ConversionTerms } from './terms.ts'

const ask = (source: string, target: string, amount: bigint): Command => {
  return { type: 'askConversion', holder: 32, source, target, amount, fault: '' }
}
const configure = (terms: Partial<ConversionTerms>): Command => {
  return { type: 'configureConversion', terms: { ...firstConversionTerms, ...terms } }
}
const accept = (fixture: Fixture): Command => {
  return { type: 'acceptConversion', holder: 32, quote: fixture.state.convert.quotes.get(32)?.quote ?? 0 }
}

function ready(): Fixture {
  const fixture = new Fixture()
  fixture.demo(32)
  fixture.give(32, 1, 10n ** 12n)
  fixture.quote(1_000_000)
  return fixture
}

describe('the terms of exchanges', () => {
  it('hold for quotes that are asked for from then on, and a quote that stands keeps its own', () => {
    const fixture = ready()
    const [before] = fixture.must(ask('USDT', 'BTC', 1_000_000_000n))
    fixture.must(configure({ feeRate: 5_000_000, spreadRate: 2_000_000 }))
    expect(fixture.must(accept(fixture))[0]).toMatchObject({
      fee: 9_990n,
      targetAmount: 9_980_010n,
      feeRate: 1_000_000,
    })
    expect(before).toMatchObject({ feeRate: 1_000_000, spreadRate: 1_000_000 })
    // 0.1 BTC, less 0.2 % spread, less 0.5 % fee
    const [after] = fixture.must(ask('USDT', 'BTC', 1_000_000_000n))
    expect(after).toMatchObject({ fee: 49_900n, targetAmount: 9_930_100n, feeRate: 5_000_000, spreadRate: 2_000_000 })
    // void beyond 0.7 % by its own terms, though others are set meanwhile
    fixture.must(configure({}))
    fixture.quote(1_007_000)
    expect(fixture.must(accept(fixture))[0]).toMatchObject({ type: 'converted', fee: 49_900n })
  })

  it('bound what one conversion, the desk’s debt and its stock come to', () => {
    const fixture = ready()
    fixture.must(configure({ worthMax: 200_000_000n }))
    expect(fixture.refused(ask('USDT', 'BTC', 200_000_001n))).toBe('quote_too_large')
    fixture.must(ask('USDT', 'BTC', 200_000_000n))
    fixture.must(configure({ debtMax: 0n }))
    expect(fixture.refused(ask('USDT', 'BTC', 100_000_000n))).toBe('quote_too_large')
    fixture.must(configure({ stockMax: 100_000_000n }))
    expect(fixture.refused(ask('BTC', 'USDT', 1_010_000n))).toBe('exchange_stock_short')
    fixture.must(ask('BTC', 'USDT', 1_000_000n))
    fixture.must(configure({ stockMax: 0n }))
    // the stock is asked again at the acceptance
    expect(fixture.refused(accept(fixture))).toBe('exchange_stock_short')
  })

  it('are refused beyond what no operator can pass, and change nothing then', () => {
    const fixture = ready()
    const { feeRateMax, spreadRateMax, worthMaxMin } = conversionBounds
    expect([feeRateMax, spreadRateMax, worthMaxMin]).toEqual([20_000_000, 20_000_000, 100_000_000n])
    const before = encodeState(fixture.state)
    const beyond = [
      { feeRate: feeRateMax + 1 },
      { spreadRate: spreadRateMax + 1 },
      { worthMax: worthMaxMin - 1n },
      { worthMax: amountMax + 1n },
      { debtMax: -1n },
      { debtMax: amountMax + 1n },
      { stockMax: -1n },
      { stockMax: amountMax + 1n },
      { refillPerSecond: -1n },
      { refillPerSecond: amountMax + 1n },
    ]
    for (const terms of beyond) expect(fixture.refused(configure(terms))).toBe('amount_invalid')
    expect(encodeState(fixture.state)).toEqual(before)
    const least = { worthMax: worthMaxMin, debtMax: 0n, stockMax: 0n, refillPerSecond: 0n }
    fixture.must(configure({ feeRate: feeRateMax, spreadRate: spreadRateMax, ...least }))
    const most = { worthMax: amountMax, debtMax: amountMax, stockMax: amountMax, refillPerSecond: amountMax }
    fixture.must(configure({ feeRate: 0, spreadRate: 0, ...most }))
  })

  it('stand in a snapshot only where they are others than everybody began with', () => {
    const fixture = ready()
    const bytes = encodeState(fixture.state)
    const terms = {
      feeRate: 7,
      spreadRate: 8,
      worthMax: 900_000_000n,
      debtMax: 10n,
      stockMax: 11n,
      refillPerSecond: 12n,
    }
    for (const name of Object.keys(terms)) {
      fixture.must(configure({ [name]: Reflect.get(terms, name) }))
      const kept = encodeState(fixture.state)
      expect(kept.length).toBeGreaterThan(bytes.length)
      expect(decodeState(kept)?.convert.terms).toEqual(fixture.state.convert.terms)
    }
    fixture.must(configure({}))
    expect(encodeState(fixture.state)).toEqual(bytes)
    expect(decodeState(bytes)?.convert.terms).toEqual(firstConversionTerms)
  })
})

describe('what comes back of the desk’s stock', () => {
  it('comes by the terms that held meanwhile, however often they change: as reckoned span by span', () => {
    const step = fc.record({
      ms: fc.integer({ min: 0, max: 5_000 }),
      refill: fc.bigInt({ min: 0n, max: 3_000_000n }),
      cap: fc.bigInt({ min: 0n, max: 300_000_000n }),
      amount: fc.bigInt({ min: 1n, max: 2_000_000n }),
    })
    fc.assert(
      fc.property(fc.array(step, { minLength: 2, maxLength: 25 }), (steps) => {
        const fixture = ready()
        let [drawn, refill] = [0n, firstConversionTerms.refillPerSecond]
        for (const one of steps) {
          fixture.now += one.ms
          fixture.quote(1_000_000)
          const back = (refill * BigInt(one.ms)) / 1_000n
          drawn = back > drawn ? 0n : drawn - back
          refill = one.refill
          fixture.must(configure({ refillPerSecond: refill, stockMax: one.cap }))
          const stock = deskStock(fixture.state.convert, 'demo', 1, fixture.now)
          expect(stock).toBe(one.cap - drawn)
          const asked = fixture.run(ask('BTC', 'USDT', one.amount))
          // a unit of BTC is worth 100 of USDT
          if (one.amount * 100n > one.cap - drawn) expect(asked.ok).toBe(false)
          else if (fixture.run(accept(fixture)).ok) drawn += one.amount * 100n
        }
      }),
      { numRuns: 200 },
    )
  })
})
