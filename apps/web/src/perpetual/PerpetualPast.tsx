import type { Side } from '@truemark/protocol/routes/spot'
import { useTranslations } from 'use-intl'
import { ListedOrderRow, useListedOrder, useListedPosition } from '../derivative/door.ts'
import { PagedList } from '../parts/PagedList.tsx'
import { useOrderPast, usePositionPast } from './perpetualHistory.ts'

interface PastProps {
  symbol?: string | undefined
  side?: Side | undefined
}

/** Perpetual orders that are done with, newest first, of one market and side or all. */
export function OrderPast({ symbol, side }: PastProps) {
  const t = useTranslations('trade')
  const listed = useListedOrder()
  return (
    <PagedList
      query={useOrderPast(symbol)}
      empty={t('noHistory')}
      keep={(order) => side === undefined || order.side === side}
      row={(order) => <ListedOrderRow key={order.order_id} order={listed(order)} />}
    />
  )
}

/** Perpetual positions that have ended, newest first. */
export function PositionPast({ symbol, side }: PastProps) {
  const t = useTranslations('trade')
  const listed = useListedPosition()
  return (
    <PagedList
      query={usePositionPast(symbol)}
      empty={t('noHistory')}
      keep={(position) => side === undefined || position.side === side}
      row={(position) => <ListedOrderRow key={position.position_id} order={listed(position)} />}
    />
  )
}
