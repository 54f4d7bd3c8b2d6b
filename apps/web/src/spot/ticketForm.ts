import { formatDecimal } from '@truemark/core/money/decimal'
import type { HouseDepth } from '@truemark/core/spot/matching'
import { previewSpot } from '@truemark/core/spot/preview'
import { trailRateMax, trailRateMin, trailRateStep } from '@truemark/core/spot/trails'
import type { Side, TimeInForce } from '@truemark/protocol/routes/spot'
import type { TriggerWhen } from '@truemark/protocol/routes/spotConditional'
import { integerOf, type TicketTerms } from './terms.ts'

/** What stands in the order form. Figures are canonical decimal texts, '' where nothing is typed. */
export interface TicketForm {
  readonly side: Side
  readonly type: 'limit' | 'market'
  readonly timeInForce: TimeInForce
  /** Whether the order is to wait until the index reaches `trigger`, and from which side it comes. */
  readonly waits: boolean
  readonly trigger: string
  readonly when: TriggerWhen
  /** Whether its price follows the index instead, `distance` per cent behind it: then the market is taken. */
  readonly follows: boolean
  readonly distance: string
  /** Whether it waits for a second price too, from the other side, at which a limit is placed instead. */
  readonly pair: boolean
  readonly otherTrigger: string
  readonly otherPrice: string
  readonly price: string
  readonly quantity: string
  /** What a market buy may spend. */
  readonly budget: string
  /** Which of the two a market buy names. */
  readonly by: 'quantity' | 'budget'
  /** The share that was chosen, in whole percent; null once a figure is typed instead. */
  readonly share: number | null
}

/** What the form's figures are reckoned from: the terms, what is available, and the levels it would trade against. */
export interface TicketContext {
  readonly terms: TicketTerms
  /** In smallest units; null before the balances are known. */
  readonly available: { readonly base: bigint; readonly quote: bigint } | null
  readonly depth: Readonly<Record<Side, HouseDepth>>
  /** The index in tenths of a tick, around which the collar of market orders stands; null where none is known. */
  readonly indexTenths: number | null
}

export type TicketAction =
  | { readonly type: 'side'; readonly side: Side }
  | { readonly type: 'type'; readonly to: TicketForm['type'] }
  | { readonly type: 'waits' | 'pair' | 'follows'; readonly to: boolean }
  | { readonly type: 'trigger'; readonly text: string }
  | { readonly type: 'timeInForce'; readonly to: TimeInForce }
  | { readonly type: 'by'; readonly to: TicketForm['by'] }
  | {
      readonly type: 'price' | 'quantity' | 'budget' | 'distance' | 'otherTrigger' | 'otherPrice'
      readonly text: string
    }
  | { readonly type: 'share'; readonly percent: number }
  | { readonly type: 'tapPrice'; readonly price: string }
  | { readonly type: 'placed' }

export const emptyTicket: TicketForm = {
  side: 'buy',
  type: 'limit',
  timeInForce: 'GTC',
  waits: false,
  trigger: '',
  when: 'at_or_below',
  follows: false,
  distance: '',
  pair: false,
  otherTrigger: '',
  otherPrice: '',
  price: '',
  quantity: '',
  budget: '',
  by: 'budget',
  share: null,
}

/** The decimals to which a chosen share of the quote currency is floored. */
const budgetDecimals = 2
/** The decimals of a distance in per cent. */
export const distanceDecimals = 2

/** The form after an action. A chosen share follows the price and the side; a typed figure ends it. */
export function reduceTicket(form: TicketForm, action: TicketAction, context: TicketContext): TicketForm {
  switch (action.type) {
    case 'side':
      // the side that it has already leaves what was typed
      if (action.side === form.side) return form
      return withShare({ ...form, side: action.side, share: null, quantity: '', budget: '' }, null, context)
    case 'type':
      return withShare({ ...form, type: action.to }, form.share, context)
    case 'waits':
      return withShare({ ...form, waits: action.to, follows: false }, form.share, context)
    case 'follows':
      return withShare({ ...form, follows: action.to, type: action.to ? 'market' : form.type }, form.share, context)
    case 'distance':
      return { ...form, distance: action.text }
    case 'pair':
      return withShare({ ...form, pair: action.to }, form.share, context)
    case 'otherTrigger':
      return { ...form, otherTrigger: action.text }
    case 'otherPrice':
      return withShare({ ...form, otherPrice: action.text }, form.share, context)
    case 'trigger':
      return { ...form, trigger: action.text, when: sideOfIndex(action.text, context) ?? form.when }
    case 'timeInForce':
      return { ...form, timeInForce: action.to }
    case 'by':
      return withShare({ ...form, by: action.to, quantity: '', budget: '' }, form.share, context)
    case 'price':
      return withShare({ ...form, price: action.text }, form.share, context)
    case 'quantity':
      return { ...form, quantity: action.text, share: null }
    case 'budget':
      return { ...form, budget: action.text, share: null }
    case 'share':
      return withShare(form, action.percent, context)
    case 'tapPrice':
      return withShare({ ...form, type: 'limit', follows: false, price: action.price }, form.share, context)
    case 'placed':
      return { ...form, quantity: '', budget: '', share: null }
  }
}

/** Whether the form names a budget and not a quantity: a market buy that waits always does, since a budget can be held. */
export function byBudget(form: TicketForm): boolean {
  return form.type === 'market' && form.side === 'buy' && (form.waits || form.by === 'budget')
}

/** Whether it names two prices: a buy at the market names a budget, which is no limit's. */
export function isPair(form: TicketForm): boolean {
  return form.waits && form.pair && !form.follows && !byBudget(form)
}

/** The distance as a rate (10⁻⁹) that a price may follow the index at; null where it is none. */
export function trailOf({ distance }: TicketForm): number | null {
  const hundredths = integerOf(distance, distanceDecimals)
  const rate = (hundredths ?? 0) * trailRateStep
  return rate >= trailRateMin && rate <= trailRateMax ? rate : null
}

// what a buy may cost at most, in ticks
function dearest(form: TicketForm, { priceDecimals }: TicketTerms): number | null {
  const price = integerOf(form.price, priceDecimals)
  const other = isPair(form) ? integerOf(form.otherPrice, priceDecimals) : null
  return price === null || other === null ? price : Math.max(price, other)
}

// from which side the index would come, as it stands when the price is typed; what was said then stays said
function sideOfIndex(trigger: string, { terms, indexTenths }: TicketContext): TriggerWhen | null {
  const price = integerOf(trigger, terms.priceDecimals)
  if (price === null || indexTenths === null) return null
  return 10 * price < indexTenths ? 'at_or_below' : 'at_or_above'
}

function withShare(form: TicketForm, share: number | null, context: TicketContext): TicketForm {
  if (share === null || context.available === null) return { ...form, share: null }
  const { terms, available } = context
  if (byBudget(form)) {
    return { ...form, share, budget: flooredBudget((available.quote * BigInt(share)) / 100n, terms) }
  }
  const steps = stepsFor(form, share, context)
  if (steps === null) return { ...form, share, quantity: '' }
  const capped = steps > BigInt(terms.quantityMax) ? BigInt(terms.quantityMax) : steps
  return { ...form, share, quantity: formatDecimal(capped, terms.quantityDecimals) }
}

function stepsFor(form: TicketForm, share: number, { terms, available, depth }: TicketContext): bigint | null {
  if (available === null) return null
  if (form.side === 'sell') return (available.base * BigInt(share)) / 100n / BigInt(terms.basePerStep)
  const spend = (available.quote * BigInt(share)) / 100n
  if (form.type === 'limit') {
    const price = dearest(form, terms)
    return price === null || price === 0 ? null : spend / (BigInt(price) * BigInt(terms.quotePerTickStep))
  }
  if (spend === 0n) return 0n
  const ask = { side: 'buy', kind: 'market', price: 0, quantity: 0, budget: spend, collar: terms.priceMax } as const
  return BigInt(previewSpot(terms, ask, depth.buy).filledNow)
}

function flooredBudget(units: bigint, terms: TicketTerms): string {
  const grain = 10n ** BigInt(Math.max(0, terms.quoteScale - budgetDecimals))
  return formatDecimal(units < grain ? units : (units / grain) * grain, terms.quoteScale)
}
