import { describe, expect, it } from 'vitest'
import { MarginFixture } from '../testing/marginFixture.ts'
import { reckonAnew, reckoningOf, type ReckonedPosition } from './reckoning.ts'

// one bracket of 1 % to 1 000, and 2 % of all beyond
const brackets = [
  { floor: 0n, maintenanceRate: 10_000_000, multipleMax: 100 },
  { floor: 1_000n, maintenanceRate: 20_000_000, multipleMax: 50 },
]
const long: ReckonedPosition = {
  side: 'long',
  lots: 4,
  whole: 4,
  cost: 450n,
  indexTenths: 10,
  quotePerTenthLot: 10,
  brackets,
}

describe('an account reckoned anew', () => {
  it('is its balance and each profit, against what each has to keep by its own brackets', () => {
    // 4 lots of 100 are worth 400: a loss of 50, and 1 % of it to keep
    expect(reckonAnew({ balance: 60n, positions: [long] })).toEqual({
      equity: 10n,
      maintenance: 4n,
      positions: [{ profit: -50n, maintenance: 4n }],
      liquidatable: false,
    })
    const short: ReckonedPosition = { ...long, side: 'short', lots: 1, whole: 1, cost: 130n }
    expect(reckonAnew({ balance: 24n, positions: [long, short] })).toEqual({
      equity: 4n,
      maintenance: 5n,
      positions: [
        { profit: -50n, maintenance: 4n },
        { profit: 30n, maintenance: 1n },
      ],
      liquidatable: true,
    })
  })

  it('keeps nothing where there is none, and is liquidated below what it must keep and not at it', () => {
    expect(reckonAnew({ balance: 7n, positions: [] })).toEqual({
      equity: 7n,
      maintenance: 0n,
      positions: [],
      liquidatable: false,
    })
    const at = (balance: bigint) => reckonAnew({ balance, positions: [long] })?.liquidatable
    expect([at(54n), at(53n)]).toEqual([false, true])
  })

  it('is none of brackets that are no scale, of no lots, and of more lots than there are', () => {
    const isNone = (more: Partial<ReckonedPosition>) =>
      reckonAnew({ balance: 0n, positions: [{ ...long, ...more }] }) === null
    expect([{ brackets: [] }, { lots: 0, whole: 0 }, { whole: 3 }].map(isNone)).toEqual([true, true, true])
    expect([{ lots: 1, whole: 1 }, { whole: 4 }, { whole: 5 }].map(isNone)).toEqual([false, false, false])
  })
})

describe('what a liquidation was decided by', () => {
  it('is what the account has and holds, all its orders’ holds, and each position as it was', () => {
    const fixture = new MarginFixture()
    fixture.tick(1_000_000)
    const holder = fixture.trader(40, 10_000)
    const order = { type: 'placePerpetualOrder', holder, symbol: 'BTCUSDT', side: 'buy', timeInForce: 'GTC' } as const
    const rest = { reduceOnly: false, stopLoss: null, takeProfit: null, fault: '' } as const
    fixture.must({ ...order, ...rest, kind: 'market', price: 0, lots: 2 })
    fixture.must({ ...order, ...rest, kind: 'limit', price: 99_000, lots: 3 })
    const own = fixture.ticket(holder, 'buy', 5, 20)
    const { derivative, venue } = fixture.state
    const account = derivative.accounts.get(holder)
    const cross = account?.perpetual.get(0)
    const waits = [...(account?.orders.values() ?? [])].reduce((sum, { hold }) => sum + hold, 0n)
    expect(waits > 0n).toBe(true)
    const counted = [cross?.id ?? 0, own].map((position) => ({
      position,
      listing: 0,
      lots: 1,
      indexTenths: 1_000_000,
      profit: 1n,
      maintenance: 2n,
    }))
    const figures = { equity: 3n, maintenance: 4n, indexTenths: 1_000_000, indexTime: 5 }
    const started = (position: number) => {
      const about = { realm: 'demo', holder, listing: 0, ...figures, positions: counted } as const
      return reckoningOf(derivative, venue, { type: 'liquidationStarted', position, ...about })
    }
    const available = venue.ledger.available(holder, 'contract', 0)
    const reckoned = started(0)
    expect(reckoned).toMatchObject({ position: 0, available, heldByOrders: waits, equity: 3n, maintenance: 4n })
    expect(reckoned.held).toBe(account?.perpetualHold)
    expect(reckoned.held > 0n).toBe(true)
    expect(reckoned.positions).toMatchObject([
      { kind: 'cross', lots: 2, whole: 7, cost: cross?.cost, sources: 4, indexTime: fixture.now, profit: 1n },
      { kind: 'ticket', lots: 5, whole: 7, maintenance: 2n },
    ])
    const ticket = derivative.positions.get(own)
    expect(started(own).held).toBe(ticket?.margin)
    const gone = { position: 99, listing: 0, lots: 1, indexTenths: 1, profit: 0n, maintenance: 0n }
    const about = { realm: 'demo', holder, listing: 0, ...figures, positions: [gone] } as const
    expect(() => reckoningOf(derivative, venue, { type: 'liquidationStarted', position: 0, ...about })).toThrow(
      'position 99 is not open',
    )
  })
})
