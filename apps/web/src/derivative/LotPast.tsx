import { useQueryClient } from '@tanstack/react-query'
import { contractOrders } from '@truemark/protocol/routes/contract'
import { perpetualOrders, perpetualPositions } from '@truemark/protocol/routes/perpetual'
import type { Side } from '@truemark/protocol/routes/spot'
import { useTranslations } from 'use-intl'
import { call } from '../data/api.ts'
import { useOrderNews } from '../data/orderNews.ts'
import { usePages } from '../data/usePages.ts'
import { PastOrders } from '../parts/PastOrders.tsx'
import { ListedOrderRow, type ListedOrder } from './ListedOrderRow.tsx'
import type { LotProduct } from './lotContext.ts'
import { lotKey } from './lotKey.ts'
import { useListedOrder, useListedPosition, useListedTicket } from './useListed.ts'

/** Of one market and side, or all. */
export interface LotFilter {
  symbol?: string | undefined
  side?: Side | undefined
}

/** Whether something is of the market and side that are asked for. */
export function isOf({ symbol, side }: LotFilter, one: { readonly symbol: string; readonly side: Side }): boolean {
  return (symbol === undefined || one.symbol === symbol) && (side === undefined || one.side === side)
}

/** Contract orders and tickets that are done with. */
export function PastTickets(filter: LotFilter) {
  const read = (query: PastQuery) => call(contractOrders, { query })
  return <Past {...filter} product="contract" list="history" read={read} listed={useListedTicket()} />
}

/** Perpetual orders that are done with. */
export function PastOfPerpetual(filter: LotFilter) {
  const read = (query: PastQuery) => call(perpetualOrders, { query })
  return <Past {...filter} product="perpetual" list="history" read={read} listed={useListedOrder()} />
}

/** Perpetual positions that have ended. */
export function PastPositions(filter: LotFilter) {
  const read = (query: PastQuery) => call(perpetualPositions, { query })
  return <Past {...filter} product="perpetual" list="positions" read={read} listed={useListedPosition()} />
}

interface PastQuery {
  status: 'history'
  symbol?: string
  cursor?: string
}

interface PastProps<Item> extends LotFilter {
  product: LotProduct
  list: 'history' | 'positions'
  read: (query: PastQuery) => Promise<{ readonly items: readonly Item[]; readonly cursor: string | null }>
  listed: (item: Item) => ListedOrder
}

/** What is done with, newest first; looks again when something of the product ends. */
function Past<Item extends { readonly symbol: string; readonly side: Side }>(props: PastProps<Item>) {
  const { product, list, read, listed, symbol, side } = props
  const t = useTranslations('trade')
  const queries = useQueryClient()
  useOrderNews(
    ({ game }) => game === product,
    () => void queries.invalidateQueries({ queryKey: lotKey(product) }),
  )
  const query = usePages([...lotKey(product), list, symbol ?? ''], (page) =>
    read({ status: 'history', ...(symbol === undefined ? {} : { symbol }), ...page }),
  )
  return (
    <PastOrders
      query={query}
      empty={t('noHistory')}
      keep={(item) => isOf({ symbol, side }, item)}
      row={(item) => {
        const order = listed(item)
        return <ListedOrderRow key={order.id} order={order} />
      }}
    />
  )
}
