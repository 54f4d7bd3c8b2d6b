import { EmptyState } from '@truemark/ui/primitives/EmptyState'
import { ErrorState } from '@truemark/ui/primitives/ErrorState'
import { SkeletonRows } from '@truemark/ui/primitives/Skeleton'
import { useTranslations } from 'use-intl'
import type { Side } from '@truemark/protocol/routes/spot'
import { MorePages } from '../reader/door.ts'
import { OrderRow } from './OrderRow.tsx'
import { useOrderHistory } from './ordersQuery.ts'

interface OrderHistoryProps {
  symbol?: string | undefined
  side?: Side | undefined
}

/** The orders that are done with, newest first, of one market or all. */
export function OrderHistory({ symbol, side }: OrderHistoryProps) {
  const t = useTranslations('spot')
  const shell = useTranslations('shell')
  const query = useOrderHistory(symbol)
  if (query.data === undefined) {
    if (!query.isError) return <SkeletonRows rows={4} label={shell('state.loading')} />
    return (
      <ErrorState
        title={shell('failure.loadTitle')}
        text={shell('failure.loadText')}
        retryLabel={shell('action.retry')}
        onRetry={() => void query.refetch()}
      />
    )
  }
  const orders = query.data.pages
    .flatMap((page) => page.items)
    .filter((order) => side === undefined || order.side === side)
  return (
    <div className="@container flex flex-col">
      {orders.length === 0 && !query.hasNextPage && <EmptyState drawing="orders" title={t('noHistory')} />}
      <ul>
        {orders.map((order) => (
          <OrderRow key={order.order_id} order={order} />
        ))}
      </ul>
      <MorePages query={query} label={t('showMore')} className="m-3" />
    </div>
  )
}
