import type { Venue } from '../book/venue.ts'
import type { Capability } from '../capability/capability.ts'
import { accepted, rejected } from '../result/result.ts'
import { walletCommands } from './command.ts'
import { cancelDeposit, creditDeposit, decideDeposit, submitDeposit } from './deposit.ts'
import { walletEvents, type WalletEvent } from './event.ts'
import { evolveWallet } from './evolve.ts'
import {
  keepPayouts,
  keepWallet,
  keptPayoutsCodec,
  keptWalletCodec,
  restorePayouts,
  restoreWallet,
  type KeptPayouts,
  type KeptWallet,
} from './kept.ts'
import { enterManually, moveHouse } from './manual.ts'
import { walletMoves } from './moves.ts'
import { releaseWithdrawal, reportPayout, settlePayout } from './payout.ts'
import { creditSeen } from './seen.ts'
import { termsHold } from './terms.ts'
import { walletAnswers, walletQueries, walletReplies, walletView } from './view.ts'
import { createWalletState, type WalletState } from './wallet.ts'
import { cancelWithdrawal, decideWithdrawal, holdWithdrawals, requestWithdrawal } from './withdrawal.ts'

const words = {
  commands: walletCommands,
  events: walletEvents,
  queries: walletQueries,
  replies: walletReplies,
  answers: walletAnswers,
}

type World = { readonly venue: Venue; readonly wallet: WalletState }

/** What comes in from outside and goes out. */
export const walletCapability: Capability<World, typeof words, WalletState, KeptWallet> = {
  ...words,
  create: createWalletState,
  decide({ wallet, venue }, command, now) {
    switch (command.type) {
      case 'configureWallet': {
        const { terms } = command
        return termsHold(terms) ? accepted([{ type: 'walletConfigured', terms }]) : rejected('amount_invalid')
      }
      case 'submitDeposit':
        return submitDeposit(wallet, venue, command, now)
      case 'cancelDeposit':
        return cancelDeposit(wallet, venue, command)
      case 'decideDeposit':
        return decideDeposit(wallet, venue, command, now)
      case 'creditDeposit':
        return creditDeposit(wallet, venue, command, now)
      case 'creditSeen':
        return creditSeen(wallet, venue, command, now)
      case 'submitWithdrawal': {
        const unbound = { ...command, type: 'requestWithdrawal', feeShown: null, versionShown: null } as const
        return requestWithdrawal(wallet, venue, unbound, now)
      }
      case 'requestWithdrawal':
        return requestWithdrawal(wallet, venue, command, now)
      case 'cancelWithdrawal':
        return cancelWithdrawal(wallet, venue, command)
      case 'decideWithdrawal':
        return decideWithdrawal(wallet, venue, command, now)
      case 'enterManually':
        return enterManually(wallet, venue, command, now)
      case 'moveHouse':
        return moveHouse(wallet, venue, command)
      case 'holdWithdrawals':
        return holdWithdrawals(venue, command, now)
      case 'releaseWithdrawal':
        return releaseWithdrawal(wallet, venue, command, now)
      case 'reportPayout':
        return reportPayout(wallet, command)
      case 'settlePayout':
        return settlePayout(wallet, command)
    }
  },
  evolve: ({ wallet, venue }, event, now) => evolveWallet(wallet, venue, event, now),
  moves: walletMoves,
  answer:
    ({ wallet }) =>
    ([event]) => {
      const deposit = event?.type === 'depositSubmitted' ? wallet.deposits.get(event.holder) : undefined
      if (deposit) return { type: 'deposit', deposit }
      const isOpen = event?.type === 'withdrawalSubmitted' || event?.type === 'withdrawalMoved'
      const withdrawal = isOpen ? wallet.withdrawals.get(event.holder) : undefined
      return withdrawal ? { type: 'withdrawal', withdrawal } : { type: 'done' }
    },
  query: ({ wallet, venue }, { holder }, now) => ({ type: 'wallet', view: walletView(wallet, venue, holder, now) }),
  // the withdrawals whose deadline has passed, each once, in the order of their deadlines
  deadlines({ wallet }, now) {
    const events: WalletEvent[] = []
    for (let holder = wallet.agenda.take(now); holder !== null; holder = wallet.agenda.take(now)) {
      const open = wallet.withdrawals.get(holder)
      if (!open) continue
      const { withdrawal, deadline } = open
      events.push({ type: 'withdrawalEscalated', withdrawal, holder, deadline })
    }
    return events
  },
  holds({ wallet }, holder) {
    const one = wallet.withdrawals.get(holder)
    if (!one) return []
    const { currency, amount, withdrawal: ref, submittedAt: since } = one
    return [{ cause: 'withdrawal', account: 'coin', currency, amount, ref, listing: 0, since }]
  },
  kept: keptWalletCodec,
  keep: ({ wallet }) => keepWallet(wallet),
  restore: ({ wallet }, kept) => restoreWallet(wallet, kept),
  later: {
    kept: keptPayoutsCodec,
    keep: ({ wallet }) => keepPayouts(wallet),
    restore: ({ wallet }, kept: KeptPayouts) => restorePayouts(wallet, kept),
  },
}
