import { useQueryClient } from '@tanstack/react-query'
import type { Side } from '@truemark/protocol/routes/spot'
import { spotConditionals } from '@truemark/protocol/routes/spotConditional'
import { useTranslations } from 'use-intl'
import { call } from '../data/api.ts'
import { useOrderNews } from '../data/orderNews.ts'
import { usePages } from '../data/usePages.ts'
import { PastOrders } from '../parts/PastOrders.tsx'
import { ConditionalRow } from './ConditionalRow.tsx'

const key = ['spot', 'conditionals'] as const

/** Conditional orders that are done with waiting, newest first, of one market or all; looks again when one ends. */
export function ConditionalHistory({ symbol, side }: { symbol?: string | undefined; side?: Side | undefined }) {
  const t = useTranslations('spot')
  const queries = useQueryClient()
  useOrderNews(
    ({ conditional }) => conditional !== undefined && conditional.status !== 'waiting',
    () => void queries.invalidateQueries({ queryKey: key }),
  )
  const query = usePages([...key, 'history', symbol ?? ''], (page) =>
    call(spotConditionals, { query: { status: 'history', ...(symbol === undefined ? {} : { symbol }), ...page } }),
  )
  return (
    <PastOrders
      query={query}
      empty={t('noConditionals')}
      keep={(one) => side === undefined || one.side === side}
      row={(one) => <ConditionalRow key={one.order_id} one={one} />}
    />
  )
}
