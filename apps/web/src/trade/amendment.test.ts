import { expect, test } from 'vitest'
import { amendment } from './amendment.ts'

const order = { price: '60000', quantity: '0.3' }

test.each([
  ['60000', '0.3', null],
  ['60000.00', '0.30', null],
  ['', '0.2', null],
  ['0', '0.2', null],
  ['60000', '0.2', { price: '60000', quantity: '0.2' }],
  ['59999', '0.3', { price: '59999', quantity: '0.3' }],
  ['59999', '0.4', { price: '59999', quantity: '0.4' }],
])('price %s and quantity %s send %o', (price, quantity, change) => {
  expect(amendment(order, price, quantity)).toEqual(change)
})
