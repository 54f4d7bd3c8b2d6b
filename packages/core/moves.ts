import { accountMoves } from './account/moves.ts'
import { convertMoves } from './convert/moves.ts'
import { isDerivativeEvent } from './derivative/event.ts'
import { derivativeMoves } from './derivative/moves.ts'
import type { Event } from './vocabulary.ts'
import type { Move } from './ledger/move.ts'
import { fundingMoves } from './funding/moves.ts'
import { optionMoves } from './option/moves.ts'
import { spotMoves } from './spot/moves.ts'
import { walletMoves } from './wallet/moves.ts'
import { isWealthEvent, wealthMoves } from './wealth.ts'

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
    case 'fundingPaid':
      return fundingMoves(event)
    case 'optionPlaced':
    case 'optionSettled':
    case 'optionVoided':
      return optionMoves(event)
    case 'walletConfigured':
    case 'depositSubmitted':
    case 'depositClosed':
    case 'withdrawalSubmitted':
    case 'withdrawalMoved':
    case 'withdrawalEscalated':
    case 'withdrawalClosed':
    case 'manuallyEntered':
    case 'houseMoved':
    case 'withdrawalsHeld':
      return walletMoves(event)
    default:
      if (isWealthEvent(event)) return wealthMoves(event)
      return isDerivativeEvent(event) ? derivativeMoves(event) : []
  }
}
