import * as z from 'zod/mini'
import { id, millis } from '../values.ts'

/** How a payout that was handed to a program stands; those before `paid` run. */
export const payoutState = z.enum(['ordered', 'sent', 'lost', 'paid', 'returned', 'taken_back'])

/** Why a payout was never sent, or is held for people, as far as the desk has words for it. */
export const payoutReasons = [
  'payee_invalid',
  'network_unavailable',
  'screen_review',
  'screen_reject',
  'screen_failed',
  'payout_changed',
  'payout_gone',
  'payout_reverted',
  'payout_unsent',
  'payout_silent',
] as const

/** What the program of a network says of a payout that it was handed. */
export const payoutOrder = z.object({
  id,
  state: payoutState,
  /** It may be on its way: the program was let go on with it. */
  taken: z.nullable(millis),
  transaction_id: z.string(),
  confirmations: z.int(),
  needed: z.int(),
  height: z.nullable(z.int()),
  reason: z.string(),
  /** Somebody wants it back; it is no more let go. */
  recalled: z.boolean(),
  /** What a screening said of it, and the note of its case; empty where nobody was asked. */
  screened: z.enum(['', 'clear', 'review', 'reject', 'failed']),
  note: z.string(),
  /** It was let go, and nothing was heard of it or of its program for a day: people may say that nobody knows. */
  silent: z.boolean(),
  /** Since when what was paid is not in the network’s chain any more, or what went back is; null while neither is. */
  lost: z.nullable(millis),
  released_by: z.string(),
  released: millis,
})
export type PayoutOrder = z.infer<typeof payoutOrder>
