import {
  type Side,
  type SpotOrder,
  spotOrderAmend,
  spotOrderCancel,
  spotOrdersCancel,
} from '@truemark/protocol/routes/spot'
import { useTranslations } from 'use-intl'
import { takeOrder, useConditionals, useOpenOrders } from '../data/account.ts'
import { call } from '../data/api.ts'
import { RestingOrders } from '../parts/RestingOrders.tsx'
import { useMarket } from '../data/markets.ts'
import { AmendSheet } from '../trade/door.ts'
import { OrderRow } from './OrderRow.tsx'
import { pairOf } from './pair.ts'
import { WaitingOrders } from './WaitingOrders.tsx'

/** The account's open orders, live, of one market or all, and those that wait for a price; each can be cancelled. */
export function OpenOrders({ symbol, side }: { symbol?: string | undefined; side?: Side | undefined }) {
  const isShown = (order: { readonly symbol: string; readonly side: Side }) =>
    (symbol === undefined || order.symbol === symbol) && (side === undefined || order.side === side)
  const orders = useOpenOrders()?.filter(isShown)
  const waiting = useConditionals()?.filter(isShown) ?? []
  const resting = (
    <RestingOrders
      orders={orders}
      besides={waiting.length}
      row={(order, actions) => <OrderRow key={order.order_id} order={order} actions={actions} />}
      amendment={(order, close) => <SpotAmendSheet key={order.order_id} order={order} onClose={close} />}
      cancel={async ({ order_id: id }) => takeOrder(await call(spotOrderCancel, { params: { id } }))}
      cancelAll={
        side === undefined ? () => call(spotOrdersCancel, { query: symbol === undefined ? {} : { symbol } }) : null
      }
    />
  )
  if (waiting.length === 0) return resting
  return (
    <>
      {orders?.length !== 0 && resting}
      <WaitingOrders waiting={waiting} />
    </>
  )
}

/** Changes the price or the quantity of an open spot order; `to` is a price that is proposed. */
export function SpotAmendSheet({ order, to, onClose }: { order: SpotOrder; to?: string; onClose: () => void }) {
  const t = useTranslations('spot')
  const market = useMarket(order.symbol)
  const pair = pairOf(order)
  return (
    <AmendSheet
      order={order}
      pair={pair}
      word={t(order.side)}
      quantityLabel={t('quantity')}
      quantityDecimals={market?.quantity_decimals ?? 0}
      quantityUnit={pair.split('/')[0] ?? ''}
      to={to}
      send={async (body) => takeOrder(await call(spotOrderAmend, { params: { id: order.order_id }, body }))}
      onClose={onClose}
    />
  )
}
