import { houseHolder, type HolderId } from '../ledger/holders.ts'
import type { Account, Entry, Hold, Move } from '../ledger/move.ts'
import { usdt } from '../money/units.ts'
import type { OptionEvent } from './event.ts'

function hold(holder: HolderId, amount: bigint, category: 'options_order' | 'options_close'): Hold {
  return { kind: 'hold', holder, account: 'option', currency: usdt, amount, hold: 'option_stake', category }
}

// written out field by field: a spread costs more than all the rest of a settlement
function entry(holder: HolderId, account: Account, amount: bigint): Entry {
  return { kind: 'entry', holder, account, currency: usdt, amount, category: 'options_close' }
}

/** The ledger moves of an option's event, from the event alone. */
export function optionMoves(event: OptionEvent): Move[] {
  switch (event.type) {
    case 'optionPlaced':
      return [hold(event.holder, event.stake, 'options_order')]
    case 'optionVoided':
      return [hold(event.holder, -event.stake, 'options_order')]
    case 'optionSettled': {
      const freed = hold(event.holder, -event.stake, 'options_close')
      if (event.outcome === 'tie') return [freed]
      const won = event.outcome === 'win' ? event.gain : -event.stake
      const pool = houseHolder(event.realm, 'optionPool')
      return [freed, entry(event.holder, 'option', won), entry(pool, 'coin', -won)]
    }
    default:
      return []
  }
}
