import {
  mostLots,
  previewDerivative,
  type DerivativePreview,
  type PreviewedPosition,
} from '@truemark/core/derivative/preview'
import type { PreviewAsk, PreviewDepth } from '@truemark/core/derivative/previewTerms'
import { finePriceDecimals } from '@truemark/core/derivative/view'
import { initialOf } from '@truemark/core/margin/brackets'
import { formatDecimal, parseDecimal } from '@truemark/core/money/decimal'
import { divide } from '@truemark/core/money/round'
import { rateOne } from '@truemark/core/money/units'
import type { Side } from '@truemark/protocol/routes/spot'
import { ownMarket, type LotContext } from './lotContext.ts'
import type { LotForm } from './lotForm.ts'
import { integerOf, lotDecimals, worthOf, type LotTerms } from './lotTerms.ts'
import { targetTicks, type TargetKind } from './target.ts'

/** What closing at a target would realise, before fees. */
export interface TargetOutcome {
  readonly ticks: number
  readonly profit: bigint
}

/** The position as it would stand after the order, all of it filled. */
export interface PositionAfter {
  readonly side: Side
  readonly lots: number
  readonly cost: bigint
  /** Its own margin; 0 for a cross position. */
  readonly margin: bigint
  /** At 10⁻⁴ of a tick; null where no price above zero liquidates. */
  readonly liquidationFine: bigint | null
}

/** An end that the book alone does not foretell, and how many lots would have filled before it. */
export interface LotEnd {
  readonly reason: 'margin_short' | 'cap_reached'
  readonly filled: number
}

/** What the form comes to. Lots in hundredths, entry in tenths of a tick, amounts in the quote currency's units. */
export interface LotSummary {
  readonly lots: number
  /** What would fill at once against the levels that are shown. */
  readonly filledNow: number
  readonly entry: number
  readonly worth: bigint
  readonly margin: bigint
  /** At most: at the taker rate. */
  readonly fee: bigint
  /** What the account must have usable. */
  readonly need: bigint
  readonly after: PositionAfter | null
  readonly stopLoss: TargetOutcome | null
  readonly takeProfit: TargetOutcome | null
  /** Why the engine would cancel what does not fill at once, though it takes the order; null where it would not. */
  readonly ends: LotEnd | null
  /** Why the engine would refuse it. */
  readonly refusal: DerivativePreview['refusal']
}

const one = BigInt(rateOne)
/** Beyond what any order can need, so that figures show of one that can't be afforded as well. */
const plenty = 10n ** 15n

// Several parts of a form ask for the same summary in one turn.
const summaries = new WeakMap<LotForm, { readonly context: LotContext; readonly summary: LotSummary | null }>()

/** What the form comes to; null while a figure is missing or the book can't price it. */
export function summarizeLots(form: LotForm, context: LotContext): LotSummary | null {
  const known = summaries.get(form)
  if (known?.context === context) return known.summary
  const summary = summarize(form, context)
  summaries.set(form, { context, summary })
  return summary
}

function summarize(form: LotForm, context: LotContext): LotSummary | null {
  const { terms, holder, markets, depth } = context
  const lots = integerOf(form.lots, lotDecimals)
  if (lots === null || lots === 0 || context.mark === null || holder === null) return null
  const ask = askOf(form, context, lots)
  const walked = ask && walk(ask, depth[form.side], terms)
  if (ask === null || walked === null || walked.priced === 0) return null
  const preview = previewDerivative(markets, holder, ask, depth[form.side])
  const short = preview.refusal?.reason === 'balance_insufficient_order'
  const shown = short ? previewDerivative(markets, { ...holder, available: plenty }, ask, depth[form.side]) : preview
  const after = afterOf(shown.whole, short && context.mode === 'cross')
  const entry = Number(divide(walked.worth, worthOf(terms, walked.priced, 1), 'half-even'))
  return {
    lots,
    filledNow: walked.filled,
    entry,
    worth: walked.worth,
    margin: initialOf(openingWorth(walked.worth, lots, form, context), context.multiple),
    fee: divide(walked.worth * BigInt(feeRateOf(context)), one, 'up'),
    need: preview.need,
    after,
    stopLoss: outcome('stopLoss', form, terms, after, entry),
    takeProfit: outcome('takeProfit', form, terms, after, entry),
    ends: endOf(preview.order),
    refusal: preview.refusal,
  }
}

function endOf(order: DerivativePreview['order']): LotEnd | null {
  const reason = order?.reason
  return order && (reason === 'margin_short' || reason === 'cap_reached') ? { reason, filled: order.filled } : null
}

/** The entry that the form would get, in tenths of a tick, with no lots typed also; null while no price is known. */
export function entryOf(form: LotForm, context: LotContext): number | null {
  const summary = summarizeLots(form, context)
  if (summary) return summary.entry
  if (form.type === 'limit') {
    const price = integerOf(form.price, context.terms.priceDecimals)
    return price === null || price === 0 ? null : price * 10
  }
  const best = context.depth[form.side].price[0]
  return best === undefined ? context.mark : best * 10
}

/** The lots that a share of what is usable buys, or of the position where the order only reduces; '' for none. */
export function lotsFor(form: LotForm, share: number, context: LotContext): string {
  const most = mostFor(form, context)
  const lots = Math.floor((most * share) / 100)
  return lots < context.terms.lotsMin ? '' : formatDecimal(Math.min(lots, context.terms.lotsMax), lotDecimals)
}

/** The most lots that the form could order, in hundredths. */
export function mostFor(form: LotForm, context: LotContext): number {
  const { holder, markets, depth, position } = context
  if (form.reduceOnly) return position?.lots ?? 0
  const ask = askOf(form, context, 0)
  if (holder === null || context.mark === null || ask === null) return 0
  const against = depth[form.side]
  const most = mostLots(markets, holder, ask, against)
  if (form.type === 'limit') return most
  return Math.min(
    most,
    against.quantity.reduce((sum, each) => sum + each, 0),
  )
}

/** The rate that is charged at once, or at most, at 10⁻⁹. */
export function feeRateOf({ product, terms }: Pick<LotContext, 'product' | 'terms'>): number {
  return product === 'contract' ? terms.feeRateContract : terms.feeRatePerpetualTaker
}

/** What closing a position at a price in ticks would realise, before fees; null without a position. */
export function profitAt(
  position: Pick<PositionAfter, 'side' | 'lots' | 'cost'> | null,
  ticks: number,
  terms: Pick<LotTerms, 'quotePerTenthLot'>,
): bigint | null {
  if (position === null) return null
  const worth = worthOf(terms, position.lots, ticks * 10)
  return position.side === 'buy' ? worth - position.cost : position.cost - worth
}

/** The order that a form stands for, as the engine's preview takes it; null while a limit has no price. */
function askOf(form: LotForm, context: LotContext, lots: number): PreviewAsk | null {
  const { terms, product, mode, multiple } = context
  const limit = form.type === 'limit' ? integerOf(form.price, terms.priceDecimals) : 0
  if (limit === null || (form.type === 'limit' && limit === 0)) return null
  const protects = form.protects && !form.reduceOnly
  const target = (kind: TargetKind) =>
    protects ? targetTicks(form[kind], kind, form.side, bareEntry(form, context), terms) : null
  return {
    market: ownMarket,
    position: product === 'contract' ? 'ticket' : mode,
    side: form.side,
    kind: form.type,
    timeInForce: form.type === 'limit' ? form.timeInForce : 'IOC',
    price: limit,
    lots,
    multiple,
    reduceOnly: form.reduceOnly,
    stopLoss: target('stopLoss'),
    takeProfit: target('takeProfit'),
    ...(context.standing === undefined ? {} : { standing: context.standing }),
  }
}

// The base of a percentage; not the summary's own, which is made of it.
function bareEntry(form: LotForm, context: LotContext): number | null {
  const { terms, depth } = context
  const lots = integerOf(form.lots, lotDecimals) ?? 0
  const limit = form.type === 'limit' ? (integerOf(form.price, terms.priceDecimals) ?? 0) : 0
  const walked = walk({ side: form.side, kind: form.type, price: limit, lots }, depth[form.side], terms)
  if (walked.priced > 0) return Number(divide(walked.worth, worthOf(terms, walked.priced, 1), 'half-even'))
  return limit > 0 ? limit * 10 : context.mark
}

/** What would fill at once, and what the whole comes to: at the book's prices, and a limit's rest at the limit. */
function walk(
  { side, kind, price: limit, lots }: Pick<PreviewAsk, 'side' | 'kind' | 'price' | 'lots'>,
  { price, quantity }: PreviewDepth,
  terms: LotTerms,
): { filled: number; priced: number; worth: bigint } {
  let left = lots
  let worth = 0n
  for (const [at, level] of price.entries()) {
    const beyond = kind === 'limit' && (side === 'buy' ? level > limit : level < limit)
    if (beyond || left === 0) break
    const taken = Math.min(left, quantity[at] ?? 0)
    worth += worthOf(terms, taken, level * 10)
    left -= taken
  }
  const filled = lots - left
  if (kind === 'market') return { filled, priced: filled, worth }
  return { filled, priced: lots, worth: worth + worthOf(terms, left, limit * 10) }
}

// What of the whole is new risk: the rest closes what stands on the other side.
function openingWorth(worth: bigint, lots: number, form: LotForm, { position }: LotContext): bigint {
  if (form.reduceOnly) return 0n
  if (position === null || position.side === (form.side === 'buy' ? 'long' : 'short')) return worth
  const opens = Math.max(0, lots - position.lots)
  return divide(worth * BigInt(opens), BigInt(lots), 'up')
}

function afterOf(whole: PreviewedPosition | null, unknown: boolean): PositionAfter | null {
  if (whole === null || whole.lots === 0) return null
  const { lots, cost, margin } = whole
  const side = whole.side === 'long' ? 'buy' : 'sell'
  // What a cross account that can't afford it would be liquidated at is nothing to show.
  return { side, lots, cost, margin, liquidationFine: unknown ? null : whole.liquidationFine }
}

function outcome(
  kind: TargetKind,
  form: LotForm,
  terms: LotTerms,
  after: PositionAfter | null,
  entry: number,
): TargetOutcome | null {
  if (!form.protects || after === null) return null
  const ticks = targetTicks(form[kind], kind, form.side, entry, terms)
  if (ticks === null || ticks === 0) return null
  const profit = profitAt(after, ticks, terms)
  return profit === null ? null : { ticks, profit }
}

/** A price as a decimal text at the engine's 10⁻⁴ of a tick; what is finer is cut. Null for none. */
export function fineOfText(price: string | null, { priceDecimals }: Pick<LotTerms, 'priceDecimals'>): bigint | null {
  const units = price === null ? null : parseDecimal(price, 18)
  return units === null ? null : units / 10n ** BigInt(18 - priceDecimals - finePriceDecimals)
}

/** A fine price of the engine as a decimal text. */
export function fineText(fine: bigint, { priceDecimals }: Pick<LotTerms, 'priceDecimals'>): string {
  return formatDecimal(fine, priceDecimals + finePriceDecimals)
}
