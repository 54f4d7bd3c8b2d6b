import { describe, expect, it } from 'vitest'
import { decodeState, encodeState } from '../snapshot.ts'
import { btcTerms, Fixture } from '../testing/exchangeFixture.ts'

const ladder = {
  levels: 3,
  halfSpreadRate: 200_000,
  gapRate: 100_000,
  levelQuantity: 50_000,
  refillPerSecond: 10_000,
  positionMax: 10_000_000,
}

// a tick is 0.1, a step 0.00001: 100 000 ticks are 10 000 USDT, 100 000 steps are 1 BTC
const price = 100_000
const one = 100_000

function two(): Fixture {
  const fixture = new Fixture()
  fixture.demo(32)
  fixture.demo(33)
  fixture.give(33, 1, 500_000_000n)
  return fixture
}

describe('a limit order', () => {
  it('is refused with a budget below zero, which no fact could be written of', () => {
    const fixture = two()
    for (const budget of [-1n, -(2n ** 56n), -(10n ** 40n)]) {
      for (const kind of ['limit', 'market'] as const) {
        const outcome = fixture.place(32, 'buy', price, one, { kind, budget, timeInForce: 'GTC' })
        expect(outcome).toMatchObject({ ok: false, rejection: { reason: 'field_malformed' } })
      }
    }
  })

  it('holds its exact worst need and gives it back when cancelled', () => {
    const fixture = two()
    const order = fixture.placed(32, 'buy', price, one)
    expect(fixture.frozen(32, 0)).toBe(10_000_000_000n)
    expect(fixture.available(32, 0)).toBe(90_000_000_000n)
    fixture.must({ type: 'cancelSpotOrder', holder: 32, order })
    expect(fixture.frozen(32, 0)).toBe(0n)
    expect(fixture.available(32, 0)).toBe(100_000_000_000n)
  })

  it('trades at the resting price, returns the improvement and takes both fees off what is received', () => {
    const fixture = two()
    fixture.placed(33, 'sell', price, one)
    const outcome = fixture.place(32, 'buy', price + 1_000, one)
    expect(outcome.ok && outcome.answer).toMatchObject({
      view: { status: 'filled', filled: one, quoteFilled: 10_000_000_000n, feePaid: 100_000n, took: true },
    })
    expect(fixture.available(32, 0)).toBe(90_000_000_000n)
    expect(fixture.available(32, 1)).toBe(99_900_000n)
    expect(fixture.available(33, 0)).toBe(100_000_000_000n + 9_990_000_000n)
    expect(fixture.frozen(33, 1)).toBe(0n)
    expect(fixture.available(17, 1)).toBe(100_000n)
    expect(fixture.available(17, 0)).toBe(10_000_000n)
  })

  it('rounds each fee up to the unit', () => {
    const fixture = two()
    fixture.placed(33, 'sell', price, 11)
    fixture.placed(32, 'buy', price, 11)
    expect(fixture.available(32, 1)).toBe(10_989n)
    expect(fixture.available(17, 1)).toBe(11n)
  })

  it('fills from the best price, then by arrival', () => {
    const fixture = two()
    fixture.demo(34)
    fixture.give(34, 1, 500_000_000n)
    const late = fixture.placed(33, 'sell', price + 10, one)
    const first = fixture.placed(34, 'sell', price, 400)
    const second = fixture.placed(33, 'sell', price, 400)
    const outcome = fixture.place(32, 'buy', price + 10, 1_000)
    const trades = outcome.ok ? outcome.events.filter((event) => event.type === 'spotTraded') : []
    expect(trades.map(({ makerOrder, quantity }) => [makerOrder, quantity])).toEqual([
      [first, 400],
      [second, 400],
      [late, 200],
    ])
  })

  it('post-only is refused where it would trade, and rests where it would not', () => {
    const fixture = two()
    fixture.placed(33, 'sell', price, one)
    const crossing = fixture.place(32, 'buy', price, one, { timeInForce: 'POST_ONLY' })
    expect(crossing).toMatchObject({ rejection: { reason: 'post_only_would_trade' } })
    const resting = fixture.place(32, 'buy', price - 1, one, { timeInForce: 'POST_ONLY' })
    expect(resting).toMatchObject({ answer: { view: { status: 'new' } } })
  })

  it('immediate-or-cancel and fill-or-kill leave nothing behind', () => {
    const fixture = two()
    fixture.placed(33, 'sell', price, 1_000)
    const killed = fixture.place(32, 'buy', price, 1_001, { timeInForce: 'FOK' })
    expect(killed).toMatchObject({ answer: { view: { status: 'canceled', reason: 'fill_or_kill', filled: 0 } } })
    expect(fixture.frozen(32, 0)).toBe(0n)
    const partial = fixture.place(32, 'buy', price, 1_001, { timeInForce: 'IOC' })
    expect(partial).toMatchObject({
      answer: { view: { status: 'canceled', reason: 'immediate_or_cancel', filled: 1_000 } },
    })
    expect(fixture.frozen(32, 0)).toBe(0n)
    expect(fixture.state.spot.orders.size).toBe(0)
  })

  it('never trades with its own owner: the taker’s remainder ends', () => {
    const fixture = two()
    fixture.demo(34)
    fixture.give(34, 1, 500_000_000n)
    fixture.placed(34, 'sell', price, 300)
    const own = fixture.placed(33, 'sell', price + 1, 300)
    const outcome = fixture.place(33, 'buy', price + 1, 600)
    expect(outcome).toMatchObject({ answer: { view: { status: 'canceled', reason: 'self_trade', filled: 300 } } })
    expect(fixture.state.spot.orders.has(own)).toBe(true)
    expect(fixture.frozen(33, 0)).toBe(0n)
  })
})

describe('a market order', () => {
  it('spends its whole budget or nothing where it is to be filled or killed', () => {
    const fixture = two()
    fixture.placed(33, 'sell', price, 250)
    const killed = fixture.place(32, 'buy', 0, 0, { kind: 'market', timeInForce: 'FOK', budget: 50_000_000n })
    expect(killed).toMatchObject({ answer: { view: { status: 'canceled', reason: 'fill_or_kill', filled: 0 } } })
    expect(fixture.available(32, 0)).toBe(100_000_000_000n)
    const whole = fixture.place(32, 'buy', 0, 0, { kind: 'market', timeInForce: 'FOK', budget: 20_050_000n })
    expect(whole).toMatchObject({ answer: { view: { status: 'filled', reason: 'budget_spent', filled: 200 } } })
  })

  it('spends no more than its budget, to the step', () => {
    const fixture = two()
    fixture.placed(33, 'sell', price, one)
    const outcome = fixture.place(32, 'buy', 0, 0, { kind: 'market', budget: 25_000_000n })
    expect(outcome).toMatchObject({ answer: { view: { status: 'filled', reason: 'budget_spent', filled: 250 } } })
    expect(fixture.available(32, 0)).toBe(100_000_000_000n - 25_000_000n)
  })

  it('stops at the collar around the index', () => {
    const fixture = two()
    fixture.placed(33, 'sell', 105_000, 400)
    fixture.placed(33, 'sell', 105_001, 400)
    const outcome = fixture.place(32, 'buy', 0, 800, { kind: 'market' })
    expect(outcome).toMatchObject({ answer: { view: { filled: 400, status: 'canceled', reason: 'book_empty' } } })
  })

  it('is refused where the walk is not affordable, and changes nothing', () => {
    const fixture = two()
    fixture.give(33, 1, 10_000_000_000n)
    fixture.placed(33, 'sell', price, 11 * one)
    const outcome = fixture.place(32, 'buy', 0, 10 * one + 1, { kind: 'market' })
    expect(outcome).toMatchObject({ rejection: { reason: 'balance_insufficient_order' } })
    expect(fixture.available(32, 0)).toBe(100_000_000_000n)
    expect(fixture.place(32, 'buy', 0, 10 * one, { kind: 'market' })).toMatchObject({
      answer: { view: { status: 'filled' } },
    })
    expect(fixture.available(32, 0)).toBe(0n)
  })
})

describe('the house ladder', () => {
  it('stands behind users at one price, and what is displayed can be executed', () => {
    const fixture = new Fixture({ ...btcTerms, ladder })
    fixture.demo(32)
    fixture.demo(33)
    fixture.give(33, 1, 500_000_000n)
    const best = fixture.state.venue.ladders.demo[0].sell.price[0]
    const users = fixture.placed(33, 'sell', best, 700)
    const outcome = fixture.place(32, 'buy', best, 1_000)
    const trades = outcome.ok ? outcome.events.filter((event) => event.type === 'spotTraded') : []
    expect(trades.map(({ makerOrder, quantity }) => [makerOrder, quantity])).toEqual([
      [users, 700],
      [0, 300],
    ])
    expect(trades[1]).toMatchObject({ makerHolder: 19, makerFee: 0, indexTenths: 1_000_000 })
    expect(fixture.state.venue.ladders.demo[0].sell.quantity[0]).toBe(49_700)
  })

  it('takes a resting order that its new levels cross, at the order’s price, with the house as taker', () => {
    const fixture = new Fixture({ ...btcTerms, ladder })
    fixture.demo(32)
    const order = fixture.placed(32, 'buy', 99_000, 1_000)
    fixture.now += 500
    expect(fixture.quote(1_000_000)).toEqual([])
    fixture.now += 500
    const [trade] = fixture.quote(980_000)
    expect(trade).toMatchObject({
      type: 'spotTraded',
      price: 99_000,
      makerOrder: order,
      takerOrder: 0,
      makerFilled: true,
    })
    expect(fixture.available(32, 1)).toBe(999_000n)
    expect(fixture.frozen(32, 0)).toBe(0n)
  })

  it('leaves the book when the index is older than a second, and only reduces at its position cap', () => {
    const fixture = new Fixture({ ...btcTerms, ladder: { ...ladder, positionMax: 60_000 } })
    fixture.demo(32)
    const bought = fixture.place(32, 'buy', 0, 100_000, { kind: 'market' })
    expect(bought).toMatchObject({ answer: { view: { filled: 60_000, reason: 'book_empty' } } })
    fixture.now += 100
    fixture.quote(1_000_000)
    expect(fixture.place(32, 'buy', 0, 100, { kind: 'market' })).toMatchObject({ answer: { view: { filled: 0 } } })
    fixture.now += 1_001
    expect(fixture.place(32, 'sell', 0, 100, { kind: 'market' })).toMatchObject({ answer: { view: { filled: 0 } } })
    fixture.quote(1_000_000)
    expect(fixture.place(32, 'sell', 0, 100, { kind: 'market' })).toMatchObject({ answer: { view: { filled: 100 } } })
  })
})

describe('refusals, in their order of precedence', () => {
  const real = 40
  const base = {
    type: 'placeSpotOrder',
    holder: real,
    symbol: 'NONE',
    side: 'buy',
    kind: 'limit',
    timeInForce: 'GTC',
    price: 0,
    quantity: 0,
    budget: 0n,
    fault: 'field_malformed',
  } as const

  it('gives each reason until its cause is put right, then the next', () => {
    const fixture = new Fixture()
    const standing = { type: 'setStanding', holder: real, country: 'FR', realName: 'missing' } as const
    let command: Parameters<Fixture['refused']>[0] & { type: 'placeSpotOrder' } = base
    expect(fixture.refused(command)).toBe('holder_unknown')
    fixture.must({ type: 'openHolder', holder: real, realm: 'real', country: 'FR' })
    fixture.must({ ...standing, disabled: true })
    expect(fixture.refused(command)).toBe('user_disabled')
    fixture.must({ ...standing, disabled: false })
    expect(fixture.refused(command)).toBe('product_off')
    fixture.must({ type: 'switchProduct', country: 'FR', product: 'spot', on: true })
    expect(fixture.refused(command)).toBe('real_name_missing')
    fixture.must({ ...standing, disabled: false, realName: 'pending' })
    expect(fixture.refused(command)).toBe('real_name_pending')
    fixture.must({ ...standing, disabled: false, realName: 'rejected' })
    expect(fixture.refused(command)).toBe('real_name_rejected')
    fixture.must({ ...standing, disabled: false, realName: 'approved' })
    expect(fixture.refused(command)).toBe('symbol_unknown')
    command = { ...command, symbol: 'BTCUSDT' }
    fixture.must({ type: 'haltListing', listing: 0, halt: 'halted', reason: 'drill' })
    expect(fixture.refused(command)).toBe('market_halted')
    fixture.must({ type: 'haltListing', listing: 0, halt: 'trading', reason: '' })
    expect(fixture.refused(command)).toBe('prices_simulated')
    fixture.must({
      type: 'quote',
      listing: 0,
      time: fixture.now,
      indexTenths: 1_000_000,
      dispersionTenths: 0,
      sources: 1,
      kind: 'live',
    })
    expect(fixture.refused(command)).toBe('market_halted')
    fixture.must({
      type: 'quote',
      listing: 0,
      time: fixture.now,
      indexTenths: 1_000_000,
      dispersionTenths: 0,
      sources: 3,
      kind: 'live',
    })
    fixture.now += 5_001
    expect(fixture.refused(command)).toBe('market_stale')
    fixture.now += 60_000
    expect(fixture.refused(command)).toBe('market_closed')
    fixture.must({
      type: 'quote',
      listing: 0,
      time: fixture.now,
      indexTenths: 1_000_000,
      dispersionTenths: 0,
      sources: 3,
      kind: 'live',
    })
    expect(fixture.refused(command)).toBe('field_malformed')
    command = { ...command, fault: '' }
    expect(fixture.refused(command)).toBe('price_invalid')
    command = { ...command, price: 100_000 }
    expect(fixture.refused(command)).toBe('quantity_out_of_range')
    command = { ...command, quantity: 10 }
    expect(fixture.refused(command)).toBe('notional_too_small')
    command = { ...command, quantity: 11 }
    expect(fixture.refused(command)).toBe('balance_insufficient_order')
    fixture.state.venue.ledger.apply([
      { kind: 'entry', holder: 0, account: 'coin', currency: 0, amount: -2_000_000n, category: 'deposit' },
      { kind: 'entry', holder: real, account: 'coin', currency: 0, amount: 2_000_000n, category: 'deposit' },
    ])
    expect(fixture.run(command).ok).toBe(true)
  })

  it('accepts an amount just above 1 USDT and refuses exactly 1', () => {
    const fixture = two()
    expect(fixture.place(32, 'buy', 100_000, 10)).toMatchObject({ rejection: { reason: 'notional_too_small' } })
    expect(fixture.place(32, 'buy', 100_001, 10)).toMatchObject({ ok: true })
    expect(fixture.place(32, 'buy', 0, 0, { kind: 'market', budget: 1_000_000n })).toMatchObject({
      rejection: { reason: 'notional_too_small' },
    })
  })

  it('bounds open orders, sizes and the number of fills', () => {
    const fixture = two()
    for (let at = 0; at < 200; at++) fixture.placed(32, 'buy', 1_000, 1_100)
    expect(fixture.place(32, 'buy', 1_000, 1_100)).toMatchObject({ rejection: { reason: 'open_orders_too_many' } })
    expect(fixture.place(33, 'sell', 100_000_001, 1_100)).toMatchObject({ rejection: { reason: 'price_invalid' } })
    expect(fixture.place(33, 'sell', 100_000_000, 10_000_000_000)).toMatchObject({
      rejection: { reason: 'notional_too_large' },
    })
    const makers = new Fixture()
    for (let holder = 100; holder < 106; holder++) {
      makers.demo(holder)
      makers.give(holder, 1, 500_000_000n)
      for (let at = 0; at < 200; at++) makers.placed(holder, 'sell', price, 11)
    }
    makers.demo(32)
    expect(makers.place(32, 'buy', price, 12_000, { timeInForce: 'FOK' })).toMatchObject({
      rejection: { reason: 'fill_or_kill_too_many' },
    })
    expect(makers.place(32, 'buy', price, 12_000)).toMatchObject({
      answer: { view: { filled: 11_000, status: 'canceled', reason: 'fills_max' } },
    })
  })

  it('refuses combinations that mean nothing', () => {
    const fixture = two()
    const market = { kind: 'market' } as const
    expect(fixture.place(32, 'buy', 0, 100, { ...market, timeInForce: 'POST_ONLY' })).toMatchObject({
      rejection: { reason: 'time_in_force_invalid' },
    })
    expect(fixture.place(33, 'sell', 0, 0, { ...market, budget: 5_000_000n })).toMatchObject({
      rejection: { reason: 'request_malformed' },
    })
    expect(fixture.place(32, 'buy', 0, 100, { ...market, budget: 5_000_000n })).toMatchObject({
      rejection: { reason: 'request_malformed' },
    })
    expect(fixture.place(32, 'buy', price, 0, { budget: 5_000_000n })).toMatchObject({
      rejection: { reason: 'request_malformed' },
    })
  })
})

describe('the fees of an order', () => {
  it('begin with nothing in excess: what is due a billionth of a unit beyond one unit is two', () => {
    const fixture = new Fixture({ ...btcTerms, feeRateTaker: 19 })
    for (const holder of [32, 33]) fixture.demo(holder)
    fixture.give(33, 1, 500_000_000n)
    fixture.placed(32, 'buy', 52_579, 1_001)
    // 52 579 × 1 001 × 19 = 10⁹ + 1
    expect(fixture.place(33, 'sell', 52_579, 1_001)).toMatchObject({ answer: { view: { feePaid: 2n } } })
  })

  it('are rounded up once, so that a coin without decimals is received however small the fills are', () => {
    const fixture = new Fixture()
    fixture.must({ type: 'listCurrency', code: 'ZERO', scale: 0 })
    const terms = { ...btcTerms, code: 'ZEROUSDT', base: 2, priceDecimals: 2, quantityDecimals: 0 }
    fixture.must({ type: 'listSymbol', terms: { ...terms, priceMax: 1_000_000, quantityMax: 1_000_000 } })
    for (const holder of [32, 33]) fixture.demo(holder)
    fixture.give(33, 2, 1_000n)
    const quote = { listing: 1, time: fixture.now, indexTenths: 5_500, dispersionTenths: 0, sources: 4 } as const
    fixture.must({ type: 'quote', ...quote, kind: 'simulated' })
    const more = { symbol: 'ZEROUSDT' }
    fixture.placed(32, 'buy', 550, 100, more)
    const fees: number[] = []
    for (let at = 0; at < 99; at++) {
      const sold = fixture.place(33, 'sell', 550, 1, more)
      for (const event of sold.ok ? sold.events : []) if (event.type === 'spotTraded') fees.push(event.makerFee)
    }
    // one coin in a thousand is the fee: of a hundred it is one, and it is taken once
    expect(fees).toEqual([1, ...Array<number>(98).fill(0)])
    expect(fixture.available(32, 2)).toBe(98n)
    const bytes = encodeState(fixture.state)
    expect(encodeState(decodeState(bytes))).toEqual(bytes)
    fixture.placed(33, 'sell', 550, 1, more)
    expect(fixture.available(32, 2)).toBe(99n)
    // what is taken in many fills pays as what is taken in one
    for (let at = 0; at < 20; at++) fixture.placed(33, 'sell', 600, 1, more)
    fixture.placed(32, 'buy', 600, 20, more)
    expect(fixture.available(32, 2)).toBe(118n)
  })
})
