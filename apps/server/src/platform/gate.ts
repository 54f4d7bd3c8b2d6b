/** What is told to those who find no place to wait: 429. */
class GateFull extends Error {
  readonly statusCode = 429

  constructor() {
    super('too many wait')
  }
}

/** Bounds how much work runs at once and how much waits, in the order of arrival; refuses the rest. */
export class Gate {
  readonly #runningMax: number
  readonly #waitingMax: number
  readonly #waiting: (() => void)[] = []
  #running = 0

  constructor(runningMax: number, waitingMax: number) {
    this.#runningMax = runningMax
    this.#waitingMax = waitingMax
  }

  /** Throws an error with status 429 where as much waits as may. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#running < this.#runningMax) this.#running += 1
    else if (this.#waiting.length >= this.#waitingMax) throw new GateFull()
    else await new Promise<void>((resolve) => this.#waiting.push(resolve))
    try {
      return await work()
    } finally {
      // the place goes straight to the next, so that nobody slips in between
      const next = this.#waiting.shift()
      if (next === undefined) this.#running -= 1
      else next()
    }
  }
}
