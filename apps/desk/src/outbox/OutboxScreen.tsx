import { deskOutbox } from '@truemark/protocol/routes/desk'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '../data/http.ts'
import { usePages } from '../data/lists.ts'
import { emptyForNobody } from '../data/nobody.ts'
import { Filters, Heading, ListFrame, Notice, SearchField } from '../table/door.ts'
import { MessageCard } from './MessageCard.tsx'

const refreshMs = 5_000

/** Mails and SMS that no provider has carried, newest first. */
export function OutboxScreen() {
  const t = useTranslations('desk.outbox')
  const [search, setSearch] = useState('')
  const wanted = search.trim()
  const query = wanted === '' ? {} : { search: wanted }
  const list = usePages(
    ['outbox', query],
    (page) => call(deskOutbox, { query: { ...query, ...page } }).catch(emptyForNobody),
    {
      everyMs: refreshMs,
      csv: { list: deskOutbox, query },
    },
  )
  return (
    <>
      <Heading title={t('title')} />
      <Notice title={t('label')}>{t('explained')}</Notice>
      <Filters>
        <div className="wide:col-span-2">
          <SearchField label={t('search')} value={search} onSearch={setSearch} />
        </div>
      </Filters>
      <ListFrame list={list} empty={{ drawing: 'mail', title: t('empty') }}>
        {(messages) => (
          <ul aria-label={t('title')} className="grid gap-3 wide:grid-cols-2">
            {messages.map((message) => (
              <MessageCard key={message.id} message={message} />
            ))}
          </ul>
        )}
      </ListFrame>
    </>
  )
}
