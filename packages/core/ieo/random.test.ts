import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decode, encode } from '../codec/codec.ts'
import { evolve } from '../exchange.ts'
import { houseHolder } from '../ledger/holders.ts'
import { promisedBy } from '../pool/pool.ts'
import { sums } from '../query.ts'
import { decodeState, encodeState } from '../snapshot.ts'
import type { State } from '../state.ts'
import { WealthFixture } from '../testing/wealthFixture.ts'
import { eventCodec, type Command } from '../vocabulary.ts'
import { investedOf } from '../query.ts'

const holders = [40, 41, 42]
const pool = houseHolder('real', 'wealthPool')
const hourMs = 3_600_000

const act = fc.oneof(
  fc.record({
    act: fc.constant('launch' as const),
    supply: fc.integer({ min: 1, max: 400 }),
    price: fc.integer({ min: 1, max: 90_000_000 }),
    piece: fc.integer({ min: 1, max: 100_000_000 }),
    hours: fc.integer({ min: 1, max: 3 }),
  }),
  fc.record({
    act: fc.constant('subscribe' as const),
    who: fc.nat(2),
    project: fc.integer({ min: 1, max: 4 }),
    passes: fc.integer({ min: 0, max: 900 }),
  }),
  fc.record({ act: fc.constant('subscribe' as const), who: fc.nat(2), project: fc.constant(1), passes: fc.nat(300) }),
  fc.record({ act: fc.constant('cancel' as const), project: fc.integer({ min: 1, max: 4 }) }),
  fc.record({ act: fc.constant('pass' as const), hours: fc.integer({ min: 1, max: 30 }) }),
  // an hour at a time, so that it stops between a window's end and the time to market too
  fc.record({ act: fc.constant('pass' as const), hours: fc.constant(1) }),
)
type Act = typeof act extends fc.Arbitrary<infer T> ? T : never
const acts = fc.array(act, { minLength: 4, maxLength: 30 })

function begin(): WealthFixture {
  const fixture = new WealthFixture(0n)
  for (const holder of holders) fixture.saver(holder, 50_000_000_000n, 0n)
  fixture.bring(pool, 1, 100_000_000_000n)
  return fixture
}

function commandOf(fixture: WealthFixture, one: Act): Command {
  switch (one.act) {
    case 'launch': {
      const { now } = fixture
      const closesAt = now + one.hours * hourMs
      const amounts = { supply: one.supply, passPrice: BigInt(one.price), passQuantity: BigInt(one.piece) }
      const terms = fixture.ieoTerms({ ...amounts, holderMax: 1_000, closesAt, marketAt: closesAt + hourMs })
      return { type: 'launchIeo', terms }
    }
    case 'subscribe':
      return { type: 'subscribeIeo', holder: holders[one.who], project: one.project, passes: one.passes, fault: '' }
    case 'cancel':
      return { type: 'cancelIeo', project: one.project }
    case 'pass':
      return { type: 'sampleIndex', stamp: fixture.now + one.hours * hourMs, kind: 'live', samples: [] }
  }
}

function checkInvariants(state: State): void {
  for (const sum of sums(state).sums) {
    expect(sum.posted).toBe(0n)
    expect(sum.frozen).toBe(sum.held)
  }
  const { ieo, pool: pools, venue } = state
  // what is still owed of the coin stands in the pool, whatever was sold
  expect(venue.ledger.posted(pool, 'coin', 1) >= promisedBy(pools, 'real', 1)).toBe(true)
  for (const { terms, allotted } of ieo.projects.values()) expect(allotted).toBeLessThanOrEqual(terms.supply)
}

describe('any sequence of launches, applications and downtimes', () => {
  it('keeps the books right, sells no more than there is; events and a restart anywhere give the same state', () => {
    fc.assert(
      fc.property(acts, (list) => {
        const fixture = begin()
        let replica = decodeState(encodeState(fixture.state))
        const ends = new Map<number, number>()
        for (const one of list) {
          const command = commandOf(fixture, one)
          if (command.type === 'sampleIndex') fixture.now = command.stamp
          const outcome = fixture.run(command)
          for (const event of outcome.ok ? outcome.events : []) {
            evolve(replica, decode(eventCodec, encode(eventCodec, event)), fixture.now)
            if (event.type === 'ieoAllotted' || event.type === 'ieoReturned') {
              ends.set(event.subscription, (ends.get(event.subscription) ?? 0) + 1)
            }
          }
          checkInvariants(fixture.state)
          replica = decodeState(encodeState(replica))
          expect(encodeState(replica)).toEqual(encodeState(fixture.state))
          for (const holder of holders) {
            expect(investedOf(fixture.state, holder)).toEqual(investedOf(replica, holder))
          }
        }
        expect([...ends.values()].every((count) => count === 1)).toBe(true)
      }),
      { numRuns: 20 },
    )
  })
})
