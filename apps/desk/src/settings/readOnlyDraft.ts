import { readOnlyBounds } from '@truemark/protocol/routes/readOnly'
import { wholeUpTo } from '../deed/door.ts'
import { momentOf } from '../draft/door.ts'

/** A period in which nothing can be changed, as the form holds it. */
export interface ReadOnlyDraft {
  /** A field of day and minute in UTC; empty for as soon as it is approved. */
  readonly from: string
  readonly minutes: string
}

/** What a draft says; null where it has a fault. */
export interface ReadOnlyRead {
  readonly from: number | null
  readonly minutes: number
}

/** The fields that can't stand; `now` in UTC ms. */
export function readOnlyFaults({ from, minutes }: ReadOnlyDraft, now: number): ReadonlySet<keyof ReadOnlyDraft> {
  const faults = new Set<keyof ReadOnlyDraft>()
  const begin = from === '' ? now : momentOf(from)
  if (begin === null || (from !== '' && begin <= now) || begin > now + readOnlyBounds.aheadMaxMs) faults.add('from')
  const whole = wholeUpTo(minutes, readOnlyBounds.minutesMax)
  if (whole === null || whole < readOnlyBounds.minutesMin) faults.add('minutes')
  return faults
}

/** What a draft without faults says. */
export function readOnlyRead({ from, minutes }: ReadOnlyDraft): ReadOnlyRead {
  return { from: from === '' ? null : momentOf(from), minutes: wholeUpTo(minutes, readOnlyBounds.minutesMax) ?? 0 }
}
