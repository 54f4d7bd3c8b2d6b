import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sides } from '../book/book.ts'
import { createVenue } from '../book/venue.ts'
import { houseHolder, isHouse } from '../ledger/holders.ts'
import type { Ledger } from '../ledger/ledger.ts'
import { categories } from '../ledger/categories.ts'
import type { SpotEvent } from './event.ts'
import { spotMoves } from './moves.ts'
import { postSpot } from './postings.ts'

const users = [32, 33, 34]
const liquidity = houseHolder('demo', 'liquidity')
const amount = fc.integer({ min: 0, max: 1_000 })
const user = fc.constantFrom(...users)
const common = { order: fc.constant(1), listing: fc.constant(0), base: fc.constant(1), quote: fc.constant(0) }
const side = fc.constantFrom(...sides)

const frozen = fc.record({ ...common, holder: user, side, amount })
const traded = fc.record({
  type: fc.constant('spotTraded' as const),
  trade: fc.constant(1),
  realm: fc.constant('demo' as const),
  listing: fc.constant(0),
  base: fc.constant(1),
  quote: fc.constant(0),
  price: fc.constant(1),
  quantity: fc.constant(1),
  baseAmount: amount,
  quoteAmount: amount,
  makerOrder: fc.constant(1),
  makerHolder: fc.constantFrom(...users, liquidity),
  takerOrder: fc.constant(2),
  takerHolder: user,
  takerSide: side,
  makerFee: fc.integer({ min: 0, max: 3 }),
  takerFee: fc.integer({ min: 0, max: 3 }),
  makerHold: fc.constant(0),
  takerHold: fc.constant(0),
  makerFilled: fc.boolean(),
  takerFilled: fc.boolean(),
  indexTenths: fc.constant(0),
  indexTime: fc.constant(0),
})

// users with enough of both, half of it frozen, so that both a hold and its release can be posted
function funded() {
  const venue = createVenue()
  venue.ledger.openCurrency(0)
  venue.ledger.openCurrency(1)
  venue.ledger.openHolder(40)
  for (const holder of users) {
    for (const currency of [0, 1]) {
      const entry = { kind: 'entry', account: 'coin', currency, category: categories[11] } as const
      venue.ledger.apply([
        { ...entry, holder: houseHolder('demo', 'external'), amount: -1_000_000n },
        { ...entry, holder, amount: 1_000_000n },
        { kind: 'hold', holder, account: 'coin', currency, amount: 500_000n, hold: 'order' },
      ])
    }
  }
  return venue
}

function bothWays(events: readonly SpotEvent[]): readonly [Ledger, Ledger] {
  const posted = funded()
  const applied = funded()
  for (const event of events) {
    postSpot(posted, event)
    applied.ledger.apply(spotMoves(event))
  }
  return [posted.ledger, applied.ledger]
}

const numbers = { kind: 'limit', timeInForce: 'GTC', price: 1, quantity: 1, budget: 0 } as const

describe('postSpot', () => {
  it('posts exactly the moves that are listed for an event', () => {
    const events = fc.oneof(
      frozen.map((of): SpotEvent => {
        const { amount: hold, ...rest } = of
        return { type: 'spotOrderAccepted', ...rest, ...numbers, hold, feeRateMaker: 0, feeRateTaker: 0, rests: true }
      }),
      frozen.map((of): SpotEvent => {
        const { amount: released, ...rest } = of
        return { type: 'spotOrderClosed', ...rest, status: 'canceled', reason: 'by_user', released }
      }),
      fc.tuple(frozen, fc.boolean()).map(([of, less]): SpotEvent => {
        const { amount: change, ...rest } = of
        const holdChange = less ? -change : change
        return { type: 'spotOrderAmended', ...rest, price: 1, quantity: 1, holdChange, keepsPlace: false }
      }),
      traded
        .filter((trade) => trade.makerHolder !== trade.takerHolder)
        .map((trade): SpotEvent => ({ ...trade, makerHold: isHouse(trade.makerHolder) ? 0 : trade.makerFee })),
    )
    fc.assert(
      fc.property(fc.array(events, { maxLength: 40 }), (list) => {
        const [posted, applied] = bothWays(list)
        expect([...posted.balances()]).toEqual([...applied.balances()])
      }),
    )
  })
})
