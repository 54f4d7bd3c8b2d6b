import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Command } from '../vocabulary.ts'
import { decodeState, encodeState } from '../snapshot.ts'
import { Fixture } from '../testing/exchangeFixture.ts'
import { firstConversionTerms } from './terms.ts'

function ask(source: string, target: string, amount: bigint, holder = 32): Command {
  return { type: 'askConversion', holder, source, target, amount, fault: '' }
}

function quoted(fixture: Fixture, command: Command) {
  const [event] = fixture.must(command)
  if (event?.type !== 'conversionQuoted') throw new Error('no quote')
  return event
}

function ready(): Fixture {
  const fixture = new Fixture()
  fixture.demo(32)
  return fixture
}

describe('a quoted conversion', () => {
  it('gives the index less spread and fee, and posts both', () => {
    const fixture = ready()
    // 1000 USDT at 10 000: 0.1 BTC, less 0.1 % spread, less 0.1 % fee
    const quote = quoted(fixture, ask('USDT', 'BTC', 1_000_000_000n))
    expect(quote.targetAmount + quote.fee).toBe(9_990_000n)
    expect(quote.fee).toBe(9_990n)
    fixture.must({ type: 'acceptConversion', holder: 32, quote: quote.quote })
    expect(fixture.available(32, 0)).toBe(99_000_000_000n)
    expect(fixture.available(32, 1)).toBe(9_980_010n)
    expect(fixture.available(17, 1)).toBe(9_990n)
    expect(fixture.available(23, 1)).toBe(-9_990_000n)
  })

  it('can be accepted once, by its asker, in ten seconds, and only the last one', () => {
    const fixture = ready()
    fixture.demo(33)
    const first = quoted(fixture, ask('USDT', 'BTC', 1_000_000_000n)).quote
    const second = quoted(fixture, ask('USDT', 'BTC', 2_000_000_000n)).quote
    const accept = (quote: number, holder = 32): Command => ({ type: 'acceptConversion', holder, quote })
    expect(fixture.refused(accept(first))).toBe('quote_unknown')
    expect(fixture.refused(accept(second, 33))).toBe('quote_unknown')
    fixture.now += 9_000
    fixture.quote(1_000_000)
    fixture.now += 1_001
    expect(fixture.refused(accept(second))).toBe('quote_expired')
    fixture.quote(1_000_000)
    const third = quoted(fixture, ask('USDT', 'BTC', 2_000_000_000n)).quote
    fixture.now += 10_000
    fixture.quote(1_000_000)
    fixture.must(accept(third))
    expect(fixture.refused(accept(third))).toBe('quote_unknown')
  })

  it('is void when the index has moved by more than fee and spread, either way', () => {
    for (const [index, verdict] of [
      [1_002_000, 'ok'],
      [1_002_001, 'quote_void'],
      [998_000, 'ok'],
      [997_999, 'quote_void'],
    ] as const) {
      const fixture = ready()
      const { quote } = quoted(fixture, ask('USDT', 'BTC', 1_000_000_000n))
      fixture.now += 1
      fixture.quote(index)
      const outcome = fixture.run({ type: 'acceptConversion', holder: 32, quote })
      expect(outcome.ok ? 'ok' : outcome.rejection.reason).toBe(verdict)
    }
  })

  it('refuses in the order of precedence', () => {
    const fixture = ready()
    expect(fixture.refused(ask('USDT', 'BTC', 1n, 99))).toBe('holder_unknown')
    expect(fixture.refused(ask('USDT', 'XYZ', 0n))).toBe('currency_unknown')
    expect(fixture.refused(ask('USDT', 'USDT', 0n))).toBe('exchange_pair_invalid')
    expect(fixture.refused(ask('USDT', 'BTC', 0n))).toBe('amount_invalid')
    expect(fixture.refused(ask('USDT', 'BTC', 1n))).toBe('exchange_too_small')
    expect(fixture.refused(ask('USDT', 'BTC', 100_000_000_001n))).toBe('quote_too_large')
    expect(fixture.refused(ask('BTC', 'USDT', 1_000n))).toBe('balance_insufficient')
    fixture.now += 5_001
    expect(fixture.refused(ask('USDT', 'BTC', 1_000_000n))).toBe('market_stale')
  })

  it('never gains by going there and back, nor by being split', () => {
    const amounts = fc.bigInt({ min: 1_000_000n, max: 50_000_000_000n })
    fc.assert(
      fc.property(amounts, fc.integer({ min: 10_000, max: 2_000_000_000 }), (amount, index) => {
        const fixture = ready()
        fixture.quote(index)
        const outcome = fixture.run(ask('USDT', 'BTC', amount))
        if (!outcome.ok) return
        const [there] = outcome.events
        if (there?.type !== 'conversionQuoted') return
        fixture.must({ type: 'acceptConversion', holder: 32, quote: there.quote })
        const back = fixture.run(ask('BTC', 'USDT', fixture.available(32, 1)))
        const [quote] = back.ok ? back.events : []
        if (quote?.type === 'conversionQuoted') expect(quote.targetAmount).toBeLessThan(amount)
        const half = fixture.run(ask('USDT', 'BTC', amount / 2n))
        const [split] = half.ok ? half.events : []
        if (split?.type === 'conversionQuoted')
          expect(2n * split.targetAmount).toBeLessThanOrEqual(there.targetAmount + 1n)
      }),
    )
  })

  it('is part of the state', () => {
    const fixture = ready()
    const { quote } = quoted(fixture, ask('USDT', 'BTC', 1_000_000_000n))
    const restored = decodeState(encodeState(fixture.state))
    expect(restored.convert.quotes.get(32)?.quote).toBe(quote)
    expect(encodeState(restored)).toEqual(encodeState(fixture.state))
  })
})

describe('the exchange desk', () => {
  const accept = (fixture: Fixture, holder: number): Command => {
    const quote = fixture.state.convert.quotes.get(holder)?.quote ?? 0
    return { type: 'acceptConversion', holder, quote }
  }

  it('stands where the house would stand in the book: for a second behind the index, at the quote and at its acceptance', () => {
    const fixture = ready()
    fixture.now += 1_000
    fixture.must(ask('USDT', 'BTC', 1_000_000_000n))
    fixture.now += 1
    expect(fixture.refused(accept(fixture, 32))).toBe('market_stale')
    expect(fixture.refused(ask('USDT', 'BTC', 1_000_000_000n))).toBe('market_stale')
    expect(fixture.refused(ask('BTC', 'USDT', 1_000n))).toBe('market_stale')
    fixture.quote(1_000_000)
    fixture.must(accept(fixture, 32))
  })

  it('has so much of each currency, whoever asks and in either direction, and it comes back by the second', () => {
    const fixture = ready()
    for (const holder of [33, 34]) fixture.give(fixture.demo(holder), 1, 10_000_000_000n)
    const give = (holder: number, amount: bigint): Command => ask('BTC', 'USDT', amount, holder)
    for (const holder of [33, 34]) {
      fixture.must(give(holder, 900_000_000n))
      fixture.must(accept(fixture, holder))
    }
    // 180 000 of the 200 000 USDT are drawn: buying draws on the same stock as selling
    expect(fixture.run(give(33, 200_000_001n))).toMatchObject({
      rejection: { reason: 'exchange_stock_short', detail: { max: '20000', currency: 'BTC' } },
    })
    expect(fixture.refused(ask('USDT', 'BTC', 21_000_000_000n))).toBe('exchange_stock_short')
    fixture.must(give(33, 200_000_000n))
    fixture.must(give(34, 200_000_000n))
    fixture.must(accept(fixture, 33))
    // a quote holds nothing of the stock: who comes second is told
    expect(fixture.refused(accept(fixture, 34))).toBe('exchange_stock_short')
    fixture.now += 2_000
    fixture.quote(1_000_000)
    expect(fixture.refused(give(34, 20_000_001n))).toBe('exchange_stock_short')
    fixture.must(give(34, 20_000_000n))
    fixture.must(accept(fixture, 34))
    fixture.now += 300_000
    fixture.quote(1_000_000)
    fixture.must(give(34, 999_000_000n))
  })

  it('remembers what was drawn through a restart', () => {
    const fixture = ready()
    fixture.give(32, 1, 10_000_000_000n)
    for (let at = 0; at < 2; at++) {
      fixture.must(ask('BTC', 'USDT', 999_000_000n))
      fixture.must(accept(fixture, 32))
    }
    const bytes = encodeState(fixture.state)
    const back = decodeState(bytes)
    expect(encodeState(back)).toEqual(bytes)
    expect(back.convert.drawn.demo[1]).toEqual({ drawn: 199_800_000_000n, at: fixture.now })
    expect(back.convert.drawn.real).toEqual([])
  })

  it('is never drawn beyond its stock by many at once, whatever they ask for and however time passes', () => {
    const step = fc.record({
      holder: fc.constantFrom(32, 33, 34),
      buys: fc.boolean(),
      thousands: fc.integer({ min: 1, max: 100 }),
      ms: fc.integer({ min: 0, max: 30_000 }),
    })
    fc.assert(
      fc.property(fc.array(step, { minLength: 5, maxLength: 40 }), (steps) => {
        const fixture = ready()
        for (const holder of [33, 34]) fixture.demo(holder)
        for (const holder of [32, 33, 34]) fixture.give(holder, 1, 100_000_000_000n)
        for (const { holder, buys, thousands, ms } of steps) {
          fixture.now += ms
          fixture.quote(1_000_000)
          const coins = BigInt(thousands) * 10_000_000n
          const worth = (): bigint => fixture.available(holder, 0) + fixture.available(holder, 1) * 100n
          const before = worth()
          fixture.run(buys ? ask('USDT', 'BTC', coins * 100n, holder) : ask('BTC', 'USDT', coins, holder))
          fixture.run(accept(fixture, holder))
          expect(worth() <= before).toBe(true)
          const drawn = fixture.state.convert.drawn.demo[1]?.drawn ?? 0n
          expect(drawn >= 0n && drawn <= firstConversionTerms.stockMax).toBe(true)
        }
      }),
      { numRuns: 150 },
    )
  })
})
