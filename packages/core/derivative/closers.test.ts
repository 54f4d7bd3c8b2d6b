import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sides } from '../book/book.ts'
import { realms } from '../ledger/holders.ts'
import { acts, EverythingRun } from '../testing/everythingRun.ts'
import { Closers } from './closers.ts'
import { closersOf, derivativeBook, type DerivativeOrder, type DerivativeState } from './state.ts'

describe('orders that reduce', () => {
  it.each(sides)('of a %s stand by price, then by arrival, whenever they come in and whichever go', (side) => {
    const act = fc.record({ away: fc.nat(3), leaves: fc.boolean(), which: fc.nat(5_000) })
    fc.assert(
      fc.property(fc.array(act, { minLength: 700, maxLength: 900, size: 'max' }), (list) => {
        const closers = new Closers(side)
        const all = list.map(({ away }, arrival) => ({ price: 100 + away, arrival }))
        const better = (a: number, b: number) => (side === 'buy' ? b - a : a - b)
        let within: typeof all = []
        // they come in as their holders open what they reduce, in any order
        for (const { leaves, which } of list) {
          const out = all.filter((order) => !within.includes(order))
          const from = leaves && within.length > 300 ? within : out
          const order = from[which % Math.max(1, from.length)]
          if (from === within) {
            closers.remove(order)
            within = within.filter((other) => other !== order)
          } else {
            closers.add(order)
            within.push(order)
          }
        }
        within.sort((a, b) => better(a.price, b.price) || a.arrival - b.arrival)
        expect([...closers.queue()]).toEqual(within)
        expect(closers.first).toBe(within[0])
        for (const order of within) closers.remove(order)
        expect([closers.first, [...closers.queue()]]).toEqual([null, []])
      }),
      { numRuns: 5 },
    )
  })

  it('are not taken out where they do not stand', () => {
    const closers = new Closers('buy')
    expect(() => closers.remove({ price: 1, arrival: 1 })).toThrow(RangeError)
    closers.add({ price: 1, arrival: 1 })
    expect(() => closers.remove({ price: 1, arrival: 2 })).toThrow(RangeError)
  })

  // the slow question of each that rests
  function reduces({ accounts }: DerivativeState, order: DerivativeOrder): boolean {
    if (order.reduceOnly) return true
    const net = order.product === 'perpetual' ? accounts.get(order.holder)?.perpetual.get(order.listing) : undefined
    return net !== undefined && (net.side === 'long') === (order.side === 'sell')
  }

  /** Does the acts, asks the slow question after each, and counts what it was asked of. */
  function walked(list: Parameters<EverythingRun['do']>[0][], seen = { only: 0, besides: 0 }): typeof seen {
    const run = new EverythingRun([40, 41, 42, 43, 44])
    for (const act of list) {
      run.do(act)
      const { derivative } = run.state
      for (const realm of realms) {
        for (const listing of [0, 1]) {
          for (const side of sides) {
            const right = [...derivativeBook(derivative, realm, listing).queue(side)].filter((order) =>
              reduces(derivative, order),
            )
            expect([...closersOf(derivative, realm, listing)[side].queue()]).toEqual(right)
            for (const { reduceOnly } of right) seen[reduceOnly ? 'only' : 'besides'] += 1
          }
        }
      }
    }
    return seen
  }

  it('are those of the book that would reduce, in its order, whatever happens', { timeout: 60_000 }, () => {
    const every = fc.property(acts(300), (list) => void walked(list))
    fc.assert(every, { numRuns: 12, endOnFailure: true })
  })

  it('are so in runs that have many of both kinds', { timeout: 60_000 }, () => {
    const seen = { only: 0, besides: 0 }
    for (const seed of [22, 24, 37, 44]) {
      const [list = []] = fc.sample(acts(300), { numRuns: 1, seed })
      walked(list, seen)
    }
    expect(Math.min(seen.only, seen.besides)).toBeGreaterThan(20)
  })
})
