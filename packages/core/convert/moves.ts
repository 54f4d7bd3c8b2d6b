import type { Category } from '../ledger/categories.ts'
import { houseHolder, type HolderId } from '../ledger/holders.ts'
import type { Entry } from '../ledger/move.ts'
import type { ConvertEvent } from './convert.ts'

function pair(from: HolderId, to: HolderId, currency: number, amount: bigint, category: Category): Entry[] {
  const entry = { kind: 'entry', account: 'coin', currency, category } as const
  return amount === 0n
    ? []
    : [
        { ...entry, holder: from, amount: -amount },
        { ...entry, holder: to, amount },
      ]
}

/** The ledger moves of a conversion: the two legs with the exchange desk, then the fee off what is received. */
export function convertMoves(event: ConvertEvent): Entry[] {
  if (event.type !== 'converted') return []
  const desk = houseHolder(event.realm, 'exchangeDesk')
  const { holder, source, target, sourceAmount, targetAmount, fee } = event
  return [
    ...pair(holder, desk, source, sourceAmount, 'exchange'),
    ...pair(desk, holder, target, targetAmount + fee, 'exchange'),
    ...pair(holder, houseHolder(event.realm, 'fees'), target, fee, 'exchange_fee_rate'),
  ]
}
