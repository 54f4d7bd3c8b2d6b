import type { PayoutEvidence } from '../routes/evidence.ts'

/** Checks what the owner of a payout said: after it was said to be paid, and only what did not arrive can arrive later. */
export function payoutChecks({ paid, time, arrived, settles, journal }: PayoutEvidence) {
  const checks: { readonly name: 'order' | 'settles' | 'paid'; readonly holds: boolean | null }[] = [
    { name: 'order', holds: paid <= time },
    { name: 'settles', holds: arrived || !settles },
    { name: 'paid', holds: journal === null ? null : journal.time === paid },
  ]
  return checks
}
