import { contractOrderCancel, contractOrdersCancel, type ContractOrder } from '@truemark/protocol/routes/contract'
import { perpetualOrderCancel, perpetualOrdersCancel, type PerpetualOrder } from '@truemark/protocol/routes/perpetual'
import { takeDerivative } from '../data/account.ts'
import { call } from '../data/api.ts'
import { RestingOrders } from '../parts/RestingOrders.tsx'
import { ListedOrderRow } from './ListedOrderRow.tsx'
import { LotAmendSheet } from './LotAmendSheet.tsx'
import type { LotProduct } from './lotContext.ts'
import { isOf, type LotFilter } from './LotPast.tsx'
import { useListedOrder, useListedTicket } from './useListed.ts'
import { useRestingOrders } from './useLots.ts'

/** Orders of a product that rest in the book, of one market and side or all. */
export function LotResting({ product, ...filter }: LotFilter & { product: LotProduct }) {
  const { symbol, side } = filter
  const ticket = useListedTicket()
  const order = useListedOrder()
  const query = symbol === undefined ? {} : { symbol }
  return (
    <RestingOrders
      orders={useRestingOrders(product)?.filter((each) => isOf(filter, each))}
      row={(each, actions) => (
        <ListedOrderRow key={each.order_id} order={'rests' in each ? ticket(each) : order(each)} actions={actions} />
      )}
      amendment={(each, close) => <LotAmendSheet key={each.order_id} order={each} onClose={close} />}
      cancel={cancel}
      cancelAll={
        side === undefined
          ? () =>
              product === 'contract' ? call(contractOrdersCancel, { query }) : call(perpetualOrdersCancel, { query })
          : null
      }
    />
  )
}

async function cancel(order: ContractOrder | PerpetualOrder): Promise<void> {
  const params = { id: order.order_id }
  if ('rests' in order) takeDerivative({ ticket: await call(contractOrderCancel, { params }) })
  else takeDerivative({ perpetual: await call(perpetualOrderCancel, { params }) })
}
