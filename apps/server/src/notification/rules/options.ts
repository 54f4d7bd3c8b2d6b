import { usdt } from '@truemark/core/money/units'
import type { Event } from '@truemark/core/vocabulary'
import { type Note, symbolOf } from '../note.ts'

const kinds = { win: 'option_won', loss: 'option_lost', tie: 'option_tied' } as const

/** Options at their expiry. One that a demo's reset ended was ended by its owner. */
export function optionNotes(event: Event): readonly Note[] {
  if (event.type !== 'optionSettled' && event.type !== 'optionVoided') return []
  const { holder, order: ref, listing, stake } = event
  const base = { game: 'option', symbol: symbolOf(listing), currency: { as: 'currency', currency: usdt } } as const
  const amount = (units: bigint) => ({ as: 'amount', currency: usdt, units }) as const
  if (event.type === 'optionVoided') {
    if (event.reason === 'demo_reset') return []
    return [{ holder, kind: 'option_void', ref, params: { ...base, amount: amount(stake) } }]
  }
  const told = event.outcome === 'win' ? event.gain : stake
  return [{ holder, kind: kinds[event.outcome], ref, params: { ...base, amount: amount(told) } }]
}
