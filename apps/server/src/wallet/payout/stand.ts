import type { PayoutWord, WithdrawalReason } from '@truemark/core/wallet/command'
import type { ChainPayoutMessage } from '../../platform/chain/message.ts'
import type { WalletPorts } from '../ports.ts'
import type { OrderRow, PayoutRow, PayoutState } from './payouts.store.ts'

/** What a message is held against. */
export interface Ordered {
  /** How the payout stands by the engine. */
  readonly state: PayoutState
  /** What was to arrive, in the form of a canonical decimal, and where. */
  readonly amount: string
  readonly address: string
  readonly memo: string
  /** Whether another payout names the transaction. */
  readonly isOthers: boolean
  readonly now: number
}

/** Whether a payout is over; none that is runs any more. */
export function isEnded(state: PayoutState): boolean {
  return state === 'paid' || state === 'returned' || state === 'taken_back'
}

/** Whether the money or the payout went back: nothing of it may be sent any more. */
export function isGivenBack(state: PayoutState): boolean {
  return state === 'returned' || state === 'taken_back'
}

const silentMs = 86_400_000

/** Whether a payout that may be on its way, and its network’s program, were not heard of for a day. */
export function isSilent(
  { chainHeard, now }: Pick<WalletPorts, 'chainHeard' | 'now'>,
  { network, said, state, updatedAt }: Pick<PayoutRow, 'network' | 'said' | 'state' | 'updatedAt'>,
): boolean {
  if (isEnded(state) || state === 'lost' || (said !== 'taken' && said !== 'sent')) return false
  return now() - Math.max(updatedAt, chainHeard.get(network)?.time ?? 0) >= silentMs
}

/** What never becomes true again by another word of the same program. */
const changed = 'payout_changed'
/** Said of what was let go: it may be on its way by now, whoever says so. */
const unsent = 'payout_unsent'

/**
 * How an order stands after a message; null where it says nothing new. An older message than the last says nothing. Whoever
 * says that another amount, payee or payout was paid, that something was sent that was not let go, or that what was sent never
 * was, is believed in nothing: the payout is held for people. So is what was let go and is said to be unsent: no word of a
 * machine gives it back.
 */
export function toldBy(row: OrderRow, message: ChainPayoutMessage, ordered: Ordered): OrderRow | null {
  if (message.sequence <= row.sequence) return null
  const heard = { ...row, sequence: message.sequence, updatedAt: ordered.now }
  const isWrong = isContradiction(row, message, ordered)
  const lostAt = lostSince(row, message, ordered, isWrong)
  const at = { ...heard, confirmations: message.confirmations, height: message.height, block: message.block, lostAt }
  // nobody is shown figures that are not believed
  if (isWrong) return { ...(isEnded(ordered.state) ? at : heard), said: 'lost', reason: changed, lostAt }
  if (message.state === 'unsent') return isGivenBack(ordered.state) ? heard : unsentBy(row, heard, message)
  // what the program contradicted, no later word of it changes
  if (row.reason === changed || isGivenBack(ordered.state)) return at
  const transactionId = message.txid === '' ? row.transactionId : message.txid
  if (message.state === 'sent') return { ...at, transactionId, said: 'sent', reason: '' }
  return { ...at, transactionId, said: 'lost', reason: row.reason === unsent ? unsent : message.reason }
}

function isContradiction(row: OrderRow, message: ChainPayoutMessage, { state, ...ordered }: Ordered): boolean {
  if (message.state === 'unsent') {
    return (
      state === 'paid' || row.said === 'sent' || (row.said === 'lost' && row.reason !== unsent && !isGivenBack(state))
    )
  }
  if (message.state === 'lost') return false
  // what was never let go has no pledge, whatever was said of it meanwhile
  if (row.pledge === '' || row.said === 'unsent' || ordered.isOthers || message.txid === '') return true
  // whose money was given back, since it was not to be found
  if (isGivenBack(state) && message.confirmations > 0) return true
  const isSame = message.address === ordered.address && message.memo === ordered.memo
  return !isSame || message.amount !== ordered.amount
}

// people are told each time that what was paid goes, and that what went back turns up: once, and not of each block after it
function lostSince(
  { confirmations, lostAt, reason, said }: OrderRow,
  message: ChainPayoutMessage,
  { now, state }: Ordered,
  isWrong: boolean,
): number | null {
  if (!isEnded(state)) return null
  const isMined = message.state === 'sent' && message.confirmations > 0
  if (isGivenBack(state)) return isMined && confirmations === 0 ? (lostAt ?? now) : lostAt
  if (isMined && !isWrong) return reason === changed ? lostAt : null
  return said === 'sent' && confirmations > 0 ? (lostAt ?? now) : lostAt
}

function unsentBy(row: OrderRow, heard: OrderRow, { reason }: ChainPayoutMessage): OrderRow {
  if (row.pledge === '') return { ...heard, said: 'unsent', reason }
  return { ...heard, said: 'lost', reason: unsent }
}

const reasons: ReadonlySet<string> = new Set(['payee_invalid', 'network_unavailable'] satisfies WithdrawalReason[])

/** What of a word the engine is told: by whom, and why. */
export interface Telling {
  readonly said: PayoutWord
  readonly reason: WithdrawalReason
  readonly operator: number
}

/** What the engine is to be told of a payout that runs; null for nothing new. */
export function tellingOf(row: OrderRow, state: PayoutState, needed: number): Telling | null {
  if (isEnded(state)) return null
  const machine = { reason: '', operator: 0 } as const
  switch (row.said) {
    case '':
      return row.recalledBy === 0 ? null : { said: 'unsent', reason: '', operator: row.recalledBy }
    case 'taken':
      return null
    case 'unsent': {
      const isBack = reasons.has(row.reason)
      const reason = isBack && row.reason === 'payee_invalid' ? 'payee_invalid' : isBack ? 'network_unavailable' : ''
      return state === 'ordered' ? { said: 'unsent', reason, operator: row.recalledBy } : null
    }
    case 'lost':
      return state === 'lost' ? null : { said: 'lost', ...machine }
    case 'sent':
      if (needed > 0 && row.confirmations >= needed) return { said: 'paid', ...machine }
      return state === 'sent' ? null : { said: 'sent', ...machine }
  }
}
