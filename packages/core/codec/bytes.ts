import type { HolderId } from '../ledger/holders.ts'

const two7 = 0x80
const two28 = 0x1000_0000
const two27 = 0x0800_0000
const two31 = 0x8000_0000
const bigSafe = BigInt(Number.MAX_SAFE_INTEGER)

/** What {@link putU53} and {@link putI53} write at most. */
export const intBytesMax = 8

/** Writes an integer from 0 to 2⁵³ − 1 in LEB128 at a place with room for it; gives the place behind it. */
export function putU53(bytes: Uint8Array, at: number, value: number): number {
  if (value >>> 0 === value) return putU32(bytes, at, value)
  if (!(value >= 0 && value <= Number.MAX_SAFE_INTEGER && Math.floor(value) === value)) {
    throw new RangeError(`cannot write ${value} as an unsigned integer`)
  }
  const high = Math.floor(value / two28)
  return putU32(bytes, putLow28(bytes, at, value - high * two28), high)
}

/** As {@link putU53}, a safe integer in zigzag LEB128. */
export function putI53(bytes: Uint8Array, at: number, value: number): number {
  if (value >>> 0 === value && value < two31) return putU32(bytes, at, 2 * value)
  if (!Number.isSafeInteger(value)) throw new RangeError(`cannot write ${value} as an integer`)
  const magnitude = value < 0 ? -value - 1 : value
  const high = Math.floor(magnitude / two27)
  const low = 2 * (magnitude - high * two27) + (value < 0 ? 1 : 0)
  return high === 0 ? putU32(bytes, at, low) : putU32(bytes, putLow28(bytes, at, low), high)
}

function putU32(bytes: Uint8Array, at: number, value: number): number {
  let rest = value
  let end = at
  while (rest >= two7) {
    bytes[end++] = rest | two7
    rest >>>= 7
  }
  bytes[end++] = rest
  return end
}

// the low 28 bits of a value that has higher ones
function putLow28(bytes: Uint8Array, at: number, value: number): number {
  bytes[at] = value | two7
  bytes[at + 1] = (value >>> 7) | two7
  bytes[at + 2] = (value >>> 14) | two7
  bytes[at + 3] = (value >>> 21) | two7
  return at + 4
}

/** A growing buffer that canonical values are appended to. */
export class Writer {
  #bytes: Uint8Array
  length = 0

  constructor(capacity = 256) {
    this.#bytes = new Uint8Array(capacity)
  }

  #room(count: number): void {
    const needed = this.length + count
    if (needed > this.#bytes.length) this.#grow(needed)
  }

  #grow(needed: number): void {
    const grown = new Uint8Array(Math.max(needed, this.#bytes.length * 2))
    grown.set(this.#bytes.subarray(0, this.length))
    this.#bytes = grown
  }

  u8(value: number): void {
    this.#room(1)
    this.#bytes[this.length++] = value
  }

  /**
   * The buffer with room for `count` bytes behind `length`: for one who writes many values at once by {@link putU53}
   * and {@link putI53} and then sets `length`.
   */
  reserve(count: number): Uint8Array {
    this.#room(count)
    return this.#bytes
  }

  /** An integer from 0 to 2⁵³ − 1 in LEB128. */
  u53(value: number): void {
    this.length = putU53(this.reserve(intBytesMax), this.length, value)
  }

  /** A safe integer in zigzag LEB128. */
  i53(value: number): void {
    this.length = putI53(this.reserve(intBytesMax), this.length, value)
  }

  /** Any bigint in zigzag LEB128; the bytes are those of `i53` where both can write the value. */
  big(value: bigint): void {
    if (value >= -bigSafe && value <= bigSafe) {
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

  /** A signed integer of 32 bits in four bytes, the highest first. */
  i32(value: number): void {
    const bytes = this.reserve(4)
    bytes[this.length] = value >>> 24
    bytes[this.length + 1] = value >>> 16
    bytes[this.length + 2] = value >>> 8
    bytes[this.length + 3] = value
    this.length += 4
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

  /** A holder's number; the one place where one is read, whatever the shape. */
  holder(): HolderId {
    return this.u53()
  }

  i53(): number {
    const first = this.u8()
    // the sign is the lowest bit, and what is above it may be as long as an unsigned integer less a byte
    const above = first < two7 ? 0 : this.u53()
    const magnitude = ((first & 0x7f) >>> 1) + above * 64
    const value = (first & 1) === 0 ? magnitude : -magnitude - 1
    if (!Number.isSafeInteger(value)) throw new RangeError('an integer is too long')
    return value
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

  i32(): number {
    const { at } = this
    if (at + 4 > this.#bytes.length) throw new RangeError('the bytes end too early')
    this.at = at + 4
    const bytes = this.#bytes
    return (bytes[at] << 24) | (bytes[at + 1] << 16) | (bytes[at + 2] << 8) | bytes[at + 3]
  }

  raw(length: number): Uint8Array {
    const end = this.at + length
    if (end > this.#bytes.length) throw new RangeError('the bytes end too early')
    const bytes = this.#bytes.slice(this.at, end)
    this.at = end
    return bytes
  }
}
