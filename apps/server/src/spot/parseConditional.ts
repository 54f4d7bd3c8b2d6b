import type { HolderId } from '@truemark/core/ledger/holders'
import type { PlaceConditional } from '@truemark/core/spot/conditional'
import type { SpotConditionalBody } from '@truemark/protocol/routes/spotConditional'
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
): PlaceConditional {
  const symbol = order?.symbol ?? symbolOf(body)
  const listing = catalogue.byCode(symbol)
  const head = { type: 'placeSpotConditional', holder, symbol } as const
  if (order === undefined || listing === undefined) return { ...head, ...nothing, fault: fault || 'field_malformed' }
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
