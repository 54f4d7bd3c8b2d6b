import { deskProposals, type Proposal } from '@truemark/protocol/routes/deskProposals'
import { Badge, type BadgeTone } from '@truemark/ui/primitives/Badge'
import { TabPanel, Tabs } from '@truemark/ui/primitives/Tabs'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useAppData } from '../data/appData.ts'
import { call } from '../data/http.ts'
import { usePages } from '../data/lists.ts'
import { type Column, figureColumn, Heading, ListView, Notice, wholeRow } from '../table/door.ts'
import { useDateTime } from '../i18n/door.ts'
import { ProposalSheet } from './ProposalSheet.tsx'

const everyMs = 15_000

/** What operators ask of each other: what waits, and what became of the rest. */
export function ApprovalsScreen() {
  const t = useTranslations('desk')
  const [queue, setQueue] = useState<'open' | 'done'>('open')
  const [shown, setShown] = useState<Proposal | null>(null)
  const list = usePages(['proposals', queue], (page) => call(deskProposals, { query: { ...page, queue } }), {
    everyMs,
    csv: { list: deskProposals, query: { queue } },
  })
  const columns = useColumns(setShown)
  return (
    <>
      <Heading title={t('approvals.title')} text={t('approvals.explained')} />
      {useAppData()?.single_operator === true && (
        <Notice title={t('approvals.singleTitle')}>{t('approvals.singleText')}</Notice>
      )}
      <Tabs
        label={t('approvals.title')}
        value={queue}
        controls="proposals"
        items={[
          { value: 'open', label: t('approvals.open') },
          { value: 'done', label: t('approvals.done') },
        ]}
        onValueChange={setQueue}
        className="mb-4"
      />
      <TabPanel id="proposals" tab={queue}>
        <ListView
          label={t('approvals.title')}
          list={list}
          columns={columns}
          rowKey={(proposal) => proposal.id}
          empty={{ drawing: 'orders', title: queue === 'open' ? t('approvals.empty') : t('approvals.emptyDone') }}
        />
      </TabPanel>
      {shown && <ProposalSheet proposal={shown} onClose={() => setShown(null)} />}
    </>
  )
}

const tones: Record<Proposal['state'], BadgeTone> = {
  open: 'primary',
  approved: 'warning',
  applied: 'up',
  failed: 'danger',
  refused: 'plain',
  expired: 'plain',
  called_off: 'plain',
}

/** How a proposal stands, in a word. */
export function ProposalState({ state }: { state: Proposal['state'] }) {
  const t = useTranslations('desk.approvals')
  return <Badge tone={tones[state]}>{t(`states.${state}`)}</Badge>
}

function useColumns(onOpen: (proposal: Proposal) => void): readonly Column<Proposal>[] {
  const t = useTranslations('desk.approvals')
  const dateTime = useDateTime()
  return [
    {
      key: 'kind',
      head: t('what'),
      cell: (proposal) => (
        <button type="button" className={`text-left text-primary ${wholeRow}`} onClick={() => onOpen(proposal)}>
          {t(`kinds.${proposal.kind}`)}
        </button>
      ),
    },
    { key: 'subject', head: t('subject'), cell: (proposal) => <span className="break-all">{proposal.subject}</span> },
    { key: 'askedBy', head: t('askedBy'), cell: (proposal) => proposal.asked_by },
    figureColumn('asked', t('asked'), (proposal) => dateTime(proposal.asked)),
    {
      key: 'expires',
      head: t('expires'),
      figures: true,
      // what is decided expires no more
      cell: ({ expires, state }) => (state === 'open' ? dateTime(expires) : '–'),
    },
    { key: 'state', head: t('state'), cell: (proposal) => <ProposalState state={proposal.state} /> },
    { key: 'decidedBy', head: t('decidedBy'), cell: (proposal) => proposal.decided_by || '–' },
  ]
}
