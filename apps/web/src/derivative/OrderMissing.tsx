import { Link } from '@tanstack/react-router'
import { buttonClass } from '@truemark/ui/primitives/Button'
import { EmptyState } from '@truemark/ui/primitives/EmptyState'
import { useTranslations } from 'use-intl'

/** Says that an order is not there, with the way to all of them. */
export function OrderMissing({ to }: { to: '/market/trade/contract_orders' }) {
  const spot = useTranslations('spot')
  const shell = useTranslations('shell.title')
  return (
    <EmptyState
      drawing="search"
      title={spot('orderMissing')}
      action={
        <Link to={to} className={buttonClass('secondary', true)}>
          {shell('contractOrders')}
        </Link>
      }
    />
  )
}
