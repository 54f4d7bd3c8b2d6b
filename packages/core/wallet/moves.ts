import type { Category } from '../ledger/categories.ts'
import { houseHolder, type CurrencyId, type HolderId } from '../ledger/holders.ts'
import { payment, type Hold, type Move } from '../ledger/move.ts'
import type { WalletEvent } from './event.ts'

function frost(holder: HolderId, currency: CurrencyId, amount: bigint, category: Category): Hold {
  return { kind: 'hold', holder, account: 'coin', currency, amount, hold: 'withdrawal', category }
}

/** What comes back when a withdrawal ends: the category says why. */
const releases = {
  paid: 'withdrawal_frost',
  canceled: 'withdrawal_frost_cancel',
  rejected: 'withdrawal_reject',
} as const

/** The ledger moves of a wallet event, from the event alone. Money comes from outside and goes there. */
export function walletMoves(event: WalletEvent): Move[] {
  switch (event.type) {
    case 'depositClosed': {
      const { holder, currency, received } = event
      return payment(houseHolder('real', 'external'), holder, currency, received, 'deposit')
    }
    case 'withdrawalSubmitted':
      return [frost(event.holder, event.currency, event.amount, 'withdrawal_frost')]
    case 'withdrawalClosed': {
      const { holder, currency, amount, fee, outcome } = event
      const release = frost(holder, currency, -amount, releases[outcome])
      if (outcome !== 'paid') return [release]
      return [
        release,
        ...payment(holder, houseHolder('real', 'external'), currency, amount - fee, 'withdrawal_success'),
        ...payment(holder, houseHolder('real', 'fees'), currency, fee, 'withdrawal_success'),
      ]
    }
    case 'manuallyEntered': {
      const { holder, currency, amount } = event
      const treasury = houseHolder('real', 'treasury')
      return event.kind === 'deposit'
        ? payment(treasury, holder, currency, amount, 'manual_deposit')
        : payment(holder, treasury, currency, amount, 'manual_withdrawal')
    }
    case 'houseMoved': {
      const { realm, from, to, currency, amount } = event
      return payment(houseHolder(realm, from), houseHolder(realm, to), currency, amount, 'fund_transfer')
    }
    case 'walletConfigured':
    case 'depositSubmitted':
    case 'withdrawalMoved':
    case 'withdrawalEscalated':
    case 'withdrawalsHeld':
    case 'withdrawalReleased':
    case 'payoutMoved':
    case 'payoutTakenBack':
      return []
  }
}
