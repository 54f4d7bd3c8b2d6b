import { categories } from '@truemark/core/ledger/categories'
import { expect, it } from 'vitest'
import { areDaysValid, categoriesInOrder, filterOf, noChoice } from './recordChoice.ts'

const march = { ...noChoice, fromDay: '2026-03-01', toDay: '2026-03-01' } as const

it('asks for nothing in particular when nothing is chosen', () => {
  expect(filterOf(noChoice, 'Asia/Tokyo')).toEqual({})
})

it('asks from the first day’s midnight to the end of the last day, in the app’s time zone', () => {
  const choice = { ...march, type: 'coin', category: 'spot_buy' } as const
  expect(filterOf(choice, 'Asia/Tokyo')).toEqual({
    type: 'coin',
    category: 'spot_buy',
    from: String(Date.UTC(2026, 1, 28, 15)),
    to: String(Date.UTC(2026, 2, 1, 15)),
  })
})

it('asks for 23 hours where the clock is set forward on the day', () => {
  const choice = { ...noChoice, fromDay: '2026-03-29', toDay: '2026-03-29' }
  expect(filterOf(choice, 'Europe/Berlin')).toEqual({
    from: String(Date.UTC(2026, 2, 28, 23)),
    to: String(Date.UTC(2026, 2, 29, 22)),
  })
})

it('a half-typed day asks for nothing', () => {
  expect(filterOf({ ...noChoice, fromDay: '2026-0', toDay: '' }, 'UTC')).toEqual({})
})

it('takes a span that runs backwards, or a day that is none, for invalid', () => {
  expect(areDaysValid(noChoice)).toBe(true)
  expect(areDaysValid(march)).toBe(true)
  expect(areDaysValid({ ...march, toDay: '' })).toBe(true)
  expect(areDaysValid({ ...march, toDay: '2026-02-28' })).toBe(false)
  expect(areDaysValid({ ...march, fromDay: '12026-03-01' })).toBe(false)
  expect(areDaysValid({ ...march, toDay: '2026-04-31' })).toBe(false)
})

it('offers each of the ledger’s categories once', () => {
  expect(categoriesInOrder.toSorted()).toEqual([...categories].toSorted())
})
