import fc from 'fast-check'
import { expect, it } from 'vitest'
import { asks, demo, firedIn, index, opening, other, tick } from '../testing/conditionalFixture.ts'
import { conditionalsMax } from './conditional.ts'

interface Waits {
  readonly order: number
  readonly passing: 'fall' | 'rise'
  readonly trigger: number
}

// the slow twin: all that wait are looked through at each tick
function passedBy(waiting: readonly Waits[], ticks: number): number[] {
  const away = ({ trigger }: Waits): number => Math.abs(trigger - ticks)
  return (
    waiting
      .filter(({ passing, trigger }) => (passing === 'fall' ? ticks <= trigger : ticks >= trigger))
      .toSorted((a, b) => away(b) - away(a) || a.order - b.order)
      .map(({ order }) => order)
      // of a pair whichever is first takes the other with it
      .filter((order, at, all) => all.indexOf(order) === at)
  )
}

const price = fc.integer({ min: 999_990, max: 1_000_010 })
const act = fc.oneof(
  { weight: 5, arbitrary: fc.record({ what: fc.constant('place' as const), falls: fc.boolean(), price }) },
  { weight: 3, arbitrary: fc.record({ what: fc.constant('pair' as const), price, above: price }) },
  { weight: 3, arbitrary: fc.record({ what: fc.constant('tick' as const), price }) },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('cancel' as const), price }) },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('halt' as const), price }) },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('restart' as const), price }) },
)

it('conditional orders come as their slow twin says, after any acts, halts and restarts', () => {
  fc.assert(
    fc.property(fc.array(act, { maxLength: 60 }), (list) => {
      const fixture = opening()
      let waiting: Waits[] = []
      let last = index
      let halted = false
      for (const one of list) {
        if (one.what === 'place') {
          const passing = one.falls ? 'fall' : 'rise'
          const outcome = fixture.run(
            asks({ holder: one.price % 2 ? demo : other, passing, trigger: one.price, quantity: 500 }),
          )
          const passed = passedBy([{ order: 0, passing, trigger: one.price }], last).length > 0
          const few = fixture.state.spot.waiting.count(one.price % 2 ? demo : other) < conditionalsMax
          expect(outcome.ok).toBe(!halted && !passed && few)
          if (outcome.ok && outcome.answer.type === 'conditional') {
            waiting.push({ order: outcome.answer.view.order, passing, trigger: one.price })
          }
        } else if (one.what === 'pair') {
          const holder = one.price % 2 ? demo : other
          const [below, above] = [one.price, one.above].map((trigger) => ({
            kind: 'limit' as const,
            trigger,
            price: index,
          }))
          const head = {
            type: 'placeSpotPair',
            holder,
            symbol: 'BTCUSDT',
            side: 'buy',
            quantity: 500,
            fault: '',
          } as const
          const own = fixture.state.spot.waiting.count(holder)
          const outcome = fixture.run({ ...head, below, above })
          const isBetween = one.price < last && one.above > last
          expect(outcome.ok).toBe(!halted && isBetween && own < conditionalsMax)
          if (outcome.ok && outcome.answer.type === 'conditionalPair') {
            const { order } = outcome.answer.view
            waiting.push({ order, passing: 'fall', trigger: one.price }, { order, passing: 'rise', trigger: one.above })
          }
        } else if (one.what === 'cancel') {
          const gone = waiting.shift()
          waiting = waiting.filter(({ order }) => order !== gone?.order)
          const whose = gone && fixture.state.spot.waiting.get(gone.order)?.holder
          if (gone) fixture.must({ type: 'cancelSpotConditional', holder: whose ?? 0, order: gone.order })
        } else if (one.what === 'halt') {
          halted = !halted
          fixture.must({ type: 'haltListing', listing: 0, halt: halted ? 'halted' : 'trading', reason: 'checked' })
        } else {
          if (one.what === 'restart') fixture.reload()
          last = one.price
          const due = halted ? [] : passedBy(waiting, last)
          expect(firedIn(tick(fixture, last))).toEqual(due)
          waiting = waiting.filter(({ order }) => !due.includes(order))
        }
        expect(fixture.state.spot.waiting.all().map(({ order }) => order)).toEqual([
          ...new Set(waiting.map(({ order }) => order)),
        ])
      }
    }),
    { numRuns: 200 },
  )
})
