import type { HolderId } from '@truemark/core/ledger/holders'
import type { PlaceConditional, PlacePair, PlaceTrailing } from '@truemark/core/spot/conditional'
import type { Listing } from '@truemark/core/book/listing'
import { parseDecimal } from '@truemark/core/money/decimal'
import { rateScale } from '@truemark/core/money/units'
import type { SpotConditionalBody, SpotTrailingBody } from '@truemark/protocol/routes/spotConditional'
import type { Catalogue } from '../engine/door.ts'
import { readBudget, readPrice, readQuantity, symbolOf } from './parse.ts'

const nothing = {
  side: 'buy',
  kind: 'limit',
  passing: 'fall',
  trigger: 0,
  price: 0,
  quantity: 0,
  budget: 0n,
} as const

/** The command of an order that is to wait for a price, as it came; as `parseOrder` does it. */
export function parseConditional(
  catalogue: Catalogue,
  holder: HolderId,
  body: unknown,
  order: SpotConditionalBody | undefined,
  fault: string,
): PlaceConditional | PlacePair {
  const symbol = order?.symbol ?? symbolOf(body)
  const listing = catalogue.byCode(symbol)
  const head = { type: 'placeSpotConditional', holder, symbol } as const
  if (order === undefined || listing === undefined) return { ...head, ...nothing, fault: fault || 'field_malformed' }
  if (order.other !== undefined) return parsePair(listing, holder, order, order.other, fault)
  const trigger = readPrice(listing, order.trigger_price, 'trigger_price')
  const price = readPrice(listing, order.price)
  const quantity = readQuantity(listing, order.quantity)
  const budget = readBudget(order.amount, catalogue.currency(listing.quote).scale)
  return {
    ...head,
    side: order.side,
    kind: order.type,
    passing: order.trigger_when === 'at_or_below' ? 'fall' : 'rise',
    trigger: trigger.value,
    price: price.value,
    quantity: quantity.value,
    budget: budget.value,
    fault: fault || trigger.fault || price.fault || quantity.fault || budget.fault,
  }
}

function parsePair(
  listing: Listing,
  holder: HolderId,
  order: SpotConditionalBody,
  other: NonNullable<SpotConditionalBody['other']>,
  fault: string,
): PlacePair {
  const first = readLeg(listing, order, '')
  const second = readLeg(listing, other, 'other.')
  const quantity = readQuantity(listing, order.quantity)
  const budget = order.amount === undefined ? '' : 'request_malformed'
  const [below, above] = order.trigger_when === 'at_or_below' ? [first, second] : [second, first]
  return {
    type: 'placeSpotPair',
    holder,
    symbol: order.symbol,
    side: order.side,
    quantity: quantity.value,
    below: below.leg,
    above: above.leg,
    fault: fault || budget || first.fault || second.fault || quantity.fault,
  }
}

function readLeg(
  listing: Listing,
  { price, trigger_price, type: kind }: Pick<SpotConditionalBody, 'price' | 'trigger_price' | 'type'>,
  within: string,
) {
  const trigger = readPrice(listing, trigger_price, `${within}trigger_price`)
  const limit = readPrice(listing, price, `${within}price`)
  return { leg: { kind, trigger: trigger.value, price: limit.value }, fault: trigger.fault || limit.fault }
}

/** The command of an order whose price is to follow the index, as it came; as `parseOrder` does it. */
export function parseTrailing(
  catalogue: Catalogue,
  holder: HolderId,
  body: unknown,
  order: SpotTrailingBody | undefined,
  fault: string,
): PlaceTrailing {
  const symbol = order?.symbol ?? symbolOf(body)
  const listing = catalogue.byCode(symbol)
  const head = { type: 'placeSpotTrailing', holder, symbol } as const
  if (order === undefined || listing === undefined) {
    return { ...head, side: 'buy', rate: 0, quantity: 0, budget: 0n, fault: fault || 'field_malformed' }
  }
  const quantity = readQuantity(listing, order.quantity)
  const budget = readBudget(order.amount, catalogue.currency(listing.quote).scale)
  return {
    ...head,
    side: order.side,
    rate: rateOf(order.trail),
    quantity: quantity.value,
    budget: budget.value,
    fault: fault || quantity.fault || budget.fault,
  }
}

// one that is finer than any rate, or past all bounds, is out of range like 0
function rateOf(text: string): number {
  const rate = parseDecimal(text, rateScale)
  return rate !== null && rate > 0n && rate < 10n ** BigInt(rateScale) ? Number(rate) : 0
}
