import type { Effect } from '@truemark/core/derivative/event'
import { isHouse, type HolderId } from '@truemark/core/ledger/holders'
import type { Event } from '@truemark/core/vocabulary'
import type { NotificationKind } from '@truemark/protocol/notifications'
import { type Note, symbolOf } from '../note.ts'

// What fills in the moment it is placed was answered then and there: only what has waited is told.

/** Orders that waited in a book and were filled, or were ended by another than their owner. */
export function orderNotes(event: Event): readonly Note[] {
  switch (event.type) {
    case 'spotTraded':
      if (!event.makerFilled || isHouse(event.makerHolder)) return []
      return [
        {
          holder: event.makerHolder,
          kind: 'spot_filled',
          ref: event.makerOrder,
          params: { game: 'spot', symbol: symbolOf(event.listing), side: opposite(event.takerSide) },
        },
      ]
    case 'spotConditionalTriggered':
    case 'spotTrailingTriggered':
      return [
        {
          holder: event.holder,
          kind: 'conditional_triggered',
          ref: event.order,
          params: { game: 'spot', symbol: symbolOf(event.listing), side: event.side },
        },
      ]
    case 'spotConditionalEnded':
      return foreign.has(event.reason)
        ? [
            {
              holder: event.holder,
              kind: 'conditional_ended',
              ref: event.order,
              params: { symbol: symbolOf(event.listing) },
            },
          ]
        : []
    case 'derivativeTraded':
      return filled(event.maker, event.listing, opposite(event.takerSide))
    case 'spotOrderClosed':
      return event.status === 'canceled' && foreign.has(event.reason)
        ? [canceled(event.holder, event.order, event.listing, 'spot', event.reason)]
        : []
    case 'derivativeOrderClosed':
      if (!foreign.has(event.reason) || event.product === 'house') return []
      return [canceled(event.holder, event.order, event.listing, event.product, event.reason)]
    case 'positionTriggered':
      return [
        {
          holder: event.holder,
          kind: event.cause === 'stop_loss' ? 'stop_loss_hit' : 'take_profit_hit',
          ref: event.position,
          params: {
            game: event.kind === 'ticket' ? 'contract' : 'position',
            symbol: symbolOf(event.listing),
            price: { as: 'price', listing: event.listing, ticks: event.price },
          },
        },
      ]
    default:
      return []
  }
}

// ends that neither the owner asked for nor the order's own terms brought about
const foreign: ReadonlySet<string> = new Set([
  'by_operator',
  'margin_short',
  'cap_reached',
  'paused',
  'user_disabled',
  'prices_changed',
  'product_off',
  'real_name_lost',
  'risk_closed',
  'refused',
])

function opposite(side: 'buy' | 'sell'): 'buy' | 'sell' {
  return side === 'buy' ? 'sell' : 'buy'
}

function filled(effect: Effect, listing: number, side: 'buy' | 'sell'): readonly Note[] {
  const { order, holder, product, purpose, closing } = effect
  const waited = effect.filled && order > 0 && !isHouse(holder) && product !== 'house'
  if (!waited || (purpose !== 'open' && purpose !== 'close')) return []
  // a ticket is shown under its own number, whichever order closes it
  const ref = product === 'contract' && purpose === 'close' ? closing : order
  return [{ holder, kind: 'order_filled', ref, params: { game: product, symbol: symbolOf(listing), side } }]
}

// what nobody who waits can have seen coming is told with its reason
function kindOf(reason: string): NotificationKind {
  if (reason === 'margin_short') return 'order_margin_short'
  return reason === 'cap_reached' ? 'order_cap_reached' : 'order_canceled'
}

function canceled(holder: HolderId, order: number, listing: number, game: string, reason: string): Note {
  return { holder, kind: kindOf(reason), ref: order, params: { game, symbol: symbolOf(listing) } }
}
