import { compactCode, isAccountNumber, isBic, isRoutingNumber } from '@truemark/payee/bank'
import { canonicalMemo, hasMemo, isMemo } from '@truemark/payee/memo'
import { cardMissing, type CardField, type CardTexts } from '@truemark/payee/payeeFault'
import type { Reason } from '@truemark/protocol/errors'
import type { WalletNetwork } from '@truemark/protocol/routes/wallet'

/** Why what is said of an address's memo can't stand, as the server judges it; null where it can. */
export function memoFault(form: WalletNetwork['form'], typed: string, isNone: boolean): Reason | null {
  if (!hasMemo(form) || isNone) return null
  const memo = canonicalMemo(typed)
  if (memo === '') return 'memo_missing'
  return isMemo(form, memo) ? null : 'memo_invalid'
}

export const emptyCard: CardTexts = {
  payee_name: '',
  payee_address: '',
  bank_type: '',
  bank_name: '',
  account_number: '',
  bank_address: '',
  bank_country: '',
  international_code: '',
  aba_routing_number: '',
}

/** Where a refusal of the server is shown. */
export const cardPlaces: Readonly<Record<string, CardField>> = {
  ...Object.fromEntries(cardMissing.map(([field, reason]) => [reason, field])),
  account_number_invalid: 'account_number',
  payee_exists: 'account_number',
  swift_invalid: 'international_code',
  routing_number_invalid: 'aba_routing_number',
}

/** What is wrong with a card's fields, each by its own reason, as the server would say it. */
export function cardFaults(card: CardTexts): Partial<Record<CardField, Reason>> {
  const faults: Partial<Record<CardField, Reason>> = {}
  for (const [field, reason] of cardMissing) if (card[field].trim() === '') faults[field] = reason
  if (faults.account_number === undefined && !isAccountNumber(card.account_number)) {
    faults.account_number = 'account_number_invalid'
  }
  const bic = compactCode(card.international_code)
  if (bic !== '' && !isBic(bic)) faults.international_code = 'swift_invalid'
  const aba = compactCode(card.aba_routing_number)
  if (aba !== '' && !isRoutingNumber(aba)) faults.aba_routing_number = 'routing_number_invalid'
  return faults
}
