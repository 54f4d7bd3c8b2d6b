import { Link } from '@tanstack/react-router'
import { deskFactorResets, type DeskFactorReset } from '@truemark/protocol/routes/factorReset'
import { Badge, type BadgeTone } from '@truemark/ui/primitives/Badge'
import { TabPanel, Tabs } from '@truemark/ui/primitives/Tabs'
import { Ban, KeyRound } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '../data/http.ts'
import { usePages } from '../data/lists.ts'
import { useMay } from '../data/session.ts'
import { type Column, figureColumn, Heading, ListView, RowButton, wholeRow } from '../table/door.ts'
import { useDateTime } from '../i18n/door.ts'
import { ResetDeed, StopDeed } from './FactorResetDeeds.tsx'

const everyMs = 15_000

interface Doing {
  readonly deed: 'reset' | 'stop'
  readonly of: DeskFactorReset
}

/** Who has lost the second factor, and what becomes of it. */
export function FactorResetsScreen() {
  const t = useTranslations('desk')
  const mayWrite = useMay('desk_people_write')
  const [queue, setQueue] = useState<'open' | 'done'>('open')
  const [doing, start] = useState<Doing | null>(null)
  const list = usePages(['factorResets', queue], (page) => call(deskFactorResets, { query: { ...page, queue } }), {
    everyMs,
    csv: { list: deskFactorResets, query: { queue } },
  })
  const close = () => start(null)
  return (
    <>
      <Heading title={t('menu.factorResets')} text={t('users.lost.explained')} />
      <Tabs
        label={t('menu.factorResets')}
        value={queue}
        controls="resets"
        items={(['open', 'done'] as const).map((value) => ({ value, label: t(`users.lost.${value}`) }))}
        onValueChange={setQueue}
        className="mb-4"
      />
      <TabPanel id="resets" tab={queue}>
        <ListView
          label={t('menu.factorResets')}
          list={list}
          columns={useColumns(queue)}
          rowKey={({ id }) => id}
          empty={{ drawing: 'shield', title: t('users.lost.empty') }}
          {...(mayWrite && queue === 'open'
            ? { actions: (row: DeskFactorReset) => <Actions row={row} onDo={(deed) => start({ deed, of: row })} /> }
            : {})}
        />
      </TabPanel>
      {doing?.deed === 'reset' && <ResetDeed uid={doing.of.uid} name={nameOf(doing.of)} onClose={close} />}
      {doing?.deed === 'stop' && <StopDeed uid={doing.of.uid} name={nameOf(doing.of)} onClose={close} />}
    </>
  )
}

function nameOf({ account, uid }: DeskFactorReset): string {
  return account || uid
}

function Actions({ row, onDo }: { row: DeskFactorReset; onDo: (deed: Doing['deed']) => void }) {
  const t = useTranslations('desk.users.lost')
  return (
    <>
      {row.state === 'asked' && (
        <RowButton icon={KeyRound} label={t('reset')} of={nameOf(row)} onPress={() => onDo('reset')} />
      )}
      <RowButton icon={Ban} label={t('stop')} of={nameOf(row)} onPress={() => onDo('stop')} />
    </>
  )
}

const tones: Record<DeskFactorReset['state'], BadgeTone> = {
  asked: 'primary',
  waiting: 'warning',
  done: 'up',
  refused: 'danger',
  canceled: 'plain',
  stopped: 'plain',
  lapsed: 'plain',
}

function useColumns(queue: 'open' | 'done'): readonly Column<DeskFactorReset>[] {
  const t = useTranslations('desk.users')
  const dateTime = useDateTime()
  const time = (at: number | null) => (at === null ? '–' : dateTime(at))
  return [
    {
      key: 'account',
      head: t('contact'),
      cell: (row) => (
        <Link to="/users/$uid" params={{ uid: row.uid }} className={`break-all text-primary ${wholeRow}`}>
          {nameOf(row)}
        </Link>
      ),
    },
    { key: 'realName', head: t('realName'), cell: (row) => t('realNameState', { state: row.real_name }) },
    {
      key: 'state',
      head: t('state'),
      cell: ({ state }) => <Badge tone={tones[state]}>{t(`lost.states.${state}`)}</Badge>,
    },
    figureColumn('asked', t('lost.asked'), (row) => time(row.asked)),
    queue === 'open'
      ? figureColumn('due', t('lost.due'), (row) => time(row.due))
      : figureColumn('ended', t('lost.ended'), (row) => time(row.ended)),
  ]
}
