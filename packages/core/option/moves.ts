import { houseHolder, type HolderId } from '../ledger/holders.ts'
import type { Entry, Hold, Move } from '../ledger/move.ts'
import type { OptionEvent, OptionEventOf } from './event.ts'

const usdt = 0

function hold(holder: HolderId, amount: bigint, category: 'options_order' | 'options_close'): Hold {
  return { kind: 'hold', holder, account: 'option', currency: usdt, amount, hold: 'option_stake', category }
}

// what the holder's account gains against the pool; below zero for a loss
function won(event: OptionEventOf<'optionSettled'>, amount: bigint): Entry[] {
  const entry = { kind: 'entry', currency: usdt, category: 'options_close' } as const
  return [
    { ...entry, holder: event.holder, account: 'option', amount },
    { ...entry, holder: houseHolder(event.realm, 'optionPool'), account: 'coin', amount: -amount },
  ]
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
      return [freed, ...won(event, event.outcome === 'win' ? event.gain : -event.stake)]
    }
    default:
      return []
  }
}
