import { useQueryClient } from '@tanstack/react-query'
import type { Side } from '@truemark/protocol/routes/spot'
import { useTranslations } from 'use-intl'
import { useOrderNews } from '../data/orderNews.ts'
import { usePages } from '../data/usePages.ts'
import { PastOrders } from '../parts/PastOrders.tsx'
import { ListedOrderRow, type ListedOrder } from './ListedOrderRow.tsx'
import type { LotProduct } from './lotContext.ts'
import { lotKey } from './lotKey.ts'

/** Of one market and side, or all. */
export interface LotFilter {
  symbol?: string | undefined
  side?: Side | undefined
}

interface PastQuery {
  status: 'history'
  symbol?: string
  cursor?: string
}

interface LotPastProps<Item> extends LotFilter {
  product: LotProduct
  list: 'history' | 'positions'
  read: (query: PastQuery) => Promise<{ readonly items: readonly Item[]; readonly cursor: string | null }>
  listed: (item: Item) => ListedOrder
}

/** What is done with, newest first; looks again when something of the product ends. */
export function LotPast<Item extends { readonly side: Side }>(props: LotPastProps<Item>) {
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
      keep={(item) => side === undefined || item.side === side}
      row={(item) => {
        const order = listed(item)
        return <ListedOrderRow key={order.id} order={order} />
      }}
    />
  )
}
