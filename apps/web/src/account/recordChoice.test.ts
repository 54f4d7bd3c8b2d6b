import { categories } from '@truemark/core/ledger/categories'
import { expect, it } from 'vitest'
import { categoriesInOrder, filterOf, noChoice } from './recordChoice.ts'

it('asks for nothing in particular when nothing is chosen', () => {
  expect(filterOf(noChoice)).toEqual({})
})

it('asks from the first day’s midnight to the end of the last day, in the app’s time zone', () => {
  const choice = {
    ...noChoice,
    type: 'coin',
    category: 'spot_buy',
    fromDay: '2026-03-01',
    toDay: '2026-03-01',
  } as const
  expect(filterOf(choice, 9 * 3_600_000)).toEqual({
    type: 'coin',
    category: 'spot_buy',
    from: String(Date.UTC(2026, 1, 28, 15)),
    to: String(Date.UTC(2026, 2, 1, 15)),
  })
})

it('a half-typed day asks for nothing', () => {
  expect(filterOf({ ...noChoice, fromDay: '2026-0', toDay: '' })).toEqual({})
})

it('offers each of the ledger’s categories once', () => {
  expect(categoriesInOrder.toSorted()).toEqual([...categories].toSorted())
})
