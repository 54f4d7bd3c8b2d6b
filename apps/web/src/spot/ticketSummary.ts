import { collarPrice } from '@truemark/core/book/collar'
import { formatDecimal, parseDecimal } from '@truemark/core/money/decimal'
import { divide } from '@truemark/core/money/round'
import { rateScale } from '@truemark/core/money/units'
import { letGoAt } from '@truemark/core/spot/trails'
import { previewSpot, type Preview, type PreviewAsk } from '@truemark/core/spot/preview'
import type { SpotOrderBody } from '@truemark/protocol/routes/spot'
import type { SpotConditionalBody, SpotTrailingBody } from '@truemark/protocol/routes/spotConditional'
import { integerOf, type TicketTerms } from './terms.ts'
import { byBudget, isPair, trailOf, type TicketContext, type TicketForm } from './ticketForm.ts'

/** What the form comes to, in canonical decimal texts; null where its figures don't say yet. */
export interface TicketSummary {
  /** What would be sent for an order at once, for one that is to wait, and for one that follows the index; the others are null. */
  readonly body: SpotOrderBody | null
  readonly waiting: SpotConditionalBody | null
  readonly trailing: SpotTrailingBody | null
  readonly preview: Preview
  /** What is given for a buy, what a sell brings in before its fee, in the quote currency. */
  readonly cost: string
  /** The most that a limit buy can cost: all of it at the limit; of one that waits what is held, in its own currency. */
  readonly costMax: string
  readonly fee: string
  readonly feeCurrency: string
  readonly receive: string
  readonly receiveCurrency: string
  /** What the account must have free, and of which currency. */
  readonly need: bigint
  /** The mean price of what would trade at once; null where nothing would. */
  readonly average: string | null
  /** Quantity in the base currency: what is ordered, or what a budget would come to. */
  readonly quantity: string
  /** Where the shown levels can't fill a market order: what they can. */
  readonly partly: string | null
}

/** What the form would send and come to, by the functions that the engine runs; null while figures are missing. */
export function summarizeTicket(form: TicketForm, context: TicketContext): TicketSummary | null {
  if (form.waits) return summarizeWaiting(form, context)
  const { terms } = context
  const ask = askOf(form, context)
  const body = bodyOf(form, terms)
  if (ask === null || body === null) return null
  const preview = previewSpot(terms, ask, context.depth[form.side])
  const buys = form.side === 'buy'
  const quoteText = (units: bigint) => formatDecimal(units, terms.quoteScale)
  const baseText = (units: bigint) => formatDecimal(units, terms.baseScale)
  const receiveText = buys ? baseText : quoteText
  const filled = formatDecimal(preview.filledNow, terms.quantityDecimals)
  const short = form.type === 'market' && !fills(form, preview, ask)
  return {
    body,
    waiting: null,
    trailing: null,
    preview,
    cost: quoteText(preview.quote),
    costMax: quoteText(preview.need),
    fee: receiveText(preview.fee),
    feeCurrency: buys ? terms.base : terms.quote,
    receive: receiveText(preview.receive),
    receiveCurrency: buys ? terms.base : terms.quote,
    need: preview.need,
    average: averageOf(form, terms, preview),
    quantity: byBudget(form) ? filled : form.quantity,
    partly: short ? filled : null,
  }
}

const noDepth = { price: [], quantity: [] }

/** What one that waits would come to at its limit or, as a market order, at its trigger; its fee at the higher of both rates. */
function summarizeWaiting(form: TicketForm, context: TicketContext): TicketSummary | null {
  const { terms } = context
  const trigger = form.follows ? followedTo(form, context) : integerOf(form.trigger, terms.priceDecimals)
  const body = bodyOf(form, terms)
  if (trigger === null || trigger === 0 || body === null) return null
  const price = priceOf(form, terms, trigger)
  const other = otherOf(form)
  if (price === null || other === null) return null
  const budget = byBudget(form) ? parseDecimal(form.budget, terms.quoteScale) : null
  const cost = BigInt(price) * BigInt(terms.quotePerTickStep)
  if (cost === 0n) return null
  const quantity = budget === null ? integerOf(form.quantity, terms.quantityDecimals) : Number(budget / cost)
  if (quantity === null || (budget === null ? quantity === 0 : budget === 0n)) return null
  const feeRateMaker = Math.max(terms.feeRateMaker, terms.feeRateTaker)
  const ask = { side: form.side, kind: 'limit', price, quantity, budget: 0n, collar: 0 } as const
  const preview = previewSpot({ ...terms, feeRateMaker }, ask, noDepth)
  const buys = form.side === 'buy'
  const receiveScale = buys ? terms.baseScale : terms.quoteScale
  const receiveCurrency = buys ? terms.base : terms.quote
  const { time_in_force: _, ...order } = body
  const rate = form.follows ? trailOf(form) : null
  const { type: _type, price: _price, ...unpriced } = order
  return {
    body: null,
    waiting: form.follows ? null : { ...order, trigger_price: plain(form.trigger), trigger_when: form.when, ...other },
    trailing: rate === null ? null : { ...unpriced, trail: formatDecimal(rate, rateScale) },
    preview,
    cost: formatDecimal(preview.quote, terms.quoteScale),
    costMax: formatDecimal(budget ?? preview.need, buys ? terms.quoteScale : terms.baseScale),
    fee: formatDecimal(preview.fee, receiveScale),
    feeCurrency: receiveCurrency,
    receive: formatDecimal(preview.receive, receiveScale),
    receiveCurrency,
    need: budget ?? preview.need,
    average: null,
    quantity: formatDecimal(quantity, terms.quantityDecimals),
    partly: null,
  }
}

// in whole ticks where one that follows would be let go, were the index to turn now
function followedTo(form: TicketForm, { indexTenths }: TicketContext): number | null {
  const rate = trailOf(form)
  if (rate === null || indexTenths === null) return null
  return Math.floor(letGoAt(form.side === 'sell' ? 'fall' : 'rise', indexTenths, rate) / 10)
}

// in ticks what a buy costs at most, and what a sell brings at least: of a pair whichever comes first
function priceOf(form: TicketForm, { priceDecimals }: TicketTerms, trigger: number): number | null {
  const price = form.type === 'limit' ? integerOf(form.price, priceDecimals) : trigger
  if (!isPair(form) || price === null) return price
  const other = integerOf(form.otherPrice, priceDecimals)
  return other === null ? null : form.side === 'buy' ? Math.max(price, other) : Math.min(price, other)
}

// the second price of a pair; nothing where it is none, null while one of its figures is missing
function otherOf(form: TicketForm): Pick<SpotConditionalBody, 'other'> | null {
  if (!isPair(form)) return {}
  if (form.otherTrigger === '' || form.otherPrice === '') return null
  return { other: { trigger_price: plain(form.otherTrigger), type: 'limit', price: plain(form.otherPrice) } }
}

function fills(form: TicketForm, preview: Preview, ask: PreviewAsk): boolean {
  return byBudget(form)
    ? preview.end === 'budget_spent' || preview.end === 'filled'
    : preview.filledNow === ask.quantity
}

/** The form's figures as the core takes them; null while one is missing or zero. */
export function askOf(form: TicketForm, context: TicketContext): PreviewAsk | null {
  const { terms } = context
  const kind = form.type
  const common = { side: form.side, kind, collar: collarTicks(form, context) }
  if (byBudget(form)) {
    const budget = parseDecimal(form.budget, terms.quoteScale)
    return budget === null || budget === 0n ? null : { ...common, price: 0, quantity: 0, budget }
  }
  const quantity = integerOf(form.quantity, terms.quantityDecimals)
  if (quantity === null || quantity === 0) return null
  if (kind === 'market') return { ...common, price: 0, quantity, budget: 0n }
  const price = integerOf(form.price, terms.priceDecimals)
  return price === null || price === 0 ? null : { ...common, price, quantity, budget: 0n }
}

// without an index the engine takes no order, so that nothing binds what is shown
function collarTicks({ side }: TicketForm, { terms, indexTenths }: TicketContext): number {
  if (indexTenths === null) return side === 'buy' ? terms.priceMax : 1
  return collarPrice(terms, indexTenths, side)
}

function bodyOf(form: TicketForm, terms: TicketTerms): SpotOrderBody | null {
  const common = { symbol: terms.symbol, side: form.side, type: form.type }
  if (byBudget(form)) return form.budget === '' ? null : { ...common, amount: plain(form.budget) }
  if (form.quantity === '') return null
  if (form.type === 'market') return { ...common, quantity: plain(form.quantity) }
  if (form.price === '') return null
  return { ...common, time_in_force: form.timeInForce, price: plain(form.price), quantity: plain(form.quantity) }
}

/** A typed figure without the zeros at its end. */
function plain(text: string): string {
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text
}

function averageOf(form: TicketForm, terms: TicketTerms, preview: Preview): string | null {
  if (form.type === 'limit' || preview.filledNow === 0) return null
  const steps = BigInt(preview.filledNow) * BigInt(terms.quotePerTickStep)
  return formatDecimal(divide(preview.quote, steps, 'half-even'), terms.priceDecimals)
}
