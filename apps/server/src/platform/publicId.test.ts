import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createPublicIds } from './publicId.ts'

const ids = createPublicIds(randomBytes(16))
const numbers = fc.integer({ min: 0, max: 2 ** 48 - 1 })

describe('public ids', () => {
  it('come back as the number they were made of, and only as their kind', () => {
    fc.assert(
      fc.property(numbers, (number) => {
        const text = ids.write('order', number)
        expect(text).toMatch(/^[0-9a-z]{26}$/)
        expect(ids.read('order', text)).toBe(number)
        expect(ids.read('user', text)).toBeNull()
      }),
    )
  })

  it('show nothing of the order in which they were made', () => {
    const first = ids.write('order', 1)
    const second = ids.write('order', 2)
    const shared = Array.from(first).filter((letter, index) => letter === second[index])
    expect(shared.length).toBeLessThan(12)
  })

  it('are refused when guessed, altered, spelled otherwise or of another installation', () => {
    const text = ids.write('order', 77)
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 25 }),
        fc.constantFrom(...Array.from('0123456789abcdefghjkmnpqrstvwxyz')),
        (at, letter) => {
          const altered = text.slice(0, at) + letter + text.slice(at + 1)
          expect(ids.read('order', altered)).toBe(altered === text ? 77 : null)
        },
      ),
    )
    for (const guess of ['', '77', text.toUpperCase(), `${text}0`, '0'.repeat(26), 'z'.repeat(26)]) {
      expect(ids.read('order', guess)).toBeNull()
    }
    expect(createPublicIds(randomBytes(16)).read('order', text)).toBeNull()
  })

  it('takes no number that it could not give back', () => {
    for (const number of [-1, 0.5, 2 ** 48, Number.NaN]) expect(() => ids.write('order', number)).toThrow(RangeError)
  })
})
