import { contractOrderCancel, contractOrdersCancel } from '@truemark/protocol/routes/contract'
import type { Side } from '@truemark/protocol/routes/spot'
import { takeDerivative, useDerivatives } from '../data/account.ts'
import { call } from '../data/api.ts'
import { ListedOrderRow, LotAmendSheet, useListedTicket } from '../derivative/door.ts'
import { RestingOrders } from '../parts/RestingOrders.tsx'

/** Contract orders that rest in the book, of one market and side or all. */
export function ContractResting({ symbol, side }: { symbol?: string | undefined; side?: Side | undefined }) {
  const listed = useListedTicket()
  const orders = useDerivatives()?.tickets.filter(
    (each) =>
      each.rests && (symbol === undefined || each.symbol === symbol) && (side === undefined || each.side === side),
  )
  return (
    <RestingOrders
      orders={orders}
      row={(order, actions) => <ListedOrderRow key={order.order_id} order={listed(order)} actions={actions} />}
      amendment={(order, close) => (
        <LotAmendSheet key={order.order_id} product="contract" order={order} onClose={close} />
      )}
      cancel={async ({ order_id: id }) =>
        takeDerivative({ ticket: await call(contractOrderCancel, { params: { id } }) })
      }
      cancelAll={
        side === undefined ? () => call(contractOrdersCancel, { query: symbol === undefined ? {} : { symbol } }) : null
      }
    />
  )
}
