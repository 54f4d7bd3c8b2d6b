import { describe, expect, it } from 'vitest'
import { evolve } from '../exchange.ts'
import { houseHolder } from '../ledger/holders.ts'
import { createState } from '../state.ts'
import { btcDerivative, MarginFixture } from '../testing/marginFixture.ts'
import { btcTerms, Fixture } from '../testing/exchangeFixture.ts'
import type { FundingPaid } from './event.ts'
import { fundingEveryMs } from './premium.ts'
import type { DueFunding } from './state.ts'
import { fundingSteps } from './steps.ts'

const mark = 1_000_000
// a lot is 10 USDT at this mark: at this rate it pays 0.001 USDT
const rate = 100_000
const lotPays = 1_000n

function begin(): MarginFixture {
  const fixture = new MarginFixture()
  fixture.tick(mark)
  fixture.state.funding.settledTo = fixture.now
  return fixture
}

/** Lets a rate of this moment be due. */
function owe({ state, now }: MarginFixture, part: Partial<DueFunding> = {}): void {
  const of = { realm: 'demo', listing: 0, premiumRate: 0, samples: 1, rate, markTenths: mark } as const
  state.funding.due.push({ ...of, stamp: now, through: 0, changed: new Map(), ...part })
}

/** What is paid in one command, evolved, and whether more is left. */
function paidBy({ state, now }: MarginFixture): { paid: FundingPaid[]; more: boolean } {
  const paid: FundingPaid[] = []
  let isMore = false
  for (const { events, more } of fundingSteps(state.funding, state.derivative, state.venue, now)) {
    isMore ||= more
    for (const event of events) {
      evolve(state, event, now)
      if (event.type === 'fundingPaid') paid.push(event)
    }
  }
  return { paid, more: isMore }
}

const linesOf = (fixture: MarginFixture) => paidBy(fixture).paid.flatMap(({ lines }) => lines)

/** A holder with a position of its account; gives its number. */
function crossed(fixture: MarginFixture, holder: number, side: 'buy' | 'sell', lots: number): number {
  fixture.trader(holder, 50_000)
  fixture.setPerpetual(holder, 'cross', 10)
  fixture.perpetual(holder, side, lots)
  return fixture.account(holder).perpetual.get(0)?.id ?? 0
}

describe('the rates of a stamp', () => {
  it('are none where nothing is traded on margin, and of those listings alone that are', () => {
    const { funding, derivative, venue } = createState()
    expect([...fundingSteps(funding, derivative, venue, fundingEveryMs)]).toEqual([])
    const fixture = new Fixture()
    fixture.must({ type: 'listCurrency', code: 'ETH', scale: 8 })
    fixture.must({ type: 'listSymbol', terms: { ...btcTerms, code: 'ETHUSDT', base: 2 } })
    fixture.must({ type: 'configureDerivative', listing: 1, terms: btcDerivative })
    const { state } = fixture
    const until = 10 * fundingEveryMs
    const first = [...fundingSteps(state.funding, state.derivative, state.venue, until + 1)]
    expect(first).toEqual([{ events: [{ type: 'fundingSet', stamp: until, rates: [] }], more: false }])
    state.funding.settledTo = until - fundingEveryMs
    // of the demo there were premiums, and yet no index
    state.funding.sums.demo[1] = { sum: 7, count: 7 }
    const steps = fundingSteps(state.funding, state.derivative, state.venue, until)
    const rates = [
      { realm: 'real', listing: 1, premiumRate: 0, samples: 0, rate: 0, markTenths: 0 },
      { realm: 'demo', listing: 1, premiumRate: 1, samples: 7, rate: 0, markTenths: 0 },
    ]
    expect(steps.next().value).toEqual({ events: [{ type: 'fundingSet', stamp: until, rates }], more: false })
  })
})

describe('who pays', () => {
  it('is each position of the listing and realm that was not reached yet, by its number', () => {
    const fixture = begin()
    const other = fixture.list('ETH')
    fixture.tick(mark, other)
    const ids = [44, 42, 43].map((holder) => crossed(fixture, holder, 'buy', 100))
    fixture.setPerpetual(42, 'cross', 10, 'ETHUSDT')
    fixture.perpetual(42, 'buy', 100, { symbol: 'ETHUSDT' })
    owe(fixture, { realm: 'real' })
    owe(fixture, { through: ids[0] })
    const { paid } = paidBy(fixture)
    expect(paid.map(({ realm, lines, done }) => [realm, lines.map(({ position }) => position), done])).toEqual([
      ['real', [], true],
      ['demo', ids.slice(1), true],
    ])
    // those that are closed by now pay in their place
    const was = { holder: 43, side: 'long', lots: 10 } as const
    const between = ids[1] + 1
    owe(fixture, { through: ids[0] - 1, changed: new Map([ids[0] - 1, between].map((id) => [id, was])) })
    expect(linesOf(fixture)).toMatchObject([
      { position: ids[0] },
      { position: ids[1] },
      { position: between, holder: 43, kind: 'cross', amount: -10n * lotPays },
      { position: ids[2] },
    ])
  })

  it('was open at the stamp, to the millisecond', () => {
    const fixture = begin()
    const id = crossed(fixture, 40, 'buy', 100)
    const { openedAt } = fixture.position(id) ?? { openedAt: 0 }
    owe(fixture, { stamp: openedAt - 1 })
    expect(linesOf(fixture)).toEqual([])
    owe(fixture, { stamp: openedAt })
    expect(linesOf(fixture)).toMatchObject([{ position: id, amount: -100n * lotPays }])
  })

  it('pays a unit at least and receives none of less, which is no line', () => {
    const fixture = begin()
    crossed(fixture, 40, 'buy', 1)
    crossed(fixture, 41, 'sell', 1)
    // a hundredth of a unit, then a whole one
    owe(fixture, { rate: 1 })
    owe(fixture, { rate: 100 })
    expect(paidBy(fixture).paid.map(({ lines }) => lines.map(({ holder, amount }) => [holder, amount]))).toEqual([
      [[40, -1n]],
      [
        [40, -1n],
        [41, 1n],
      ],
    ])
  })

  it('is known: nobody pays of whom there is no account', () => {
    const fixture = begin()
    owe(fixture, { changed: new Map([[7, { holder: 40, side: 'long', lots: 1 }]]) })
    expect(() => paidBy(fixture)).toThrow(RangeError)
  })
})

describe('what a position cannot pay', () => {
  it('is paid by the insurance fund, as far as it goes, and the rest by the house', () => {
    for (const [fund, insurance] of [
      [0n, 0n],
      [1n, 1n],
      [20_000n, 20_000n],
      [50_000n, 50_000n],
      [50_001n, 50_000n],
    ]) {
      const fixture = begin()
      fixture.trader(40, 10_000)
      fixture.setPerpetual(40, 'isolated', 100)
      fixture.perpetual(40, 'buy', 100)
      const position = [...fixture.state.derivative.positions.values()][0]
      const taken = position.margin - 50_000n
      const hold = { kind: 'hold', account: 'contract', currency: 0, hold: 'isolated_margin' } as const
      fixture.state.venue.ledger.apply([{ ...hold, holder: 40, amount: -taken, category: 'single_contract_close' }])
      position.margin -= taken
      fixture.provide(fund - fixture.house('insurance'))
      owe(fixture)
      // of 0.1 USDT that are due it has half
      const amount = -50_000n
      const line = { position: position.id, holder: 40, kind: 'isolated', amount, marginChange: amount }
      expect(paidBy(fixture).paid).toMatchObject([
        { lines: [{ ...line, perpetualChange: 0n }], insurance, liquidity: 50_000n + insurance },
      ])
      expect(fixture.position(position.id)?.margin).toBe(0n)
    }
  })

  it('of its account is all that the account has, and what it holds goes down with it', () => {
    const pays = (left: bigint, times = 1) => {
      const fixture = begin()
      crossed(fixture, 40, 'buy', 1_000)
      const { ledger } = fixture.state.venue
      const account = fixture.account(40)
      const free = ledger.available(40, 'contract', 0)
      const entry = { kind: 'entry', currency: 0, category: 'deposit' } as const
      ledger.apply([
        { ...entry, holder: 40, account: 'contract', amount: left - free },
        { ...entry, holder: houseHolder('demo', 'external'), account: 'coin', amount: free - left },
      ])
      const { perpetualHold: held, required } = account
      owe(fixture, { rate: times * rate })
      const [line] = linesOf(fixture)
      expect(account.perpetualHold).toBe(held + line.perpetualChange)
      return { ...line, held, required, after: ledger.available(40, 'contract', 0) }
    }
    const due = 1_000n * lotPays
    const rich = pays(due + 7n)
    expect(rich).toMatchObject({
      amount: -due,
      marginChange: 0n,
      perpetualChange: rich.required - rich.held,
      after: 7n,
    })
    const poor = pays(due - 7n)
    // seven units of what it holds
    expect(poor).toMatchObject({ amount: -due, perpetualChange: -7n, after: 0n })
    const broke = pays(3n, 2_000)
    expect(broke).toMatchObject({ amount: -broke.held - 3n, perpetualChange: -broke.held, after: 0n })
  })
})

describe('one command', () => {
  it('pays 64 times, and says that more is left', () => {
    const fixture = begin()
    for (let at = 0; at < 66; at++) owe(fixture)
    const count = () => {
      const { paid, more } = paidBy(fixture)
      return [paid.length, more]
    }
    expect([count(), count(), count()]).toEqual([
      [64, true],
      [2, false],
      [0, false],
    ])
  })
})
