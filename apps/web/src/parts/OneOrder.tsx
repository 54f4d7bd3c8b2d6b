import { ApiError } from '@truemark/protocol/calling'
import { EmptyState } from '@truemark/ui/primitives/EmptyState'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { LinkButton } from '../parts/TextLink.tsx'
import { Loaded } from './Loaded.tsx'

const missing: ReadonlySet<string> = new Set(['order_unknown', 'position_unknown', 'not_owner'])

const lists = {
  spotOrders: '/market/trade/currency_orders',
  contractOrders: '/market/trade/contract_orders',
  optionOrders: '/market/trade/option_orders',
} as const

interface OneOrderProps<T> {
  query: {
    readonly data: T | undefined
    readonly error: unknown
    readonly isError: boolean
    readonly refetch: () => unknown
  }
  /** Where all of them are. */
  all: keyof typeof lists
  children: (order: T) => ReactNode
}

/** An order or a position that its page's address names; where there is none of that name, that it is missing. */
export function OneOrder<T>({ query, all, children }: OneOrderProps<T>) {
  const isMissing = query.error instanceof ApiError && missing.has(query.error.reason)
  if (query.data === undefined && isMissing) return <OrderMissing all={all} />
  return (
    <Loaded query={query} rows={6}>
      {children}
    </Loaded>
  )
}

/** Says that an order is not there, with the way to all of them. */
export function OrderMissing({ all }: Pick<OneOrderProps<unknown>, 'all'>) {
  const spot = useTranslations('spot')
  const shell = useTranslations('shell.title')
  return (
    <EmptyState
      drawing="search"
      title={spot('orderMissing')}
      action={<LinkButton to={lists[all]}>{shell(all)}</LinkButton>}
    />
  )
}
