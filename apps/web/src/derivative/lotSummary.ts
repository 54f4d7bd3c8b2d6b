import { formatDecimal } from '@truemark/core/money/decimal'
import { divide } from '@truemark/core/money/round'
import { rateOne } from '@truemark/core/money/units'
import { bracketOf, initialOf } from '@truemark/core/margin/brackets'
import { liquidationPrice } from '@truemark/core/margin/exposure'
import { crossLiquidation, type PriceFraction } from '@truemark/core/margin/liquidation'
import { costOfClosing, type PositionSide } from '@truemark/core/margin/position'
import type { Side } from '@truemark/protocol/routes/spot'
import type { LotContext } from './lotContext.ts'
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
  /** Its own margin; what it requires of the account where it is cross. */
  readonly margin: bigint
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
  readonly liquidation: PriceFraction | null
  readonly stopLoss: TargetOutcome | null
  readonly takeProfit: TargetOutcome | null
}

const one = BigInt(rateOne)

/** What the form comes to; null while a figure is missing or the book can't price it. */
export function summarizeLots(form: LotForm, context: LotContext): LotSummary | null {
  const { terms } = context
  const lots = integerOf(form.lots, lotDecimals)
  if (lots === null || lots === 0) return null
  const walk = walkBook(form, context, lots)
  if (walk === null) return null
  const { filled, worth } = walk
  const priced = form.type === 'limit' ? lots : filled
  if (priced === 0) return null
  const entry = entryOfWorth(terms, worth, priced)
  const fee = divide(worth * BigInt(feeRateOf(context)), one, 'up')
  const reduces = form.reduceOnly || closesOnly(form, context, priced)
  const margin = reduces ? 0n : initialOf(worth, context.multiple)
  const after = positionAfter(form, context, priced, worth)
  return {
    lots,
    filledNow: filled,
    entry,
    worth,
    margin,
    fee,
    need: reduces ? 0n : margin + fee + worseThanMark(form.side, context, priced, worth),
    after,
    liquidation: after && liquidationOf(after, context),
    stopLoss: outcome('stopLoss', form, context, after, entry),
    takeProfit: outcome('takeProfit', form, context, after, entry),
  }
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
  const { terms, usable, position, multiple } = context
  const most = (lots: bigint) => {
    const capped = lots > BigInt(terms.lotsMax) ? terms.lotsMax : Number(lots)
    return capped < terms.lotsMin ? '' : formatDecimal(capped, lotDecimals)
  }
  if (form.reduceOnly) return most((BigInt(position?.lots ?? 0) * BigInt(share)) / 100n)
  const entry = entryOf({ ...form, lots: '' }, context)
  if (entry === null || usable === null) return ''
  const budget = (usable * BigInt(share)) / 100n
  const unit = worthOf(terms, 1, entry)
  // margin and fee of one hundredth of a lot, at 10⁻⁹ of a unit and rounded against the budget
  const per = divide(unit * one, BigInt(multiple), 'up') + unit * BigInt(feeRateOf(context))
  let lots = (budget * one) / per
  if (lots > BigInt(terms.lotsMax)) lots = BigInt(terms.lotsMax)
  // deeper levels cost more than the best one: come down until the whole fits
  for (let turn = 0; turn < 8 && lots > 0n; turn += 1) {
    const summary = summarizeLots({ ...form, lots: formatDecimal(lots, lotDecimals) }, context)
    if (summary === null || summary.need <= budget) break
    lots = (lots * budget) / summary.need
  }
  return most(lots)
}

/** The rate that is charged at once, or at most, at 10⁻⁹. */
export function feeRateOf({ product, terms }: LotContext): number {
  return product === 'contract' ? terms.feeRateContract : terms.feeRatePerpetualTaker
}

/** What lots would fill at once and what all of them come to: the book's prices, then the limit. */
function walkBook(form: LotForm, { terms, depth }: LotContext, lots: number): { filled: number; worth: bigint } | null {
  const limit = form.type === 'limit' ? integerOf(form.price, terms.priceDecimals) : null
  if (form.type === 'limit' && (limit === null || limit === 0)) return null
  const { price, quantity } = depth[form.side]
  let left = lots
  let worth = 0n
  for (const [at, level] of price.entries()) {
    const beyond = limit !== null && (form.side === 'buy' ? level > limit : level < limit)
    if (beyond || left === 0) break
    const taken = Math.min(left, quantity[at] ?? 0)
    worth += worthOf(terms, taken, level * 10)
    left -= taken
  }
  const rest = limit === null ? 0n : worthOf(terms, left, limit * 10)
  return { filled: lots - left, worth: worth + rest }
}

function entryOfWorth(terms: LotTerms, worth: bigint, lots: number): number {
  return Number(divide(worth, worthOf(terms, lots, 1), 'half-even'))
}

function closesOnly(form: LotForm, { position }: LotContext, lots: number): boolean {
  return position !== null && position.side !== form.side && lots <= position.lots
}

// Opening worse than the mark loses at once what lies between: that much must be there beside the margin.
function worseThanMark(side: Side, { mark, terms }: LotContext, lots: number, worth: bigint): bigint {
  if (mark === null) return 0n
  const atMark = worthOf(terms, lots, mark)
  const loss = side === 'buy' ? worth - atMark : atMark - worth
  return loss > 0n ? loss : 0n
}

const sides: Record<Side, PositionSide> = { buy: 'long', sell: 'short' }

function positionAfter(form: LotForm, context: LotContext, lots: number, worth: bigint): PositionAfter | null {
  const { position, multiple, mode } = context
  if (form.reduceOnly && position === null) return null
  if (position === null) return { side: form.side, lots, cost: worth, margin: initialOf(worth, multiple) }
  if (position.side === form.side) {
    const cost = position.cost + worth
    const margin = mode === 'cross' ? initialOf(cost, multiple) : position.margin + initialOf(worth, multiple)
    return { side: form.side, lots: position.lots + lots, cost, margin }
  }
  if (lots === position.lots || (form.reduceOnly && lots > position.lots)) return null
  if (lots < position.lots) {
    const held = { side: sides[position.side], quantity: position.lots, cost: position.cost }
    const cost = position.cost - costOfClosing(held, lots)
    const kept = (position.margin * BigInt(position.lots - lots)) / BigInt(position.lots)
    return {
      side: position.side,
      lots: position.lots - lots,
      cost,
      margin: mode === 'cross' ? initialOf(cost, multiple) : kept,
    }
  }
  const rest = lots - position.lots
  const cost = divide(worth * BigInt(rest), BigInt(lots), 'half-even')
  return { side: form.side, lots: rest, cost, margin: initialOf(cost, multiple) }
}

/** The price at which the position would be liquidated, by the engine's own functions; null for none. */
export function liquidationOf(after: PositionAfter, context: LotContext): PriceFraction | null {
  const { terms, mode, cushion } = context
  const side = sides[after.side]
  if (mode === 'isolated') {
    const own = context.position?.lots ?? 0
    const whole = context.wholeLots - own + after.lots
    return liquidationPrice({ side, quantity: after.lots, cost: after.cost, whole }, after.margin, terms.brackets)
  }
  if (cushion === null) return null
  return crossLiquidation(side, after.lots, after.cost, cushion, bracketOf(terms.brackets, after.cost))
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

function outcome(
  kind: TargetKind,
  form: LotForm,
  { terms }: LotContext,
  after: PositionAfter | null,
  entry: number,
): TargetOutcome | null {
  if (!form.protects || after === null) return null
  const ticks = targetTicks(form[kind], kind, form.side, entry, terms)
  if (ticks === null || ticks === 0) return null
  const profit = profitAt(after, ticks, terms)
  return profit === null ? null : { ticks, profit }
}
