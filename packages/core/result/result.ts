import type { CoreReason } from './reason.ts'

/** A refusal: nothing changed. `detail` holds figures for the message (limits, not personal data). */
export interface Rejection {
  readonly reason: CoreReason
  readonly detail?: Readonly<Record<string, string>>
}

export type Result<T> = { readonly ok: true; readonly value: T } | Refused

/** A result that is no value. */
export type Refused = { readonly ok: false; readonly rejection: Rejection }

/** Wraps a value that was reached without a refusal. */
export function accepted<T>(value: T): Result<T> {
  return { ok: true, value }
}

/** Wraps the reason why nothing was done. */
export function rejected(reason: CoreReason, detail?: Record<string, string>): Refused {
  return { ok: false, rejection: detail ? { reason, detail } : { reason } }
}
