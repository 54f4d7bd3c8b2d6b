import type { HolderId } from '@truemark/core/ledger/holders'
import type { NotificationKind } from '@truemark/protocol/notifications'

/**
 * A parameter of a note: a text that stands, or a figure of the engine's that is written as a decimal once its scale is
 * known. Prices in ticks, quantities in steps, amounts in smallest units.
 */
export type NoteValue =
  | string
  | { readonly as: 'symbol'; readonly listing: number }
  | { readonly as: 'price'; readonly listing: number; readonly ticks: number }
  | { readonly as: 'amount'; readonly currency: number; readonly units: bigint }
  | { readonly as: 'currency'; readonly currency: number }

/** What an event tells one holder. */
export interface Note {
  readonly holder: HolderId
  readonly kind: NotificationKind
  /** The number of its cause; 0 for none. */
  readonly ref: number
  readonly params: Readonly<Record<string, NoteValue>>
}

/** What an event tells its holders: none, one or several notes. */
export type Rule<E> = (event: E) => readonly Note[]

export const symbolOf = (listing: number): NoteValue => ({ as: 'symbol', listing })

/** Year-month-day hour:minute, in UTC: mails have no reader's time zone. */
export function utcText(time: number): string {
  return `${new Date(time).toISOString().slice(0, 16).replace('T', ' ')} UTC`
}
