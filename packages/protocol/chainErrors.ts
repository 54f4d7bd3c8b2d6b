import type { ErrorEntry } from './errorEntry.ts'

/** Of what programs beside the server see and pay. */
export const chainErrors = [
  // ours: payments that networks show
  { reason: 'payment_gone', code: 14500 },
  { reason: 'payment_rejected', code: 14501 },
  // ours: networks whose payments bear a memo or tag
  { reason: 'memo_missing', code: 14502 },
  { reason: 'memo_invalid', code: 14503 },
  { reason: 'address_form_invalid', code: 14504 },
  // ours: payouts by machines
  { reason: 'payout_running', code: 14600 },
  { reason: 'payout_limit', code: 14601, params: { left: '0' } },
  { reason: 'payout_by_people', code: 14602 },
  { reason: 'payout_unknown', code: 14603 },
  { reason: 'payout_done', code: 14604 },
  { reason: 'payout_paused', code: 14605 },
] as const satisfies readonly ErrorEntry[]
