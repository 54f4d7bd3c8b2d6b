import { expect, it } from 'vitest'
import { withMoved, type ChartLine } from './chartLine.ts'
import { pointedPrice } from './linePrice.ts'

it('what is pointed at is the nearest tick above zero', () => {
  expect(pointedPrice(90_000.26, 1)).toBe('90000.3')
  expect(pointedPrice(90_000, 1)).toBe('90000')
  for (const none of [undefined, Number.NaN, -3, 0.01]) expect(pointedPrice(none, 1)).toBeNull()
})

it('a moved line stands elsewhere and leaves the others; where none is, the list stays the same', () => {
  const line = (id: string, price: string): ChartLine => ({ id, price, label: id, tone: 'up', moves: true })
  const lines = [line('a', '1'), line('b', '2')]
  expect(withMoved(lines, { id: 'b', price: '3' }).map(({ price }) => price)).toEqual(['1', '3'])
  for (const moved of [null, { id: 'b', price: '2' }, { id: 'c', price: '2' }])
    expect(withMoved(lines, moved)).toBe(lines)
})
