import type { Category } from '../ledger/categories.ts'
import { line, type Flow } from '../ledger/flows.ts'
import { houseHolder, type CurrencyId, type HolderId } from '../ledger/holders.ts'
import type { Move } from '../ledger/move.ts'
import type { InvestEvent } from './event.ts'

const pool = houseHolder('real', 'wealthPool')

// money is put into real products alone
function pair(from: HolderId, to: HolderId, currency: CurrencyId, amount: bigint, category: Category): Move[] {
  const entry = { kind: 'entry', account: 'coin', currency, category } as const
  return amount === 0n
    ? []
    : [
        { ...entry, holder: from, amount: -amount },
        { ...entry, holder: to, amount },
      ]
}

/** Which categories investments post. */
export const investFlows: readonly Flow[] = [
  line('invest', 'financial_buy', 'coin', ['wealthPool'], 'investBought'),
  line('invest', 'financial_settlement', 'coin', ['wealthPool'], 'investSettled', 'investVoided'),
]

/** The ledger moves of an invest event, from the event alone: the house takes what is put in, and pays either currency. */
export function investMoves(event: InvestEvent): Move[] {
  switch (event.type) {
    case 'investBought':
      return pair(event.holder, pool, event.currency, event.amount, 'financial_buy')
    case 'investSettled':
    case 'investVoided':
      return pair(pool, event.holder, event.currency, event.amount, 'financial_settlement')
    default:
      return []
  }
}
