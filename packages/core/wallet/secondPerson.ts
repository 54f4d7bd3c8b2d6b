import { divide } from '../money/round.ts'
import type { Deposit, Withdrawal } from './event.ts'
import type { WalletTerms } from './terms.ts'
import { usageOf, type WalletState } from './wallet.ts'

/** What was received is worth in smallest units of USDT: in the proportion of what came to what was said. */
export function worthReceived({ worth, amount }: Pick<Deposit, 'worth' | 'amount'>, received: bigint): bigint {
  return divide(worth * received, amount, 'up')
}

/**
 * Whether two people credit a deposit: more than was said to be sent, or enough that with what its holder was credited
 * on this day of UTC it comes to the threshold. A large sum in small parts is a large sum.
 */
export function creditNeedsSecond(state: WalletState, open: Deposit, received: bigint, now: number): boolean {
  if (received > open.amount) return true
  return worthReceived(open, received) + usageOf(state, open.holder, now).credited >= state.terms.fourEyesMin
}

/**
 * Whether two people pay a withdrawal, and two say that a payout which began did not arrive: by what it is worth, with
 * what its holder was paid on this day of UTC; what nobody knows the worth of needs them, too.
 */
export function payoutNeedsSecond(state: WalletState, { holder, worth }: Withdrawal, now: number): boolean {
  return worth < 0n || worth + usageOf(state, holder, now).paid >= state.terms.fourEyesMin
}

const aloneFactor = 5n

/**
 * What one operator alone credits within 24 hours, to however many accounts, stays below this, and so does what they alone
 * pay out; in smallest units of USDT: a multiple of the threshold of a single account.
 */
export function aloneDayMax({ fourEyesMin }: Pick<WalletTerms, 'fourEyesMin'>): bigint {
  return fourEyesMin * aloneFactor
}
