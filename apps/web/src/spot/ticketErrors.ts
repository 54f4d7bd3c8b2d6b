import { formatDecimal } from '@truemark/core/money/decimal'
import type { Reason } from '@truemark/protocol/errors'
import { integerOf } from './terms.ts'
import { byBudget, type TicketContext, type TicketForm } from './ticketForm.ts'
import type { TicketSummary } from './ticketSummary.ts'

/** Why the form can't be sent as it stands, at which field. The reasons are the server's own. */
export interface TicketError {
  readonly field: 'trigger' | 'price' | 'quantity' | 'budget'
  readonly reason: Extract<
    Reason,
    | 'price_invalid'
    | 'quantity_out_of_range'
    | 'notional_too_small'
    | 'post_only_would_trade'
    | 'trigger_passed'
    | 'balance_insufficient_order'
  >
  readonly params: Readonly<Record<string, string>>
}

/**
 * The first reason, in the engine's order, for which the form would be refused; null where there is none or where a
 * figure is still missing, which is no error yet.
 */
export function ticketError(
  form: TicketForm,
  summary: TicketSummary | null,
  context: TicketContext,
): TicketError | null {
  const { terms, available } = context
  const size = byBudget(form) ? 'budget' : 'quantity'
  if (form.waits && form.trigger !== '') {
    const trigger = integerOf(form.trigger, terms.priceDecimals)
    if (trigger === null || trigger === 0 || trigger > terms.priceMax) return error('trigger', 'price_invalid')
  }
  if (form.type === 'limit' && form.price !== '') {
    const price = integerOf(form.price, terms.priceDecimals)
    if (price === null || price === 0 || price > terms.priceMax) return error('price', 'price_invalid')
  }
  if (size === 'quantity' && form.quantity !== '') {
    const quantity = integerOf(form.quantity, terms.quantityDecimals)
    if (quantity === null || quantity === 0 || quantity > terms.quantityMax) {
      const min = formatDecimal(1, terms.quantityDecimals)
      return error(size, 'quantity_out_of_range', { min, max: terms.quantityMaxText })
    }
  }
  if (summary === null) return null
  if (hasPassed(form, context)) return error('trigger', 'trigger_passed')
  const { preview, need } = summary
  const worth = size === 'budget' ? need : preview.quote
  const known = form.type === 'limit' || size === 'budget' || summary.partly === null
  if (known && worth <= terms.amountMin) return error(size, 'notional_too_small', { min: terms.amountMinText })
  if (!form.waits && form.type === 'limit' && form.timeInForce === 'POST_ONLY' && preview.filledNow > 0) {
    return error('price', 'post_only_would_trade')
  }
  const free = form.side === 'buy' ? available?.quote : available?.base
  if (free !== undefined && need > free) return error(size, 'balance_insufficient_order')
  return null
}

function hasPassed({ trigger, waits, when }: TicketForm, { terms, indexTenths }: TicketContext): boolean {
  const price = integerOf(trigger, terms.priceDecimals)
  if (!waits || price === null || indexTenths === null) return false
  return when === 'at_or_below' ? indexTenths <= 10 * price : indexTenths >= 10 * price
}

function error(
  field: TicketError['field'],
  reason: TicketError['reason'],
  params: TicketError['params'] = {},
): TicketError {
  return { field, reason, params }
}
