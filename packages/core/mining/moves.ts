import type { Category } from '../ledger/categories.ts'
import { line, type Flow } from '../ledger/flows.ts'
import { houseHolder, type CurrencyId, type HolderId } from '../ledger/holders.ts'
import type { Entry, Hold, Move } from '../ledger/move.ts'
import type { MiningEvent } from './event.ts'

function lock(holder: HolderId, currency: CurrencyId, amount: bigint, category: Category): Hold {
  return { kind: 'hold', holder, account: 'coin', currency, amount, hold: 'lock_mining', category }
}

function entry(holder: HolderId, currency: CurrencyId, amount: bigint, category: Category): Entry {
  return { kind: 'entry', holder, account: 'coin', currency, amount, category }
}

/** Which categories locked mining posts. */
export const miningFlows: readonly Flow[] = [
  line('locked_mining', 'lock_mining', 'coin', ['held'], 'miningOpened'),
  line('locked_mining', 'cancel_mining', 'coin', ['held', 'wealthPool'], 'miningRedeemed'),
  line('locked_mining', 'mining_income', 'coin', ['wealthPool'], 'miningPaid'),
  line('locked_mining', 'mining_done', 'coin', ['held'], 'miningDone'),
]

/** The ledger moves of a mining event, from the event alone. The principal stays the holder's own, locked. */
export function miningMoves(event: MiningEvent): Move[] {
  switch (event.type) {
    case 'miningOpened':
      return [lock(event.holder, event.currency, event.amount, 'lock_mining')]
    case 'miningPaid': {
      const pool = houseHolder(event.realm, 'wealthPool')
      return event.lines.flatMap(({ holder, currency, amount }) => {
        if (amount === 0n) return []
        return [entry(holder, currency, amount, 'mining_income'), entry(pool, currency, -amount, 'mining_income')]
      })
    }
    case 'miningDone':
      return [lock(event.holder, event.currency, -event.amount, 'mining_done')]
    case 'miningRedeemed': {
      const { holder, realm, currency, amount, cost } = event
      const freed = lock(holder, currency, -amount, 'cancel_mining')
      if (cost === 0n) return [freed]
      const pool = houseHolder(realm, 'wealthPool')
      return [freed, entry(holder, currency, -cost, 'cancel_mining'), entry(pool, currency, cost, 'cancel_mining')]
    }
    default:
      return []
  }
}
