/** Why a deposit is rejected: a closed list, so that no refusal is without a reason that the user can read. */
export const depositRejections = [
  'not_received',
  'wrong_network',
  'wrong_currency',
  'voucher_unreadable',
  'duplicate',
  'too_small',
] as const

/** Why a withdrawal is rejected: a closed list; none of them asks for money. */
export const withdrawalRejections = [
  'payee_invalid',
  'payee_not_owner',
  'network_unavailable',
  'bank_returned',
  'security_review',
  'legal_order',
] as const
