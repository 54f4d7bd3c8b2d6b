import { expect, test } from 'vitest'
import { meansPage } from './chartGestures.ts'

test.each([
  [0, 10, true],
  [10, -11, true],
  [-10, 9, false],
  [10, 10, false],
])('a stroke of %i aside and %i along means the page: %s', (aside, along, page) => {
  expect(meansPage(aside, along)).toBe(page)
})
