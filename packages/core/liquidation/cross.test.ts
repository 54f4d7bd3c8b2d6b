import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { crossFigures } from '../derivative/account.ts'
import { MarginFixture } from '../testing/marginFixture.ts'
import type { Event } from '../vocabulary.ts'
import { reckonCross } from './figures.ts'

const start = 1_000_000

function begin(terms: ConstructorParameters<typeof MarginFixture>[0] = {}, insurance?: bigint): MarginFixture {
  const fixture = new MarginFixture(terms, {}, insurance)
  fixture.list('ETH')
  fixture.tick(start)
  fixture.tick(start, 1)
  return fixture
}

/** A cross account of 10 000 USDT: long 50 000 USDT of BTC, long 100 000 USDT of ETH. */
function account(fixture: MarginFixture, holder = 40): number {
  fixture.trader(holder, 10_000)
  for (const symbol of ['BTCUSDT', 'ETHUSDT']) fixture.setPerpetual(holder, 'cross', 20, symbol)
  fixture.perpetual(holder, 'buy', 5_000)
  fixture.perpetual(holder, 'buy', 10_000, { symbol: 'ETHUSDT' })
  return holder
}

function figures(fixture: MarginFixture, holder: number) {
  return crossFigures(fixture.state.derivative, fixture.state.venue, holder, fixture.now)
}

function of<T extends Event['type']>(events: readonly Event[], type: T): Extract<Event, { type: T }>[] {
  return events.filter((event): event is Extract<Event, { type: T }> => event.type === type)
}

describe('a cross account', () => {
  it('is closed out of its largest maintenance first, only until equity is 1.2 times the maintenance', () => {
    const fixture = begin()
    const holder = account(fixture)
    let events: readonly Event[] = []
    for (let at = 2; of(events, 'liquidationStarted').length === 0; at++) {
      const before = figures(fixture, holder)
      expect(before.net >= before.maintenance).toBe(true)
      events = fixture.tick(start - 500 * Math.floor(at / 2), at % 2)
    }
    const trades = of(events, 'derivativeTraded')
    expect(trades.length).toBeGreaterThan(0)
    // ETH was the larger one; BTC is not touched
    expect(trades.every(({ listing, taker }) => listing === 1 && taker.purpose === 'liquidation')).toBe(true)
    expect(of(events, 'positionTakenOver')).toEqual([])
    const after = figures(fixture, holder)
    expect(after.net * 5n >= after.maintenance * 6n).toBe(true)
    // a hundredth of a lot less would not have been enough: not much more than 1.2 is left
    expect(after.net * 100n < after.maintenance * 125n).toBe(true)
    const [started] = of(events, 'liquidationStarted')
    expect(started).toMatchObject({ position: 0, holder })
    expect(started.positions).toHaveLength(2)
    expect(started.equity < started.maintenance).toBe(true)
  })

  it('has its open orders cancelled first, and is left alone where that is enough', () => {
    const fixture = begin()
    const holder = account(fixture)
    const balance = figures(fixture, holder)
    // an order of a ticket holds all that is usable
    const lots = Number(balance.usable / 11_000_000n)
    fixture.must({
      type: 'placeContractOrder',
      holder,
      symbol: 'BTCUSDT',
      side: 'buy',
      kind: 'limit',
      timeInForce: 'GTC',
      price: 98_500,
      lots,
      multiple: 1,
      stopLoss: null,
      takeProfit: null,
      fault: '',
    })
    expect(figures(fixture, holder).net < balance.net).toBe(true)
    let events: readonly Event[] = []
    // ETH alone falls, so that the order is not filled
    for (let mark = start; of(events, 'liquidationStarted').length === 0; mark -= 500) {
      fixture.tick(start)
      events = fixture.tickNow(mark, 1)
    }
    expect(of(events, 'derivativeOrderClosed')).toMatchObject([{ reason: 'liquidation', lots }])
    expect(of(events, 'derivativeTraded')).toEqual([])
    expect(fixture.account(holder).positions.size).toBe(2)
  })

  it('that a gap leads far below zero ends at nothing, and the insurance fund pays all that is missing', () => {
    const fixture = begin()
    const holder = account(fixture)
    const fund = fixture.house('insurance')
    fixture.tick(880_000)
    const events = fixture.tickNow(880_000, 1)
    const takeovers = of(events, 'positionTakenOver')
    expect(fixture.account(holder).positions.size).toBe(0)
    expect(fixture.worth(holder)).toBe(0n)
    const drawn = takeovers.reduce((sum, { insurance }) => sum + insurance, 0n)
    expect(drawn > 0n).toBe(true)
    expect(fixture.house('insurance')).toBe(fund - drawn)
  })

  it('draws on `liquidity` where the fund is empty, and new leverage stops', () => {
    const fixture = begin({ insuranceFloor: 1_000_000n }, 2n)
    const holder = account(fixture)
    fixture.tick(880_000)
    fixture.tickNow(880_000, 1)
    expect(fixture.worth(holder)).toBe(0n)
    expect(fixture.house('insurance')).toBe(0n)
    const other = fixture.trader(41, 10_000)
    fixture.setPerpetual(other, 'cross', 10)
    const ask = {
      type: 'placePerpetualOrder',
      holder: other,
      symbol: 'BTCUSDT',
      side: 'buy',
      kind: 'market',
      timeInForce: 'GTC',
      price: 0,
      lots: 10,
      reduceOnly: false,
      stopLoss: null,
      takeProfit: null,
      fault: '',
    } as const
    expect(fixture.run(ask)).toMatchObject({ rejection: { reason: 'leverage_paused' } })
    fixture.provide(5_000_000n)
    expect(fixture.run(ask)).toMatchObject({ ok: true })
  })

  it('is closed out of what its other marks decide while one is old, which counts at its last', () => {
    const fixture = begin()
    const holder = account(fixture)
    fixture.now += 6_000
    // ETH is silent: BTC alone falls by 10 %, half of what the account has
    expect(of(fixture.tick(900_000), 'liquidationStarted')).toEqual([])
    const events = fixture.tick(810_000)
    expect(of(events, 'liquidationStarted')).toHaveLength(1)
    expect([...fixture.account(holder).perpetual.keys()]).toEqual([1])
    // what is left below its maintenance waits for its own mark to decide
    expect(fixture.tick(810_000)).toEqual([])
    const { net, maintenance } = figures(fixture, holder)
    expect(net > 0n && net < maintenance).toBe(true)
    expect(of(fixture.tick(start, 1), 'liquidationStarted')).toHaveLength(1)
  })
})

describe('the safe bands', () => {
  it('never miss an account below its maintenance, whatever the marks do', () => {
    const step = fc.record({ listing: fc.constantFrom(0, 1), change: fc.integer({ min: -12_000, max: 12_000 }) })
    const open = fc.record({
      side: fc.constantFrom('buy' as const, 'sell' as const),
      lots: fc.integer({ min: 1_000, max: 9_000 }),
    })
    fc.assert(
      fc.property(
        fc.tuple(open, open, open, open),
        fc.array(step, { minLength: 5, maxLength: 40 }),
        (opened, steps) => {
          const fixture = begin()
          for (const holder of [40, 41]) {
            fixture.trader(holder, 10_000)
            for (const [at, symbol] of ['BTCUSDT', 'ETHUSDT'].entries()) {
              fixture.setPerpetual(holder, 'cross', 20, symbol)
              const { side, lots } = opened[2 * (holder - 40) + at]
              fixture.perpetual(holder, side, lots, { symbol })
            }
          }
          const marks = [start, start]
          for (const { listing, change } of steps) {
            marks[listing] += change
            fixture.now += 250
            for (const at of [0, 1]) fixture.tickNow(marks[at], at)
            const { derivative, venue } = fixture.state
            for (const account of derivative.accounts.values()) {
              const reckoned = reckonCross(derivative, venue, account, fixture.now)
              if (!reckoned) throw new Error('a mark was never heard')
              expect(reckoned.positions.length === 0 || reckoned.equity >= reckoned.maintenance).toBe(true)
            }
          }
        },
      ),
      { numRuns: 60 },
    )
  })
})
