import { summarizeTicket } from './ticketSummary.ts'
import type { TicketContext, TicketForm } from './ticketForm.ts'

/** The share of what is available that the typed figures take, in whole percent from 0 to 100. */
export function shareOf(form: TicketForm, context: TicketContext): number {
  const summary = summarizeTicket(form, context)
  const free = form.side === 'buy' ? context.available?.quote : context.available?.base
  if (summary === null || free === undefined || free === 0n) return 0
  const percent = (summary.need * 100n) / free
  return percent > 100n ? 100 : Number(percent)
}
