import { describe, expect, it } from 'vitest'
import { Fixture } from '../testing/exchangeFixture.ts'
import { accountMoves } from './moves.ts'

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

describe('a reset', () => {
  const coins = (amount: bigint, quoteAmount: bigint, indexTenths: number) => [
    { currency: 1, amount, quoteAmount, indexTenths },
  ]

  it('says what it sold at which index, rounded down, what it took from where, and what the grant adds', () => {
    const fixture = new Fixture()
    fixture.demo(32)
    fixture.give(32, 1, 3n)
    const transfer = { type: 'transfer', holder: 32, from: 'coin', fault: '' } as const
    fixture.must({ ...transfer, to: 'contract', amount: 5n })
    fixture.must({ ...transfer, to: 'option', amount: 7n })
    fixture.quote(1_234_567)
    // three parts of a bitcoin at 12 345.67 are 370.3 units
    const of = { sold: coins(3n, 370n, 1_234_567), fromContract: 5n, fromOption: 7n, change: -370n }
    expect(fixture.must({ type: 'resetDemo', holder: 32 })).toEqual([{ type: 'demoReset', holder: 32, ...of }])
    expect(fixture.available(32, 0)).toBe(100_000_000_000n)
  })

  it('sells at the last second where no price was heard since a start, and waits where there is none at all', () => {
    const fixture = new Fixture()
    fixture.demo(32)
    fixture.give(32, 1, 200_000_000n)
    fixture.reload()
    expect(fixture.refused({ type: 'resetDemo', holder: 32 })).toBe('market_stale')
    fixture.now = Math.ceil(fixture.now / 1_000) * 1_000
    const samples = [{ listing: 0, indexTenths: 2_000_000, sources: 4, fresh: true }]
    fixture.must({ type: 'sampleIndex', stamp: fixture.now, kind: 'simulated', samples })
    fixture.reload()
    const [event] = fixture.must({ type: 'resetDemo', holder: 32 })
    expect(event).toMatchObject({ sold: coins(200_000_000n, 40_000_000_000n, 2_000_000) })
  })

  it('of a currency that nothing prices in USDT is not possible, and nobody but a holder of the demo has one', () => {
    const fixture = new Fixture()
    fixture.demo(32)
    fixture.must({ type: 'listCurrency', code: 'XYZ', scale: 2 })
    fixture.must({ type: 'resetDemo', holder: 32 })
    fixture.give(32, 2, 1n)
    expect(fixture.refused({ type: 'resetDemo', holder: 32 })).toBe('market_stale')
    expect(fixture.refused({ type: 'resetDemo', holder: 33 })).toBe('holder_unknown')
  })
})

describe('a holder', () => {
  it('is one whose number is none of the house, and stands only once it is open', () => {
    const fixture = new Fixture()
    const open = { type: 'openHolder', realm: 'real', country: 'FR' } as const
    expect(fixture.refused({ ...open, holder: 31 })).toBe('holder_unknown')
    expect(fixture.must({ ...open, holder: 32 })).toEqual([
      { type: 'holderOpened', holder: 32, realm: 'real', country: 'FR' },
    ])
    const standing = { type: 'setStanding', disabled: true, realName: 'approved', country: 'DE' } as const
    expect(fixture.refused({ ...standing, holder: 33 })).toBe('holder_unknown')
    const { type: _, ...said } = standing
    expect(fixture.must({ ...standing, holder: 32 })).toEqual([{ type: 'standingSet', holder: 32, ...said }])
    expect(fixture.state.venue.holders.find(32)).toMatchObject(said)
  })

  it('numbers each transfer one on, and moves nothing of nothing', () => {
    const fixture = new Fixture()
    fixture.demo(32)
    const transfer = { type: 'transfer', holder: 32, from: 'coin', to: 'contract', fault: '' } as const
    const numbers = [1, 2].map(() => fixture.must({ ...transfer, amount: 1n })[0])
    expect(numbers).toMatchObject([{ transfer: 1 }, { transfer: 2 }])
    expect(fixture.refused({ ...transfer, amount: -1n })).toBe('transfer_not_positive')
    fixture.must({ ...transfer, from: 'contract', to: 'coin', amount: 2n })
    expect(fixture.state.venue.ledger.posted(32, 'contract', 0)).toBe(0n)
    expect(
      accountMoves({ type: 'transferred', transfer: 3, holder: 32, from: 'coin', to: 'option', amount: 0n }),
    ).toEqual([])
    expect(accountMoves({ type: 'demoGranted', holder: 32, amount: 0n })).toEqual([])
  })
})
