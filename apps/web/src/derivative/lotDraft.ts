import { side, timeInForce } from '@truemark/protocol/routes/spot'
import * as z from 'zod/mini'
import { draftOf, keepDraft } from '../data/draft.ts'
import type { LotProduct } from './lotContext.ts'
import { emptyLotForm, type LotForm } from './lotForm.ts'

const schema = z.object({
  side,
  type: z.enum(['limit', 'market']),
  timeInForce,
  price: z.string(),
  lots: z.string(),
  share: z.nullable(z.number()),
  multiple: z.int(),
  reduceOnly: z.boolean(),
})

/** What was typed into a market's form before the page went; null where nothing was. Its targets are set anew. */
export function keptLots(product: LotProduct, symbol: string): LotForm | null {
  const read = schema.safeParse(draftOf(`${product} ${symbol}`))
  return read.success ? { ...emptyLotForm, ...read.data } : null
}

/** Keeps a form in which somebody has typed how much; one with a price alone begins anew, at the price of then. */
export function keepLots(product: LotProduct, symbol: string, form: LotForm): void {
  keepDraft(`${product} ${symbol}`, form.lots === '' ? null : form)
}
