/** The forms of addresses that are known, each the form of one network's addresses. */
export const addressForms = ['TRC20', 'ERC20', 'Bitcoin', 'Solana', 'XRP', 'Stellar', 'Cosmos', 'TON'] as const
export type AddressForm = (typeof addressForms)[number]
