import { mulDiv } from '../money/round.ts'
import type { Passing, PriceTriggers } from '../trigger/priceTriggers.ts'

/** How far behind the index a price may follow it, at 10⁻⁹: from 0.1 % to half of it, in whole hundredths of a per cent. */
export const trailRateMin = 1_000_000
export const trailRateMax = 500_000_000
export const trailRateStep = 100_000

const rateUnit = 1_000_000_000n

/**
 * The index (tenths of a tick) that a trail of `rate` (10⁻⁹) lets go at, once the index has been as far as `extreme`: the
 * first whole tenth that is at least the rate away, so that it never comes before its distance is reached.
 */
export function letGoAt(passing: Passing, extreme: number, rate: number): number {
  const away = Number(mulDiv(BigInt(extreme), BigInt(rate), rateUnit, 'up'))
  return passing === 'fall' ? extreme - away : extreme + away
}

interface Member {
  readonly rate: number
  readonly order: number
}

/** Those of one market that have seen the same extreme, the narrowest first. */
interface Trail {
  extreme: number
  members: Member[]
  /** Of the narrowest in the triggers: it lets go before all others of the trail. */
  handle: number
}

const narrower = (a: Member, b: Member): number => a.rate - b.rate || a.order - b.order

/**
 * Orders of one market that follow the index one way and wait for it to turn: the highest that they have seen, where they
 * wait for a fall, else the lowest. Those that have seen the same stand together, and only the narrowest of them waits among
 * the triggers, so that a new extreme costs the same however many follow it; where those that had seen others come to see the
 * same, they are merged once. Derived from durable state, never part of it.
 */
export class Trails {
  readonly #passing: Passing
  readonly #triggers: PriceTriggers
  // the nearest extreme last: a new one takes them over from the end
  readonly #trails: Trail[] = []
  readonly #byOrder = new Map<number, Trail>()

  constructor(passing: Passing, triggers: PriceTriggers) {
    this.#passing = passing
    this.#triggers = triggers
  }

  /** Takes in an order that has seen `extreme` (tenths of a tick) and follows it at `rate` (10⁻⁹). */
  add(order: number, rate: number, extreme: number): void {
    const at = this.#placeOf(extreme)
    const member = { rate, order }
    const known = this.#trails.at(at)
    if (known?.extreme === extreme) {
      this.#byOrder.set(order, known)
      const [first] = known.members
      known.members.splice(placeIn(known.members, member), 0, member)
      if (known.members[0] !== first) this.#wait(known)
      return
    }
    const trail = { extreme, members: [member], handle: -1 }
    this.#byOrder.set(order, trail)
    this.#trails.splice(at, 0, trail)
    this.#wait(trail)
  }

  /** Forgets one of those that follow. */
  remove(order: number, rate: number): void {
    const trail = this.#byOrder.get(order)
    if (!trail) return
    this.#byOrder.delete(order)
    const at = placeIn(trail.members, { rate, order })
    trail.members.splice(at, 1)
    if (trail.members.length === 0) {
      this.#triggers.remove(trail.handle)
      this.#trails.splice(this.#placeOf(trail.extreme), 1)
    } else if (at === 0) this.#wait(trail)
  }

  /** The farthest index that an order has seen. */
  extreme(order: number): number {
    const trail = this.#byOrder.get(order)
    if (!trail) throw new RangeError(`order ${order} follows nothing`)
    return trail.extreme
  }

  /** Lets all follow the index to where it stands; those that have seen it farther stay. */
  follow(index: number): void {
    const last = this.#trails.at(-1)
    if (!last || !this.#isFarther(index, last.extreme)) return
    const taken: Trail[] = []
    for (let next = this.#trails.at(-1); next && !this.#isFarther(next.extreme, index); next = this.#trails.at(-1)) {
      taken.push(next)
      this.#trails.pop()
    }
    const largest = taken.reduce((a, b) => (b.members.length > a.members.length ? b : a), last)
    for (const trail of taken) {
      if (trail === largest) continue
      this.#triggers.remove(trail.handle)
      for (const { order } of trail.members) this.#byOrder.set(order, largest)
    }
    // runs that are sorted already are merged in one pass
    if (taken.length > 1) largest.members = taken.flatMap(({ members }) => members).sort(narrower)
    largest.extreme = index
    this.#trails.push(largest)
    this.#wait(largest)
  }

  #isFarther(one: number, than: number): boolean {
    return this.#passing === 'fall' ? one > than : one < than
  }

  // where an extreme stands, or would
  #placeOf(extreme: number): number {
    let low = 0
    let high = this.#trails.length
    while (low < high) {
      const middle = (low + high) >> 1
      if (this.#isFarther(this.#trails[middle].extreme, extreme)) low = middle + 1
      else high = middle
    }
    return low
  }

  #wait(trail: Trail): void {
    const [{ order, rate }] = trail.members
    if (trail.handle >= 0) this.#triggers.remove(trail.handle)
    trail.handle = this.#triggers.add(this.#passing, letGoAt(this.#passing, trail.extreme, rate), order, order)
  }
}

function placeIn(members: readonly Member[], member: Member): number {
  let low = 0
  let high = members.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (narrower(members[middle], member) < 0) low = middle + 1
    else high = middle
  }
  return low
}
