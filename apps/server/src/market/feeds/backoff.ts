/** Delays that double from `min` to `max` (ms), each stretched by up to half at random so that clients don't march in step. */
export class Backoff {
  readonly #min: number
  readonly #max: number
  readonly #random: () => number
  #attempt = 0

  /** `random` gives numbers from 0 to below 1. */
  constructor(min: number, max: number, random: () => number) {
    this.#min = min
    this.#max = max
    this.#random = random
  }

  /** The next delay in ms, at most `max`. */
  next(): number {
    const plain = this.#min * 2 ** Math.min(this.#attempt, 20)
    this.#attempt += 1
    return Math.round(Math.min(this.#max, plain * (1 + this.#random() / 2)))
  }

  /** Starts from `min` again. */
  reset(): void {
    this.#attempt = 0
  }
}
