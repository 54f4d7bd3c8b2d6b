import { expect, it } from 'vitest'
import { everyPage } from './everyPage.ts'

it('reads a list page after page, and asks for no more than there is', async () => {
  const asked: object[] = []
  const all = await everyPage(async (query) => {
    asked.push(query)
    return query.cursor === undefined ? { items: [1, 2], cursor: 'next' } : { items: [3], cursor: null }
  })
  expect(all).toEqual([1, 2, 3])
  expect(asked).toEqual([{ limit: '100' }, { limit: '100', cursor: 'next' }])
})

it('ends with a list that never does', async () => {
  expect(await everyPage(async () => ({ items: [1], cursor: 'again' }))).toHaveLength(20)
})
