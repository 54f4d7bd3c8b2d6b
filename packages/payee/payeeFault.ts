import { isLostAddress, judgeAddress } from './address.ts'
import type { AddressForm } from './addressForm.ts'

const formFaults = {
  TRC20: 'address_trc20_invalid',
  ERC20: 'address_erc20_invalid',
  Bitcoin: 'address_bitcoin_invalid',
  Solana: 'address_solana_invalid',
  XRP: 'address_form_invalid',
  Stellar: 'address_form_invalid',
  Cosmos: 'address_form_invalid',
  TON: 'address_form_invalid',
} as const satisfies Record<AddressForm, string>

/** Why an address is none of a network, or one from which nothing comes back; null where it is one. */
export function addressFault(form: AddressForm, address: string) {
  const verdict = judgeAddress(form, address)
  if (verdict === 'right') return isLostAddress(form, address) ? 'payee_lost' : null
  return verdict === 'other_network' ? 'withdrawal_address_wrong' : formFaults[form]
}

/** The fields of a bank account, as the form writes them. */
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
export type CardTexts = Readonly<Record<CardField, string>>

/** The fields that a bank account must have, in the order in which they are asked for, each with its own reason. */
export const cardMissing = [
  ['payee_name', 'bank_recipient_missing'],
  ['payee_address', 'bank_recipient_address_missing'],
  ['bank_type', 'bank_type_missing'],
  ['bank_name', 'bank_name_missing'],
  ['account_number', 'bank_account_missing'],
  ['bank_address', 'bank_address_missing'],
  ['bank_country', 'bank_country_missing'],
] as const satisfies readonly (readonly [CardField, string])[]
