import { perpetualOrderCancel, perpetualOrdersCancel } from '@truemark/protocol/routes/perpetual'
import type { Side } from '@truemark/protocol/routes/spot'
import { takeDerivative, useDerivatives } from '../data/account.ts'
import { call } from '../data/api.ts'
import { ListedOrderRow, LotAmendSheet, useListedOrder } from '../derivative/door.ts'
import { RestingOrders } from '../parts/RestingOrders.tsx'

/** Perpetual orders that rest in the book, of one market and side or all. */
export function PerpetualResting({ symbol, side }: { symbol?: string | undefined; side?: Side | undefined }) {
  const listed = useListedOrder()
  const orders = useDerivatives()?.orders.filter(
    (each) => (symbol === undefined || each.symbol === symbol) && (side === undefined || each.side === side),
  )
  return (
    <RestingOrders
      orders={orders}
      row={(order, actions) => <ListedOrderRow key={order.order_id} order={listed(order)} actions={actions} />}
      amendment={(order, close) => (
        <LotAmendSheet key={order.order_id} product="perpetual" order={order} onClose={close} />
      )}
      cancel={async ({ order_id: id }) =>
        takeDerivative({ perpetual: await call(perpetualOrderCancel, { params: { id } }) })
      }
      cancelAll={
        side === undefined ? () => call(perpetualOrdersCancel, { query: symbol === undefined ? {} : { symbol } }) : null
      }
    />
  )
}
