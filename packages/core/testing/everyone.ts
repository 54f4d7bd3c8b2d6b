import { expect } from 'vitest'

// Three hundred people, among them two hundred whose numbers follow one another, so that every rest of a division by
// up to two hundred is there; the others lie far apart. All figures are reckoned here, by hand, from the rules' text.
export const everyone = [
  ...Array.from({ length: 200 }, (_, at) => 32 + at),
  ...Array.from({ length: 100 }, (_, at) => 1_009 + 997 * at + (at % 7)),
]

/** What a fact says of each person, by their order here; every one must be there, once. */
export function ofEach<T>(facts: readonly (readonly [holder: unknown, told: T])[]): T[] {
  expect(facts.length).toBe(everyone.length)
  const byHolder = new Map(facts)
  return everyone.map((holder) => {
    const told = byHolder.get(holder)
    if (told === undefined) throw new Error(`nothing of ${holder}`)
    return told
  })
}

/** Each was told the same, which is right. */
export function expectAll<T>(told: readonly T[], right: T): void {
  const named = (all: readonly T[]) => all.map((one, at) => ({ holder: everyone[at], told: one }))
  expect(named(told)).toEqual(named(told.map(() => right)))
}
