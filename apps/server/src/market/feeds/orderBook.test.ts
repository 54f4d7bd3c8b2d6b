import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { BookSide, OrderBook, readLevel, readLevels } from './orderBook.ts'
import type { E12 } from './source.ts'

function level(price: string, size: string) {
  const read = readLevel([price, size])
  if (!read) throw new Error(`not a level: ${price} ${size}`)
  return read
}

describe('readLevel', () => {
  it('keeps the exact value and the venue’s text', () => {
    expect(readLevel(['0.35130000', '0.000000000001'])).toEqual({
      price: 351_300_000_000n,
      size: 1n,
      priceText: '0.35130000',
      sizeText: '0.000000000001',
    })
  })

  it('reads exponents, as a venue’s JSON may write what is very small', () => {
    expect(readLevel(['9.5E+4', '1e-8'])).toMatchObject({
      price: 95_000n * 10n ** 12n,
      size: 10_000n,
      sizeText: '1e-8',
    })
    expect(readLevel(['12.50e-1', '0e-8'])).toMatchObject({ price: 1_250_000_000_000n, size: 0n })
  })

  it.each([
    ['0', '1'],
    ['-1', '1'],
    ['1', '-1'],
    ['1e', '1'],
    ['1', '1e-13'],
    ['1', '1e999'],
    ['1', '-1e-7'],
    ['NaN', '1'],
    ['Infinity', '1'],
    ['', '1'],
    ['1', ''],
    [' 1', '1'],
    ['1,000', '1'],
    ['0.0000000000001', '1'],
    ['9'.repeat(41), '1'],
    [1, '1'],
    ['1', null],
  ])('refuses %s, %s', (price, size) => {
    expect(readLevel([price, size])).toBeNull()
  })
})

describe('readLevels', () => {
  it.each([[null], [{}], ['x'], [[['1']]], [[1, 2]]])('refuses %j', (value) => {
    expect(readLevels(value)).toBeNull()
  })
})

describe('BookSide', () => {
  it('is at each step what a sorted map says', () => {
    const changes = fc.array(fc.tuple(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 0, max: 3 })), {
      maxLength: 80,
    })
    fc.assert(
      fc.property(changes, fc.constantFrom('bids' as const, 'asks' as const), (list, name) => {
        const side = new BookSide(name)
        const naive = new Map<E12, E12>()
        for (const [price, size] of list) {
          const change = level(String(price), String(size))
          side.set(change)
          if (size === 0) naive.delete(change.price)
          else naive.set(change.price, change.size)
          const sorted = [...naive].sort(([one], [other]) => Number(name === 'asks' ? one - other : other - one))
          expect(side.top(side.depth).map((at) => [at.price, at.size])).toEqual(sorted)
        }
      }),
    )
  })
})

describe('the reach of a side', () => {
  it('ends where levels were cut, and is whole where the venue makes good for them', () => {
    const fill = (side: BookSide) => ['5', '4', '3'].forEach((price) => side.set(level(price, '1')))
    const [cut, truncated] = [new BookSide('bids'), new BookSide('bids')]
    for (const side of [cut, truncated]) fill(side)
    cut.cut(2)
    truncated.truncate(2)
    for (const side of [cut, truncated]) {
      side.set(level('5', '0'))
      expect(side.outrun).toBe(false)
      side.set(level('2', '1'))
      side.set(level('4', '0'))
    }
    expect([cut.outrun, truncated.outrun]).toEqual([true, false])
    cut.clear()
    cut.set(level('2', '1'))
    expect(cut.outrun).toBe(false)
  })
})

describe('OrderBook', () => {
  it('keeps the best levels when it is full', () => {
    const book = new OrderBook(2)
    expect(
      book.apply(
        [
          ['1', '1'],
          ['2', '1'],
          ['3', '1'],
        ],
        [
          ['5', '1'],
          ['6', '1'],
          ['4', '1'],
        ],
      ),
    ).toBe(true)
    expect(book.bids.top(9).map(({ priceText }) => priceText)).toEqual(['3', '2'])
    expect(book.asks.top(9).map(({ priceText }) => priceText)).toEqual(['4', '5'])
  })
})
