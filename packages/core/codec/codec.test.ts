import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Writer } from './bytes.ts'
import { big, bool, bytes, decode, encode, i53, list, nullable, oneOf, struct, text, u53, union } from './codec.ts'

const u53s = fc.maxSafeNat()
const edges = [27, 28, 30, 31, 32, 35, 52, 53].flatMap((bits) => [2 ** bits - 1, 1 - 2 ** bits, 2 ** (bits - 1)])
const safe = fc.oneof(fc.maxSafeInteger(), fc.integer(), fc.integer({ min: -300, max: 300 }), fc.constantFrom(...edges))

// LEB128 as it is defined: seven bits a byte, the lowest first
function plainBytes(value: bigint): number[] {
  return value < 128n ? [Number(value)] : [Number(value & 127n) | 128, ...plainBytes(value >> 7n)]
}

describe('codec', () => {
  it('brings every value back, with no bytes left', () => {
    const shape = struct({
      a: u53,
      b: i53,
      c: big,
      d: bool,
      e: text,
      f: bytes,
      g: list(nullable(u53)),
      h: oneOf(['x', 'y']),
    })
    const values = fc.record({
      a: u53s,
      b: fc.maxSafeInteger(),
      c: fc.bigInt({ min: -(2n ** 100n), max: 2n ** 100n }),
      d: fc.boolean(),
      e: fc.string({ unit: 'grapheme' }),
      f: fc.uint8Array(),
      g: fc.array(fc.option(u53s)),
      h: fc.constantFrom('x' as const, 'y' as const),
    })
    fc.assert(
      fc.property(values, (value) => {
        expect(decode(shape, encode(shape, value))).toEqual(value)
      }),
    )
  })

  it('gives a plain object for a struct, alone and as one of several', () => {
    const shape = struct({ a: u53 })
    const either = union({ one: [1, shape] })
    const found = [decode(shape, encode(shape, { a: 1 })), decode(either, encode(either, { type: 'one', a: 1 }))]
    expect(found).toStrictEqual([{ a: 1 }, { type: 'one', a: 1 }])
    for (const value of found) expect(Object.getPrototypeOf(value)).toBe(Object.prototype)
  })

  it('writes a small bigint as it writes the same number', () => {
    fc.assert(
      fc.property(safe, (value) => {
        const zigzag = value < 0 ? -2n * BigInt(value) - 1n : 2n * BigInt(value)
        expect([...encode(i53, value)]).toEqual(plainBytes(zigzag))
        expect(encode(big, BigInt(value))).toEqual(encode(i53, value))
      }),
    )
  })

  it('writes an unsigned integer seven bits a byte', () => {
    fc.assert(
      fc.property(safe, (value) => {
        const unsigned = Math.abs(value)
        expect([...encode(u53, unsigned)]).toEqual(plainBytes(BigInt(unsigned)))
        expect(decode(u53, encode(u53, unsigned))).toBe(unsigned)
        expect(decode(i53, encode(i53, value))).toBe(value)
      }),
    )
  })

  it('keeps the released bytes of known values', () => {
    const shape = union({ one: [1, struct({ n: u53 })], two: [7, struct({ t: text })] })
    expect([...encode(shape, { type: 'one', n: 300 })]).toEqual([1, 0xac, 0x02])
    expect([...encode(shape, { type: 'two', t: 'é' })]).toEqual([7, 2, 0xc3, 0xa9])
    expect([...encode(i53, -1)]).toEqual([1])
    expect([...encode(u53, Number.MAX_SAFE_INTEGER)]).toEqual([255, 255, 255, 255, 255, 255, 255, 15])
  })

  it('refuses bytes that are cut, left over, too long or of no member', () => {
    expect(() => decode(u53, new Uint8Array([0x80]))).toThrow(/too early/)
    expect(() => decode(u53, new Uint8Array([1, 1]))).toThrow(/left over/)
    expect(() => decode(u53, new Uint8Array(9).fill(0xff))).toThrow(/too long/)
    expect(() => decode(bool, new Uint8Array([2]))).toThrow(/no boolean/)
    expect(() => decode(union({ a: [1, struct({})] }), new Uint8Array([2]))).toThrow(/no member/)
    expect(() => decode(oneOf(['a']), new Uint8Array([1]))).toThrow(/no word/)
  })

  it('refuses numbers that are not what the shape says', () => {
    const writer = new Writer()
    for (const wrong of [-1, 0.5, Number.NaN, 2 ** 53, Number.POSITIVE_INFINITY]) {
      expect(() => writer.u53(wrong)).toThrow(RangeError)
    }
    for (const wrong of [0.5, -0.5, Number.NaN, 2 ** 53, -(2 ** 53)]) {
      expect(() => writer.i53(wrong)).toThrow(RangeError)
    }
  })

  it('never gives one tag to two members', () => {
    expect(() => union({ a: [1, struct({})], b: [1, struct({})] })).toThrow(/twice/)
  })
})
