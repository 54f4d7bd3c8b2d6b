import { deskClientErrors, type ClientError } from '@truemark/protocol/routes/deskClientErrors'
import { Badge } from '@truemark/ui/primitives/Badge'
import { TabPanel, Tabs } from '@truemark/ui/primitives/Tabs'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '../data/http.ts'
import { usePages } from '../data/lists.ts'
import { type Column, figureColumn, Heading, ListView, wholeRow } from '../table/door.ts'
import { useDateTime } from '../i18n/door.ts'
import { ClientErrorSheet } from './ClientErrorSheet.tsx'

const everyMs = 30_000

/** What broke in the app of customers, by group, the newest first. */
export function ClientErrorsScreen() {
  const t = useTranslations('desk')
  const [shownUnseen, setUnseen] = useState<'true' | 'false'>('true')
  const [shown, setShown] = useState<ClientError | null>(null)
  const query = shownUnseen === 'true' ? { unseen: 'true' as const } : {}
  const list = usePages(
    ['clientErrors', shownUnseen],
    (page) => call(deskClientErrors, { query: { ...page, ...query } }),
    {
      everyMs,
      csv: { list: deskClientErrors, query },
    },
  )
  return (
    <>
      <Heading title={t('menu.clientErrors')} text={t('clientErrors.explained')} />
      <Tabs
        label={t('menu.clientErrors')}
        value={shownUnseen}
        controls="errors"
        items={[
          { value: 'true', label: t('clientErrors.unseen') },
          { value: 'false', label: t('common.all') },
        ]}
        onValueChange={setUnseen}
        className="mb-4"
      />
      <TabPanel id="errors" tab={shownUnseen}>
        <ListView
          label={t('menu.clientErrors')}
          list={list}
          columns={useColumns(setShown)}
          rowKey={({ id }) => id}
          empty={{ drawing: 'shield', title: t('clientErrors.empty') }}
        />
      </TabPanel>
      {shown && <ClientErrorSheet key={shown.id} group={shown} onClose={() => setShown(null)} />}
    </>
  )
}

function useColumns(onOpen: (group: ClientError) => void): readonly Column<ClientError>[] {
  const t = useTranslations('desk.clientErrors')
  const dateTime = useDateTime()
  return [
    {
      key: 'message',
      head: t('message'),
      cell: (group) => (
        <button type="button" className={`text-left break-words ${wholeRow}`} onClick={() => onOpen(group)}>
          <span className="line-clamp-2">{group.message}</span>
          <span className="block text-12 break-all text-quiet">{group.place}</span>
        </button>
      ),
    },
    { key: 'page', head: t('page'), cell: ({ page }) => <span className="break-all">{page}</span> },
    figureColumn('count', t('count'), ({ count }) => String(count)),
    figureColumn('first', t('first'), ({ first }) => dateTime(first)),
    figureColumn('last', t('last'), ({ last, seen }) => (
      <span className="inline-flex flex-wrap items-center justify-end gap-2">
        {seen !== null && seen < last && <Badge tone="warning">{t('again')}</Badge>}
        {dateTime(last)}
      </span>
    )),
  ]
}
