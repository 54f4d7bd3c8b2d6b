/** Reproducible chance: the minimal standard generator of Park and Miller. */
export class RandomWalk {
  #state: number

  constructor(seed: number) {
    this.#state = (Math.abs(Math.trunc(seed)) % 2_147_483_646) + 1
  }

  /** Above 0 and below 1. */
  unit(): number {
    this.#state = (this.#state * 48_271) % 2_147_483_647
    return this.#state / 2_147_483_647
  }

  /** A whole number from 0 to below `bound`. */
  below(bound: number): number {
    return Math.floor(this.unit() * bound)
  }
}
