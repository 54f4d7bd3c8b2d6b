import type { ChainPaymentMessage } from '../../platform/chain/message.ts'
import type { ChainPaymentRow } from './payments.store.ts'

/** What is told of a payment beside the message itself. */
export interface Told {
  /** Whose its address is now; null where it is nobody's. */
  readonly userId: number | null
  readonly now: number
}

// what can't change of an output of a transaction
function isSame(row: ChainPaymentRow, { currency, address, memo, amount }: ChainPaymentMessage): boolean {
  // what is personal of an old one was erased
  const isErased = row.address === '' && row.memo === ''
  const place = isErased || (row.address === address && row.memo === memo)
  return place && row.currency === currency && row.amount === amount
}

/** What was credited and stands in no block any more. */
export function isLost({ confirmations, removed }: Pick<ChainPaymentRow, 'confirmations' | 'removed'>): boolean {
  return removed || confirmations < 1
}

/** Whether a payment has what its network asks for. */
export function isConfirmed(
  { confirmations, removed }: Pick<ChainPaymentRow, 'confirmations' | 'removed'>,
  needed: number,
): boolean {
  return !removed && confirmations >= needed
}

/**
 * How a payment stands after a message; null where it says nothing new. An older message than the last one says nothing,
 * nothing changes whom, what or how much was paid, and what was credited is never taken back: it is noted as lost.
 */
export function toldBy(
  row: ChainPaymentRow,
  message: ChainPaymentMessage,
  { userId, now }: Told,
): ChainPaymentRow | null {
  if (message.sequence <= row.sequence) return null
  const { sequence, confirmations, height, block, removed } = message
  const told = { ...row, sequence, confirmations, height, block, removed, updatedAt: now }
  if (!isSame(row, message)) return contradicted({ ...row, sequence, updatedAt: now })
  switch (row.state) {
    case 'waiting':
      return { ...told, userId }
    case 'held':
      return { ...told, userId: row.userId ?? userId }
    case 'crediting':
    case 'returned':
      return told
    case 'credited':
      return { ...told, updatedAt: row.updatedAt, lostAt: isLost(message) ? (row.lostAt ?? now) : null }
  }
}

// one transaction has one content: whoever says another is not believed before people have looked
function contradicted(row: ChainPaymentRow): ChainPaymentRow {
  if (row.state === 'waiting') return { ...row, state: 'held', reason: 'payment_changed' }
  if (row.state === 'held') return { ...row, reason: 'payment_changed' }
  return row.state === 'credited' ? { ...row, lostAt: row.lostAt ?? row.updatedAt } : row
}
