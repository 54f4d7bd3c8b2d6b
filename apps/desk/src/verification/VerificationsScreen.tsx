import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { deskVerifications, type DeskVerification } from '@truemark/protocol/routes/deskVerification'
import { deskServiceTerms } from '@truemark/protocol/routes/serviceTerms'
import type { RealNameLevelName } from '@truemark/protocol/routes/verification'
import { Segmented } from '@truemark/ui/primitives/Segmented'
import { TabPanel, Tabs } from '@truemark/ui/primitives/Tabs'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '../data/http.ts'
import { usePages } from '../data/lists.ts'
import { type Column, figureColumn, Heading, ListView, wholeRow } from '../table/door.ts'
import { useDateTime } from '../i18n/door.ts'
import { VerificationBadge } from './VerificationBadge.tsx'

const everyMs = 15_000

type Queue = 'open' | 'done'

/** What people submitted of who they are: the queue of each level, and what was decided. */
export function VerificationsScreen() {
  const t = useTranslations('desk.verification')
  const hours = useQuery({ queryKey: ['serviceTerms'], queryFn: () => call(deskServiceTerms, {}) }).data?.identity_hours
  const [queue, setQueue] = useState<Queue>('open')
  const [level, setLevel] = useState<RealNameLevelName>('primary')
  const list = usePages(
    ['verifications', queue, level],
    (page) => call(deskVerifications, { query: { ...page, queue, level } }),
    { everyMs, csv: { list: deskVerifications, query: { queue, level } } },
  )
  return (
    <>
      <Heading title={t('title')} text={hours === undefined ? undefined : t('explained', { hours: String(hours) })} />
      <div className="flex flex-col gap-4 pb-4">
        <Segmented
          label={t('level')}
          value={level}
          items={[
            { value: 'primary', label: t('primary') },
            { value: 'advanced', label: t('advanced') },
          ]}
          onValueChange={setLevel}
          className="self-start"
        />
        <Tabs
          label={t('title')}
          value={queue}
          controls="verifications"
          items={[
            { value: 'open', label: t('open') },
            { value: 'done', label: t('done') },
          ]}
          onValueChange={setQueue}
        />
      </div>
      <TabPanel id="verifications" tab={queue}>
        <ListView
          label={t('title')}
          list={list}
          columns={useColumns()}
          rowKey={(one) => one.id}
          empty={{ drawing: 'shield', title: t('nothing') }}
        />
      </TabPanel>
    </>
  )
}

function useColumns(): readonly Column<DeskVerification>[] {
  const t = useTranslations('desk.verification')
  const dateTime = useDateTime()
  return [
    {
      key: 'account',
      head: t('who'),
      cell: (one) => (
        <Link to="/verifications/$id" params={{ id: one.id }} className={`break-all text-primary ${wholeRow}`}>
          {one.account || one.uid}
        </Link>
      ),
    },
    { key: 'level', head: t('level'), cell: (one) => t(one.level) },
    figureColumn('submitted', t('submitted'), (one) => dateTime(one.submitted)),
    figureColumn('attempts', t('attempts'), (one) => String(one.attempts)),
    { key: 'state', head: t('state'), cell: (one) => <VerificationBadge one={one} /> },
    { key: 'decided', head: t('decidedBy'), cell: (one) => one.decided_by || '–' },
  ]
}
