import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Alert } from './alert.store.ts'
import { AlertBook, isPassed } from './alertBook.ts'

function alert(id: number, more: Partial<Alert> = {}): Alert {
  return {
    id,
    userId: 1,
    symbol: 'BTCUSDT',
    direction: 'above',
    source: 'last',
    price: '100',
    repeats: false,
    armed: true,
    firedAt: null,
    createdAt: 0,
    ...more,
  }
}

function idsOf(book: AlertBook, price: string, source: Alert['source'] = 'last'): number[] {
  return book.heard('BTCUSDT', source, price).map((passed) => passed.alert.id)
}

describe('an alert', () => {
  it('passes on the level itself, and once', () => {
    const book = new AlertBook()
    book.put(alert(1))
    book.put(alert(2, { direction: 'below', price: '90' }))
    expect(idsOf(book, '99.99999999')).toEqual([])
    expect(idsOf(book, '100')).toEqual([1])
    expect(idsOf(book, '101')).toEqual([])
    expect(idsOf(book, '90.00000001')).toEqual([])
    expect(idsOf(book, '90')).toEqual([2])
    expect(book.size).toBe(0)
  })

  it('hears its own source and symbol alone', () => {
    const book = new AlertBook()
    book.put(alert(1, { source: 'mark' }))
    expect(idsOf(book, '120')).toEqual([])
    expect(book.heard('ETHUSDT', 'mark', '120')).toEqual([])
    expect(idsOf(book, '120', 'mark')).toEqual([1])
  })

  it('that was removed, or put again elsewhere, does not pass where it was', () => {
    const book = new AlertBook()
    book.put(alert(1))
    book.put(alert(2))
    book.remove(1)
    book.put(alert(2, { price: '200' }))
    expect(idsOf(book, '150')).toEqual([])
    expect(idsOf(book, '200')).toEqual([2])
    book.remove(2)
  })

  it('that fired is armed again only when the price has gone back by half a per cent', () => {
    const book = new AlertBook()
    book.put(alert(1, { repeats: true, armed: false }))
    book.put(alert(2, { repeats: true, armed: false, direction: 'below' }))
    expect(book.heard('BTCUSDT', 'last', '100')).toEqual([])
    expect(book.heard('BTCUSDT', 'last', '99.51')).toEqual([])
    expect(book.heard('BTCUSDT', 'last', '99.5')).toMatchObject([{ alert: { id: 1 }, fires: false }])
    expect(book.heard('BTCUSDT', 'last', '100.5')).toMatchObject([{ alert: { id: 2 }, fires: false }])
  })

  it('is refused where the price is there already', () => {
    expect(isPassed('above', '100', '100')).toBe(true)
    expect(isPassed('above', '100', '99.9')).toBe(false)
    expect(isPassed('below', '100', '100')).toBe(true)
    expect(isPassed('below', '100', '100.1')).toBe(false)
  })
})

it('any walk of a price passes exactly those that a look at all of them would', () => {
  const price = fc.integer({ min: 1, max: 400 })
  const level = fc.record({ price, direction: fc.constantFrom('above' as const, 'below' as const) })
  fc.assert(
    fc.property(fc.array(level, { maxLength: 40 }), fc.array(price, { maxLength: 40 }), (levels, walk) => {
      const book = new AlertBook()
      const all = new Map(levels.map((one, id) => [id, alert(id, { ...one, price: String(one.price) })]))
      for (const one of all.values()) book.put(one)
      for (const now of walk) {
        const expected = [...all.values()].filter((one) => isPassed(one.direction, one.price, String(now)))
        expect(new Set(idsOf(book, String(now)))).toEqual(new Set(expected.map(({ id }) => id)))
        for (const { id } of expected) all.delete(id)
      }
    }),
  )
})
