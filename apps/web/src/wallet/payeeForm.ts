import { isLostAddress, judgeAddress } from '@truemark/payee/address'
import { compactCode, isAccountNumber, isBic, isRoutingNumber } from '@truemark/payee/bank'
import { canonicalMemo, hasMemo, isMemo } from '@truemark/payee/memo'
import type { Reason } from '@truemark/protocol/errors'
import type { WalletNetwork } from '@truemark/protocol/routes/wallet'

const formFaults = {
  TRC20: 'address_trc20_invalid',
  ERC20: 'address_erc20_invalid',
  Bitcoin: 'address_bitcoin_invalid',
  Solana: 'address_solana_invalid',
  XRP: 'address_form_invalid',
  Stellar: 'address_form_invalid',
  Cosmos: 'address_form_invalid',
  TON: 'address_form_invalid',
} as const

/** Why an address is none of a network or loses what is sent, as the server judges it; null where it is right. */
export function addressFault(form: WalletNetwork['form'], address: string): Reason | null {
  const verdict = judgeAddress(form, address)
  if (verdict === 'right') return isLostAddress(form, address) ? 'payee_lost' : null
  return verdict === 'other_network' ? 'withdrawal_address_wrong' : formFaults[form]
}

/** Why what is said of an address's memo can't stand, as the server judges it; null where it can. */
export function memoFault(form: WalletNetwork['form'], typed: string, isNone: boolean): Reason | null {
  if (!hasMemo(form) || isNone) return null
  const memo = canonicalMemo(typed)
  if (memo === '') return 'memo_missing'
  return isMemo(form, memo) ? null : 'memo_invalid'
}

/** The fields of a bank card, in the order of the form. */
export const cardFields = [
  'payee_name',
  'payee_address',
  'bank_type',
  'bank_name',
  'account_number',
  'bank_address',
  'bank_country',
  'international_code',
  'aba_routing_number',
] as const
export type CardField = (typeof cardFields)[number]
export type CardDraft = Readonly<Record<CardField, string>>

export const emptyCard: CardDraft = {
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

const missing: Partial<Record<CardField, Reason>> = {
  payee_name: 'bank_recipient_missing',
  payee_address: 'bank_recipient_address_missing',
  bank_type: 'bank_type_missing',
  bank_name: 'bank_name_missing',
  account_number: 'bank_account_missing',
  bank_address: 'bank_address_missing',
  bank_country: 'bank_country_missing',
}

/** Where a refusal of the server is shown. */
export const cardPlaces: Readonly<Record<string, CardField>> = {
  bank_recipient_missing: 'payee_name',
  bank_recipient_address_missing: 'payee_address',
  bank_type_missing: 'bank_type',
  bank_name_missing: 'bank_name',
  bank_account_missing: 'account_number',
  bank_address_missing: 'bank_address',
  bank_country_missing: 'bank_country',
  account_number_invalid: 'account_number',
  payee_exists: 'account_number',
  swift_invalid: 'international_code',
  routing_number_invalid: 'aba_routing_number',
}

/** What is wrong with a card's fields, each by its own reason, as the server would say it. */
export function cardFaults(card: CardDraft): Partial<Record<CardField, Reason>> {
  const faults: Partial<Record<CardField, Reason>> = {}
  for (const field of cardFields) {
    const reason = missing[field]
    if (reason !== undefined && card[field].trim() === '') faults[field] = reason
  }
  if (faults.account_number === undefined && !isAccountNumber(card.account_number)) {
    faults.account_number = 'account_number_invalid'
  }
  const bic = compactCode(card.international_code)
  if (bic !== '' && !isBic(bic)) faults.international_code = 'swift_invalid'
  const aba = compactCode(card.aba_routing_number)
  if (aba !== '' && !isRoutingNumber(aba)) faults.aba_routing_number = 'routing_number_invalid'
  return faults
}
