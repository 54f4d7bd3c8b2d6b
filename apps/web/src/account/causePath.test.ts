import { causeKind } from '@truemark/protocol/routes/account'
import { expect, it } from 'vitest'
import { causePath } from './causePath.ts'

it('leads from every kind of cause to a page that bears its id', () => {
  for (const kind of causeKind.options) {
    const { to, search } = causePath({ kind, id: 'abc' })
    expect(to).toMatch(/^\/[a-z]+\//)
    expect(search['id']).toBe('abc')
  }
  expect(causePath({ kind: 'position', id: 'p' })).toEqual({
    to: '/market/trade/orderDetails',
    search: { game: 'position', id: 'p' },
  })
})
