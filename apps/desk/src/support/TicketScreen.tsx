import { Link, useParams } from '@tanstack/react-router'
import { localeOf } from '@truemark/protocol/locale'
import { deskTicketImage, deskTicketRead, type DeskTicketOne } from '@truemark/protocol/routes/deskSupport'
import { Badge } from '@truemark/ui/primitives/Badge'
import { Card } from '@truemark/ui/primitives/Card'
import { joined } from '@truemark/ui/primitives/joined'
import { useTranslations } from 'use-intl'
import { call } from '../data/http.ts'
import { useMay } from '../data/session.ts'
import { Facts, LoggedReading } from '../table/door.ts'
import { useDateTime } from '../i18n/door.ts'
import { SupportImage } from './SupportImage.tsx'
import { TicketAnswerForm } from './TicketAnswerForm.tsx'

/** One message with its answers, and the next one. */
export function TicketScreen() {
  const t = useTranslations('desk.support.ticket')
  const { id } = useParams({ from: '/desk/tickets/$id' })
  return (
    <LoggedReading
      back={{ to: '/tickets', label: t('title') }}
      text={t('readLogged')}
      queryKey={['ticket', id]}
      read={() => call(deskTicketRead, { params: { id } })}
      unknown="ticket_unknown"
    >
      {(ticket) => <Thread key={ticket.lines.length} ticket={ticket} />}
    </LoggedReading>
  )
}

function Thread({ ticket }: { ticket: DeskTicketOne }) {
  const t = useTranslations('desk.support.ticket')
  const dateTime = useDateTime()
  const mayWrite = useMay('desk_support_write')
  return (
    <div className="flex max-w-304 flex-col gap-4">
      <TicketFacts ticket={ticket} />
      <div className="flex min-w-0 flex-col gap-3">
        {ticket.lines.map((line) => (
          <article
            key={line.place}
            className={joined(
              'flex flex-col gap-2 rounded-card p-4',
              line.author === 'desk' ? 'bg-primary-soft' : 'bg-surface',
            )}
          >
            <header className="flex flex-wrap items-baseline justify-between gap-x-3">
              <h2 className="text-14 font-semibold">{line.author === 'desk' ? line.name || t('desk') : t('user')}</h2>
              <span className="figures text-12 text-secondary">{dateTime(line.time)}</span>
            </header>
            <p className="text-16 wrap-anywhere whitespace-pre-wrap">{line.text}</p>
            {line.images.length > 0 && (
              <div className="flex flex-wrap gap-2">
                {line.images.map((image) => (
                  <SupportImage key={image} route={deskTicketImage} params={{ id: ticket.id, image }} />
                ))}
              </div>
            )}
          </article>
        ))}
        {mayWrite && <TicketAnswerForm ticket={ticket} />}
      </div>
    </div>
  )
}

/** Whose it is, and how it stands. */
function TicketFacts({ ticket }: { ticket: DeskTicketOne }) {
  const t = useTranslations('desk.support.ticket')
  const dateTime = useDateTime()
  return (
    <Card>
      <Facts
        facts={[
          {
            name: t('state'),
            value: <Badge tone={ticket.status === 'open' ? 'warning' : 'plain'}>{t(`status.${ticket.status}`)}</Badge>,
          },
          {
            name: t('who'),
            value: (
              <Link to="/users/$uid" params={{ uid: ticket.uid }} className="break-all text-primary hover:underline">
                {ticket.account || ticket.uid}
              </Link>
            ),
          },
          { name: t('phone'), value: <span className="figures">{ticket.phone}</span> },
          { name: t('language'), value: localeOf(ticket.lang).name },
          { name: t('created'), value: <span className="figures">{dateTime(ticket.created)}</span> },
          { name: t('by'), value: ticket.answered_by || '–' },
        ]}
      />
    </Card>
  )
}
