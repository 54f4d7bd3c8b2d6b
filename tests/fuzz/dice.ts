/** Numbers that a seed gives: the same seed, the same numbers, on every machine. */
export interface Dice {
  /** A whole number from 0 to `below` − 1. */
  whole(below: number): number
  /** Whether something of `percent` out of a hundred happens. */
  chance(percent: number): boolean
  pick<T>(items: readonly [T, ...T[]] | readonly T[]): T
}

/** The dice of request `at` of a run: each request has its own, so that one can be made again alone. */
export function diceOf(seed: number, at: number): Dice {
  // the mixing of two words into one, and mulberry32 from there
  let state = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(at + 1, 0xc2b2ae35)
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return (mixed ^ (mixed >>> 14)) >>> 0
  }
  const whole = (below: number): number => Math.floor((next() / 2 ** 32) * below)
  return {
    whole,
    chance: (percent) => whole(100) < percent,
    pick: (items) => {
      if (items.length === 0) throw new Error('there is nothing to pick from')
      return items[whole(items.length)] as (typeof items)[number]
    },
  }
}
