import type { Event } from '@truemark/core/vocabulary'
import { type Note, symbolOf } from '../note.ts'

/** Liquidations. That margin grows thin is no event of the engine: it is watched for (`marginWatch.ts`). */
export function marginNotes(event: Event): readonly Note[] {
  if (event.type !== 'liquidationStarted') return []
  const { holder, position, listing } = event
  if (position === 0) return [{ holder, kind: 'liquidated_account', ref: 0, params: {} }]
  return [{ holder, kind: 'liquidated_position', ref: position, params: { symbol: symbolOf(listing) } }]
}
