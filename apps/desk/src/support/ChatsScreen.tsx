import { Link, useParams } from '@tanstack/react-router'
import { localeOf } from '@truemark/protocol/locale'
import { deskChats, type DeskChat as Chat, type DeskChatQueue } from '@truemark/protocol/routes/deskSupport'
import { buttonClass } from '@truemark/ui/primitives/Button'
import { EmptyState } from '@truemark/ui/primitives/EmptyState'
import { joined } from '@truemark/ui/primitives/joined'
import { TabPanel, Tabs } from '@truemark/ui/primitives/Tabs'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Age } from '../cashier/door.ts'
import { call } from '../data/http.ts'
import { usePages } from '../data/lists.ts'
import { Heading, ListFrame, RowsSkeleton } from '../table/door.ts'
import { useDateTime } from '../i18n/door.ts'
import { Conversation } from './Conversation.tsx'
import { MeCard } from './MeCard.tsx'

const everyMs = 15_000
/** A chat that waits this long is late. */
const waitMaxMs = 900_000

/** The queue of chats, and the one that is open beside it. */
export function ChatsScreen() {
  const t = useTranslations('desk.support')
  const { id } = useParams({ strict: false })
  const [queue, setQueue] = useState<DeskChatQueue>('waiting')
  const isOpen = id !== undefined
  return (
    <>
      <div className={joined(isOpen && 'max-desk:hidden')}>
        <Heading
          title={t('title')}
          text={t('explained')}
          actions={
            <Link to="/support/canned" className={buttonClass('secondary', true)}>
              {t('canned.title')}
            </Link>
          }
        />
      </div>
      <div className="grid items-start gap-4 desk:grid-cols-[22rem_minmax(0,1fr)]">
        <div className={joined('flex min-w-0 flex-col gap-3', isOpen && 'max-desk:hidden')}>
          <MeCard />
          <Tabs
            label={t('title')}
            value={queue}
            controls="chats"
            items={(['waiting', 'mine', 'open', 'ended'] as const).map((value) => ({
              value,
              label: t(`queue.${value}`),
            }))}
            onValueChange={setQueue}
          />
          <TabPanel id="chats" tab={queue}>
            <ChatList queue={queue} chosen={id} />
          </TabPanel>
        </div>
        {id === undefined ? (
          <div className="rounded-card bg-surface max-desk:hidden">
            <EmptyState drawing="mail" title={t('choose')} text={t('chooseText')} />
          </div>
        ) : (
          <Conversation key={id} id={id} />
        )}
      </div>
    </>
  )
}

function ChatList({ queue, chosen }: { queue: DeskChatQueue; chosen: string | undefined }) {
  const t = useTranslations('desk.support')
  const list = usePages(['chats', queue], (page) => call(deskChats, { query: { ...page, queue } }), {
    everyMs,
    csv: { list: deskChats, query: { queue } },
  })
  return (
    <ListFrame list={list} empty={{ drawing: 'mail', title: t('nothing') }} waiting={<RowsSkeleton rows={6} />}>
      {(rows) => (
        <ul className="overflow-hidden rounded-card bg-surface">
          {rows.map((chat) => (
            <li key={chat.id} className="hairline-b last:shadow-none">
              <ChatRow chat={chat} isChosen={chat.id === chosen} readAt={list.readAt} />
            </li>
          ))}
        </ul>
      )}
    </ListFrame>
  )
}

function ChatRow({ chat, isChosen, readAt }: { chat: Chat; isChosen: boolean; readAt: number }) {
  const t = useTranslations('desk.support')
  const dateTime = useDateTime()
  const { id, account, uid, state, waiting, operator, last, updated, lang } = chat
  return (
    <Link
      to="/support/$id"
      params={{ id }}
      aria-current={isChosen ? 'true' : undefined}
      className="feedback flex flex-col gap-1 px-4 py-3 -outline-offset-2 hover:bg-raised aria-[current=true]:bg-primary-soft"
    >
      <span className="flex items-center gap-2">
        <span className="min-w-0 flex-1 truncate text-14 font-medium">{account || uid}</span>
        {state.desk.unread > 0 && (
          <span className="figures grid min-w-5 place-items-center rounded-full bg-primary px-1.5 text-12 font-medium text-on-primary">
            <span className="sr-only">{t('unread')} </span>
            {state.desk.unread}
          </span>
        )}
      </span>
      <span className="truncate text-14 text-secondary">{last === '' ? t('picture') : last}</span>
      <span className="flex flex-wrap items-center gap-x-2 gap-y-1 text-12 text-quiet">
        {waiting !== null && <Age since={waiting} deadline={waiting + waitMaxMs} now={readAt} />}
        <span>{localeOf(lang).name}</span>
        {operator !== '' && <span>{operator}</span>}
        <span className="figures">{dateTime(updated, 'time')}</span>
      </span>
    </Link>
  )
}
