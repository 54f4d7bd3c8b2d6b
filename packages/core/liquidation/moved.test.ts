import { describe, expect, it } from 'vitest'
import { crossFigures } from '../derivative/account.ts'
import { sums } from '../query.ts'
import { MarginFixture } from '../testing/marginFixture.ts'
import type { Event } from '../vocabulary.ts'

const start = 1_000_000
const holder = 40
const none = { stopLoss: null, takeProfit: null, fault: '' }

/** A cross account of 2 000 USDT that is long 40 000 USDT of BTC at 100 times. */
function begin(): MarginFixture {
  const fixture = new MarginFixture()
  fixture.list('ETH')
  fixture.tickNow(start)
  fixture.tickNow(start, 1)
  fixture.trader(holder, 2_000)
  fixture.setPerpetual(holder, 'cross', 100)
  return fixture
}

function figures(fixture: MarginFixture) {
  return crossFigures(fixture.state.derivative, fixture.state.venue, holder, fixture.now)
}

function of<T extends Event['type']>(events: readonly Event[], type: T): Extract<Event, { type: T }>[] {
  return events.filter((event): event is Extract<Event, { type: T }> => event.type === type)
}

/** The first mark, falling by a tenth of a tick, that the account cannot bear: told from its figures now. */
function firstBelow(fixture: MarginFixture): number {
  const { net, maintenance } = figures(fixture)
  const position = fixture.account(holder).perpetual.get(0)
  if (!position) throw new Error('no position')
  const perTenth = BigInt(position.lots) * 10n
  const mark = fixture.state.venue.marks.of(0).indexTenths
  for (let fall = 1; ; fall++) {
    // 0.4 % of what it is worth, rounded up
    const value = perTenth * BigInt(mark - fall)
    if (maintenance > 200_000_000n) throw new Error('beyond the first bracket')
    if (net - perTenth * BigInt(fall) < (value * 4n + 999n) / 1_000n) return mark - fall
  }
}

/** What takes the free margin of a cross account away, all that may be taken. */
const ways: [string, (fixture: MarginFixture) => void][] = [
  [
    'is added to a ticket',
    (fixture) => {
      const order = fixture.ticket(holder, 'sell', 10, 1)
      fixture.tick(start)
      fixture.must({ type: 'addContractMargin', holder, order, amount: figures(fixture).usable, fault: '' })
    },
  ],
  [
    'is added to an isolated position',
    (fixture) => {
      fixture.setPerpetual(holder, 'isolated', 2, 'ETHUSDT')
      fixture.perpetual(holder, 'buy', 10, { symbol: 'ETHUSDT' })
      fixture.tick(start)
      const position = fixture.account(holder).perpetual.get(1)?.id ?? 0
      fixture.must({ type: 'addPerpetualMargin', holder, position, amount: figures(fixture).usable, fault: '' })
    },
  ],
  [
    'is held by the order of a ticket',
    (fixture) => {
      const lots = Number(figures(fixture).usable / 9_850_000n)
      const order = {
        holder,
        symbol: 'ETHUSDT',
        side: 'buy',
        kind: 'limit',
        timeInForce: 'GTC',
        price: 98_100,
      } as const
      fixture.must({ type: 'placeContractOrder', ...order, ...none, lots, multiple: 1 })
    },
  ],
  [
    'is transferred away',
    (fixture) => {
      const amount = figures(fixture).usable
      fixture.must({ type: 'transfer', holder, from: 'contract', to: 'coin', amount, fault: '' })
    },
  ],
  [
    'is spent on a ticket',
    (fixture) => {
      const lots = Number(figures(fixture).usable / 10_020_000n)
      fixture.ticket(holder, 'buy', lots, 1, { symbol: 'ETHUSDT' })
    },
  ],
]

describe.each(ways)('free margin that %s', (_, take) => {
  it('is missed at once: the account is looked at on the first mark that it cannot bear', () => {
    const fixture = begin()
    fixture.perpetual(holder, 'buy', 4_000)
    // bands are given while all of it is there
    fixture.tick(start)
    take(fixture)
    const fund = fixture.house('insurance')
    const first = firstBelow(fixture)
    expect(first).toBeGreaterThan(990_000)
    expect(of(fixture.tick(first + 1), 'liquidationStarted')).toEqual([])
    const [started] = of(fixture.tick(first), 'liquidationStarted')
    expect(started).toMatchObject({ holder, position: 0, indexTenths: first })
    expect(started.equity < started.maintenance).toBe(true)
    for (let mark = first; mark >= 940_000; mark -= 1_000) fixture.tick(mark)
    expect(fixture.house('insurance')).toBe(fund)
    expect(sums(fixture.state).sums.every(({ posted, frozen, held }) => posted === 0n && frozen === held)).toBe(true)
  })
})

describe('a gap in which an order on its own margin would fill', () => {
  const order = { holder, symbol: 'BTCUSDT', side: 'buy', kind: 'limit', timeInForce: 'GTC', ...none } as const

  it.each(['contract', 'isolated'] as const)('cancels it where the account cannot bear it: %s', (product) => {
    const fixture = begin()
    fixture.perpetual(holder, 'buy', 4_000)
    fixture.setPerpetual(holder, 'isolated', 1, 'ETHUSDT')
    fixture.tick(start)
    const fund = fixture.house('insurance')
    const lots = Number(figures(fixture).usable / 9_850_000n)
    if (product === 'contract') {
      fixture.must({ type: 'placeContractOrder', ...order, symbol: 'ETHUSDT', price: 98_100, lots, multiple: 1 })
    } else {
      const ask = { ...order, symbol: 'ETHUSDT', price: 98_100, lots, reduceOnly: false } as const
      fixture.must({ type: 'placePerpetualOrder', ...ask })
    }
    // BTC falls first, so that the account is below its maintenance when ETH's ladder crosses; both within one moment
    fixture.state.venue.marks.set(0, { ...fixture.state.venue.marks.of(0), indexTenths: 965_000 })
    const [closed, ...rest] = fixture.tickNow(965_000, 1)
    expect(closed).toMatchObject({ type: 'derivativeOrderClosed', reason: 'margin_short' })
    expect(of(rest, 'derivativeTraded')).toEqual([])
    fixture.tickNow(965_000)
    expect(fixture.house('insurance')).toBe(fund)
  })

  it('fills it where the account can', () => {
    const fixture = begin()
    fixture.perpetual(holder, 'buy', 400)
    fixture.tick(start)
    fixture.must({ type: 'placeContractOrder', ...order, price: 98_100, lots: 100, multiple: 1 })
    const [traded] = of(fixture.tick(970_000), 'derivativeTraded')
    expect(traded).toMatchObject({ price: 98_100, maker: { holder, opening: traded.maker.order, lots: 100 } })
  })

  it('in one symbol keeps what the ticket would have taken along: the fund pays nothing', () => {
    const fixture = begin()
    fixture.perpetual(holder, 'buy', 4_000)
    fixture.tick(start)
    const fund = fixture.house('insurance')
    fixture.must({ type: 'placeContractOrder', ...order, price: 98_100, lots: 160, multiple: 1 })
    const events = fixture.tick(970_000)
    expect(of(events, 'derivativeOrderClosed')).toMatchObject([{ reason: 'margin_short', lots: 160 }])
    expect(of(events, 'derivativeTraded')).toEqual([])
    // with all that it has, less a fee and 4 of spread, the account bears the fall of 3 %, 1 200 USDT
    expect(figures(fixture).net).toBe(2_000_000_000n - 20_002_000n - 4_000_000n - 1_200_000_000n)
    for (let mark = 970_000; mark >= 940_000; mark -= 1_000) fixture.tick(mark)
    expect(fixture.house('insurance')).toBe(fund)
  })
})

describe('an order on its own margin that takes', () => {
  /** Short 10 000 USDT of BTC at 100 times that has come to three times its price: more to keep than its margin was. */
  function risen(): MarginFixture {
    const fixture = begin()
    fixture.must({ type: 'transfer', holder, from: 'coin', to: 'contract', amount: 30_000_000_000n, fault: '' })
    fixture.perpetual(holder, 'sell', 1_000)
    for (let mark = start; mark <= 3_000_000; mark += 50_000) {
      fixture.tick(mark)
      fixture.tick(start, 1)
    }
    const { required, maintenance, free } = figures(fixture)
    expect([required, maintenance]).toEqual([99_990_000n, 120_000_000n])
    expect(free > 9_000_000_000n).toBe(true)
    return fixture
  }

  it.each(['GTC', 'IOC', 'FOK'] as const)(
    'opens nothing that leaves the account below its maintenance: %s',
    (force) => {
      const fixture = risen()
      const { usable } = figures(fixture)
      // a lot of ETH at one time and its fee: all but less than the 20 USDT that must be kept besides
      const lots = Number(usable / 10_006_000n)
      const ask = { holder, symbol: 'ETHUSDT', side: 'buy', timeInForce: force, lots, multiple: 1, ...none } as const
      const before = figures(fixture).net
      const events = fixture.must({ type: 'placeContractOrder', ...ask, kind: 'market', price: 0 })
      const filled = of(events, 'derivativeTraded').reduce((sum, { lots: some }) => sum + some, 0)
      const after = figures(fixture)
      expect(after.net >= after.maintenance).toBe(true)
      if (force === 'FOK') expect([filled, after.net]).toEqual([0, before])
      else expect(of(events, 'derivativeOrderClosed')).toMatchObject([{ reason: 'margin_short' }])
      expect(of(fixture.tick(3_000_000), 'liquidationStarted')).toEqual([])
    },
  )
})
