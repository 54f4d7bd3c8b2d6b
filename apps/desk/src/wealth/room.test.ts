import { expect, it } from 'vitest'
import { roomOf } from './room.ts'

it('is what stands in the pool and its bound, less what is promised, and never below zero', () => {
  const pool = { currency: 'USDT', stands: '100.5', promised: '40', debt_max: '10' }
  expect(roomOf(pool)).toBe('70.5')
  expect(roomOf({ ...pool, stands: '-5' })).toBe('0')
})
