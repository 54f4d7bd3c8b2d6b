import { describe, expect, it } from 'vitest'
import { houseHolder } from './ledger/holders.ts'
import { MarginFixture } from './testing/marginFixture.ts'
import { OptionFixture } from './testing/optionFixture.ts'
import { day, openForReal, usdt } from './testing/walletRun.ts'
import { everyone, expectAll, ofEach } from './testing/everyone.ts'
import { Fixture, btcTerms } from './testing/exchangeFixture.ts'
import { WealthFixture } from './testing/wealthFixture.ts'
import type { Command, Event } from './vocabulary.ts'

const none = { stopLoss: null, takeProfit: null, fault: '' }
const rich = {
  levels: 3,
  halfSpreadRate: 500_000,
  gapRate: 500_000,
  refillPerSecond: 0,
  positionMax: 1_000_000_000_000,
}
const ladder = { ...rich, levelQuantity: 1_000_000_000 }

function of<K extends Event['type']>(events: readonly Event[], type: K): Extract<Event, { type: K }>[] {
  return events.filter((event): event is Extract<Event, { type: K }> => event.type === type)
}

describe('the same spot order by everybody', () => {
  it('is filled by the house at the same price for the same fee', () => {
    const fixture = new Fixture({ ...btcTerms, ladder })
    for (const holder of everyone) fixture.demo(holder)
    fixture.quote(1_000_000)
    const trades = everyone.flatMap((holder) => {
      const outcome = fixture.place(holder, 'buy', 0, 1_000, { kind: 'market', timeInForce: 'IOC' })
      return outcome.ok ? of(outcome.events, 'spotTraded') : []
    })
    // 100 000 ticks and half a thousandth; a hundredth of a coin at 10 005.0, and a thousandth of it as the fee
    const told = trades.map(({ takerHolder, price, quoteAmount, takerFee, baseAmount, indexTenths }) => {
      return [takerHolder, { price, quoteAmount, takerFee, baseAmount, indexTenths }] as const
    })
    const right = { price: 100_050, quoteAmount: 100_050_000, takerFee: 1_000, baseAmount: 1_000_000 }
    expectAll(ofEach(told), { ...right, indexTenths: 1_000_000 })
    for (const holder of everyone) expect(fixture.available(holder, 1)).toBe(999_000n)
  })

  it('that rests is reached by the same tick, and by none before', () => {
    const fixture = new Fixture({ ...btcTerms, ladder })
    for (const holder of everyone) fixture.demo(holder)
    fixture.quote(1_000_000)
    for (const holder of everyone) fixture.placed(holder, 'buy', 99_000, 1_000)
    const filled: Event[] = []
    // the house asks for index · 1.0005, rounded up: 99 000 from an index of 98 950.5 ticks on
    for (const index of [989_800, 989_520, 989_510, 989_506]) expect(of(fixture.quote(index), 'spotTraded')).toEqual([])
    for (let more = true; more;) {
      const tick = fixture.quote(989_505)
      filled.push(...of(tick, 'spotTraded'))
      more = tick.length > 0
    }
    const told = of(filled, 'spotTraded').map(({ makerHolder, price, quoteAmount, makerFee }) => {
      return [makerHolder, { price, quoteAmount, makerFee }] as const
    })
    expectAll(ofEach(told), { price: 99_000, quoteAmount: 99_000_000, makerFee: 1_000 })
  })

  it('of others is met in the order of arrival alone, whoever came', () => {
    const fixture = new Fixture(btcTerms)
    fixture.quote(1_000_000)
    const [taker, ...makers] = [20_011, ...everyone.toReversed()]
    for (const holder of [taker, ...makers]) fixture.demo(holder)
    for (const holder of makers) {
      fixture.give(holder, 1, 1_000_000n)
      fixture.placed(holder, 'sell', 100_000, 20)
    }
    const outcome = fixture.place(taker, 'buy', 100_000, 20 * 40)
    const met = outcome.ok ? of(outcome.events, 'spotTraded').map(({ makerHolder }) => makerHolder) : []
    expect(met).toEqual(makers.slice(0, 40))
  })
})

describe('the same conversion by everybody', () => {
  it('is quoted alike', () => {
    const fixture = new Fixture(btcTerms)
    for (const holder of everyone) fixture.demo(holder)
    fixture.quote(1_000_000)
    const quotes = everyone.flatMap((holder) => {
      const ask = { holder, source: 'USDT', target: 'BTC', amount: 100n * usdt, fault: '' } as const
      return of(fixture.must({ type: 'askConversion', ...ask }), 'conversionQuoted')
    })
    // a hundredth of a coin at 10 000, less a thousandth for the spread, less a thousandth of that for the fee
    const told = quotes.map(
      ({ holder, targetAmount, fee, targetIndex }) => [holder, { targetAmount, fee, targetIndex }] as const,
    )
    expectAll(ofEach(told), { targetAmount: 998_001n, fee: 999n, targetIndex: 1_000_000 })
  })
})

describe('the same leveraged position of everybody', () => {
  const begin = (): MarginFixture => {
    const fixture = new MarginFixture({ ladder, houseDebtMax: 2n ** 50n }, { ladder })
    fixture.tick(1_000_000)
    for (const holder of everyone) fixture.trader(holder, 10_000)
    return fixture
  }
  /** All that ticks at these marks cause, in as many commands as it takes. */
  const tickAll = (fixture: MarginFixture, mark: number): readonly Event[] => fixture.tick(mark)

  it('is opened at the same price, and liquidated by the same mark', () => {
    const fixture = begin()
    for (const holder of everyone) fixture.ticket(holder, 'buy', 100, 20)
    const positions = [...fixture.state.derivative.positions.values()]
    // one lot of a tenth of a coin at 10 005.0: 1 000.5, a twentieth of it the margin
    const told = positions.map(({ holder, cost, margin, lots }) => [holder, { cost, margin, lots }] as const)
    expectAll(ofEach(told), { cost: 1_000_500_000n, margin: 50_025_000n, lots: 100 })
    // 50.025 + M/10 − 1 000.5 < 0.004 · M/10, so M < 950.475 / 0.0996 = 9 542.92…: 954 292 tenths are the first mark below
    expect(of(tickAll(fixture, 954_293), 'liquidationStarted')).toEqual([])
    const started = of(tickAll(fixture, 954_292), 'liquidationStarted')
    expectAll(ofEach(started.map(({ holder, indexTenths }) => [holder, indexTenths] as const)), 954_292)
  })

  it('of a cross account, too', () => {
    const fixture = begin()
    for (const holder of everyone) {
      fixture.setPerpetual(holder, 'cross', 20)
      fixture.perpetual(holder, 'sell', 1_000)
      const left = fixture.state.venue.ledger.available(holder, 'contract', 0) - 5n * usdt
      fixture.must({ type: 'transfer', holder, from: 'contract', to: 'coin', amount: left, fault: '' })
    }
    const equity = new Set(everyone.map((holder) => fixture.worth(holder)))
    expect(equity.size).toBe(1)
    const first = [...Array(60_000).keys()]
      .map((at) => 1_000_000 + at)
      .find((mark) => {
        // one coin sold at 9 995.0: what the account has besides, less what it has lost at the mark, against 0.4 %
        const balance = fixture.state.venue.ledger.posted(everyone[0], 'contract', 0)
        const fine = BigInt(mark) * 10_000n
        return balance + 9_995_000_000n - fine < (fine * 4n + 999n) / 1_000n
      })
    if (first === undefined) throw new Error('no mark')
    expect(of(tickAll(fixture, first - 1), 'liquidationStarted')).toEqual([])
    const started: Event[] = []
    for (let more = true; more;) {
      const tick = tickAll(fixture, first)
      started.push(...of(tick, 'liquidationStarted'))
      more = of(tick, 'liquidationStarted').length > 0
    }
    expectAll(ofEach(of(started, 'liquidationStarted').map((one) => [one.holder, one.indexTenths] as const)), first)
  })

  it('is stopped by the same mark, and pays the same funding before', () => {
    const fixture = begin()
    for (const holder of everyone) fixture.ticket(holder, 'buy', 100, 20, { ...none, stopLoss: 99_000 })
    const stamp = Math.ceil(fixture.now / (8 * 3_600_000)) * 8 * 3_600_000
    const paid: Event[] = []
    for (const at of [stamp - 2_000, stamp - 1_000, stamp]) {
      fixture.now = at
      fixture.tickNow(1_000_000)
      const samples = [{ listing: 0, indexTenths: 1_000_000, sources: 4, fresh: true }]
      paid.push(...fixture.must({ type: 'sampleIndex', stamp: at, kind: 'simulated', samples }))
    }
    const lines = of(paid, 'fundingPaid').flatMap((event) => event.lines)
    // 0.01 % of 1 000 USDT
    expectAll(ofEach(lines.map(({ holder, amount }) => [holder, amount] as const)), -100_000n)
    expect(of(tickAll(fixture, 990_001), 'positionTriggered')).toEqual([])
    const fired: Event[] = []
    for (let more = true; more;) {
      const tick = of(tickAll(fixture, 990_000), 'positionTriggered')
      fired.push(...tick)
      more = tick.length > 0
    }
    const told = of(fired, 'positionTriggered').map(({ holder, indexTenths }) => [holder, indexTenths] as const)
    expectAll(ofEach(told), 990_000)
  })
})

describe('the same option of everybody', () => {
  it.each([
    [1_000_001, 'win'],
    [1_000_000, 'tie'],
    [999_999, 'loss'],
  ] as const)('enters by one sample, and at an exit of %i is %s', (exit, outcome) => {
    const fixture = new OptionFixture()
    for (const holder of everyone) fixture.better(holder)
    fixture.quote(1_000_000)
    for (const holder of everyone) fixture.opened(holder, 'up')
    const before = fixture.stands(everyone[0])[0]
    const entered = of(fixture.pass(5, 1_000_000), 'optionsEntered')
    const entry = { first: 1, last: everyone.length, indexTenths: 1_000_000 }
    expect(entered).toEqual([expect.objectContaining(entry)])
    const settled = of([...fixture.pass(56, 1_000_700), ...fixture.pass(8, exit)], 'optionSettled')
    const told = settled.map(
      (one) => [one.holder, { outcome: one.outcome, gain: one.gain, exitTenths: one.exitTenths }] as const,
    )
    const all = ofEach(told)
    expectAll(all, { ...all[0], outcome, exitTenths: exit })
    const won = outcome === 'win' ? 180n * usdt : outcome === 'tie' ? 100n * usdt : 0n
    for (const holder of everyone) expect(fixture.stands(holder)).toEqual([before + won, 0n])
  })
})

describe('the same savings of everybody', () => {
  it('earn, are allotted and are paid alike', () => {
    const fixture = new WealthFixture()
    fixture.bring(houseHolder('real', 'wealthPool'), 1, 10_000_000_000n)
    for (const holder of everyone) fixture.saver(holder, 10_000n * usdt, 0n)
    const product = fixture.mined(fixture.miningTerms({ days: 2, capacity: 10_000_000n * usdt }))
    const project = fixture.launched(fixture.ieoTerms({ passQuantity: 1_003n, passPrice: usdt, supply: 1_000 }))
    for (const holder of everyone) {
      fixture.locked(holder, product, 1_000n * usdt)
      fixture.hear(1_000_000)
      fixture.must({ type: 'subscribeIeo', holder, project, passes: 7, fault: '' })
    }
    const events: Event[] = []
    for (let days = 1; days <= 5; days += 1)
      events.push(...fixture.passTo(Math.ceil(fixture.now / 1_000) * 1_000 + day))
    const earned = new Map<unknown, bigint>()
    for (const { lines } of of(events, 'miningPaid'))
      for (const { holder, amount } of lines) earned.set(holder, (earned.get(holder) ?? 0n) + amount)
    // two days at 0.3 % of 1 000
    expectAll(ofEach([...earned]), 6n * usdt)
    // seven of 1 000 among 2 100: three, rounded down
    const allotted = of(events, 'ieoAllotted')
    expectAll(ofEach(allotted.map(({ holder, passes }) => [holder, passes] as const)), 3)
    for (const holder of everyone) expect(fixture.available(holder, 1)).toBe(3n * 1_003n)
  })

  it('leave at the same fee', () => {
    const fixture = new Fixture()
    openForReal(fixture)
    const treasury = { realm: 'real', from: 'external', to: 'treasury', currency: 0, asker: 1, approver: 2 } as const
    fixture.must({ type: 'moveHouse', ...treasury, amount: 1_000_000n * usdt })
    const asked = everyone.flatMap((holder) => {
      const open: Command[] = [
        { type: 'openHolder', holder, realm: 'real', country: 'FR' },
        { type: 'enterManually', holder, kind: 'deposit', currency: 0, amount: 700n * usdt, asker: 1, approver: 2 },
      ]
      for (const command of open) fixture.must(command)
      const ask = { holder, currency: 'USDT', amount: 500n * usdt, method: 'address', claim: 8, fault: '' } as const
      return of(fixture.must({ type: 'submitWithdrawal', ...ask }), 'withdrawalSubmitted')
    })
    const told = asked.map(({ holder, fee, deadline }) => [holder, { fee, deadline }] as const)
    // a thousandth, and a day to decide
    expectAll(ofEach(told), { fee: usdt / 2n, deadline: fixture.now + day })
  })
})
