import type { Event } from '@truemark/core/vocabulary'
import { type Note, type NoteValue, utcText } from '../note.ts'

/** Money in and out, as others than its owner decide it; a withdrawal also when it is asked for, as a thief might. */
export function walletNotes(event: Event): readonly Note[] {
  switch (event.type) {
    case 'depositClosed': {
      const { holder, deposit: ref, outcome, currency, received } = event
      if (outcome === 'completed')
        return [{ holder, kind: 'deposit_completed', ref, params: money(currency, received) }]
      return outcome === 'rejected'
        ? [{ holder, kind: 'deposit_rejected', ref, params: { currency: { as: 'currency', currency } } }]
        : []
    }
    case 'withdrawalSubmitted': {
      const { holder, withdrawal: ref, currency, amount } = event
      return [{ holder, kind: 'withdrawal_asked', ref, params: money(currency, amount) }]
    }
    case 'withdrawalClosed': {
      const { holder, withdrawal: ref, outcome, currency, amount, fee } = event
      if (outcome === 'paid') return [{ holder, kind: 'withdrawal_paid', ref, params: money(currency, amount - fee) }]
      return outcome === 'rejected'
        ? [{ holder, kind: 'withdrawal_rejected', ref, params: money(currency, amount) }]
        : []
    }
    case 'manuallyEntered': {
      const { holder, kind, currency, amount } = event
      const told = kind === 'deposit' ? 'entry_credited' : 'entry_debited'
      return [{ holder, kind: told, ref: 0, params: money(currency, amount) }]
    }
    case 'withdrawalsHeld':
      return [{ holder: event.holder, kind: 'withdrawals_held', ref: 0, params: { when: utcText(event.until) } }]
    default:
      return []
  }
}

function money(currency: number, units: bigint): Record<string, NoteValue> {
  return { amount: { as: 'amount', currency, units }, currency: { as: 'currency', currency } }
}
