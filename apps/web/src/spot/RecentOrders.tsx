import { EmptyState } from '@truemark/ui/primitives/EmptyState'
import { SkeletonRows } from '@truemark/ui/primitives/Skeleton'
import { useTranslations } from 'use-intl'
import { useOpenOrders } from '../data/account.ts'
import { TextLink } from '../parts/TextLink.tsx'
import { OrderRow } from './OrderRow.tsx'
import { useOrderHistory } from './ordersQuery.ts'

const openMax = 3
const shownMax = 4

/** The newest orders, the open ones first, with the way to all of them. */
export function RecentOrders() {
  const t = useTranslations('spot')
  const shell = useTranslations('shell')
  const open = useOpenOrders()
  const history = useOrderHistory().data?.pages[0]?.items
  const orders = open && history ? [...open.slice(0, openMax), ...history].slice(0, shownMax) : null
  return (
    <section aria-labelledby="recent-orders" className="flex min-w-0 flex-col gap-2">
      <div className="flex items-center justify-between">
        <h2 id="recent-orders" className="text-20 font-semibold">
          {shell('title.spotOrders')}
        </h2>
        <TextLink to="/market/trade/currency_orders" className="px-1">
          {shell('action.seeAll')}
        </TextLink>
      </div>
      <div className="@container overflow-hidden rounded-card bg-surface">
        {orders === null && <SkeletonRows rows={4} label={shell('state.loading')} />}
        {orders?.length === 0 && <EmptyState drawing="orders" title={t('noHistory')} />}
        <ul className="[&>li:last-child]:shadow-none">
          {orders?.map((order) => (
            <OrderRow key={order.order_id} order={order} />
          ))}
        </ul>
      </div>
    </section>
  )
}
