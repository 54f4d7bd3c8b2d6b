import { Link } from '@tanstack/react-router'
import { localeOf } from '@truemark/protocol/locale'
import { deskTickets, type DeskTicket } from '@truemark/protocol/routes/deskSupport'
import type { TicketStatus } from '@truemark/protocol/routes/support'
import { TabPanel, Tabs } from '@truemark/ui/primitives/Tabs'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Age } from '../cashier/door.ts'
import { call } from '../data/http.ts'
import { usePages } from '../data/lists.ts'
import { type Column, figureColumn, Heading, ListView, wholeRow } from '../table/door.ts'
import { useDateTime } from '../i18n/door.ts'

const everyMs = 15_000

/** Messages that people left: those that wait, oldest first, and those that were answered or closed. */
export function TicketsScreen() {
  const t = useTranslations('desk.support.ticket')
  const [status, setStatus] = useState<TicketStatus>('open')
  const list = usePages(['tickets', status], (page) => call(deskTickets, { query: { ...page, status } }), {
    everyMs,
    csv: { list: deskTickets, query: { status } },
  })
  return (
    <>
      <Heading title={t('title')} text={t('explained')} />
      <Tabs
        label={t('title')}
        value={status}
        controls="tickets"
        items={(['open', 'answered', 'closed'] as const).map((value) => ({ value, label: t(`status.${value}`) }))}
        onValueChange={setStatus}
        className="mb-4"
      />
      <TabPanel id="tickets" tab={status}>
        <ListView
          label={t('title')}
          list={list}
          columns={useColumns(status, list.readAt)}
          rowKey={(one) => one.id}
          empty={{ drawing: 'mail', title: t('nothing') }}
        />
      </TabPanel>
    </>
  )
}

function useColumns(status: TicketStatus, readAt: number): readonly Column<DeskTicket>[] {
  const t = useTranslations('desk.support.ticket')
  const dateTime = useDateTime()
  return [
    {
      key: 'question',
      head: t('question'),
      cell: (one) => (
        <Link to="/tickets/$id" params={{ id: one.id }} className={`line-clamp-2 text-primary ${wholeRow}`}>
          {one.question}
        </Link>
      ),
    },
    { key: 'account', head: t('who'), cell: (one) => <span className="break-all">{one.account || one.uid}</span> },
    { key: 'lang', head: t('language'), cell: (one) => localeOf(one.lang).name },
    figureColumn('updated', t('updated'), (one) => dateTime(one.updated)),
    status === 'open'
      ? { key: 'age', head: t('waits'), cell: (one) => <Age since={one.updated} now={readAt} /> }
      : { key: 'by', head: t('by'), cell: (one) => one.answered_by || '–' },
  ]
}
