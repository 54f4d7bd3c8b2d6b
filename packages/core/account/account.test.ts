import { describe, expect, it } from 'vitest'
import { Fixture } from '../testing/exchangeFixture.ts'

describe('a demo account', () => {
  it('is granted 100 000 USDT once, however often it is opened', () => {
    const fixture = new Fixture()
    fixture.demo(32)
    expect(fixture.must({ type: 'openHolder', holder: 32, realm: 'demo', country: '' })).toEqual([])
    expect(fixture.available(32, 0)).toBe(100_000_000_000n)
    expect(fixture.available(16, 0)).toBe(-100_000_000_000n)
  })

  it('comes back to its grant on a reset: orders cancelled, coins sold to the house at the index', () => {
    const fixture = new Fixture()
    fixture.demo(32)
    fixture.demo(33)
    fixture.give(32, 1, 200_000_000n)
    fixture.placed(32, 'buy', 90_000, 1_000)
    fixture.must({ type: 'transfer', holder: 32, from: 'coin', to: 'contract', amount: 5n, fault: '' })
    fixture.must({ type: 'resetDemo', holder: 32 })
    expect(fixture.available(32, 0)).toBe(100_000_000_000n)
    expect(fixture.available(32, 1)).toBe(0n)
    expect(fixture.frozen(32, 0)).toBe(0n)
    expect(fixture.state.venue.ledger.posted(32, 'contract', 0)).toBe(0n)
    expect(fixture.available(19, 1)).toBe(200_000_000n)
    expect(fixture.available(19, 0)).toBe(-20_000_000_000n)
    expect(fixture.state.spot.orders.size).toBe(0)
  })

  it('is the only one that can be reset', () => {
    const fixture = new Fixture()
    fixture.must({ type: 'openHolder', holder: 40, realm: 'real', country: 'FR' })
    expect(fixture.refused({ type: 'resetDemo', holder: 40 })).toBe('simulation_only')
    expect(fixture.available(40, 0)).toBe(0n)
  })
})

describe('a transfer', () => {
  it('moves what is available between own accounts, to the unit', () => {
    const fixture = new Fixture()
    fixture.demo(32)
    const transfer = { type: 'transfer', holder: 32, fault: '' } as const
    fixture.must({ ...transfer, from: 'coin', to: 'option', amount: 100_000_000_000n })
    expect(fixture.available(32, 0)).toBe(0n)
    expect(fixture.refused({ ...transfer, from: 'coin', to: 'option', amount: 1n })).toBe('balance_insufficient')
    expect(fixture.refused({ ...transfer, from: 'option', to: 'option', amount: 1n })).toBe('account_invalid')
    expect(fixture.refused({ ...transfer, from: 'option', to: 'coin', amount: 0n })).toBe('transfer_not_positive')
    expect(fixture.refused({ ...transfer, from: 'option', to: 'coin', amount: 1n, fault: 'field_malformed' })).toBe(
      'field_malformed',
    )
    fixture.must({ ...transfer, from: 'option', to: 'coin', amount: 100_000_000_000n })
  })

  it('leaves what an order holds', () => {
    const fixture = new Fixture()
    fixture.demo(32)
    fixture.placed(32, 'buy', 100_000, 100_000)
    const transfer = { type: 'transfer', holder: 32, from: 'coin', to: 'contract', fault: '' } as const
    expect(fixture.refused({ ...transfer, amount: 90_000_000_001n })).toBe('balance_insufficient')
    fixture.must({ ...transfer, amount: 90_000_000_000n })
  })
})
