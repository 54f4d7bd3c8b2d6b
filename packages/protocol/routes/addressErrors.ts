/** Why an address is none of its network; each form of network has its own. */
export const addressErrors = [
  'withdrawal_address_wrong',
  'address_trc20_invalid',
  'address_erc20_invalid',
  'address_bitcoin_invalid',
  'address_solana_invalid',
  'address_form_invalid',
] as const
