/** What is told to those who find no place to wait: 429. */
class GateFull extends Error {
  readonly statusCode = 429

  constructor() {
    super('too many wait')
  }
}

/** For whom work is done: the groups that it belongs to, the widest first. Those of one gate are as long as each other. */
export type Lane = readonly string[]

interface Waiter {
  readonly begin: () => void
  readonly refuse: (error: Error) => void
}

/** Those who wait of one group, in groups of their own down to the narrowest, whose members stand in line. */
class Group {
  count = 0
  readonly #groups = new Map<string, Group>()
  readonly #line: Waiter[] = []

  add([name, ...rest]: Lane, waiter: Waiter): void {
    this.count += 1
    if (name === undefined) return void this.#line.push(waiter)
    const group = this.#groups.get(name) ?? new Group()
    this.#groups.set(name, group)
    group.add(rest, waiter)
  }

  /** Takes whose turn it is: each group has one after the other, and within it each of its groups. */
  next(): Waiter | undefined {
    const [first] = this.#groups
    if (first === undefined) return this.#taken(this.#line.shift())
    const [name, group] = first
    this.#groups.delete(name)
    const waiter = group.next()
    // behind all others, where more of it wait
    if (group.count > 0) this.#groups.set(name, group)
    return this.#taken(waiter)
  }

  /** Takes who came last of those who wait most: in the largest group, and within it in its largest. */
  last(): Waiter | undefined {
    let [largest] = this.#groups
    if (largest === undefined) return this.#taken(this.#line.pop())
    for (const one of this.#groups) if (one[1].count >= largest[1].count) largest = one
    const waiter = largest[1].last()
    if (largest[1].count === 0) this.#groups.delete(largest[0])
    return this.#taken(waiter)
  }

  #taken(waiter: Waiter | undefined): Waiter | undefined {
    if (waiter !== undefined) this.count -= 1
    return waiter
  }
}

/**
 * Bounds how much work runs at once and how much waits. Groups are served in turn, whatever each of them has waiting; where
 * no place is left, the largest group gives one up: many of one group are refused before a few of another.
 */
export class Gate {
  readonly #runningMax: number
  readonly #waitingMax: number
  readonly #waiting = new Group()
  #running = 0

  constructor(runningMax: number, waitingMax: number) {
    this.#runningMax = runningMax
    this.#waitingMax = waitingMax
  }

  /** Throws an error with status 429 where as much waits as may, and the lane's groups have no smaller part of it. */
  async run<T>(lane: Lane, work: () => Promise<T>): Promise<T> {
    if (this.#running < this.#runningMax) this.#running += 1
    else await this.#turn(lane)
    try {
      return await work()
    } finally {
      // the place goes straight to the next, so that nobody slips in between
      const next = this.#waiting.next()
      if (next === undefined) this.#running -= 1
      else next.begin()
    }
  }

  #turn(lane: Lane): Promise<void> {
    return new Promise((begin, refuse) => {
      this.#waiting.add(lane, { begin, refuse })
      if (this.#waiting.count > this.#waitingMax) this.#waiting.last()?.refuse(new GateFull())
    })
  }
}
