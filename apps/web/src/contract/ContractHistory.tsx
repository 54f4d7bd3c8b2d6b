import type { Side } from '@truemark/protocol/routes/spot'
import { useTranslations } from 'use-intl'
import { ListedOrderRow, useListedTicket } from '../derivative/door.ts'
import { PagedList } from '../parts/PagedList.tsx'
import { useContractHistory } from './contractHistory.ts'

/** Contract orders and tickets that are done with, newest first, of one market and side or all. */
export function ContractHistory({ symbol, side }: { symbol?: string | undefined; side?: Side | undefined }) {
  const t = useTranslations('trade')
  const listed = useListedTicket()
  return (
    <PagedList
      query={useContractHistory(symbol)}
      empty={t('noHistory')}
      keep={(ticket) => side === undefined || ticket.side === side}
      row={(ticket) => <ListedOrderRow key={ticket.order_id} order={listed(ticket)} />}
    />
  )
}
