import { describe, expect, it } from 'vitest'
import { MarginFixture } from '../testing/marginFixture.ts'
import type { Command } from '../vocabulary.ts'

type Place = Extract<Command, { type: 'placeContractOrder' }>

/**
 * One command that breaks every rule at once, mended rung by rung: each rung's reason must come up only after those of
 * all rungs above it.
 */
interface Rung {
  readonly reason: string
  /** What is broken until this rung is mended. */
  readonly mend: (fixture: MarginFixture, command: Place) => Place
}

const unit = 1_000_000n
const poor = 40
const market = 0

function terms(fixture: MarginFixture) {
  const found = fixture.state.derivative.terms[market]
  if (!found) throw new Error('no terms')
  return found
}

const standing = { type: 'setStanding', holder: poor, disabled: false, realName: 'missing', country: 'FR' } as const

const rungs: readonly Rung[] = [
  { reason: 'user_disabled', mend: (fixture, command) => (fixture.must(standing), command) },
  {
    reason: 'product_off',
    mend: (fixture, command) => {
      fixture.must({ type: 'switchProduct', country: 'FR', product: 'contract', on: true })
      return command
    },
  },
  {
    reason: 'real_name_missing',
    mend: (fixture, command) => (fixture.must({ ...standing, realName: 'pending' }), command),
  },
  {
    reason: 'real_name_pending',
    mend: (fixture, command) => (fixture.must({ ...standing, realName: 'rejected' }), command),
  },
  {
    reason: 'real_name_rejected',
    mend: (fixture, command) => (fixture.must({ ...standing, realName: 'approved' }), command),
  },
  { reason: 'symbol_unknown', mend: (_, command) => ({ ...command, symbol: 'BTCUSDT' }) },
  {
    reason: 'market_halted',
    mend: (fixture, command) => (
      fixture.must({ type: 'haltListing', listing: market, halt: 'trading', reason: '' }),
      command
    ),
  },
  {
    reason: 'prices_simulated',
    mend: (fixture, command) => {
      const quote = { type: 'quote', listing: market, time: fixture.now + 1, indexTenths: 1_000_000 } as const
      fixture.now += 1
      fixture.must({ ...quote, dispersionTenths: 0, sources: 4, kind: 'live' })
      return command
    },
  },
  { reason: 'request_malformed', mend: (_, command) => ({ ...command, fault: '' }) },
  { reason: 'time_in_force_invalid', mend: (_, command) => ({ ...command, kind: 'limit', timeInForce: 'POST_ONLY' }) },
  { reason: 'lots_invalid', mend: (_, command) => ({ ...command, lots: 50_000 }) },
  { reason: 'price_invalid', mend: (_, command) => ({ ...command, price: 150_000 }) },
  { reason: 'price_too_far', mend: (_, command) => ({ ...command, price: 100_500 }) },
  { reason: 'stop_zero', mend: (_, command) => ({ ...command, stopLoss: 100_500, takeProfit: 100_400 }) },
  { reason: 'buy_stop_loss_side', mend: (_, command) => ({ ...command, stopLoss: 99_000 }) },
  { reason: 'buy_take_profit_side', mend: (_, command) => ({ ...command, takeProfit: 101_000 }) },
  { reason: 'multiple_invalid', mend: (_, command) => ({ ...command, multiple: 5 }) },
  {
    reason: 'open_interest_user_max',
    mend: (fixture, command) => {
      const openInterestUserMax = 10n ** 15n
      fixture.must({ type: 'configureDerivative', listing: market, terms: { ...terms(fixture), openInterestUserMax } })
      return command
    },
  },
  {
    reason: 'open_interest_max',
    mend: (fixture, command) => {
      const openInterestMax = 10n ** 15n
      fixture.must({ type: 'configureDerivative', listing: market, terms: { ...terms(fixture), openInterestMax } })
      return command
    },
  },
  {
    reason: 'leverage_paused',
    mend: (fixture, command) => {
      const entry = { kind: 'entry', account: 'coin', currency: 0, category: 'deposit' } as const
      fixture.state.venue.ledger.apply([
        { ...entry, holder: 0, amount: -unit },
        { ...entry, holder: 2, amount: unit },
      ])
      return command
    },
  },
  { reason: 'post_only_would_trade', mend: (_, command) => ({ ...command, timeInForce: 'GTC' }) },
  {
    reason: 'balance_insufficient_order',
    mend: (fixture, command) => {
      const entry = { kind: 'entry', account: 'contract', currency: 0, category: 'deposit' } as const
      fixture.state.venue.ledger.apply([
        { ...entry, account: 'coin', holder: 0, amount: -(10n ** 13n) },
        { ...entry, holder: poor, amount: 10n ** 13n },
      ])
      return command
    },
  },
]

describe('the ladder of checks of a leveraged order', () => {
  it('refuses for one reason after another, in the order of precedence', () => {
    const fixture = new MarginFixture({ openInterestUserMax: 1_000n, openInterestMax: 1_000n })
    fixture.must({ type: 'openHolder', holder: poor, realm: 'real', country: 'FR' })
    fixture.must({ ...standing, disabled: true })
    fixture.must({ type: 'haltListing', listing: market, halt: 'halted', reason: 'x' })
    let command: Place = {
      type: 'placeContractOrder',
      holder: poor,
      symbol: 'NONE',
      side: 'buy',
      kind: 'market',
      timeInForce: 'POST_ONLY',
      price: 0,
      lots: 0,
      multiple: 7,
      stopLoss: 0,
      takeProfit: 0,
      fault: 'request_malformed',
    }
    for (const { reason, mend } of rungs) {
      expect(fixture.refused(command)).toBe(reason)
      command = mend(fixture, command)
    }
    fixture.must(command)
  })

  it('names the limits of lots, prices and multiples', () => {
    const fixture = new MarginFixture()
    fixture.trader(32, 1_000)
    const order = {
      type: 'placeContractOrder',
      holder: 32,
      symbol: 'BTCUSDT',
      side: 'buy',
      kind: 'limit',
      timeInForce: 'GTC',
      price: 90_000,
      lots: 1,
      multiple: 10,
      stopLoss: null,
      takeProfit: null,
      fault: '',
    } as const
    expect(fixture.run({ ...order, lots: 50_001 })).toMatchObject({
      rejection: { detail: { min: '0.01', max: '500' } },
    })
    expect(fixture.run(order)).toMatchObject({ rejection: { detail: { min: '9800.0', max: '10200.0' } } })
    expect(fixture.run({ ...order, price: 100_000, multiple: 200 })).toMatchObject({
      rejection: { detail: { max: '100' } },
    })
    fixture.must({ ...order, price: 98_000 })
    fixture.must({ ...order, price: 102_000, timeInForce: 'IOC' })
    expect(fixture.refused({ ...order, price: 97_999 })).toBe('price_too_far')
  })
})

describe('orders and positions that are not there', () => {
  it('are unknown, another’s, or done with', () => {
    const fixture = new MarginFixture()
    fixture.tickNow(1_000_000)
    fixture.trader(32, 10_000)
    fixture.trader(33, 10_000)
    const ticket = fixture.ticket(32, 'buy', 100, 10)
    const contract = (holder: number, order: number) =>
      fixture.refused({ type: 'closeContract', holder, order, lots: 0, fault: '' })
    expect([contract(32, 999), contract(33, ticket), contract(32, 0)]).toEqual([
      'order_unknown',
      'not_owner',
      'order_unknown',
    ])
    expect(fixture.refused({ type: 'cancelContractOrder', holder: 32, order: ticket })).toBe('order_done')
    fixture.must({ type: 'closeContract', holder: 32, order: ticket, lots: 0, fault: '' })
    expect(contract(32, ticket)).toBe('order_done')
    expect(fixture.refused({ type: 'addContractMargin', holder: 32, order: ticket, amount: 1n, fault: '' })).toBe(
      'order_done',
    )
    fixture.perpetual(33, 'buy', 100)
    const [position] = fixture.account(33).positions.keys()
    const perpetual = (holder: number, id: number) =>
      fixture.refused({ type: 'closePerpetual', holder, position: id, lots: 0, fault: '' })
    expect([perpetual(33, 999), perpetual(32, position)]).toEqual(['position_unknown', 'not_owner'])
    expect(fixture.refused({ type: 'cancelPerpetualOrder', holder: 33, order: 999 })).toBe('order_unknown')
  })
})
