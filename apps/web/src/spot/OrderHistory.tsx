import type { Side } from '@truemark/protocol/routes/spot'
import { useTranslations } from 'use-intl'
import { PastOrders } from '../parts/PastOrders.tsx'
import { OrderRow } from './OrderRow.tsx'
import { useOrderHistory } from './ordersQuery.ts'

/** The orders that are done with, newest first, of one market or all. */
export function OrderHistory({ symbol, side }: { symbol?: string | undefined; side?: Side | undefined }) {
  const t = useTranslations('spot')
  return (
    <PastOrders
      query={useOrderHistory(symbol)}
      empty={t('noHistory')}
      keep={(order) => side === undefined || order.side === side}
      row={(order) => <OrderRow key={order.order_id} order={order} />}
    />
  )
}
