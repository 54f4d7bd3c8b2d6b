import { causeKind } from '@truemark/protocol/routes/account'
import { expect, it } from 'vitest'
import { causePath, holdPath } from './causePath.ts'

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

it('leads from the margin of all cross positions to the positions', () => {
  expect(holdPath(null)).toEqual({ to: '/market/trade/contract_orders', search: { game: 'perpetual' } })
  expect(holdPath({ kind: 'mining', id: 'm' })).toEqual({ to: '/lockming/records', search: { id: 'm' } })
})
