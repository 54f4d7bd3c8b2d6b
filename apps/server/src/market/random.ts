/** A random stream's whole state: four 32-bit integers, and the unused half of a normal pair, if any. */
export type RandomState = readonly [number, number, number, number, number | null]

/**
 * Small Fast Counting generator, 32 bits (Chris Doty-Humphrey's sfc32, public domain): fast, passes PractRand, and its
 * state is small, so that a stream can be kept and goes on where it was. Not for secrets.
 */
export class Random {
  #a: number
  #b: number
  #c: number
  #counter: number
  #spare: number | null

  constructor(state: RandomState) {
    ;[this.#a, this.#b, this.#c, this.#counter, this.#spare] = state
  }

  /** A stream of its own for each name under one seed. */
  static of(seed: number, name: string): Random {
    let hash = 2_166_136_261 ^ seed
    for (let at = 0; at < name.length; at++) hash = Math.imul(hash ^ name.charCodeAt(at), 16_777_619)
    const random = new Random([seed | 0, hash | 0, Math.imul(hash, 2_654_435_761) | 0, 1, null])
    for (let round = 0; round < 15; round++) random.uint32()
    return random
  }

  /** What is needed to go on with this stream where it is. */
  state(): RandomState {
    return [this.#a, this.#b, this.#c, this.#counter, this.#spare]
  }

  uint32(): number {
    const sum = (((this.#a + this.#b) | 0) + this.#counter) | 0
    this.#counter = (this.#counter + 1) | 0
    this.#a = this.#b ^ (this.#b >>> 9)
    this.#b = (this.#c + (this.#c << 3)) | 0
    this.#c = (((this.#c << 21) | (this.#c >>> 11)) + sum) | 0
    return sum >>> 0
  }

  /** Uniform in (0, 1), never 0, so that its logarithm is finite. */
  uniform(): number {
    return (this.uint32() + 0.5) / 4_294_967_296
  }

  /** Standard normal (Box and Muller's method, both of a pair used). */
  normal(): number {
    if (this.#spare !== null) {
      const spare = this.#spare
      this.#spare = null
      return spare
    }
    const radius = Math.sqrt(-2 * Math.log(this.uniform()))
    const angle = 2 * Math.PI * this.uniform()
    this.#spare = radius * Math.sin(angle)
    return radius * Math.cos(angle)
  }

  /** A count with the given mean (Knuth's method; for small means). */
  poisson(mean: number): number {
    const limit = Math.exp(-mean)
    let count = 0
    for (let product = this.uniform(); product > limit; product *= this.uniform()) count++
    return count
  }
}
