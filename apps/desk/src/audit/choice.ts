import type { deskAudit } from '@truemark/protocol/routes/desk'
import type { QueryOf } from '@truemark/protocol/routes/route'
import { dayStart } from '@truemark/ui/figures/dayStart'
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
