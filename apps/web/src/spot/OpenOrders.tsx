import { spotOrderCancel, spotOrdersCancel, type Side } from '@truemark/protocol/routes/spot'
import { takeOrder, useOpenOrders } from '../data/account.ts'
import { call } from '../data/api.ts'
import { RestingOrders } from '../parts/RestingOrders.tsx'
import { OrderRow } from './OrderRow.tsx'
import { SpotAmendSheet } from './SpotAmendSheet.tsx'

/** The account's open orders, live, of one market or all; each can be changed or cancelled. */
export function OpenOrders({ symbol, side }: { symbol?: string | undefined; side?: Side | undefined }) {
  const orders = useOpenOrders()?.filter(
    (order) => (symbol === undefined || order.symbol === symbol) && (side === undefined || order.side === side),
  )
  return (
    <RestingOrders
      orders={orders}
      row={(order, actions) => <OrderRow key={order.order_id} order={order} actions={actions} />}
      amendment={(order, close) => <SpotAmendSheet key={order.order_id} order={order} onClose={close} />}
      cancel={async ({ order_id: id }) => takeOrder(await call(spotOrderCancel, { params: { id } }))}
      cancelAll={
        side === undefined ? () => call(spotOrdersCancel, { query: symbol === undefined ? {} : { symbol } }) : null
      }
    />
  )
}
