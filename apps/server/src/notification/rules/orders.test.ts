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

it('tells of an order that waited for a price when it came, and when it ended by another than its owner', () => {
  const where = { order: 7, holder: userHolderMin, listing: 0, base: 1, quote: 0, side: 'sell' } as const
  const triggered = { type: 'spotConditionalTriggered', ...where, released: 1, indexTenths: 1, indexTime: 1 } as const
  expect(orderNotes(triggered)).toMatchObject([
    { holder: userHolderMin, kind: 'conditional_triggered', ref: 7, params: { game: 'spot', side: 'sell' } },
  ])
  const kindOf = (reason: 'refused' | 'paused' | 'by_user' | 'demo_reset') =>
    orderNotes({ type: 'spotConditionalEnded', ...where, reason, refusal: '', released: 1 })[0]?.kind
  expect(kindOf('refused')).toBe('conditional_ended')
  expect(kindOf('paused')).toBe('conditional_ended')
  expect([kindOf('by_user'), kindOf('demo_reset')]).toEqual([undefined, undefined])
})
