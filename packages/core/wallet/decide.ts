import type { Venue } from '../book/venue.ts'
import { accepted, rejected, type Result } from '../result/result.ts'
import type { WalletCommand } from './command.ts'
import { cancelDeposit, creditDeposit, decideDeposit, submitDeposit } from './deposit.ts'
import type { WalletEvent } from './event.ts'
import { enterManually, moveHouse } from './manual.ts'
import { termsHold } from './terms.ts'
import type { WalletState } from './wallet.ts'
import { cancelWithdrawal, decideWithdrawal, holdWithdrawals, requestWithdrawal } from './withdrawal.ts'

/** Decides a wallet command; reads only. */
export function decideWallet(
  state: WalletState,
  venue: Venue,
  command: WalletCommand,
  now: number,
): Result<WalletEvent[]> {
  switch (command.type) {
    case 'configureWallet': {
      const { terms } = command
      return termsHold(terms) ? accepted([{ type: 'walletConfigured', terms }]) : rejected('amount_invalid')
    }
    case 'submitDeposit':
      return submitDeposit(state, venue, command, now)
    case 'cancelDeposit':
      return cancelDeposit(state, venue, command)
    case 'decideDeposit':
      return decideDeposit(state, venue, command, now)
    case 'creditDeposit':
      return creditDeposit(state, venue, command, now)
    case 'submitWithdrawal':
      return requestWithdrawal(
        state,
        venue,
        { ...command, type: 'requestWithdrawal', feeShown: null, versionShown: null },
        now,
      )
    case 'requestWithdrawal':
      return requestWithdrawal(state, venue, command, now)
    case 'cancelWithdrawal':
      return cancelWithdrawal(state, venue, command)
    case 'decideWithdrawal':
      return decideWithdrawal(state, venue, command, now)
    case 'enterManually':
      return enterManually(state, venue, command, now)
    case 'moveHouse':
      return moveHouse(state, venue, command)
    case 'holdWithdrawals':
      return holdWithdrawals(venue, command, now)
  }
}

/** The withdrawals whose deadline has passed at `now`, each once, in the order of their deadlines. */
export function walletDue(state: WalletState, now: number): WalletEvent[] {
  const events: WalletEvent[] = []
  for (let holder = state.agenda.take(now); holder !== null; holder = state.agenda.take(now)) {
    const open = state.withdrawals.get(holder)
    if (open) {
      const { withdrawal, deadline } = open
      events.push({ type: 'withdrawalEscalated', withdrawal, holder, deadline })
    }
  }
  return events
}
