import { factOf } from './dispatch.ts'
import type { Move } from './ledger/move.ts'
import type { Event } from './vocabulary.ts'

/**
 * The ledger moves of any event, from the event alone: the same list that `evolve` posts is what a projector writes
 * and what an offline verifier adds up.
 */
export function movesOf(event: Event): readonly Move[] {
  return event.type === 'keyUsed' || event.type === 'keyTaken' ? [] : (factOf(event).one.moves?.(event) ?? [])
}
