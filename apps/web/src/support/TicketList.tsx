import type { Ticket } from '@truemark/protocol/routes/support'
import { EmptyState } from '@truemark/ui/primitives/EmptyState'
import { ListRowContent, rowClass } from '@truemark/ui/primitives/ListRow'
import { useTranslations } from 'use-intl'
import { Link } from '../parts/router/Link.tsx'
import { PagedList } from '../parts/PagedList.tsx'
import { useDateTime } from '../i18n/door.ts'
import { TicketBadge } from './TicketBadge.tsx'
import { useTickets } from './useTickets.ts'

/** The messages that were left, newest first. */
export function TicketList() {
  const t = useTranslations('support.ticket')
  return (
    <PagedList
      query={useTickets()}
      rows={3}
      empty={
        <div className="rounded-card bg-surface">
          <EmptyState drawing="mail" title={t('emptyTitle')} text={t('emptyText')} />
        </div>
      }
      more={t('more')}
    >
      {(items) => (
        <ul className="overflow-hidden rounded-card bg-surface">
          {items.map((item) => (
            <li key={item.id} className="hairline-b last:shadow-none">
              <TicketRow ticket={item} />
            </li>
          ))}
        </ul>
      )}
    </PagedList>
  )
}

function TicketRow({ ticket }: { ticket: Ticket }) {
  const t = useTranslations('support.ticket')
  const dateTime = useDateTime()
  return (
    <Link to={`/setting/contact-us/${ticket.id}`} className={rowClass}>
      <ListRowContent
        title={<span className="line-clamp-2 font-normal">{ticket.question}</span>}
        note={
          <span className="flex flex-wrap items-center gap-2 pt-1">
            <TicketBadge status={ticket.status} />
            {ticket.unread && <span className="font-medium text-primary">{t('unread')}</span>}
            <span className="figures">{dateTime(ticket.updated)}</span>
          </span>
        }
        leads
      />
    </Link>
  )
}
