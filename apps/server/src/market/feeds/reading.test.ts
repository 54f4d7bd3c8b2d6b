import { describe, expect, it } from 'vitest'
import { credibleTime, readDate, readInteger, plainDecimal, readJson, readSeconds } from './reading.ts'

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

  it.each([
    ['escapes', `"${'\\\\'.repeat(5_000_000)}"`],
    ['escaped quotes', `"${'\\"'.repeat(5_000_000)}"`],
    ['digits', '9'.repeat(8_000_000)],
    ['depth', '['.repeat(4_000_000)],
    ['objects', '{"a":'.repeat(1_500_000)],
    ['lists', `[${'[],'.repeat(2_700_000)}0]`],
    ['keys', `{${Array.from({ length: 900_000 }, (_, at) => `"${at}":""`).join(',')}}`],
    ['an open string', `["${'a'.repeat(8_000_000)}`],
  ])('neither throws nor overflows on 8 MB of %s', (_, text) => {
    expect(() => readJson(text)).not.toThrow()
  })

  it.each([
    ['lists', `[${'[],'.repeat(250_000)}[]]`],
    ['texts', `[${'"",'.repeat(600_000)}""]`],
    ['numbers', `[${'1,'.repeat(250_001)}1]`],
  ])('refuses more %s than any frame has, before anything is made of them', (_, text) => {
    expect(readJson(text)).toBeUndefined()
  })

  it('takes time in proportion to a hostile text', () => {
    const started = performance.now()
    readJson(`"${'\\"'.repeat(1_000_000)}`)
    expect(performance.now() - started).toBeLessThan(5_000)
  })
})

describe('FC-66 dates that are none', () => {
  it.each([
    '2016-12-31T23:59:60.5Z',
    '0001-01-01T00:00:00Z',
    '2021-02-30T12:00:00Z',
    '2021-13-01T00:00:00Z',
    '2021-04-17T24:00:01Z',
    '+275760-09-13T00:00:00.001Z',
    '',
  ])('%s gives the receipt’s time', (text) => {
    const received = Date.parse('2017-01-01T00:00:00.200Z')
    expect(credibleTime(readDate(text), received)).toBe(received)
  })
})

describe('numbers in exponent form', () => {
  it.each([
    ['1e-8', '0.00000001'],
    ['1.5E-7', '0.00000015'],
    ['12.5e1', '125'],
    ['12.345e1', '123.45'],
    ['1e3', '1000'],
    ['0e5', '0'],
    ['1', '1'],
    ['1e999', '1e999'],
    ['e8', 'e8'],
  ])('%s is %s', (text, plain) => expect(plainDecimal(text)).toBe(plain))
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
    expect(credibleTime(received + 5 * 60_000, received)).toBe(received)
    expect(credibleTime(received + 2_001, received)).toBe(received)
    expect(credibleTime(received - 10_001, received)).toBe(received)
  })
})
