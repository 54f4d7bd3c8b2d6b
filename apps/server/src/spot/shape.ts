import type { OrderView } from '@truemark/core/spot/view'
import type { Listing } from '@truemark/core/book/listing'
import { formatDecimal } from '@truemark/core/money/decimal'
import { divide } from '@truemark/core/money/round'
import { rateScale } from '@truemark/core/money/units'
import type { ConditionalEnd, ConditionalView, Trail } from '@truemark/core/spot/conditional'
import type { CloseReason } from '@truemark/core/spot/order'
import { letGoAt } from '@truemark/core/spot/trails'
import type { Passing } from '@truemark/core/trigger/priceTriggers'
import type { CancelReason, SpotFill, SpotOrder } from '@truemark/protocol/routes/spot'
import type { ConditionalEndWord, SpotConditional } from '@truemark/protocol/routes/spotConditional'
import type { Catalogue } from '../engine/door.ts'
import type { PublicIds } from '../platform/publicId.ts'
import { type FillRow } from './tables.ts'

/** The wire's word for why an order ended unfilled; '' for one that is filled. */
export const cancelWords: Readonly<Record<CloseReason, CancelReason | ''>> = {
  filled: '',
  by_user: 'by_owner',
  immediate_or_cancel: 'not_filled',
  fill_or_kill: 'not_filled',
  book_empty: 'collar',
  self_trade: 'self_trade',
  fills_max: 'fills_too_many',
  budget_spent: '',
  demo_reset: 'demo_reset',
  by_operator: 'market_closed',
  paused: 'paused',
  user_disabled: 'user_disabled',
  prices_changed: 'prices_changed',
  product_off: 'product_off',
  real_name_lost: 'real_name_lost',
}

/** A price in ticks as a decimal text. */
export function priceText(listing: Pick<Listing, 'priceDecimals'>, ticks: number): string {
  return formatDecimal(ticks, listing.priceDecimals)
}

/** A quantity in steps as a decimal text in the base currency. */
export function quantityText(listing: Pick<Listing, 'quantityDecimals'>, steps: number): string {
  return formatDecimal(steps, listing.quantityDecimals)
}

// quote per base, rounded half-even to two decimals more than the tick: an average lies between ticks
function averagePrice(listing: Listing, view: OrderView): string | null {
  if (view.filled === 0) return null
  const steps = BigInt(view.filled) * BigInt(listing.quotePerTickStep)
  return formatDecimal(divide(view.quoteFilled * 100n, steps, 'half-even'), listing.priceDecimals + 2)
}

function roleOf(view: OrderView): SpotOrder['role'] {
  if (view.made && view.took) return 'both'
  if (view.made) return 'maker'
  return view.took ? 'taker' : ''
}

/** An order as its owner sees it. `simulated` says whether prices are. */
export function orderShape(catalogue: Catalogue, ids: PublicIds, view: OrderView, simulated: boolean): SpotOrder {
  const listing = catalogue.listing(view.listing)
  const quote = catalogue.currency(listing.quote)
  const received = view.side === 'buy' ? catalogue.currency(listing.base) : quote
  const byBudget = view.budget > 0n
  return {
    order_id: ids.write('order', view.order),
    symbol: listing.code,
    side: view.side,
    type: view.kind,
    time_in_force: view.timeInForce,
    price: view.kind === 'limit' ? priceText(listing, view.price) : null,
    quantity: byBudget ? null : quantityText(listing, view.quantity),
    budget: byBudget ? formatDecimal(view.budget, quote.scale) : null,
    filled: quantityText(listing, view.filled),
    amount: formatDecimal(view.quoteFilled, quote.scale),
    average_price: averagePrice(listing, view),
    fee: formatDecimal(view.feePaid, received.scale),
    fee_currency: received.code,
    fee_rate_maker: formatDecimal(view.feeRateMaker, rateScale),
    fee_rate_taker: formatDecimal(view.feeRateTaker, rateScale),
    role: roleOf(view),
    status: view.status,
    reason: view.status === 'canceled' && view.reason !== null ? cancelWords[view.reason] : '',
    time: view.acceptedAt,
    updated: view.updatedAt,
    simulated,
  }
}

const conditionalEndWords: Readonly<Record<ConditionalEnd, ConditionalEndWord>> = {
  by_user: 'by_owner',
  refused: 'refused',
  paused: 'paused',
  user_disabled: 'user_disabled',
  demo_reset: 'demo_reset',
  prices_changed: 'prices_changed',
  product_off: 'product_off',
  real_name_lost: 'real_name_lost',
}

const whenOf = (passing: ConditionalView['passing']): SpotConditional['trigger_when'] =>
  passing === 'fall' ? 'at_or_below' : 'at_or_above'

// the index has a decimal more than the tick
function trailText({ priceDecimals }: Listing, passing: Passing, { extremeTenths, rate }: Trail): string {
  return formatDecimal(letGoAt(passing, extremeTenths, rate), priceDecimals + 1)
}

/** An order that waits for a price, as its owner sees it. */
export function conditionalShape(
  catalogue: Catalogue,
  ids: PublicIds,
  view: ConditionalView,
  simulated: boolean,
): SpotConditional {
  const listing = catalogue.listing(view.listing)
  const quote = catalogue.currency(listing.quote)
  const held = view.side === 'buy' ? quote : catalogue.currency(listing.base)
  const byBudget = view.budget > 0n
  return {
    order_id: ids.write('order', view.order),
    symbol: listing.code,
    side: view.side,
    type: view.kind,
    trigger_price: view.trail ? trailText(listing, view.passing, view.trail) : priceText(listing, view.trigger),
    trigger_when: whenOf(view.passing),
    price: view.kind === 'limit' ? priceText(listing, view.price) : null,
    quantity: byBudget ? null : quantityText(listing, view.quantity),
    budget: byBudget ? formatDecimal(view.budget, quote.scale) : null,
    other: view.other && {
      trigger_price: priceText(listing, view.other.trigger),
      trigger_when: whenOf(view.other.passing),
      type: view.other.kind,
      price: view.other.kind === 'limit' ? priceText(listing, view.other.price) : null,
    },
    trail: view.trail && {
      rate: formatDecimal(view.trail.rate, rateScale),
      extreme_price: formatDecimal(view.trail.extremeTenths, listing.priceDecimals + 1),
    },
    held: formatDecimal(view.status === 'waiting' ? view.hold : 0n, held.scale),
    held_currency: held.code,
    status: view.status === 'ended' ? 'canceled' : view.status,
    reason: view.reason === null ? '' : conditionalEndWords[view.reason],
    refusal: view.refusal,
    time: view.placedAt,
    updated: view.updatedAt,
    simulated,
  }
}

/** One side of a trade as the one who made it sees it. */
export function fillShape(catalogue: Catalogue, ids: PublicIds, fill: FillRow): SpotFill {
  const listing = catalogue.listing(fill.listing)
  const quote = catalogue.currency(listing.quote)
  const received = fill.side === 'buy' ? catalogue.currency(listing.base) : quote
  return {
    id: ids.write('fill', fill.trade),
    order_id: ids.write('order', fill.order),
    symbol: listing.code,
    side: fill.side,
    role: fill.maker ? 'maker' : 'taker',
    price: priceText(listing, fill.price),
    quantity: quantityText(listing, fill.quantity),
    amount: formatDecimal(fill.quoteAmount, quote.scale),
    fee: formatDecimal(fill.fee, received.scale),
    fee_currency: received.code,
    time: fill.time,
  }
}
