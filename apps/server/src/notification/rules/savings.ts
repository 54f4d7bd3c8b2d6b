import type { Event } from '@truemark/core/vocabulary'
import type { Note } from '../note.ts'

/** The events of wealth products that tell somebody something. */
export const savingEvents = ['miningDone', 'miningRedeemed', 'investSettled', 'investVoided', 'ieoAllotted'] as const

/** What comes of locked mining, of investments and of applications for a launch. A day’s income is told by no note. */
export function savingNotes(event: Event): readonly Note[] {
  switch (event.type) {
    case 'investSettled':
    case 'investVoided': {
      const { holder, order: ref, currency, amount: units } = event
      const params = { amount: { as: 'amount', currency, units }, currency: { as: 'currency', currency } } as const
      return [{ holder, kind: 'invest_settled', ref, params }]
    }
    case 'miningDone':
    case 'miningRedeemed': {
      const { holder, order: ref, currency, amount } = event
      const units = event.type === 'miningDone' ? amount : amount - event.cost
      const params = { amount: { as: 'amount', currency, units }, currency: { as: 'currency', currency } } as const
      return [{ holder, kind: event.type === 'miningDone' ? 'mining_matured' : 'mining_redeemed', ref, params }]
    }
    case 'ieoAllotted': {
      const { holder, subscription: ref, currency, quantity: units } = event
      const params = { symbol: { as: 'currency', currency }, quantity: { as: 'amount', currency, units } } as const
      return [{ holder, kind: 'ieo_allotted', ref, params }]
    }
    default:
      return []
  }
}
