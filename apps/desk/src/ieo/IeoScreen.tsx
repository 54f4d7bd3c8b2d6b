import { serverNow } from '@truemark/ui/device/serverTime'
import { deskIeo, type DeskIeoProject } from '@truemark/protocol/routes/deskIeo'
import { Amount } from '@truemark/ui/primitives/Amount'
import { Badge, type BadgeTone } from '@truemark/ui/primitives/Badge'
import { Ban, ChartPie, Rocket } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '../data/http.ts'
import { usePages } from '../data/lists.ts'
import { useMay } from '../data/session.ts'
import { ListView, RowButton, type Column } from '../table/door.ts'
import { useDateTime } from '../i18n/door.ts'
import { DraftActions, DraftHeading, useWriting } from '../draft/door.ts'
import { IeoDeed, type IeoDoing } from './Deeds.tsx'
import { draftOf, newDraft, type Draft } from './draft.ts'
import { DraftSheet } from './DraftSheet.tsx'

const everyMs = 15_000
const tones: Record<DeskIeoProject['phase'], BadgeTone> = {
  draft: 'info',
  announced: 'primary',
  open: 'up',
  allotting: 'warning',
  ended: 'plain',
  listed: 'plain',
  canceled: 'danger',
}

/** Launches: drafts, what is announced and open, and how it is allotted. */
export function IeoScreen() {
  const t = useTranslations('desk')
  const mayWrite = useMay('desk_market_write')
  const list = usePages(['ieo'], (query) => call(deskIeo, { query }), { everyMs, csv: { list: deskIeo } })
  const [doing, start] = useState<IeoDoing | null>(null)
  const { writing, write, setOpen } = useWriting<DeskIeoProject, Draft>()
  return (
    <>
      <DraftHeading title={t('menu.ieo')} text={t('ieo.explained')} onAdd={() => write(null, newDraft(serverNow()))} />
      <ListView
        label={t('menu.ieo')}
        list={list}
        columns={useColumns()}
        rowKey={(project) => project.draft_id}
        empty={{ drawing: 'path', title: t('ieo.empty') }}
        actions={(project: DeskIeoProject) => (
          <Actions project={project} mayWrite={mayWrite} onDo={start} onWrite={write} />
        )}
      />
      {writing && <DraftSheet key={writing.turn} {...writing} onOpenChange={setOpen} />}
      {doing && <IeoDeed doing={doing} onClose={() => start(null)} />}
    </>
  )
}

interface ActionsProps {
  project: DeskIeoProject
  mayWrite: boolean
  onDo: (doing: IeoDoing) => void
  onWrite: (project: DeskIeoProject | null, draft: Draft) => void
}

function Actions({ project, mayWrite, onDo, onWrite }: ActionsProps) {
  const t = useTranslations('desk')
  const { name, phase } = project
  const act = (what: IeoDoing['what']) => () => onDo({ what, project })
  if (phase === 'draft') {
    if (!mayWrite) return null
    return (
      <DraftActions
        of={name}
        publish={t('ieo.launch')}
        icon={Rocket}
        onPublish={act('launch')}
        onEdit={() => onWrite(project, draftOf(project))}
        onDrop={act('drop')}
      />
    )
  }
  return (
    <>
      <RowButton icon={ChartPie} label={t('ieo.allocation')} of={name} onPress={act('allocation')} />
      {mayWrite && (phase === 'announced' || phase === 'open') && (
        <RowButton icon={Ban} label={t('ieo.cancel')} of={name} onPress={act('cancel')} />
      )}
    </>
  )
}

function useColumns(): readonly Column<DeskIeoProject>[] {
  const t = useTranslations('desk')
  const dateTime = useDateTime()
  return [
    {
      key: 'name',
      head: t('ieo.field.name'),
      cell: ({ name, realm }) => (
        <span className="inline-flex flex-wrap items-center gap-2">
          {name}
          {realm === 'demo' && <Badge>{t('common.demo')}</Badge>}
        </span>
      ),
    },
    {
      key: 'phase',
      head: t('draft.state'),
      cell: ({ phase }) => <Badge tone={tones[phase]}>{t(`ieo.phase.${phase}`)}</Badge>,
    },
    {
      key: 'price',
      head: t('ieo.field.price'),
      figures: true,
      cell: ({ price }) => <Amount value={price} decimalsMin={0} />,
    },
    {
      key: 'supply',
      head: t('ieo.field.supply'),
      figures: true,
      cell: ({ supply, currency }) => <Amount value={supply} unit={currency} decimalsMin={0} />,
    },
    {
      key: 'applications',
      head: t('ieo.field.applications'),
      figures: true,
      cell: ({ applications, currency }) => <Amount value={applications} unit={currency} decimalsMin={0} />,
    },
    { key: 'opens', head: t('ieo.field.opens'), figures: true, cell: ({ opens }) => dateTime(opens) },
    { key: 'closes', head: t('ieo.field.closes'), figures: true, cell: ({ closes }) => dateTime(closes) },
    {
      key: 'market',
      head: t('ieo.field.market'),
      figures: true,
      cell: ({ time_to_market: market }) => dateTime(market),
    },
  ]
}
