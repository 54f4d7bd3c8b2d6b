import { describe, expect, it } from 'vitest'
import { houseHolder } from './ledger/holders.ts'
import { movesOf as movesOfOne } from './moves.ts'
import { holdsOf, investedOf, query } from './query.ts'
import { WealthFixture } from './testing/wealthFixture.ts'
import type { Command, Event } from './vocabulary.ts'

const saver = 40
const unit = 1_000_000n
const pool = houseHolder('real', 'wealthPool')
const own = { holder: saver, fault: '' } as const

function answered(fixture: WealthFixture, command: Command) {
  const outcome = fixture.run(command)
  if (!outcome.ok) throw new Error(outcome.rejection.reason)
  return outcome.answer
}

function ready(): WealthFixture {
  const fixture = new WealthFixture()
  fixture.saver(saver)
  return fixture
}

describe('the answer to what was done with a product', () => {
  it('is what was published, bought, locked or applied for', () => {
    const fixture = ready()
    const mining = { type: 'publishMining', product: 0, terms: fixture.miningTerms() } as const
    expect(answered(fixture, mining)).toEqual({ type: 'miningProduct', product: 1, version: 1 })
    const second = { ...mining, product: 1, terms: fixture.miningTerms({ digest: 'd2' }) }
    expect(answered(fixture, second)).toEqual({ type: 'miningProduct', product: 1, version: 2 })
    const lock = { type: 'openMining', ...own, product: 1, amount: 1_000n * unit, versionShown: null } as const
    expect(answered(fixture, lock)).toMatchObject({ type: 'mining', view: { order: 1, amount: 1_000n * unit } })
    const invest = { type: 'publishInvest', terms: fixture.investTerms() } as const
    expect(answered(fixture, invest)).toEqual({ type: 'investProduct', product: 1 })
    const buy = { type: 'buyInvest', ...own, product: 1, shares: 2 } as const
    expect(answered(fixture, buy)).toMatchObject({ type: 'invest', order: { order: 1, shares: 2 } })
    const launch = { type: 'launchIeo', terms: fixture.ieoTerms() } as const
    expect(answered(fixture, launch)).toEqual({ type: 'ieoProject', project: 1 })
    const apply = { type: 'subscribeIeo', ...own, project: 1, passes: 3 } as const
    expect(answered(fixture, apply)).toMatchObject({ type: 'ieo', subscription: { subscription: 1, applied: 3 } })
    const rest = [
      { type: 'boundPool', realm: 'real', currency: 0, debtMax: 5n },
      { type: 'closeInvest', product: 1 },
      { type: 'switchMining', product: 1, on: false },
    ] as const
    expect(rest.map((one) => answered(fixture, one))).toEqual(rest.map(() => ({ type: 'done' })))
  })
})

describe('what a holder has put in', () => {
  it('is what runs of investments, by currency, and what passes cost until their coin is there', () => {
    const fixture = ready()
    const sellHigh = fixture.published(fixture.investTerms())
    const buyLow = fixture.published(fixture.investTerms({ direction: 'buy_low', sharePrice: 100n * unit }))
    const invested = () => investedOf(fixture.state, saver)
    expect(invested()).toEqual([])
    fixture.bought(saver, sellHigh, 2)
    fixture.bought(saver, sellHigh, 1)
    fixture.bought(saver, buyLow, 3)
    const rows = [
      { product: 'invest', currency: 0, amount: 300n * unit },
      { product: 'invest', currency: 1, amount: 30_000_000n },
    ]
    expect(invested()).toEqual(rows)
    const terms = fixture.ieoTerms({ passPrice: 1n })
    fixture.must({ type: 'subscribeIeo', ...own, project: fixture.launched(terms), passes: 1 })
    expect(invested()).toEqual(rows)
    fixture.passTo(terms.closesAt + 1_000)
    expect(invested()).toEqual([...rows, { product: 'ieo', currency: 0, amount: 1n }])
    fixture.passTo(terms.marketAt + 1_000)
    expect(invested()).toEqual(rows)
  })

  it('is held as long as it is only asked for', () => {
    const fixture = ready()
    const held = () => holdsOf(fixture.state, saver).map(({ currency, amount }) => [currency, amount])
    fixture.locked(saver, fixture.mined(fixture.miningTerms()), 1_000n * unit)
    const terms = fixture.ieoTerms()
    fixture.must({ type: 'subscribeIeo', ...own, project: fixture.launched(terms), passes: 3 })
    expect(held()).toEqual([
      [0, 1_000n * unit],
      [0, 300n * unit],
    ])
    fixture.passTo(terms.closesAt + 1_000)
    expect(held()).toEqual([[0, 1_000n * unit]])
  })
})

describe('the moves in the ledger', () => {
  const movesOf = (events: readonly Event[]) => events.flatMap((event) => movesOfOne(event))

  it('are of an investment to the pool, of a lock and an application a hold, and of a bound none', () => {
    const fixture = ready()
    const entry = { kind: 'entry', account: 'coin' } as const
    fixture.published(fixture.investTerms())
    const bought = fixture.must({ type: 'buyInvest', ...own, product: 1, shares: 2 })
    expect(movesOf(bought)).toMatchObject([
      { ...entry, holder: saver, currency: 1, amount: -20_000_000n },
      { ...entry, holder: pool, currency: 1, amount: 20_000_000n },
    ])
    fixture.mined(fixture.miningTerms())
    const lock = { type: 'openMining', ...own, product: 1, amount: 1_000n * unit, versionShown: null } as const
    const hold = { kind: 'hold', holder: saver, account: 'coin', currency: 0 } as const
    expect(movesOf(fixture.must(lock))).toMatchObject([{ ...hold, hold: 'lock_mining', amount: 1_000n * unit }])
    fixture.launched(fixture.ieoTerms())
    const apply = fixture.must({ type: 'subscribeIeo', ...own, project: 1, passes: 3 })
    expect(movesOf(apply)).toMatchObject([{ ...hold, hold: 'ieo', amount: 300n * unit }])
    const bound = fixture.must({ type: 'boundPool', realm: 'real', currency: 0, debtMax: 5n })
    expect([bound.length, movesOf(bound)]).toEqual([1, []])
  })
})

describe('what is asked of the products', () => {
  it('is told of the one that is asked for', () => {
    const fixture = ready()
    fixture.locked(saver, fixture.mined(fixture.miningTerms()), 1_000n * unit)
    fixture.bought(saver, fixture.published(fixture.investTerms()), 2)
    fixture.must({ type: 'subscribeIeo', ...own, project: fixture.launched(fixture.ieoTerms()), passes: 3 })
    const ask = (asked: Parameters<typeof query>[1]) => query(fixture.state, asked, fixture.now)
    const real = { realm: 'real' } as const
    // the pool owes five days at 0.4 % of 1 000 USDT, and either side of the investment
    const pools = [{ currency: 0 }, { currency: 1, stands: 20_000_000n }]
    expect(ask({ type: 'pool', ...real })).toMatchObject({ type: 'pool', pools })
    expect(ask({ type: 'miningProducts', ...real })).toMatchObject({
      type: 'miningProducts',
      products: [{ product: 1, locked: 1_000n * unit }],
    })
    expect(ask({ type: 'miningOrders', holder: saver })).toMatchObject({ type: 'miningOrders', orders: [{ order: 1 }] })
    const forecast = ask({ type: 'miningForecast', ...real })
    const days = forecast.type === 'miningForecast' ? forecast.days : []
    const principals = days.map((day) => day.principal / unit)
    expect(principals).toEqual([0n, 0n, 0n, 0n, 1_000n])
    expect(ask({ type: 'investProducts', ...real })).toMatchObject({ type: 'investProducts', products: [{ sold: 2 }] })
    expect(ask({ type: 'investOrders', holder: saver })).toMatchObject({
      type: 'investOrders',
      orders: [{ shares: 2 }],
    })
    expect(ask({ type: 'investPromises' })).toMatchObject({ type: 'investPromises', maturities: [{ orders: 1 }] })
    const launches = { type: 'ieoProjects', projects: [{ own: 3 }] }
    expect(ask({ type: 'ieoProjects', ...real, holder: saver })).toMatchObject(launches)
    const applications = [{ subscription: 1, holder: saver, applied: 3, state: 'subscribed' }]
    const asked = ask({ type: 'ieoApplications', project: 1, limit: 9 })
    expect(asked).toMatchObject({ type: 'ieoApplications', applications })
  })
})
