import type { deskAudit } from '@truemark/protocol/routes/desk'
import type { QueryOf } from '@truemark/protocol/routes/route'
import { formatDateTime } from '@truemark/ui/figures/dateTime'
import * as z from 'zod/mini'

const day = z.catch(z.optional(z.string().check(z.regex(/^[0-9]{4}-[0-9]{2}-[0-9]{2}$/))), undefined)
const text = z.catch(z.optional(z.string().check(z.maxLength(60))), undefined)
const choice = z.object({ actor: text, action: text, from: day, to: day })

/** Which entries are wanted, as the page's address says; days as 2026-03-01. */
export type AuditChoice = z.infer<typeof choice>

/** Reads a choice out of the page's address; what is malformed or empty chooses nothing. */
export function readAuditChoice(search: Record<string, unknown>): AuditChoice {
  const read = choice.parse(search)
  return Object.fromEntries(Object.entries(read).filter(([, value]) => value !== undefined && value !== ''))
}

/**
 * The moment (UTC milliseconds) at which a day begins in a time zone. `days` later ones are counted on the calendar, so
 * that a day of 23 or 25 hours is whole.
 */
export function dayStart(wanted: string, timezone: string, days = 0): number {
  const midnight = Date.parse(`${wanted}T00:00:00Z`) + days * 86_400_000
  const offsetAt = (moment: number) =>
    Date.parse(`${formatDateTime(moment, timezone).replace(' ', 'T')}Z`) - Math.floor(moment / 1000) * 1000
  const near = midnight - offsetAt(midnight)
  // The clock may have been set between the guess and the day's own midnight.
  return midnight - offsetAt(near)
}

/** The query of a choice: whole days in the app's time zone, the last one included. */
export function auditQuery({ actor, action, from, to }: AuditChoice, timezone: string): QueryOf<typeof deskAudit> {
  const who = actor?.trim() ?? ''
  return {
    ...(who === '' ? {} : { actor: who }),
    ...(action === undefined ? {} : { action }),
    ...(from === undefined ? {} : momentOf('from', dayStart(from, timezone))),
    ...(to === undefined ? {} : momentOf('to', dayStart(to, timezone, 1))),
  }
}

function momentOf(name: 'from' | 'to', moment: number): { from?: string; to?: string } {
  return moment >= 0 ? { [name]: String(moment) } : {}
}
