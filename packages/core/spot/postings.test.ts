import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sides } from '../book/book.ts'
import { createVenue } from '../book/venue.ts'
import { houseHolder, isHouse } from '../ledger/holders.ts'
import { Ledger } from '../ledger/ledger.ts'
import { categories, type Category } from '../ledger/categories.ts'
import type { HoldKind, Move } from '../ledger/move.ts'
import type { SpotEvent } from './event.ts'
import { spotMoves } from './moves.ts'
import { postSpot } from './postings.ts'

const users = [32, 33, 34]
const liquidity = houseHolder('demo', 'liquidity')
const amount = fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 1_000 }))
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
function funded(ledger = new Ledger()) {
  const venue = { ...createVenue(), ledger }
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

/** Writes down what it is told to post: of a payment what its payer loses, under its name. */
class Told extends Ledger {
  readonly moves: Move[] = []

  override freeze(holder: number, currency: number, amount: number, hold: HoldKind): void {
    this.moves.push({ kind: 'hold', holder, account: 'coin', currency, amount: BigInt(amount), hold })
    super.freeze(holder, currency, amount, hold)
  }

  override pay(payer: number, payee: number, currency: number, amount: number, category: Category): void {
    this.moves.push({ kind: 'entry', holder: payer, account: 'coin', currency, amount: -BigInt(amount), category })
    super.pay(payer, payee, currency, amount, category)
  }
}

const numbers = { kind: 'limit', timeInForce: 'GTC', price: 1, quantity: 1, budget: 0 } as const

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

describe('postSpot', () => {
  it('posts exactly the moves that are listed for an event', () => {
    fc.assert(
      fc.property(fc.array(events, { maxLength: 40 }), (list) => {
        const [posted, applied] = bothWays(list)
        expect([...posted.balances()]).toEqual([...applied.balances()])
      }),
    )
  })

  it('names what it posts as it is listed: nothing of nothing, and fees in the realm of the trade', () => {
    const realms = fc.tuple(events, fc.constantFrom('real' as const, 'demo' as const))
    fc.assert(
      fc.property(realms, ([event, realm]) => {
        const ledger = new Told()
        const { baseAmount = 0, quoteAmount = 0 } = event.type === 'spotTraded' ? event : {}
        const amounts = { realm, baseAmount: baseAmount + 1, quoteAmount: quoteAmount + 1 }
        const here = event.type === 'spotTraded' ? { ...event, ...amounts } : event
        postSpot(funded(ledger), here)
        const listed = spotMoves(here)
        const losses = listed.filter((move) => move.kind === 'hold' || move.amount < 0n)
        const named = ({ amount: of, ...move }: Move) => `${JSON.stringify(move)} ${of}`
        expect(ledger.moves.map(named).toSorted()).toEqual(losses.map(named).toSorted())
        const fees = (of: Ledger) => of.posted(houseHolder(realm, 'fees'), 'coin', 0)
        const applied = funded().ledger
        applied.apply(listed)
        expect(fees(ledger)).toBe(fees(applied))
      }),
      { numRuns: 400 },
    )
  })
})
