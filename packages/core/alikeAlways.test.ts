import { describe, expect, it } from 'vitest'
import { Fixture, btcTerms } from './testing/exchangeFixture.ts'
import { MarginFixture } from './testing/marginFixture.ts'
import { OptionFixture } from './testing/optionFixture.ts'
import { openForReal, sayLive } from './testing/walletRun.ts'
import type { Command, Event } from './vocabulary.ts'

// What a thing costs and comes to depends on the market and the terms: not on who asks, not on the hour or the day, not on
// whether money is real. The figures are reckoned by hand.
const hour = 3_600_000
const hours = Array.from({ length: 24 }, (_, at) => at)
const everyone = Array.from({ length: 200 }, (_, at) => 32 + at)
const none = { stopLoss: null, takeProfit: null, fault: '' }
const ladder = {
  levels: 3,
  halfSpreadRate: 500_000,
  gapRate: 500_000,
  refillPerSecond: 0,
  positionMax: 1_000_000_000_000,
  levelQuantity: 1_000_000_000,
}

function of<K extends Event['type']>(events: readonly Event[], type: K): Extract<Event, { type: K }>[] {
  return events.filter((event): event is Extract<Event, { type: K }> => event.type === type)
}

function figures(events: readonly Event[]) {
  return of(events, 'spotTraded').map(({ price, quoteAmount, takerFee }) => ({ price, quoteAmount, takerFee }))
}

const bought = [{ price: 100_050, quoteAmount: 100_050_000, takerFee: 1_000 }]
const sold = [{ price: 99_950, quoteAmount: 99_950_000, takerFee: 99_950 }]

describe('the same order', () => {
  it.each(['real', 'demo'] as const)('comes to the same at every hour of a %s day, either way', (realm) => {
    for (const at of hours) {
      const fixture = new Fixture({ ...btcTerms, ladder })
      fixture.now += at * hour + 17 * 60_000
      if (realm === 'real') {
        openForReal(fixture)
        fixture.must({ type: 'openHolder', holder: 32, realm, country: 'FR' })
        fixture.must({ type: 'setStanding', holder: 32, disabled: false, realName: 'approved', country: 'FR' })
        fixture.give(32, 0, 1_000_000_000n)
        fixture.now += 1_000
        sayLive(fixture)
      } else {
        fixture.demo(32)
        fixture.quote(1_000_000)
      }
      for (const [side, right] of [
        ['buy', bought],
        ['sell', sold],
      ] as const) {
        const quantity = side === 'buy' ? 1_000 : 999
        if (side === 'sell') fixture.give(32, 1, 1_000_000n)
        const outcome = fixture.place(32, side, 0, side === 'buy' ? quantity : 1_000, {
          kind: 'market',
          timeInForce: 'IOC',
        })
        expect([at, side, outcome.ok ? figures(outcome.events) : outcome.rejection.reason]).toEqual([at, side, right])
      }
    }
  })

  it('of a perpetual is liquidated by the same mark at every hour', () => {
    for (const at of hours) {
      const fixture = new MarginFixture({ ladder, houseDebtMax: 2n ** 50n }, { ladder })
      fixture.now += at * hour
      fixture.trader(32, 10_000)
      fixture.tick(1_000_000)
      fixture.ticket(32, 'buy', 100, 20, none)
      const started = (mark: number) =>
        of(fixture.tick(mark), 'liquidationStarted').map(({ indexTenths }) => indexTenths)
      expect([at, started(954_293), started(954_292)]).toEqual([at, [], [954_292]])
    }
  })
})

describe('the same option', () => {
  it('wins, ties and loses by the same sample at every hour', () => {
    for (const at of hours) {
      const fixture = new OptionFixture()
      // at every fifth second of a minute, too
      fixture.now += at * (hour + 5_000)
      for (const holder of [32, 33]) fixture.better(holder)
      fixture.quote(1_000_000)
      for (const direction of ['up', 'down'] as const) fixture.opened(direction === 'up' ? 32 : 33, direction)
      fixture.pass(5, 1_000_000)
      const settled = of([...fixture.pass(56, 1_000_700), ...fixture.pass(8, 1_000_001)], 'optionSettled')
      expect([at, settled.map(({ holder, outcome }) => [holder, outcome])]).toEqual([
        at,
        [
          [32, 'win'],
          [33, 'loss'],
        ],
      ])
    }
  })
})

describe('the same conversion', () => {
  it('is quoted to everybody with the same amounts and for as long, either way, and accepted to the unit', () => {
    const fixture = new Fixture()
    for (const holder of everyone) {
      fixture.demo(holder)
      fixture.give(holder, 1, 10_000_000n)
      fixture.quote(1_000_000)
      const ask: Command = {
        type: 'askConversion',
        holder,
        source: 'USDT',
        target: 'BTC',
        amount: 100_000_000n,
        fault: '',
      }
      const [quote] = of(fixture.must(ask), 'conversionQuoted')
      // 0.01 BTC less a thousandth for the spread, and a thousandth of that for the fee, rounded up
      const right = { targetAmount: 998_001n, fee: 999n, validUntil: fixture.now + 10_000 }
      expect({ ...quote, holder }).toMatchObject({ holder, ...right })
      fixture.must({ type: 'acceptConversion', holder, quote: quote?.quote ?? 0 })
      expect([holder, fixture.available(holder, 1)]).toEqual([holder, 10_998_001n])
      const [back] = of(fixture.must({ ...ask, source: 'BTC', target: 'USDT', amount: 1_000_000n }), 'conversionQuoted')
      expect({ ...back, holder }).toMatchObject({ holder, targetAmount: 99_800_100n, fee: 99_900n })
    }
  })
})

describe('the same position', () => {
  it('pays the same funding in every market of the same terms', () => {
    const fixture = new MarginFixture({ ladder, houseDebtMax: 2n ** 50n }, { ladder })
    fixture.trader(32, 10_000)
    const listings = [0, ...['ETH', 'SOL', 'XRP'].map((base) => fixture.list(base))]
    for (const listing of listings) {
      fixture.tickNow(1_000_000, listing)
      fixture.perpetual(32, 'buy', 100, { symbol: fixture.state.venue.listings[listing].code })
    }
    const stamp = Math.ceil(fixture.now / (8 * hour)) * 8 * hour
    const paid: Event[] = []
    for (const at of [stamp - 2_000, stamp - 1_000, stamp]) {
      fixture.now = at
      for (const listing of listings) fixture.tickNow(1_000_000, listing)
      const samples = listings.map((listing) => ({ listing, indexTenths: 1_000_000, sources: 4, fresh: true }))
      paid.push(...fixture.must({ type: 'sampleIndex', stamp: at, kind: 'simulated', samples }))
    }
    const lines = of(paid, 'fundingPaid').flatMap(({ listing, lines: all }) =>
      all.map(({ amount }) => [listing, amount]),
    )
    // 0.01 % of 1 000 USDT
    expect(lines).toEqual(listings.map((listing) => [listing, -100_000n]))
  })
})
