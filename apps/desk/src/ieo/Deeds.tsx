import { deskIeoCancel, deskIeoDraftDrop, deskIeoLaunch, type DeskIeoProject } from '@truemark/protocol/routes/deskIeo'
import { ConfirmDialog } from '@truemark/ui/primitives/ConfirmDialog'
import { useTranslations } from 'use-intl'
import { call } from '../data/http.ts'
import { FailureNote, ReasonDialog, useDeed } from '../deed/door.ts'

interface DeedProps {
  project: DeskIeoProject
  onClose: () => void
}

const touches = ['ieo', 'audit'] as const

/** Asks for a draft to be announced: another operator decides on exactly its terms. */
export function LaunchDialog({ project, onClose }: DeedProps) {
  const t = useTranslations('desk.ieo')
  const { draft_id: id, digest } = project
  const deed = useDeed({
    send: (reason: string) => call(deskIeoLaunch, { params: { id }, body: { digest, reason } }),
    touches,
    done: () => t('launched'),
  })
  return (
    <ReasonDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`${t('launch')}: ${project.name}`}
      description={t('launchText')}
      confirmLabel={t('launch')}
      busy={deed.busy}
      failure={deed.failure}
      onConfirm={(reason) => void deed.run(reason).then((done) => done && onClose())}
    />
  )
}

/** Asks for a launch to be called off. */
export function CancelDialog({ project, onClose }: DeedProps) {
  const t = useTranslations('desk.ieo')
  const deed = useDeed({
    send: (reason: string) => call(deskIeoCancel, { params: { id: project.project_id ?? '' }, body: { reason } }),
    touches,
    done: () => t('canceled'),
  })
  return (
    <ReasonDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`${t('cancel')}: ${project.name}`}
      description={t('cancelText')}
      confirmLabel={t('cancel')}
      confirmKind="danger"
      busy={deed.busy}
      failure={deed.failure}
      onConfirm={(reason) => void deed.run(reason).then((done) => done && onClose())}
    />
  )
}

/** Throws a draft away. */
export function DropDialog({ project, onClose }: DeedProps) {
  const t = useTranslations('desk')
  const deed = useDeed({
    send: (id: string) => call(deskIeoDraftDrop, { params: { id } }),
    touches,
    done: () => t('invest.dropped'),
  })
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`${t('invest.drop')}: ${project.name}`}
      description={t('invest.dropText')}
      confirmLabel={t('invest.drop')}
      confirmKind="danger"
      cancelLabel={t('common.cancel')}
      busy={deed.busy}
      onConfirm={() => void deed.run(project.draft_id).then((done) => done && onClose())}
    >
      <FailureNote text={deed.failure} />
    </ConfirmDialog>
  )
}
