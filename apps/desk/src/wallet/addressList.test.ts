import { describe, expect, it } from 'vitest'
import { addressesIn, faultOf } from './addressList.ts'

describe('a list of addresses', () => {
  it('is read line by line', () => {
    expect(addressesIn(' a\r\n\n b \n')).toEqual(['a', 'b'])
  })

  it('holds some, each once, and not too many', () => {
    expect(faultOf([])).toBe('none')
    expect(faultOf(['a', 'a'])).toBe('twice')
    expect(faultOf(Array.from({ length: 101 }, (_, at) => `a${at}`))).toBe('many')
    expect(faultOf(['a', 'b'])).toBeNull()
  })
})
