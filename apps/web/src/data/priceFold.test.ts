import { expect, test } from 'vitest'
import { readPriceCache, withPrices, writePriceCache } from './priceFold.ts'

test('the newer price stays; nothing new is the same map', () => {
  const first = withPrices(new Map(), [['A', { price: '2', time: 2 }]])
  expect(withPrices(first, [['A', { price: '1', time: 1 }]])).toBe(first)
  expect(withPrices(first, [['A', { price: '2', time: 2 }]])).toBe(first)
  expect(withPrices(first, [['A', { price: '3', time: 3 }]]).get('A')?.price).toBe('3')
})

test('at most 100 symbols', () => {
  const many = Array.from({ length: 120 }, (_, n) => [`S${n}`, { price: '1', time: n }] as const)
  expect(withPrices(new Map(), many).size).toBe(100)
})

test('the cache forgets what is a day old and what it cannot read', () => {
  const text = writePriceCache(
    new Map([
      ['A', { price: '1', time: 0 }],
      ['B', { price: '2', time: 5_000 }],
    ]),
  )
  expect([...readPriceCache(text, 86_400_000)]).toEqual([['B', { price: '2', time: 5_000 }]])
  expect(readPriceCache('{"A":3}', 0).size).toBe(0)
  expect(readPriceCache('{', 0).size).toBe(0)
  expect(readPriceCache(null, 0).size).toBe(0)
})
