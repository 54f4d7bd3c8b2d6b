import { expect, it } from 'vitest'
import { ReadingBudget } from './readingBudget.ts'

it('lets a venue read in bursts, and makes one that takes more than its part of the time rest', () => {
  const budget = new ReadingBudget()
  expect([budget.spend(0, 200), budget.spend(200, 500)]).toEqual([0, 0])
  expect(budget.spend(500, 600)).toBe(200)
  expect(budget.spend(800, 801)).toBe(2)
  expect(budget.spend(2_000, 2_300)).toBe(0)
  expect(budget.spend(2_300, 4_000)).toBeGreaterThan(1_000)
})
