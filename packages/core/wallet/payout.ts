import type { Venue } from '../book/venue.ts'
import type { HolderId } from '../ledger/holders.ts'
import { formatDecimal } from '../money/decimal.ts'
import { usdtScale } from '../money/units.ts'
import { accepted, rejected, type Refused, type Rejection, type Result } from '../result/result.ts'
import type { WalletCommand } from './command.ts'
import type { Payout, WalletEvent, Withdrawal } from './event.ts'
import { payoutNeedsSecond } from './secondPerson.ts'
import { machinesToday, type WalletState } from './wallet.ts'
import { closedWithdrawal, openWithdrawal } from './withdrawal.ts'

type CommandOf<T extends WalletCommand['type']> = WalletCommand & { type: T }

/**
 * Decides the handing of an approved withdrawal to the program of its network: by whom it could be paid by hand, and within
 * what machines may pay. From then on no person says that it was paid, or gives the money back, until the program did.
 */
export function releaseWithdrawal(
  state: WalletState,
  venue: Venue,
  command: CommandOf<'releaseWithdrawal'>,
  now: number,
): Result<WalletEvent[]> {
  const { holder, withdrawal, operator, orderMax, dayMax } = command
  const open = openWithdrawal(state, holder, withdrawal)
  if (typeof open === 'string') return rejected(open)
  if (venue.suspensions.has(holder, 'freeze', now)) return rejected('account_frozen')
  if (state.payouts.has(holder)) return rejected('payout_running')
  if (open.state !== 'approved') return rejected('withdrawal_not_approved')
  if (open.method !== 'address') return rejected('payout_by_people')
  const isSame = operator === 0 || open.approvedBy === operator
  if (isSame && (operator === 0 || payoutNeedsSecond(state, open, now))) return rejected('second_person_needed')
  const { worth } = open
  const left = dayMax - machinesToday(state, now)
  const most = orderMax < left ? orderMax : left
  // what nobody knows the worth of is within no bound
  if (worth < 0n || worth > most) return beyond(most)
  return accepted([{ type: 'withdrawalReleased', payout: state.nextPayout, withdrawal, holder, operator, worth }])
}

function beyond(most: bigint): Refused {
  return rejected('payout_limit', { left: formatDecimal(most > 0n ? most : 0n, usdtScale) })
}

// the payout of that number with its withdrawal, or why there is none
function openPayout(
  state: WalletState,
  holder: HolderId,
  payout: number,
): { readonly found: Payout; readonly open: Withdrawal } | Rejection['reason'] {
  const found = state.payouts.get(holder)
  const open = state.withdrawals.get(holder)
  if (found?.payout === payout && open) return { found, open }
  return payout > 0 && payout < state.nextPayout ? 'payout_done' : 'payout_unknown'
}

/**
 * Decides what a program says of its payout. What was certainly never sent goes back: the money where its reason says that it
 * can't be paid so, else the payout to people. Of what was sent, and of what nobody knows, no word of a program gives
 * anything back; that it was paid is a fact whatever was said before. The same word again changes nothing.
 */
export function reportPayout(state: WalletState, command: CommandOf<'reportPayout'>): Result<WalletEvent[]> {
  const { holder, payout, said, reason, operator } = command
  const running = openPayout(state, holder, payout)
  if (typeof running === 'string') return rejected(running)
  if (reason !== '' && said !== 'unsent') return rejected('field_malformed')
  const { found, open } = running
  const { withdrawal } = found
  switch (said) {
    case 'sent':
    case 'lost':
      if (found.state === said) return accepted([])
      return accepted([{ type: 'payoutMoved', payout, withdrawal, holder, state: said }])
    case 'paid':
      return accepted([{ ...closedWithdrawal(open), outcome: 'paid', reason: '', operator: 0 }])
    case 'unsent':
      if (found.state !== 'ordered') return rejected('payout_running')
      return reason === ''
        ? accepted([{ type: 'payoutTakenBack', payout, withdrawal, holder, operator }])
        : accepted([{ ...closedWithdrawal(open), outcome: 'rejected', reason, operator }])
  }
}

/**
 * Decides what two people have found out of a lost payout: that it was paid, or with a reason that it was not and can't be any
 * more, which gives the money back. By one where the installation is declared to have no other.
 */
export function settlePayout(state: WalletState, command: CommandOf<'settlePayout'>): Result<WalletEvent[]> {
  const { holder, payout, reason, asker, approver, alone } = command
  const running = openPayout(state, holder, payout)
  if (typeof running === 'string') return rejected(running)
  if (running.found.state !== 'lost') return rejected('payout_running')
  if (asker === 0 || approver === 0 || (asker === approver && !alone)) return rejected('second_person_needed')
  const outcome = reason === '' ? 'paid' : 'rejected'
  return accepted([{ ...closedWithdrawal(running.open), outcome, reason, operator: approver }])
}
