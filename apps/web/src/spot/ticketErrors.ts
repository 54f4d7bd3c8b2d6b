import { formatDecimal } from '@truemark/core/money/decimal'
import { rateScale } from '@truemark/core/money/units'
import { trailRateMax, trailRateMin } from '@truemark/core/spot/trails'
import type { Reason } from '@truemark/protocol/errors'
import type { TriggerWhen } from '@truemark/protocol/routes/spotConditional'
import { integerOf, type TicketTerms } from './terms.ts'
import { byBudget, isPair, trailOf, type TicketContext, type TicketForm } from './ticketForm.ts'
import type { TicketSummary } from './ticketSummary.ts'

/** Why the form can't be sent as it stands, at which field. The reasons are the server's own. */
export interface TicketError {
  readonly field: 'trigger' | 'distance' | 'otherTrigger' | 'otherPrice' | 'price' | 'quantity' | 'budget'
  readonly reason: Extract<
    Reason,
    | 'price_invalid'
    | 'quantity_out_of_range'
    | 'notional_too_small'
    | 'post_only_would_trade'
    | 'trigger_passed'
    | 'trail_out_of_range'
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
  const ill = pricesOf(form).find(([, text]) => isIll(text, terms))
  if (ill) return error(ill[0], 'price_invalid')
  if (form.waits && form.follows && form.distance !== '' && trailOf(form) === null) {
    const percent = (rate: number): string => formatDecimal(rate, rateScale - 2)
    return error('distance', 'trail_out_of_range', { min: percent(trailRateMin), max: percent(trailRateMax) })
  }
  if (size === 'quantity' && form.quantity !== '') {
    const quantity = integerOf(form.quantity, terms.quantityDecimals)
    if (quantity === null || quantity === 0 || quantity > terms.quantityMax) {
      const min = formatDecimal(1, terms.quantityDecimals)
      return error(size, 'quantity_out_of_range', { min, max: terms.quantityMaxText })
    }
  }
  if (summary === null) return null
  if (form.waits && !form.follows && hasPassed(form.trigger, form.when, context))
    return error('trigger', 'trigger_passed')
  const otherWhen = form.when === 'at_or_below' ? 'at_or_above' : 'at_or_below'
  if (isPair(form) && hasPassed(form.otherTrigger, otherWhen, context)) return error('otherTrigger', 'trigger_passed')
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

// the prices that the form names, in the order of its fields
function pricesOf(form: TicketForm): (readonly [TicketError['field'], string])[] {
  return [
    ...(form.waits && !form.follows ? [['trigger', form.trigger] as const] : []),
    ...(form.type === 'limit' ? [['price', form.price] as const] : []),
    ...(isPair(form) ? [['otherTrigger', form.otherTrigger] as const, ['otherPrice', form.otherPrice] as const] : []),
  ]
}

function isIll(text: string, { priceDecimals, priceMax }: TicketTerms): boolean {
  const price = integerOf(text, priceDecimals)
  return text !== '' && (price === null || price === 0 || price > priceMax)
}

function hasPassed(trigger: string, when: TriggerWhen, { terms, indexTenths }: TicketContext): boolean {
  const price = integerOf(trigger, terms.priceDecimals)
  if (price === null || indexTenths === null) return false
  return when === 'at_or_below' ? indexTenths <= 10 * price : indexTenths >= 10 * price
}

function error(
  field: TicketError['field'],
  reason: TicketError['reason'],
  params: TicketError['params'] = {},
): TicketError {
  return { field, reason, params }
}
