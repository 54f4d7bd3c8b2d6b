import { serverNow } from '@truemark/ui/device/serverTime'
import {
  deskIeo,
  deskIeoCancel,
  deskIeoDraftDrop,
  deskIeoLaunch,
  type DeskIeoProject,
} from '@truemark/protocol/routes/deskIeo'
import { Amount } from '@truemark/ui/primitives/Amount'
import { Badge, type BadgeTone } from '@truemark/ui/primitives/Badge'
import { Ban, ChartPie, Rocket } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { call } from '../data/http.ts'
import { usePages } from '../data/lists.ts'
import { type Column, figureColumn } from '../table/door.ts'
import { useDateTime } from '../i18n/door.ts'
import { ProductScreen, type ProductRow } from '../draft/door.ts'
import { AllocationSheet } from './AllocationSheet.tsx'
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
  const list = usePages(['ieo'], (query) => call(deskIeo, { query }), { everyMs, csv: { list: deskIeo } })
  return (
    <ProductScreen
      title={t('menu.ieo')}
      explained={t('ieo.explained')}
      empty={{ drawing: 'path', title: t('ieo.empty') }}
      list={list}
      columns={useColumns()}
      rowKey={(project) => project.draft_id}
      rowOf={useRow()}
      reads
      touches={['ieo']}
      newDraft={() => newDraft(serverNow())}
      Sheet={DraftSheet}
    />
  )
}

/** A launch is announced and called off by a second person; how it would be allotted everybody may look at. */
function useRow() {
  const t = useTranslations('desk.ieo')
  return (project: DeskIeoProject): ProductRow<Draft> => {
    const { draft_id: id, project_id: projectId, digest, name, phase } = project
    if (phase === 'draft') {
      const send = (reason: string) => call(deskIeoLaunch, { params: { id }, body: { digest, reason } })
      const publish = { icon: Rocket, label: t('launch'), text: t('launchText'), done: t('launched'), send }
      return { name, id, start: draftOf(project), publish, drop: () => call(deskIeoDraftDrop, { params: { id } }) }
    }
    const sheet = (onClose: () => void) => <AllocationSheet project={project} onClose={onClose} />
    const allocation = { icon: ChartPie, label: t('allocation'), sheet }
    if (phase !== 'announced' && phase !== 'open') return { name, acts: [allocation] }
    const send = (reason: string) => call(deskIeoCancel, { params: { id: projectId ?? '' }, body: { reason } })
    const end = { icon: Ban, label: t('cancel'), text: t('cancelText'), done: t('canceled') }
    return { name, acts: [allocation, { ...end, kind: 'danger', send }] }
  }
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
    figureColumn('price', t('ieo.field.price'), ({ price }) => <Amount value={price} decimalsMin={0} />),
    figureColumn('supply', t('ieo.field.supply'), ({ supply, currency }) => (
      <Amount value={supply} unit={currency} decimalsMin={0} />
    )),
    figureColumn('applications', t('ieo.field.applications'), ({ applications, currency }) => (
      <Amount value={applications} unit={currency} decimalsMin={0} />
    )),
    figureColumn('opens', t('ieo.field.opens'), ({ opens }) => dateTime(opens)),
    figureColumn('closes', t('ieo.field.closes'), ({ closes }) => dateTime(closes)),
    figureColumn('market', t('ieo.field.market'), ({ time_to_market: market }) => dateTime(market)),
  ]
}
