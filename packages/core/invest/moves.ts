import { line, type Flow } from '../ledger/flows.ts'
import { houseHolder } from '../ledger/holders.ts'
import { payment, type Move } from '../ledger/move.ts'
import type { InvestEvent } from './event.ts'

const pool = houseHolder('real', 'wealthPool')

/** Which categories investments post. */
export const investFlows: readonly Flow[] = [
  line('invest', 'financial_buy', 'coin', ['wealthPool'], 'investBought'),
  line('invest', 'financial_settlement', 'coin', ['wealthPool'], 'investSettled', 'investVoided'),
]

/** The ledger moves of an invest event, from the event alone: the house takes what is put in, and pays either currency. */
export function investMoves(event: InvestEvent): Move[] {
  switch (event.type) {
    case 'investBought':
      return payment(event.holder, pool, event.currency, event.amount, 'financial_buy')
    case 'investSettled':
    case 'investVoided':
      return payment(pool, event.holder, event.currency, event.amount, 'financial_settlement')
    default:
      return []
  }
}
