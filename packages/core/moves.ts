import { accountMoves } from './account/moves.ts'
import { convertMoves } from './convert/moves.ts'
import type { Event } from './vocabulary.ts'
import type { Move } from './ledger/move.ts'
import { spotMoves } from './spot/moves.ts'

/**
 * The ledger moves of any event, from the event alone: the same list that `evolve` posts is what a projector writes
 * and what an offline verifier adds up.
 */
export function movesOf(event: Event): Move[] {
  switch (event.type) {
    case 'holderOpened':
    case 'standingSet':
    case 'demoGranted':
    case 'demoReset':
    case 'transferred':
      return accountMoves(event)
    case 'spotOrderAccepted':
    case 'spotTraded':
    case 'spotOrderAmended':
    case 'spotOrderClosed':
      return spotMoves(event)
    case 'conversionQuoted':
    case 'converted':
      return convertMoves(event)
    default:
      return []
  }
}
