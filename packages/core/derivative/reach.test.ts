import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { MarginFixture } from '../testing/marginFixture.ts'
import { accountOf } from './keep.ts'
import { longReach, reachOf, reachOpen, reachOrdered, shortReach, wholeReach, withOrder } from './reach.ts'
import type { DerivativeAccount, Reach } from './state.ts'

const nothing: Reach = { ticketsLong: 0, ticketsShort: 0, comingLong: 0, comingShort: 0, net: 0, buys: 0, sells: 0 }
const reach: Reach = { ticketsLong: 1, ticketsShort: 2, comingLong: 4, comingShort: 8, net: 16, buys: 32, sells: 64 }

describe('what could be open at most', () => {
  it('is on each side its tickets, those that come, and the net position once all fills that turns it there', () => {
    expect([longReach(reach), shortReach(reach)]).toEqual([1 + 4 + 48, 2 + 8 + 48])
    expect(wholeReach(reach)).toBe(1 + 2 + 4 + 8 + 48)
    const short = { ...reach, net: -40, buys: 30 }
    expect([longReach(short), shortReach(short), wholeReach(short)]).toEqual([5, 2 + 8 + 104, 15 + 104])
    const long = { ...reach, net: 70 }
    expect([longReach(long), shortReach(long), wholeReach(long)]).toEqual([5 + 102, 10, 15 + 102])
  })

  it('is with an order more that of one more, and the reach itself stays', () => {
    const more = (product: 'contract' | 'perpetual', side: 'buy' | 'sell') => withOrder(reach, { product, side }, 3)
    expect(more('contract', 'buy')).toEqual({ ...reach, comingLong: 7 })
    expect(more('contract', 'sell')).toEqual({ ...reach, comingShort: 11 })
    expect(more('perpetual', 'buy')).toEqual({ ...reach, buys: 35 })
    expect(more('perpetual', 'sell')).toEqual({ ...reach, sells: 67 })
    expect(reach.buys).toBe(32)
  })
})

interface Change {
  readonly holder: number
  readonly listing: number
  readonly what: keyof Reach
  readonly lots: number
}

const changes: fc.Arbitrary<Change[]> = fc.array(
  fc.record({
    holder: fc.constantFrom(40, 41),
    listing: fc.constantFrom(0, 1),
    what: fc.constantFrom(...(Object.keys(nothing) as (keyof Reach)[])),
    lots: fc.integer({ min: -20, max: 20 }),
  }),
  { maxLength: 40 },
)

/** Counts so many lots more of one kind; gives what was really counted: nothing but the net falls below none. */
function count({ state }: MarginFixture, account: DerivativeAccount, change: Change): number {
  const { listing, what, lots: wanted } = change
  const stands = reachOf(account, listing)[what]
  const lots = what === 'net' ? wanted : Math.max(wanted, -stands)
  const order = (product: 'contract' | 'perpetual', side: 'buy' | 'sell') =>
    reachOrdered(state.derivative, account, { listing, product, side, purpose: 'open' }, lots)
  const open = (kind: 'ticket' | 'cross', side: 'long' | 'short', more: number) =>
    reachOpen(state.derivative, account, { listing, kind, side }, more)
  if (what === 'comingLong') order('contract', 'buy')
  else if (what === 'comingShort') order('contract', 'sell')
  else if (what === 'buys') order('perpetual', 'buy')
  else if (what === 'sells') order('perpetual', 'sell')
  else if (what === 'net') open('cross', lots < 0 ? 'short' : 'long', Math.abs(lots))
  else open('ticket', what === 'ticketsLong' ? 'long' : 'short', lots)
  return lots
}

describe('what is counted', () => {
  it('is of each holder and listing all that came, and of a listing the sum of what each could reach', () => {
    fc.assert(
      fc.property(changes, (drawn) => {
        const fixture = new MarginFixture()
        fixture.list('ETH')
        const { derivative, venue } = fixture.state
        const model = new Map<string, Reach>()
        const accounts = [40, 41].map((holder) => {
          fixture.demo(holder)
          return accountOf(derivative, venue, holder)
        })
        for (const change of drawn) {
          const account = accounts[change.holder - 40]
          const name = `${change.holder} ${change.listing}`
          const before = model.get(name) ?? nothing
          const lots = count(fixture, account, change)
          model.set(name, { ...before, [change.what]: before[change.what] + lots })
        }
        for (const listing of [0, 1]) {
          let [long, short] = [0, 0]
          for (const [at, account] of accounts.entries()) {
            const counted = model.get(`${40 + at} ${listing}`) ?? nothing
            expect(reachOf(account, listing)).toEqual(counted)
            long += longReach(counted)
            short += shortReach(counted)
            const isNothing = Object.values(counted).every((lots) => lots === 0)
            if (isNothing) expect(account.reach.has(listing)).toBe(false)
          }
          expect(derivative.reach.demo[listing] ?? { long: 0, short: 0 }).toEqual({ long, short })
          expect(derivative.reach.real[listing]).toBeUndefined()
        }
      }),
      { numRuns: 60 },
    )
  })

  it('is no order that only closes, and no lots at all', () => {
    const fixture = new MarginFixture()
    const { derivative, venue } = fixture.state
    fixture.demo(40)
    const account = accountOf(derivative, venue, 40)
    const order = { listing: 0, product: 'perpetual', side: 'buy' } as const
    reachOrdered(derivative, account, { ...order, purpose: 'close' }, 5)
    reachOrdered(derivative, account, { ...order, purpose: 'open' }, 0)
    reachOpen(derivative, account, { listing: 0, kind: 'cross', side: 'long' }, 0)
    expect([account.reach.size, derivative.reach.demo]).toEqual([0, []])
    reachOrdered(derivative, account, { ...order, purpose: 'open' }, 1)
    reachOpen(derivative, account, { listing: 0, kind: 'cross', side: 'short' }, 1)
    expect(reachOf(account, 0)).toEqual({ ...nothing, net: -1, buys: 1 })
    reachOrdered(derivative, account, { ...order, purpose: 'open' }, -1)
    expect([longReach(reachOf(account, 0)), shortReach(reachOf(account, 0))]).toEqual([0, 1])
    reachOpen(derivative, account, { listing: 0, kind: 'isolated', side: 'long' }, 1)
    expect(account.reach.size).toBe(0)
  })
})
