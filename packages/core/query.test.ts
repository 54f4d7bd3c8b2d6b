import { describe, expect, it } from 'vitest'
import type { Query } from './answer.ts'
import { execute } from './exchange.ts'
import { query, sums } from './query.ts'
import { Fixture } from './testing/exchangeFixture.ts'
import { MarginFixture } from './testing/marginFixture.ts'
import { optionTerms } from './testing/optionFixture.ts'
import { WealthFixture } from './testing/wealthFixture.ts'
import { holder as payee, usdt, withdraw } from './testing/walletRun.ts'

const ask = (fixture: Fixture, asked: Query) => query(fixture.state, asked, fixture.now)
const allSums = (fixture: Fixture) => sums(fixture.state).sums
const btc = 100_000_000n

describe('the zero-sum report', () => {
  it('has of the real realm all that holds money of its users, by currency', () => {
    const fixture = new WealthFixture()
    fixture.must({ type: 'switchProduct', country: 'FR', product: 'spot', on: true })
    fixture.saver(payee)
    fixture.must(withdraw(500n * usdt))
    fixture.placed(payee, 'buy', 90_000, 1_000)
    fixture.placed(payee, 'sell', 110_000, 3_000)
    fixture.saver(41)
    fixture.placed(41, 'buy', 110_000, 1_000)
    fixture.locked(payee, fixture.mined(fixture.miningTerms()), 1_000n * usdt)
    const project = fixture.launched(fixture.ieoTerms())
    fixture.must({ type: 'subscribeIeo', holder: payee, project, passes: 3, fault: '' })
    // 500 are withdrawn, 90 would be paid for 0.01 bitcoin, 1 000 are locked, 300 are put in for passes, and 0.02 bitcoin are left to sell
    const held = [1_890n * usdt, btc / 50n]
    const row = (realm: string, currency: number, amount = 0n) => {
      return { realm, currency, posted: 0n, frozen: amount, held: amount }
    }
    const rows = [row('real', 0, held[0]), row('real', 1, held[1]), row('demo', 0), row('demo', 1)]
    expect(allSums(fixture)).toEqual(rows)
    expect(ask(fixture, { type: 'sums' })).toEqual(sums(fixture.state))
    expect(ask(fixture, { type: 'sums' }).type).toBe('sums')
    const { ledger } = fixture.state.venue
    const frozen = ledger.frozen(payee, 'coin', 0)
    ledger.restore(payee, 'coin', 0, { posted: ledger.posted(payee, 'coin', 0) + 7n, frozen: frozen + 2n })
    expect(allSums(fixture)[0]).toEqual({ ...row('real', 0, held[0]), posted: 7n, frozen: frozen + 2n })
  })

  it('has of the demo what orders, margins and stakes hold', () => {
    const fixture = new MarginFixture()
    fixture.tickNow(1_000_000)
    fixture.trader(40, 20_000)
    fixture.must({ type: 'configureOption', listing: 0, terms: optionTerms })
    const limit = { kind: 'limit', price: 99_000 } as const
    fixture.ticket(40, 'buy', 50, 10)
    fixture.ticket(40, 'buy', 50, 10, limit)
    fixture.setPerpetual(40, 'cross', 20)
    fixture.perpetual(40, 'buy', 100)
    const stake = { symbol: 'BTCUSDT', direction: 'up', seconds: 60, rateShown: null, fault: '' } as const
    fixture.must({ type: 'transfer', holder: 40, from: 'coin', to: 'option', amount: 900n * usdt, fault: '' })
    fixture.must({ type: 'placeOption', holder: 40, stake: 70n * usdt, ...stake })
    const { derivative } = fixture.state
    const account = fixture.account(40)
    const [order] = [...account.orders.values()]
    const [ticket] = [...derivative.positions.values()].filter(({ kind }) => kind === 'ticket')
    const parts = [account.perpetualHold, order?.hold ?? 0n, ticket?.margin ?? 0n, 70n * usdt]
    expect(parts.every((part) => part > 0n)).toBe(true)
    const held = parts.reduce((sum, part) => sum + part)
    expect(allSums(fixture)).toContainEqual({ realm: 'demo', currency: 0, posted: 0n, frozen: held, held })
    const [clearing] = sums(fixture.state).clearing.filter(({ realm }) => realm === 'demo')
    expect(clearing?.stands).toBe(clearing?.due)
  })
})

describe('what a holder asks for', () => {
  it('are balances that are something, and USDT in each account', () => {
    const fixture = new Fixture()
    fixture.demo(40)
    fixture.give(40, 1, 2_000_000n)
    fixture.must({ type: 'transfer', holder: 40, from: 'coin', to: 'option', amount: 5n, fault: '' })
    const row = (account: string, currency: number, available: bigint, frozen = 0n) => {
      return { account, currency, available, frozen }
    }
    const usdtRows = [row('coin', 0, 100_000n * usdt - 5n), row('contract', 0, 0n), row('option', 0, 5n)]
    const [first, ...rest] = usdtRows
    const balances = () => ask(fixture, { type: 'balances', holder: 40 })
    expect(balances()).toEqual({
      type: 'balances',
      balances: [first, row('coin', 1, 2_000_000n), ...rest],
      invested: [],
    })
    const sell = fixture.placed(40, 'sell', 110_000, 2_000)
    expect(balances()).toMatchObject({ balances: [first, row('coin', 1, 0n, 2_000_000n), ...rest] })
    fixture.must({ type: 'cancelSpotOrder', holder: 40, order: sell })
    fixture.give(40, 1, -2_000_000n)
    expect(balances()).toMatchObject({ balances: usdtRows })
    // nothing is held of bitcoin in another account than coin
    expect(ask(fixture, { type: 'balances', holder: 41 })).toMatchObject({
      balances: usdtRows.map((one) => ({ ...one, available: 0n })),
    })
  })

  it('are open orders, and whether one was ever placed and is one’s own', () => {
    const fixture = new Fixture()
    for (const holder of [40, 41]) fixture.demo(holder)
    const orders = [90_000, 89_000].map((price) => fixture.placed(40, 'buy', price, 1_000))
    const found = ask(fixture, { type: 'spotOrders', holder: 40 })
    expect(found).toMatchObject({ type: 'spotOrders', orders: orders.map((order) => ({ order, status: 'new' })) })
    const one = (order: number, holder = 40) => ask(fixture, { type: 'spotOrder', holder, order })
    expect(one(2)).toMatchObject({ type: 'spotOrder', order: { order: 2, price: 89_000 }, known: true, own: true })
    expect(one(2, 41)).toEqual({ type: 'spotOrder', order: null, known: true, own: false })
    fixture.must({ type: 'cancelSpotOrder', holder: 40, order: 1 })
    expect(one(1)).toEqual({ type: 'spotOrder', order: null, known: true, own: false })
    expect([0, 3].map((order) => one(order))).toMatchObject([{ known: false }, { known: false }])
  })

  it('is how it stands, by what it is bound, what stopped it, and which key it used', () => {
    const fixture = new Fixture()
    fixture.demo(40)
    const own = { holder: 40 } as const
    expect(ask(fixture, { type: 'standing', ...own })).toMatchObject({ standing: { realm: 'demo', disabled: false } })
    expect(ask(fixture, { type: 'standing', holder: 41 })).toEqual({ type: 'standing', standing: null })
    const until = fixture.now + 60_000
    fixture.must({ type: 'pauseRisk', ...own, until })
    expect(ask(fixture, { type: 'selfLimits', ...own })).toMatchObject({ type: 'selfLimits', until, cause: 'own' })
    const alone = { asker: 1, approver: 0, basis: 'emergency', durationMs: 3_600_000 } as const
    fixture.must({ type: 'suspendHolder', ...own, kind: 'disable', ground: 'security', claim: 1, ...alone })
    expect(ask(fixture, { type: 'holderSuspensions', ...own })).toMatchObject({
      type: 'holderSuspensions',
      freeze: { until: 0 },
      disable: { until: fixture.now + 3_600_000 },
    })
    expect(ask(fixture, { type: 'wallet', ...own })).toMatchObject({ type: 'wallet', view: { level: 'none' } })
    const id = `${fixture.now.toString(16).padStart(12, '0')}7abc8abc000000000001`
    const route = 'POST /api/v3/account/transfers'
    const transfer = { type: 'transfer', ...own, from: 'coin', to: 'contract', amount: 1n, fault: '' } as const
    const key = { route, id, digest: 'a'.repeat(64) }
    expect(execute(fixture.state, { key, command: transfer }, fixture.now)).toMatchObject({ ok: true })
    expect(ask(fixture, { type: 'usedKey', ...own, route, id })).toEqual({ type: 'usedKey', known: true })
    expect(ask(fixture, { type: 'usedKey', holder: 41, route, id })).toMatchObject({ known: false })
  })
})

describe('what is asked of the exchange', () => {
  it('is its catalogue, and which of its markets are halted until when', () => {
    const fixture = new Fixture()
    for (const [country, product] of [
      ['FR', 'spot'],
      ['DE', 'mining'],
    ] as const) {
      fixture.must({ type: 'switchProduct', country, product, on: true })
    }
    const durationMs = 3_600_000
    const halt = { halt: 'halted', reason: '', ground: 'price_fault', asker: 1, approver: 0 } as const
    fixture.must({ type: 'suspendMarket', listing: 0, ...halt, basis: 'emergency', durationMs })
    const haltedUntil = fixture.now + durationMs
    expect(ask(fixture, { type: 'catalogue' })).toMatchObject({
      type: 'catalogue',
      currencies: [{ code: 'USDT' }, { code: 'BTC' }],
      listings: [{ id: 0, haltedUntil, terms: { code: 'BTCUSDT' } }],
      productsOn: ['DE:mining', 'FR:spot'],
    })
    const stopped = ask(fixture, { type: 'marketSuspension', listing: 0 })
    expect(stopped).toMatchObject({ type: 'marketSuspension', until: haltedUntil })
  })

  it('is its book, fifty levels deep at most, with why nothing trades', () => {
    const fixture = new Fixture()
    for (const holder of [40, 41]) fixture.demo(holder)
    fixture.give(41, 1, 900_000_000n)
    for (let away = 1; away <= 51; away++) {
      fixture.placed(40, 'buy', 100_000 - away, 1_000)
      fixture.placed(41, 'sell', 100_000 + away, 1_000)
    }
    const { now } = fixture
    const found = (depth: number) => {
      const reply = ask(fixture, { type: 'book', realm: 'demo', listing: 0, depth })
      if (reply.type !== 'book') throw new Error(reply.type)
      const { bids, asks, ...rest } = reply
      return { ...rest, best: [bids[0]?.price, asks[0]?.price], levels: [bids.length, asks.length] }
    }
    const said = { type: 'book', listing: 0, indexTenths: 1_000_000, markTime: now, sources: 4, kind: 'simulated' }
    expect(found(60)).toEqual({ ...said, best: [99_999, 100_001], levels: [50, 50], refusal: '' })
    expect(found(2).levels).toEqual([2, 2])
    fixture.now += 3_600_000
    expect(found(1)).toMatchObject({ ...said, refusal: 'market_closed' })
  })

  it('is what the house has, whom it tagged, and what is missing for real money', () => {
    const fixture = new Fixture()
    fixture.demo(40)
    const { ledger } = fixture.state.venue
    const house = (realm: 'real' | 'demo') => ask(fixture, { type: 'house', realm })
    const external = { house: 'external', currency: 0, posted: -100_000n * usdt }
    expect(ledger.posted(16, 'coin', 0)).toBe(external.posted)
    expect(house('demo')).toEqual({ type: 'house', accounts: [external] })
    expect(house('real')).toEqual({ type: 'house', accounts: [] })
    for (const holder of [50, 51]) fixture.must({ type: 'openHolder', holder, realm: 'real', country: 'FR' })
    fixture.must({ type: 'tagStaff', holder: 51, staff: true })
    expect(ask(fixture, { type: 'staffTags' })).toEqual({ type: 'staffTags', tags: [{ holder: 51 }] })
    fixture.must({ type: 'tellRealMoney', unmet: ['two_operators'] })
    expect(ask(fixture, { type: 'realMoney' })).toEqual({
      type: 'realMoney',
      unmet: ['two_operators', 'three_live_sources', 'country_on'],
    })
  })

  it('are the options and the funding that are open', () => {
    const fixture = new MarginFixture()
    fixture.must({ type: 'configureOption', listing: 0, terms: optionTerms })
    expect(ask(fixture, { type: 'optionTerms' })).toMatchObject({ terms: [{ listing: 0 }] })
    expect(ask(fixture, { type: 'options', holder: 40 })).toEqual({ type: 'options', options: [] })
    expect(ask(fixture, { type: 'optionExitsMissing' })).toEqual({ type: 'optionExitsMissing', exits: [] })
    expect(ask(fixture, { type: 'optionExposure', realm: 'demo' })).toMatchObject({ type: 'optionExposure' })
    expect(ask(fixture, { type: 'funding', realm: 'demo', listing: 0 })).toMatchObject({ type: 'funding', samples: 0 })
    expect(ask(fixture, { type: 'holds', holder: 40 })).toEqual({ type: 'holds', holds: [] })
    expect(ask(fixture, { type: 'investPromises' })).toEqual({ type: 'investPromises', maturities: [] })
    expect(ask(fixture, { type: 'derivativeTerms' })).toMatchObject({ type: 'derivativeTerms' })
  })
})
