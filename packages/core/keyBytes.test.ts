import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bytesOfWords, hexOf, idOf, packedKey } from './keyBytes.ts'

const hexes = fc.uint8Array({ minLength: 16, maxLength: 16 }).map((bytes) => Buffer.from(bytes).toString('hex'))

describe('the words of a key', () => {
  it('are its digits and its bytes', () => {
    fc.assert(
      fc.property(hexes, (hex) => {
        const words = idOf(hex) ?? []
        expect(words).toEqual([0, 1, 2, 3].map((at) => Buffer.from(hex, 'hex').readInt32BE(4 * at)))
        expect(hexOf(words)).toBe(hex)
        expect(bytesOfWords(words)).toEqual(new Uint8Array(Buffer.from(hex, 'hex')))
      }),
    )
  })

  it('of what is no hex are what Number.parseInt makes of each eight letters', () => {
    const letters = fc.string({
      unit: fc.constantFrom(...'0123456789abcdefABCDEFxg- +'),
      maxLength: 40,
    })
    fc.assert(
      fc.property(letters, letters, (id, digest) => {
        const key = packedKey({ holder: 40, route: 'PROPOSAL', id, digest })
        const eights = (text: string, count: number) =>
          Array.from({ length: count }, (_, at) => Number.parseInt(text.slice(8 * at, 8 * at + 8), 16) | 0)
        expect([key.id, key.digest]).toEqual([eights(id, 4), eights(digest, 2)])
      }),
      { numRuns: 1_000 },
    )
  })
})
