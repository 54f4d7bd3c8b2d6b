import { describe, expect, it } from 'vitest'
import { credibleTime, readDate, readInteger, readJson, readSeconds } from './reading.ts'

describe('readJson', () => {
  it('keeps numbers as they are written, and strings that hold digits', () => {
    expect(readJson('{"a":0.10,"b":[-1,2e3,"4 \\" 5"],"6":null,"c":true}')).toEqual({
      a: '0.10',
      b: ['-1', '2e3', '4 " 5'],
      6: null,
      c: true,
    })
  })

  it('loses no digit that a float would', () => {
    expect(readJson('[9007199254740993,0.1000000000000000055]')).toEqual(['9007199254740993', '0.1000000000000000055'])
  })

  it.each(['', 'pong', '{', '{"a":', '[1,]', '"'.repeat(10_001)])('gives undefined for %j', (text) => {
    expect(readJson(text)).toBeUndefined()
  })

  it('takes time in proportion to a hostile text', () => {
    const started = performance.now()
    readJson(`"${'\\"'.repeat(1_000_000)}`)
    expect(performance.now() - started).toBeLessThan(5_000)
  })
})

describe('times', () => {
  it('reads the venues’ forms', () => {
    expect(readSeconds('1618678142.557535')).toBe(1_618_678_142_557)
    expect(readSeconds('1618678142')).toBe(1_618_678_142_000)
    expect(readSeconds('1.2.3')).toBeNull()
    expect(readDate('2021-04-17T16:43:37.075351Z')).toBe(1_618_677_817_075)
    expect(readDate('soon')).toBeNull()
    expect(readInteger('1652459225381')).toBe(1_652_459_225_381)
    expect(readInteger('9007199254740993')).toBeNull()
    expect(readInteger('1e3')).toBeNull()
  })

  it('believes a venue’s stamp only near the receipt', () => {
    const received = 1_618_677_817_129
    expect(credibleTime(received - 54, received)).toBe(received - 54)
    expect(credibleTime(readDate('0001-01-01T00:00:00.000000Z'), received)).toBe(received)
    expect(credibleTime(0, received)).toBe(received)
    expect(credibleTime(null, received)).toBe(received)
  })
})
