import type { ContractOrder } from '@truemark/protocol/routes/contract'
import { derivativeReasons } from '@truemark/protocol/routes/derivative'
import type { PerpetualOrder, PerpetualPosition } from '@truemark/protocol/routes/perpetual'
import { useTranslations } from 'use-intl'
import type { ListedOrder } from './ListedOrderRow.tsx'

/** Why an order or a position ended, in words; null where there is nothing to say. */
export function useReasonText(): (reason: string) => string | null {
  const t = useTranslations('trade')
  const spot = useTranslations('spot')
  return (reason) => {
    const known = derivativeReasons.find((each) => each === reason)
    if (known === undefined) return null
    switch (known) {
      case 'margin_short':
      case 'cap_reached':
      case 'risk_closed':
      case 'position_gone':
      case 'position_closed':
      case 'stop_loss':
      case 'take_profit':
      case 'liquidation':
        return t(`reason.${known}`)
      default:
        return spot(`reason.${known}`)
    }
  }
}

/** Contract orders as rows of a list: what rests of one, or what became of one that is done with. */
export function useListedTicket(): (ticket: ContractOrder) => ListedOrder {
  const t = useTranslations('trade')
  const spot = useTranslations('spot')
  const reasonText = useReasonText()
  return (ticket) => {
    const ended = ticket.status === 'closed' || ticket.status === 'settled'
    return {
      id: ticket.order_id,
      game: 'contract',
      symbol: ticket.symbol,
      side: ticket.side,
      word: spot(ticket.type),
      multiple: ticket.multiple,
      price: ended ? ticket.settlement_price : ticket.price,
      priceLabel: ended ? t('settlementPrice') : spot('price'),
      lots: ticket.lots,
      traded: ticket.lots_traded,
      profit: ended ? ticket.realized_profit : null,
      state: t(`status.${ticket.status}`),
      reason: reasonText(ticket.reason),
      time: ticket.settlement_time ?? ticket.created_time,
      simulated: ticket.simulated,
    }
  }
}

/** Perpetual orders as rows of a list. */
export function useListedOrder(): (order: PerpetualOrder) => ListedOrder {
  const t = useTranslations('trade')
  const spot = useTranslations('spot')
  const reasonText = useReasonText()
  return (order) => {
    const word =
      order.purpose === 'open'
        ? order.reduce_only
          ? t('reduceOnly')
          : spot(order.type)
        : t(`purpose.${order.purpose}`)
    const traded = order.average_price !== null
    return {
      id: order.order_id,
      game: 'perpetual',
      symbol: order.symbol,
      side: order.side,
      word,
      multiple: order.multiple,
      price: order.status === 'new' ? order.price : (order.average_price ?? order.price),
      priceLabel: order.status !== 'new' && traded ? spot('averagePrice') : spot('price'),
      lots: order.lots,
      traded: order.lots_traded,
      profit: /[1-9]/.test(order.profit) ? order.profit : null,
      state: t(`status.${order.status}`),
      reason: order.status === 'canceled' ? reasonText(order.reason) : null,
      time: order.created_time,
      simulated: order.simulated,
    }
  }
}

/** Positions that have ended, as rows of a list. */
export function useListedPosition(): (position: PerpetualPosition) => ListedOrder {
  const t = useTranslations('trade')
  const reasonText = useReasonText()
  return (position) => ({
    id: position.position_id,
    game: 'position',
    symbol: position.symbol,
    side: position.side,
    word: t(position.mode),
    multiple: position.multiple,
    price: position.settlement_price,
    priceLabel: t('closingPrice'),
    lots: position.lots,
    traded: position.lots,
    profit: position.realized_profit,
    state: t(`status.${position.status}`),
    reason: position.status === 'settled' ? reasonText(position.reason) : null,
    time: position.settlement_time ?? position.created_time,
    simulated: position.simulated,
  })
}
