/** Numbers that follow from a seed; one of these is all the chance there is in a simulation. */
export class Random {
  #a: number
  #b = 0x9e3779b9
  #c = 0x243f6a88
  #d = 1

  constructor(seed: number) {
    this.#a = seed | 0
    for (let at = 0; at < 16; at += 1) this.#next()
  }

  // sfc32: small, quick, and of a period that no run comes to the end of
  #next(): number {
    const sum = (((this.#a + this.#b) | 0) + this.#d) | 0
    this.#d = (this.#d + 1) | 0
    this.#a = this.#b ^ (this.#b >>> 9)
    this.#b = (this.#c + (this.#c << 3)) | 0
    this.#c = ((this.#c << 21) | (this.#c >>> 11)) + sum
    return sum >>> 0
  }

  /** From 0 up to below 1. */
  unit(): number {
    return this.#next() / 0x1_0000_0000
  }

  /** A whole number from 0 up to below `end`. */
  below(end: number): number {
    return Math.floor(this.unit() * end)
  }

  /** True once in `n` draws. */
  once(many: number): boolean {
    return this.below(many) === 0
  }

  pick<T>(from: readonly T[]): T {
    const found = from[this.below(from.length)]
    if (found === undefined) throw new RangeError('there is nothing to pick from')
    return found
  }

  /** A waiting time about `mean`: short ones are common, long ones are rare. */
  wait(mean: number): number {
    return -Math.log(1 - this.unit()) * mean
  }
}
