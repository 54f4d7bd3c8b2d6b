import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { PriceTriggers, noTrigger, type Passing } from '../trigger/priceTriggers.ts'
import { Trails, letGoAt } from './trails.ts'

describe('where a trail lets go', () => {
  it('is the first whole tenth of a tick that is its rate away', () => {
    expect(letGoAt('fall', 1_000_000, 10_000_000)).toBe(990_000)
    expect(letGoAt('rise', 1_000_000, 10_000_000)).toBe(1_010_000)
    expect(letGoAt('fall', 1_000_001, 10_000_000)).toBe(990_000)
    expect(letGoAt('rise', 1_000_001, 10_000_000)).toBe(1_010_002)
    expect(letGoAt('fall', 1, 1_000_000)).toBe(0)
    expect(letGoAt('rise', 2 ** 50, 500_000_000)).toBe(2 ** 50 + 2 ** 49)
  })
})

interface Follower {
  readonly order: number
  readonly rate: number
  readonly seen: number[]
}

// the slow twin: each remembers all that it has seen
class SlowTrails {
  followers: Follower[] = []
  readonly passing: Passing

  constructor(passing: Passing) {
    this.passing = passing
  }

  extreme({ seen }: Follower): number {
    return this.passing === 'fall' ? Math.max(...seen) : Math.min(...seen)
  }

  /** The narrowest of those with one extreme goes before the others of it; among these leaders the farthest behind, then the oldest. */
  next(index: number): number | null {
    const all = this.followers.map((one) => {
      const extreme = this.extreme(one)
      return { ...one, extreme, at: letGoAt(this.passing, extreme, one.rate) }
    })
    const leads = (one: (typeof all)[number]): boolean =>
      !all.some(
        (other) =>
          other.extreme === one.extreme &&
          (other.rate < one.rate || (other.rate === one.rate && other.order < one.order)),
      )
    const behind = ({ at }: { at: number }): number => (this.passing === 'fall' ? at - index : index - at)
    const passed = all.filter((one) => leads(one) && behind(one) >= 0)
    return passed.toSorted((a, b) => behind(b) - behind(a) || a.order - b.order)[0]?.order ?? null
  }
}

const index = fc.integer({ min: 985, max: 1_015 })
const act = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ what: fc.constant('add' as const), index, rate: fc.integer({ min: 1, max: 20 }) }),
  },
  { weight: 5, arbitrary: fc.record({ what: fc.constant('follow' as const), index, rate: fc.constant(0) }) },
  { weight: 2, arbitrary: fc.record({ what: fc.constant('fire' as const), index, rate: fc.constant(0) }) },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('remove' as const), index, rate: fc.constant(0) }) },
)

it('trails have seen, and let go, as their slow twin says, whatever comes', () => {
  fc.assert(
    fc.property(fc.constantFrom<Passing>('fall', 'rise'), fc.array(act, { maxLength: 120 }), (passing, acts) => {
      const triggers = new PriceTriggers()
      const trails = new Trails(passing, triggers)
      const slow = new SlowTrails(passing)
      let orders = 0
      const forget = (one: Follower): void => {
        trails.remove(one.order, one.rate)
        slow.followers = slow.followers.filter(({ order }) => order !== one.order)
      }
      for (const { what, index: at, rate } of acts) {
        if (what === 'add') {
          const one = { order: ++orders, rate: rate * 1_000_000, seen: [at] }
          trails.add(one.order, one.rate, at)
          slow.followers.push(one)
        } else if (what === 'follow') {
          trails.follow(at)
          for (const { seen } of slow.followers) seen.push(at)
        } else if (what === 'remove') {
          const [one] = slow.followers
          if (one) forget(one)
        } else {
          for (;;) {
            const handle = triggers.next(at, at)
            const fired = handle === noTrigger ? null : triggers.id(handle)
            expect(fired).toBe(slow.next(at))
            const one = slow.followers.find(({ order }) => order === fired)
            if (!one) break
            forget(one)
          }
        }
        const handle = triggers.next(at, at)
        expect(handle === noTrigger ? null : triggers.id(handle)).toBe(slow.next(at))
        for (const one of slow.followers) expect(trails.extreme(one.order)).toBe(slow.extreme(one))
        expect(triggers.size).toBe(new Set(slow.followers.map((one) => slow.extreme(one))).size)
      }
    }),
    { numRuns: 400 },
  )
})

it('forgets nothing that it does not know, and knows nothing that it forgot', () => {
  const trails = new Trails('fall', new PriceTriggers())
  trails.add(1, 1_000_000, 1_000)
  trails.remove(2, 1_000_000)
  expect(trails.extreme(1)).toBe(1_000)
  trails.remove(1, 1_000_000)
  expect(() => trails.extreme(1)).toThrow('order 1 follows nothing')
})
