import { describe, expect, it } from 'vitest'
import { integerOf } from './integerOf.ts'

describe('integerOf', () => {
  it('reads what a number holds exactly', () => {
    expect(integerOf('0')).toBe(0)
    expect(integerOf('-42')).toBe(-42)
    expect(integerOf('9007199254740991')).toBe(Number.MAX_SAFE_INTEGER)
  })

  it.each(['9007199254740993', '1.5', '', 'x', 'NaN', 'Infinity'])('refuses %j', (text) => {
    expect(() => integerOf(text)).toThrow(RangeError)
  })
})
