import { describe, expect, it } from 'vitest'
import { houseHolder } from '../ledger/holders.ts'
import { Fixture } from '../testing/exchangeFixture.ts'
import { createAccountState, decideTransfer } from './account.ts'
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

describe('a transfer from where positions are margined', () => {
  const transfer = { type: 'transfer', holder: 32, from: 'contract', to: 'coin', fault: '' } as const

  function decided(amount: bigint, cross: { usable: bigint; undecided: number | null }, more = {}) {
    const fixture = new Fixture()
    fixture.demo(32)
    fixture.must({ ...transfer, from: 'coin', to: 'contract', amount: 9n })
    const { venue } = fixture.state
    const result = decideTransfer(createAccountState(), venue, { ...transfer, amount, ...more }, cross)
    return result.ok ? result.value : result.rejection
  }

  it('is of what they do not need, to the unit, though more is available', () => {
    const cross = { usable: 5n, undecided: null }
    const { fault: _, type: _type, ...said } = transfer
    expect(decided(6n, cross)).toMatchObject({ reason: 'transfer_beyond_usable' })
    expect(decided(10n, { ...cross, usable: 20n })).toMatchObject({ reason: 'balance_insufficient' })
    expect(decided(5n, cross)).toEqual([{ type: 'transferred', transfer: 1, ...said, amount: 5n }])
    expect(decided(6n, cross, { from: 'coin', to: 'contract' })).toMatchObject([{ amount: 6n }])
  })

  it('waits while the mark of one of them is undecided, and is of a holder that there is', () => {
    const undecided = { reason: 'position_undecided', detail: { symbol: 'BTCUSDT' } }
    expect(decided(1n, { usable: 5n, undecided: 0 })).toEqual(undecided)
    expect(decided(1n, { usable: 5n, undecided: null }, { holder: 33 })).toMatchObject({ reason: 'holder_unknown' })
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

describe('the moves in the ledger', () => {
  const moved = (holder: unknown, account: string, currency: number, amount: bigint, category: string) => {
    return { kind: 'entry', holder, account, currency, amount, category }
  }
  const external = houseHolder('demo', 'external')
  const liquidity = houseHolder('demo', 'liquidity')

  it('of a grant and of a transfer are a deposit from outside, and from one account to the other', () => {
    expect(accountMoves({ type: 'demoGranted', holder: 32, amount: 9n })).toEqual([
      moved(external, 'coin', 0, -9n, 'deposit'),
      moved(32, 'coin', 0, 9n, 'deposit'),
    ])
    const between = { holder: 32, from: 'option', to: 'contract' } as const
    expect(accountMoves({ type: 'transferred', transfer: 1, ...between, amount: 9n })).toEqual([
      moved(32, 'option', 0, -9n, 'fund_transfer'),
      moved(32, 'contract', 0, 9n, 'fund_transfer'),
    ])
  })

  it('of a reset sell each coin to the house, bring all USDT together, and add what the grant does', () => {
    const sold = [{ currency: 1, amount: 3n, quoteAmount: 370n, indexTenths: 1 }]
    const parts = { sold, fromContract: 5n, fromOption: 7n, change: -370n }
    expect(accountMoves({ type: 'demoReset', holder: 32, ...parts })).toEqual([
      moved(32, 'coin', 1, -3n, 'spot_sell'),
      moved(liquidity, 'coin', 1, 3n, 'spot_sell'),
      moved(liquidity, 'coin', 0, -370n, 'spot_sell'),
      moved(32, 'coin', 0, 370n, 'spot_sell'),
      moved(32, 'contract', 0, -5n, 'fund_transfer'),
      moved(32, 'coin', 0, 5n, 'fund_transfer'),
      moved(32, 'option', 0, -7n, 'fund_transfer'),
      moved(32, 'coin', 0, 7n, 'fund_transfer'),
      moved(external, 'coin', 0, 370n, 'deposit'),
      moved(32, 'coin', 0, -370n, 'deposit'),
    ])
  })
})
