import type { Receipt } from '@truemark/protocol/evidence/receipt'
import { isReplayed } from '../replayed.ts'
import type { Outcome } from './call.ts'
import type { CalledFrom, Caller } from './session.ts'

/** Gives the receipt of what a call has asked of the engine; each call has a caller object of its own. */
export interface ReceiptPort {
  /** Whether there is one for a call of this caller. */
  has(asker: Caller): boolean
  of(asker: Caller): Promise<Receipt | null>
}

/** The outcome with its receipt, where the journal has what the call asked for, and with whether that had been done before. */
export async function receipted(
  given: Promise<Outcome<unknown>> | Outcome<unknown>,
  caller: Caller | null,
  receipts: ReceiptPort | undefined,
): Promise<Outcome<unknown>> {
  const answered = await given
  if (!answered.ok || caller === null) return answered
  const outcome = isReplayed(caller) ? { ...answered, replayed: true } : answered
  if (receipts === undefined || !receipts.has(caller)) return outcome
  return { ...outcome, receipt: await receipts.of(caller) }
}

/**
 * The caller as an object of the call's own, by which its receipt is found; with the request itself where an operator makes
 * it: what is noted of a deed says both.
 */
export function ownCaller(caller: Caller | null, from: CalledFrom): Caller | null {
  if (caller === null) return null
  return caller.kind === 'operator' ? { ...caller, from } : { ...caller }
}
