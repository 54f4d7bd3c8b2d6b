import { houseHolder } from '../ledger/holders.ts'
import { payment, type Entry } from '../ledger/move.ts'
import type { ConvertEvent } from './convert.ts'

/** The ledger moves of a conversion: the two legs with the exchange desk, then the fee off what is received. */
export function convertMoves(event: ConvertEvent): Entry[] {
  if (event.type !== 'converted') return []
  const desk = houseHolder(event.realm, 'exchangeDesk')
  const { holder, source, target, sourceAmount, targetAmount, fee } = event
  return [
    ...payment(holder, desk, source, sourceAmount, 'exchange'),
    ...payment(desk, holder, target, targetAmount + fee, 'exchange'),
    ...payment(holder, houseHolder(event.realm, 'fees'), target, fee, 'exchange_fee_rate'),
  ]
}
