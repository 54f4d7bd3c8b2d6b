/** The middle value; of an even number of values the upper one. NaN of none. */
export function median(values: readonly number[]): number {
  return quantile(values, 0.5)
}

/** The value below which a `share` (0 to 1) of the values lies, by nearest rank. NaN of none. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

/** What one run of one way took: wall time and the process's own time on a processor, in seconds. */
export interface Spent {
  readonly wall: number
  readonly cpu: number
}

/** Runs something once and says what it took. */
export async function spend(work: () => void | Promise<void>): Promise<Spent> {
  const cpuBefore = process.cpuUsage()
  const began = performance.now()
  await work()
  const wall = (performance.now() - began) / 1_000
  const { user, system } = process.cpuUsage(cpuBefore)
  return { wall, cpu: (user + system) / 1_000_000 }
}

/**
 * Runs each way once a round, in turn, so that whatever else the machine does falls on all of them alike; `rounds` is
 * odd, so that a median is a run that was. One round before them warms up and is left out.
 */
export async function alternate<W extends string>(
  rounds: number,
  ways: Readonly<Record<W, () => Promise<Spent>>>,
): Promise<Record<W, Spent[]>> {
  if (rounds % 2 === 0) throw new RangeError('an even number of rounds has no middle')
  const names = Object.keys(ways) as W[]
  const spent = Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<W, Spent[]>
  for (let round = -1; round < rounds; round += 1) {
    for (const name of names) {
      const one = await ways[name]()
      if (round >= 0) spent[name].push(one)
    }
  }
  return spent
}
