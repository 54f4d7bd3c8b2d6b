import { describe, expect, it } from 'vitest'
import { houseHolder } from '../ledger/holders.ts'
import { Fixture } from '../testing/exchangeFixture.ts'
import { openForReal } from '../testing/walletRun.ts'
import type { Command, Event } from '../vocabulary.ts'
import { convertMoves } from './moves.ts'
import { deskStock } from './stock.ts'
import { firstConversionTerms } from './terms.ts'

const desk = houseHolder('demo', 'exchangeDesk')
const plenty = 10n ** 15n

function ask(source: string, target: string, amount: bigint, holder = 32): Command & { holder: number } {
  return { type: 'askConversion', holder, source, target, amount, fault: '' }
}

class Desk extends Fixture {
  /** Opens demo holders with plenty of USDT and BTC, at an index in tenths of a tick. */
  constructor(indexTenths = 1_000_000, holders = [32, 33, 34]) {
    super()
    for (const holder of holders) {
      this.demo(holder)
      this.give(holder, 0, plenty)
      this.give(holder, 1, plenty)
    }
    this.quote(indexTenths)
  }

  /** What becomes of a command: `ok`, or the reason why not. */
  of(command: Command): string {
    const outcome = this.run(command)
    return outcome.ok ? 'ok' : outcome.rejection.reason
  }

  accept(holder = 32): Command {
    return { type: 'acceptConversion', holder, quote: this.state.convert.quotes.get(holder)?.quote ?? 0 }
  }

  convert(command: Command & { holder: number }): readonly Event[] {
    this.must(command)
    return this.must(this.accept(command.holder))
  }
}

describe('the bounds of a conversion', () => {
  it('count quotes and conversions from one', () => {
    const fixture = new Desk()
    expect(fixture.must(ask('USDT', 'BTC', 1_000_000n))[0]).toMatchObject({ quote: 1 })
    expect(fixture.must(fixture.accept())[0]).toMatchObject({ type: 'converted', quote: 1, conversion: 1 })
  })

  it('leave at least one unit once the fee is off', () => {
    const fixture = new Desk()
    // a unit of BTC is 100 of USDT: of 101 one is left and is the fee, of 201 two are, and one is received
    expect(fixture.of(ask('USDT', 'BTC', 101n))).toBe('exchange_too_small')
    expect(fixture.must(ask('USDT', 'BTC', 201n))[0]).toMatchObject({ targetAmount: 1n, fee: 1n })
  })

  it('take just 100 000 USDT at once, and a part of a unit is one more', () => {
    const fixture = new Desk(5)
    expect(fixture.of(ask('USDT', 'BTC', 100_000_000_000n))).toBe('ok')
    // 2 000 units of BTC are one of USDT
    expect(fixture.of(ask('BTC', 'USDT', 200_000_000_000_000n))).toBe('ok')
    expect(fixture.of(ask('BTC', 'USDT', 200_000_000_000_001n))).toBe('quote_too_large')
  })

  it('let the desk owe 10 000 000 USDT, and a part of a unit is one more', () => {
    // 2·10¹⁶ units of BTC are worth 10 000 000 USDT; of 1 000 USDT the desk gives 1 998·10⁹ units
    const most = 20_000_000_000_000_000n
    const gross = 1_998_000_000_000n
    for (const [owes, verdict] of [
      [most - gross, 'ok'],
      [most - gross + 1n, 'quote_too_large'],
      // what it has is no debt
      [-most, 'ok'],
    ] as const) {
      const fixture = new Desk(5, [32])
      fixture.give(desk, 1, -owes)
      expect(fixture.of(ask('USDT', 'BTC', 1_000_000_000n))).toBe(verdict)
    }
  })

  it('give all that is available, at the quote and at its acceptance, and no unit more', () => {
    const fixture = new Desk(1_000_000, [])
    fixture.demo(32)
    fixture.give(32, 1, 1_000_000n)
    expect(fixture.of(ask('BTC', 'USDT', 1_000_001n))).toBe('balance_insufficient')
    fixture.must(ask('BTC', 'USDT', 1_000_000n))
    fixture.give(32, 1, -1n)
    expect(fixture.of(fixture.accept())).toBe('balance_insufficient')
    fixture.give(32, 1, 1n)
    expect(fixture.of(fixture.accept())).toBe('ok')
    expect(fixture.available(32, 1)).toBe(0n)
  })

  it('void a quote that gives the coin as one that gives USDT: measured against the index that was quoted', () => {
    for (const [index, verdict] of [
      [1_002_000, 'ok'],
      [1_002_001, 'quote_void'],
      [998_000, 'ok'],
      [997_999, 'quote_void'],
    ] as const) {
      const fixture = new Desk()
      fixture.must(ask('BTC', 'USDT', 1_000_000n))
      fixture.quote(index)
      expect(fixture.of(fixture.accept())).toBe(verdict)
    }
  })
})

describe('who may convert', () => {
  it('is asked again at the acceptance, and a field that could not be read is told before the amount', () => {
    const fixture = new Desk()
    expect(fixture.of({ ...ask('USDT', 'BTC', 0n), fault: 'field_malformed' } as Command)).toBe('field_malformed')
    fixture.must(ask('USDT', 'BTC', 1_000_000n))
    fixture.must({ type: 'setStanding', holder: 32, disabled: true, realName: 'missing', country: '' })
    expect(fixture.of(fixture.accept())).toBe('user_disabled')
  })

  it('is whoever may trade in spot, with real money', () => {
    const fixture = new Fixture()
    openForReal(fixture)
    fixture.must({ type: 'openHolder', holder: 32, realm: 'real', country: 'FR' })
    fixture.must({ type: 'setStanding', holder: 32, disabled: false, realName: 'approved', country: 'FR' })
    fixture.give(32, 0, 1_000_000n)
    fixture.must(ask('USDT', 'BTC', 1_000_000n))
    fixture.must({ type: 'switchProduct', country: 'FR', product: 'spot', on: false })
    expect(fixture.refused(ask('USDT', 'BTC', 1_000_000n))).toBe('product_off')
    const quote = fixture.state.convert.quotes.get(32)?.quote ?? 0
    expect(fixture.refused({ type: 'acceptConversion', holder: 32, quote })).toBe('product_off')
    fixture.must({ type: 'switchProduct', country: 'FR', product: 'spot', on: true })
    fixture.must({ type: 'acceptConversion', holder: 32, quote })
  })

  it('is told why the market of either coin is closed, and only then that its index is old', () => {
    const fixture = new Desk()
    fixture.must(ask('BTC', 'USDT', 1_000_000n))
    fixture.now += 1_001
    expect(fixture.of(fixture.accept())).toBe('market_stale')
    fixture.must({ type: 'haltListing', listing: 0, halt: 'halted', reason: 'x' })
    expect(fixture.of(fixture.accept())).toBe('market_halted')
    expect(fixture.of(ask('USDT', 'BTC', 1_000_000n))).toBe('market_halted')
  })
})

describe('the desk’s stock', () => {
  it('is 200 000 USDT, of which 1 000 come back a second, rounded down; USDT has none', () => {
    const terms = firstConversionTerms
    const none = { drawn: { real: [], demo: [] }, terms }
    expect(deskStock(none, 'demo', 1, 5_000)).toBe(200_000_000_000n)
    expect(deskStock(none, 'demo', 0, 5_000)).toBeNull()
    const drawn = { drawn: { real: [], demo: [undefined, { drawn: 3_000_001n, at: 5_000 }] }, terms }
    const left = (now: number) => deskStock(drawn, 'demo', 1, now)
    expect(left(5_000)).toBe(199_996_999_999n)
    expect(left(5_001)).toBe(199_997_999_999n)
    expect(left(5_003)).toBe(199_999_999_999n)
    expect(left(5_004)).toBe(200_000_000_000n)
    // a clock that went back gives nothing and takes nothing
    expect(left(4_000)).toBe(199_996_999_999n)
    expect(deskStock(drawn, 'real', 1, 5_000)).toBe(200_000_000_000n)
  })

  it('is drawn on by the whole that the desk takes or gives, the fee in it, and a part of a unit is one more', () => {
    const fixture = new Desk(5)
    const drawn = () => fixture.state.convert.drawn.demo[1]?.drawn
    // 1 998 units of BTC, worth 0.999 of a unit, go for each of them, the fee in it
    fixture.convert(ask('USDT', 'BTC', 1_000_001n))
    expect(drawn()).toBe(999_001n)
    fixture.convert(ask('BTC', 'USDT', 8_001n))
    expect(drawn()).toBe(999_006n)
    expect(fixture.state.convert.drawn.demo[0]).toBeUndefined()
  })

  // 150 050 USDT are drawn, so that 49 950 are left; 1 998 units of BTC are given for a unit of USDT
  it.each([
    ['BTC', 'USDT', 99_900_000_000_000n],
    ['USDT', 'BTC', 50_000_000_000n],
  ] as const)(
    'gives all that is left of it, at the quote and at its acceptance: from %s to %s',
    (source, target, most) => {
      const drawing = (fixture: Desk, amount: bigint): void => {
        fixture.convert(ask('BTC', 'USDT', 150_050_000_000_000n, 33))
        fixture.convert(ask('BTC', 'USDT', amount, 34))
      }
      const atQuote = new Desk(5)
      drawing(atQuote, 150_050_000_000_000n)
      expect(atQuote.of(ask(source, target, most + 1n))).toBe('exchange_stock_short')
      expect(atQuote.of(ask(source, target, most))).toBe('ok')
      for (const [amount, verdict] of [
        [most + 1n, 'exchange_stock_short'],
        [most, 'ok'],
      ] as const) {
        const fixture = new Desk(5)
        fixture.must(ask(source, target, amount))
        drawing(fixture, 150_050_000_000_000n)
        expect(fixture.of(fixture.accept())).toBe(verdict)
      }
    },
  )

  it('is told as nothing where the index moved between the quotes and their acceptances and took more than it', () => {
    const fixture = new Desk()
    for (const holder of [32, 33, 34]) fixture.must(ask('BTC', 'USDT', 667_000_000n, holder))
    fixture.quote(998_000)
    // at the index of the quotes three times 66 700, which at the new one are 66 567 and fit
    for (const holder of [32, 33, 34]) fixture.must(fixture.accept(holder))
    const refused = fixture.run(ask('BTC', 'USDT', 1_000n))
    expect(refused).toMatchObject({ rejection: { reason: 'exchange_stock_short', detail: { max: '0' } } })
  })
})

describe('what a conversion posts', () => {
  const terms = { quote: 1, realm: 'demo', holder: 32, source: 0, target: 1, feeRate: 0, spreadRate: 0 } as const
  const event = { ...terms, sourceAmount: 100n, targetAmount: 9n, fee: 1n, sourceIndex: 0, targetIndex: 5 } as const
  const entry = { kind: 'entry', account: 'coin' } as const

  it('is both legs with the desk, then the fee off what is received; a quote posts nothing', () => {
    expect(convertMoves({ ...event, type: 'conversionQuoted', validUntil: 9 })).toEqual([])
    const legs = [
      { ...entry, holder: 32, currency: 0, amount: -100n, category: 'exchange' },
      { ...entry, holder: desk, currency: 0, amount: 100n, category: 'exchange' },
      { ...entry, holder: desk, currency: 1, amount: -10n, category: 'exchange' },
      { ...entry, holder: 32, currency: 1, amount: 10n, category: 'exchange' },
    ]
    expect(convertMoves({ ...event, type: 'converted', conversion: 1 })).toEqual([
      ...legs,
      { ...entry, holder: 32, currency: 1, amount: -1n, category: 'exchange_fee_rate' },
      { ...entry, holder: houseHolder('demo', 'fees'), currency: 1, amount: 1n, category: 'exchange_fee_rate' },
    ])
    const free = { ...event, type: 'converted', conversion: 1, targetAmount: 10n, fee: 0n } as const
    expect(convertMoves(free)).toEqual(legs)
  })
})
