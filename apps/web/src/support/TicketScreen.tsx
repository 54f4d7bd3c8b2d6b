import { useQueryClient, useMutation } from '@tanstack/react-query'
import { ApiError } from '@truemark/protocol/calling'
import { ticketClose, ticketImage, type TicketLine, type TicketOne } from '@truemark/protocol/routes/support'
import { Button } from '@truemark/ui/primitives/Button'
import { EmptyState } from '@truemark/ui/primitives/EmptyState'
import { joined } from '@truemark/ui/primitives/joined'
import { Page } from '@truemark/ui/primitives/Page'
import { SkeletonRows } from '@truemark/ui/primitives/Skeleton'
import { useState } from 'react'
import { toast } from 'sonner'
import { useTranslations } from 'use-intl'
import { useParams } from '../parts/router/useRouter.ts'
import { call } from '../data/api.ts'
import { AskDialog } from '../parts/AskDialog.tsx'
import { BackHeader } from '../parts/BackHeader.tsx'
import { LoadFailed } from '../parts/LoadFailed.tsx'
import { useDateTime, useErrorText } from '../i18n/door.ts'
import { Picture } from './Picture.tsx'
import { ReplyForm } from './ReplyForm.tsx'
import { StaffWarning } from './StaffWarning.tsx'
import { TicketBadge } from './TicketBadge.tsx'
import { ticketsKey, useTicket } from './useTickets.ts'

/** One message with its answers. */
export function TicketScreen() {
  const shell = useTranslations('shell')
  const errorText = useErrorText()
  const { id = '' } = useParams()
  const query = useTicket(id)
  const isUnknown = query.error instanceof ApiError && query.error.reason === 'ticket_unknown'
  return (
    <>
      <BackHeader name="ticket" />
      <Page width="reading">
        {query.data ? (
          <Thread ticket={query.data} />
        ) : query.isError ? (
          <div className="rounded-card bg-surface">
            {isUnknown ? (
              <EmptyState drawing="search" title={errorText(query.error)} />
            ) : (
              <LoadFailed onRetry={() => void query.refetch()} />
            )}
          </div>
        ) : (
          <div className="rounded-card bg-surface">
            <SkeletonRows rows={4} label={shell('state.loading')} />
          </div>
        )}
      </Page>
    </>
  )
}

function Thread({ ticket }: { ticket: TicketOne }) {
  const t = useTranslations('support.ticket')
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-14 text-secondary">
        <TicketBadge status={ticket.status} />
        <span className="figures">{ticket.phone}</span>
        <span className="flex-1" />
        {ticket.status !== 'closed' && <CloseButton id={ticket.id} />}
      </div>
      <ol className="flex flex-col gap-3">
        {ticket.lines.map((line) => (
          <li key={line.place}>
            <Line line={line} ticket={ticket.id} />
          </li>
        ))}
      </ol>
      {ticket.status === 'closed' && <p className="text-14 text-secondary">{t('closedHint')}</p>}
      <ReplyForm key={ticket.lines.length} id={ticket.id} />
    </div>
  )
}

function Line({ line, ticket }: { line: TicketLine; ticket: string }) {
  const t = useTranslations('support.ticket')
  const dateTime = useDateTime()
  const isDesk = line.author === 'desk'
  return (
    <article className={joined('flex flex-col gap-2 rounded-card p-4', isDesk ? 'bg-primary-soft' : 'bg-surface')}>
      <header className="flex flex-wrap items-baseline justify-between gap-x-3">
        <h2 className="text-14 font-semibold">{isDesk ? line.name || t('desk') : t('you')}</h2>
        <span className="figures text-12 text-secondary">{dateTime(line.time)}</span>
      </header>
      <p className="text-16 wrap-anywhere whitespace-pre-wrap">{line.text}</p>
      {isDesk && <StaffWarning text={line.text} />}
      {line.images.length > 0 && (
        <div className="flex flex-wrap gap-2">
          {line.images.map((image) => (
            <Picture key={image} id={image} ticket={{ route: ticketImage, id: ticket }} />
          ))}
        </div>
      )}
    </article>
  )
}

function CloseButton({ id }: { id: string }) {
  const t = useTranslations('support.ticket')
  const errorText = useErrorText()
  const queries = useQueryClient()
  const [open, setOpen] = useState(false)
  const close = useMutation({
    mutationFn: () => call(ticketClose, { params: { id } }),
    async onSuccess() {
      setOpen(false)
      await queries.invalidateQueries({ queryKey: ticketsKey })
    },
    onError: (failure) => toast.error(errorText(failure)),
  })
  return (
    <>
      <Button kind="quiet" compact className="-mr-4" onClick={() => setOpen(true)}>
        {t('close')}
      </Button>
      <AskDialog
        open={open}
        onClose={() => setOpen(false)}
        title={t('closeTitle')}
        description={t('closeText')}
        confirmLabel={t('close')}
        busy={close.isPending}
        onConfirm={() => close.mutate()}
      />
    </>
  )
}
