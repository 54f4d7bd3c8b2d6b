import { deskIeoCancel, deskIeoDraftDrop, deskIeoLaunch, type DeskIeoProject } from '@truemark/protocol/routes/deskIeo'
import { useTranslations } from 'use-intl'
import { call } from '../data/http.ts'
import { ReasonDeed } from '../deed/door.ts'
import { DropDraft } from '../draft/door.ts'
import { AllocationSheet } from './AllocationSheet.tsx'

/** What is done with a launch: it is announced or called off by a second person, looked at, or its draft thrown away. */
export interface IeoDoing {
  readonly what: 'launch' | 'cancel' | 'drop' | 'allocation'
  readonly project: DeskIeoProject
}

/** Asks once for what is done with a launch. */
export function IeoDeed({ doing: { what, project }, onClose }: { doing: IeoDoing; onClose: () => void }) {
  const t = useTranslations('desk.ieo')
  const { draft_id: id, project_id: projectId, digest } = project
  const all = { of: project.name, touches: ['ieo', 'audit'], onClose }
  switch (what) {
    case 'allocation':
      return <AllocationSheet project={project} onClose={onClose} />
    case 'drop':
      return <DropDraft {...all} send={() => call(deskIeoDraftDrop, { params: { id } })} />
    case 'launch':
      return (
        <ReasonDeed
          {...all}
          label={t('launch')}
          text={t('launchText')}
          done={t('launched')}
          send={(reason) => call(deskIeoLaunch, { params: { id }, body: { digest, reason } })}
        />
      )
    case 'cancel':
      return (
        <ReasonDeed
          {...all}
          label={t('cancel')}
          kind="danger"
          text={t('cancelText')}
          done={t('canceled')}
          send={(reason) => call(deskIeoCancel, { params: { id: projectId ?? '' }, body: { reason } })}
        />
      )
  }
}
