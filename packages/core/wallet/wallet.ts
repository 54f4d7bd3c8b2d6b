import type { CurrencyId, HolderId } from '../ledger/holders.ts'
import { dayMs } from '../money/units.ts'
import { HolderAgenda } from '../trigger/holderAgenda.ts'
import type { Deposit, Payout, Withdrawal } from './event.ts'
import { firstWalletTerms, type WalletTerms } from './terms.ts'

/**
 * What a holder has deposited and withdrawn today, in smallest units of USDT as counted against the limits; and what was
 * credited and paid today, all of it, as counted against what one operator may do alone.
 */
export interface Usage {
  readonly deposited: bigint
  readonly withdrawn: bigint
  readonly credited: bigint
  readonly paid: bigint
}

export interface WalletState {
  terms: WalletTerms
  /** How often the terms were set: the version that a form shows. */
  termsVersion: number
  nextDeposit: number
  nextWithdrawal: number
  nextEntry: number
  /** Open ones, at most one a holder. */
  readonly deposits: Map<HolderId, Deposit>
  readonly withdrawals: Map<HolderId, Withdrawal>
  /** Who said of an open withdrawal's payout that nobody knows its outcome, by its holder. */
  readonly failedBy: Map<HolderId, number>
  /** What was deposited and not yet withdrawn, in smallest units of its currency; none of it is 0. */
  readonly deposited: Map<HolderId, Map<CurrencyId, bigint>>
  /** The day of UTC that `usage` is of. */
  day: number
  readonly usage: Map<HolderId, Usage>
  /** Until when nothing new is taken out, since what guards the account was reset; gone with the next withdrawal. */
  readonly heldUntil: Map<HolderId, number>
  nextPayout: number
  /** Those that were handed to programs and have not ended, by holder. */
  readonly payouts: Map<HolderId, Payout>
  /** What machines were handed on the last day of UTC that they were handed anything, in smallest units of USDT. */
  machines: { readonly day: number; readonly sum: bigint }
  /** Derived: the deadlines of withdrawals that have not escalated. */
  readonly agenda: HolderAgenda
}

export function createWalletState(): WalletState {
  return {
    terms: firstWalletTerms,
    termsVersion: 0,
    nextDeposit: 1,
    nextWithdrawal: 1,
    nextEntry: 1,
    deposits: new Map(),
    withdrawals: new Map(),
    failedBy: new Map(),
    deposited: new Map(),
    day: 0,
    usage: new Map(),
    heldUntil: new Map(),
    nextPayout: 1,
    payouts: new Map(),
    machines: { day: 0, sum: 0n },
    agenda: new HolderAgenda(),
  }
}

/** What a holder has deposited of a currency and not yet withdrawn, in its smallest units. */
export function depositedOf(state: WalletState, holder: HolderId, currency: CurrencyId): bigint {
  return state.deposited.get(holder)?.get(currency) ?? 0n
}

/** The day of UTC at a time in milliseconds. */
export function dayOf(time: number): number {
  return Math.floor(time / dayMs)
}

const nothing: Usage = { deposited: 0n, withdrawn: 0n, credited: 0n, paid: 0n }

/** What a holder has used of today's limits. */
export function usageOf(state: WalletState, holder: HolderId, now: number): Usage {
  return dayOf(now) > state.day ? nothing : (state.usage.get(holder) ?? nothing)
}

/** What machines were handed on the day of UTC of `now`, in smallest units of USDT; what they never sent counts no more. */
export function machinesToday({ machines }: WalletState, now: number): bigint {
  return dayOf(now) > machines.day ? 0n : machines.sum
}

/** Puts an open withdrawal's deadline on the agenda: it stays there until the money has left or come back. */
export function schedule(state: WalletState, withdrawal: Withdrawal): void {
  if (withdrawal.escalatedAt !== 0) return
  state.agenda.add(withdrawal.deadline, withdrawal.holder)
}

/** Takes a holder's deadline off the agenda. */
export function unschedule(state: WalletState, holder: HolderId): void {
  state.agenda.remove(holder)
}
