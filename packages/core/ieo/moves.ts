import { line, type Flow } from '../ledger/flows.ts'
import { houseHolder, type HolderId } from '../ledger/holders.ts'
import { payment, type Hold, type Move } from '../ledger/move.ts'
import { usdt } from '../money/units.ts'
import type { IeoEvent } from './event.ts'

const pool = houseHolder('real', 'wealthPool')

function frost(holder: HolderId, amount: bigint): Hold {
  return { kind: 'hold', holder, account: 'coin', currency: usdt, amount, hold: 'ieo', category: 'financial_buy' }
}

/** Which categories launches post: all of an application is held; its passes are paid for, the rest is free again. */
export const ieoFlows: readonly Flow[] = [
  line('ieo', 'financial_buy', 'coin', ['held'], 'ieoSubscribed', 'ieoAllotted', 'ieoReturned'),
  line('ieo', 'financial_buy', 'coin', ['wealthPool'], 'ieoAllotted'),
  line('ieo', 'financial_settlement', 'coin', ['wealthPool'], 'ieoDelivered'),
]

/** The ledger moves of a launch's event, from the event alone. */
export function ieoMoves(event: IeoEvent): Move[] {
  switch (event.type) {
    case 'ieoSubscribed':
      return [frost(event.holder, event.amount)]
    case 'ieoAllotted':
      return [frost(event.holder, -event.amount), ...payment(event.holder, pool, usdt, event.cost, 'financial_buy')]
    case 'ieoReturned':
      return [frost(event.holder, -event.amount)]
    case 'ieoDelivered':
      return payment(pool, event.holder, event.currency, event.quantity, 'financial_settlement')
    default:
      return []
  }
}
