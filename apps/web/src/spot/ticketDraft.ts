import { side, timeInForce } from '@truemark/protocol/routes/spot'
import { triggerWhen } from '@truemark/protocol/routes/spotConditional'
import * as z from 'zod/mini'
import { draftOf, keepDraft } from '../data/draft.ts'
import type { TicketForm } from './ticketForm.ts'

const schema = z.object({
  side,
  type: z.enum(['limit', 'market']),
  timeInForce,
  waits: z.boolean(),
  trigger: z.string(),
  when: triggerWhen,
  follows: z.boolean(),
  distance: z.string(),
  pair: z.boolean(),
  otherTrigger: z.string(),
  otherPrice: z.string(),
  price: z.string(),
  quantity: z.string(),
  budget: z.string(),
  by: z.enum(['quantity', 'budget']),
  share: z.nullable(z.number()),
})

/** What was typed into a market's form before the page went; null where nothing was. */
export function keptTicket(symbol: string): TicketForm | null {
  const read = schema.safeParse(draftOf(`spot ${symbol}`))
  return read.success ? read.data : null
}

/** Keeps a form in which somebody has typed how much; one with a price alone begins anew, at the price of then. */
export function keepTicket(symbol: string, form: TicketForm): void {
  const isBegun = form.quantity !== '' || form.budget !== ''
  keepDraft(`spot ${symbol}`, isBegun ? form : null)
}
