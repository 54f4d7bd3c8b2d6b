import { describe, expect, it } from 'vitest'
import { createVenue, type Venue } from '../book/venue.ts'
import { houseHolder } from '../ledger/holders.ts'
import { amountMax } from '../money/units.ts'
import {
  createPoolState,
  debtMaxOf,
  decidePool,
  evolvePool,
  keepPool,
  poolHasRoom,
  poolViews,
  promise,
  promisedBy,
  restorePool,
} from './pool.ts'

function venueWith(stands: bigint): Venue {
  const venue = createVenue()
  for (const id of [0, 1]) {
    venue.currencies.push({ id, code: `C${id}`, scale: 6 })
    venue.ledger.openCurrency(id)
  }
  venue.ledger.openHolder(32)
  const entry = { kind: 'entry', account: 'coin', currency: 1, category: 'deposit' } as const
  venue.ledger.apply([
    { ...entry, holder: houseHolder('real', 'external'), amount: -stands },
    { ...entry, holder: houseHolder('real', 'wealthPool'), amount: stands },
  ])
  return venue
}

describe('the wealth pool', () => {
  it('has room up to what stands in it, less its promises, and its bound, to the unit', () => {
    const venue = venueWith(1_000n)
    const pool = createPoolState()
    const most = (): bigint => {
      let more = 2_000n
      while (!poolHasRoom(pool, venue, 'real', 1, more)) more--
      return more
    }
    expect(most()).toBe(1_000n)
    promise(pool, 'real', 1, 300n)
    expect(most()).toBe(700n)
    promise(pool, 'real', 1, -100n)
    expect(most()).toBe(800n)
    evolvePool(pool, { type: 'poolBounded', realm: 'real', currency: 1, debtMax: 50n })
    expect(most()).toBe(850n)
    expect(poolHasRoom(pool, venue, 'demo', 1, 1n)).toBe(false)
    expect(poolHasRoom(pool, venue, 'real', 0, 1n)).toBe(false)
  })

  it('keeps the promises of each realm and currency by themselves, and forgets those that are kept', () => {
    const pool = createPoolState()
    promise(pool, 'real', 0, 1n)
    promise(pool, 'real', 63, 2n)
    promise(pool, 'demo', 0, 3n)
    promise(pool, 'demo', 63, 4n)
    const all = (['real', 'demo'] as const).flatMap((realm) => [0, 63].map((one) => promisedBy(pool, realm, one)))
    expect(all).toEqual([1n, 2n, 3n, 4n])
    promise(pool, 'real', 0, -1n)
    expect(promisedBy(pool, 'real', 0)).toBe(0n)
    expect(pool.promised.size).toBe(3)
    expect(() => promise(pool, 'demo', 0, -4n)).toThrow('more was paid than had been promised')
    expect(promisedBy(pool, 'demo', 0)).toBe(3n)
  })

  it('is bounded for a currency that there is, by no amount below nothing and none that is too large', () => {
    const venue = venueWith(0n)
    const ask = (currency: number, debtMax: bigint) =>
      decidePool(venue, { type: 'boundPool', realm: 'real', currency, debtMax })
    expect(ask(2, 1n)).toMatchObject({ rejection: { reason: 'currency_unknown' } })
    for (const wrong of [-1n, amountMax + 1n]) {
      expect(ask(1, wrong)).toMatchObject({ rejection: { reason: 'amount_invalid' } })
    }
    for (const debtMax of [0n, amountMax]) {
      expect(ask(1, debtMax)).toMatchObject({
        value: [{ type: 'poolBounded', realm: 'real', currency: 1, debtMax }],
      })
    }
  })

  it('keeps its bounds, by their places, and none where there is none', () => {
    const pool = createPoolState()
    const bound = (realm: 'real' | 'demo', currency: number, debtMax: bigint): void =>
      evolvePool(pool, { type: 'poolBounded', realm, currency, debtMax })
    bound('demo', 1, 7n)
    bound('real', 1, 5n)
    bound('real', 0, 6n)
    bound('real', 0, 0n)
    expect(keepPool(pool)).toEqual({
      debtMax: [
        { place: 1, amount: 5n },
        { place: 65, amount: 7n },
      ],
    })
    const again = createPoolState()
    restorePool(again, keepPool(pool))
    expect([debtMaxOf(again, 'real', 1), debtMaxOf(again, 'demo', 1), debtMaxOf(again, 'real', 0)]).toEqual([
      5n,
      7n,
      0n,
    ])
  })

  it('is shown with what stands in it, what it has promised, and its bound', () => {
    const venue = venueWith(900n)
    const pool = createPoolState()
    promise(pool, 'real', 1, 20n)
    evolvePool(pool, { type: 'poolBounded', realm: 'real', currency: 1, debtMax: 3n })
    expect(poolViews(pool, venue, 'real')).toEqual([
      { currency: 0, stands: 0n, promised: 0n, debtMax: 0n },
      { currency: 1, stands: 900n, promised: 20n, debtMax: 3n },
    ])
    expect(poolViews(pool, venue, 'demo').every(({ stands, debtMax }) => stands === 0n && debtMax === 0n)).toBe(true)
  })
})
