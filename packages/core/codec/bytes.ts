const two7 = 0x80
const two28 = 0x1000_0000
const two52 = 2 ** 52
const bigTwo52 = 2n ** 52n

/** A growing buffer that canonical values are appended to. */
export class Writer {
  #bytes: Uint8Array
  length = 0

  constructor(capacity = 256) {
    this.#bytes = new Uint8Array(capacity)
  }

  #room(count: number): void {
    const needed = this.length + count
    if (needed <= this.#bytes.length) return
    const grown = new Uint8Array(Math.max(needed, this.#bytes.length * 2))
    grown.set(this.#bytes.subarray(0, this.length))
    this.#bytes = grown
  }

  u8(value: number): void {
    this.#room(1)
    this.#bytes[this.length++] = value
  }

  /** An integer from 0 to 2⁵³ − 1 in LEB128. */
  u53(value: number): void {
    // most values are small, and take one comparison more only where they are not
    if (value >= 0 && value < two7 && (value | 0) === value) {
      this.u8(value)
      return
    }
    if (!(value >= 0 && value <= Number.MAX_SAFE_INTEGER && Math.floor(value) === value)) {
      throw new RangeError(`cannot write ${value} as an unsigned integer`)
    }
    this.#room(8)
    const bytes = this.#bytes
    let at = this.length
    let rest = value
    while (rest >= two28) {
      bytes[at++] = (rest % two7) | two7
      rest = Math.floor(rest / two7)
    }
    while (rest >= two7) {
      bytes[at++] = (rest & 0x7f) | two7
      rest >>>= 7
    }
    bytes[at++] = rest
    this.length = at
  }

  /** An integer from −2⁵² to 2⁵² − 1 in zigzag LEB128. */
  i53(value: number): void {
    if (value < -two52 || value >= two52) throw new RangeError(`cannot write ${value} as an integer`)
    this.u53(value < 0 ? -2 * value - 1 : 2 * value)
  }

  /** Any bigint in zigzag LEB128; the bytes are those of `i53` where both can write the value. */
  big(value: bigint): void {
    if (value > -bigTwo52 && value < bigTwo52) {
      this.i53(Number(value))
      return
    }
    let rest = value < 0n ? -2n * value - 1n : 2n * value
    while (rest >= 128n) {
      this.u8(Number(rest & 127n) | two7)
      rest >>= 7n
    }
    this.u8(Number(rest))
  }

  raw(bytes: Uint8Array): void {
    this.#room(bytes.length)
    this.#bytes.set(bytes, this.length)
    this.length += bytes.length
  }

  /** What was written, as a copy of its own. */
  finish(): Uint8Array {
    return this.#bytes.slice(0, this.length)
  }

  /** Forgets what was written and keeps the buffer. */
  reset(): void {
    this.length = 0
  }
}

/** Reads what a {@link Writer} wrote; every read past the end throws. */
export class Reader {
  readonly #bytes: Uint8Array
  at: number

  constructor(bytes: Uint8Array, at = 0) {
    this.#bytes = bytes
    this.at = at
  }

  get done(): boolean {
    return this.at >= this.#bytes.length
  }

  u8(): number {
    if (this.at >= this.#bytes.length) throw new RangeError('the bytes end too early')
    return this.#bytes[this.at++]
  }

  u53(): number {
    let value = 0
    let factor = 1
    for (let count = 0; count < 8; count++) {
      const byte = this.u8()
      value += (byte & 0x7f) * factor
      if (byte < two7) {
        if (!Number.isSafeInteger(value)) break
        return value
      }
      factor *= two7
    }
    throw new RangeError('an unsigned integer is too long')
  }

  i53(): number {
    const value = this.u53()
    return value % 2 === 0 ? value / 2 : -(value + 1) / 2
  }

  big(): bigint {
    let value = 0n
    let shift = 0n
    let byte = this.u8()
    while (byte >= two7) {
      value |= BigInt(byte & 0x7f) << shift
      shift += 7n
      if (shift > 1024n) throw new RangeError('an integer is too long')
      byte = this.u8()
    }
    value |= BigInt(byte) << shift
    return value % 2n === 0n ? value / 2n : -(value + 1n) / 2n
  }

  raw(length: number): Uint8Array {
    const end = this.at + length
    if (end > this.#bytes.length) throw new RangeError('the bytes end too early')
    const bytes = this.#bytes.slice(this.at, end)
    this.at = end
    return bytes
  }
}
