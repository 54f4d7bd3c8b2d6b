import { userHolderMin } from '@truemark/core/ledger/holders'
import { expect, it } from 'vitest'
import { orderNotes } from './orders.ts'

it.each([
  ['margin_short', 'order_margin_short'],
  ['cap_reached', 'order_cap_reached'],
  ['paused', 'order_canceled'],
  ['by_user', undefined],
] as const)('tells of a waiting order that ended by %s with its reason', (reason, kind) => {
  const notes = orderNotes({
    type: 'derivativeOrderClosed',
    order: 7,
    holder: userHolderMin,
    listing: 0,
    product: 'contract',
    position: 'ticket',
    side: 'buy',
    reason,
    status: 'canceled',
    lots: 1,
    filled: 0,
    released: 0n,
  })
  expect(notes[0]?.kind).toBe(kind)
})
