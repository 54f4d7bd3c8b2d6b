import { expect, it } from 'vitest'
import { categories } from '@truemark/core/ledger/categories'
import { categoryGroups } from './categories.ts'

it('puts each of the 37 categories into exactly one group', () => {
  const grouped = Object.values(categoryGroups).flat()
  expect(grouped).toHaveLength(37)
  expect(grouped.toSorted()).toEqual([...categories].toSorted())
})
