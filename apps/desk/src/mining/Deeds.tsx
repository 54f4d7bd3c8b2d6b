import {
  deskMiningDraftDrop,
  deskMiningPublish,
  deskMiningSwitch,
  type DeskMiningProduct,
  type MiningDraft,
} from '@truemark/protocol/routes/deskMining'
import { ConfirmDialog } from '@truemark/ui/primitives/ConfirmDialog'
import { useTranslations } from 'use-intl'
import { call } from '../data/http.ts'
import { FailureNote, ReasonDialog, useDeed } from '../deed/door.ts'
import { nameOf } from './draft.ts'

const touches = ['mining', 'audit'] as const

interface DraftDeedProps {
  draft: MiningDraft
  onClose: () => void
}

/** Asks for a draft to be published: another operator decides on exactly its terms. */
export function PublishDialog({ draft, onClose }: DraftDeedProps) {
  const t = useTranslations('desk.mining')
  const { draft_id: id, digest } = draft
  const deed = useDeed({
    send: (reason: string) => call(deskMiningPublish, { params: { id }, body: { digest, reason } }),
    touches,
    done: () => t('published'),
  })
  return (
    <ReasonDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`${t('publish')}: ${nameOf(draft)}`}
      description={t('publishText')}
      confirmLabel={t('publish')}
      busy={deed.busy}
      failure={deed.failure}
      onConfirm={(reason) => void deed.run(reason).then((done) => done && onClose())}
    />
  )
}

/** Throws a draft away. */
export function DropDialog({ draft, onClose }: DraftDeedProps) {
  const t = useTranslations('desk')
  const deed = useDeed({
    send: (id: string) => call(deskMiningDraftDrop, { params: { id } }),
    touches,
    done: () => t('mining.dropped'),
  })
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`${t('mining.drop')}: ${nameOf(draft)}`}
      description={t('mining.dropText')}
      confirmLabel={t('mining.drop')}
      confirmKind="danger"
      cancelLabel={t('common.cancel')}
      busy={deed.busy}
      onConfirm={() => void deed.run(draft.draft_id).then((done) => done && onClose())}
    >
      <FailureNote text={deed.failure} />
    </ConfirmDialog>
  )
}

/** Stops new orders at once, or asks for them to be taken again. */
export function SwitchDialog({ product, onClose }: { product: DeskMiningProduct; onClose: () => void }) {
  const t = useTranslations('desk.mining')
  const on = !product.on
  const deed = useDeed({
    send: (reason: string) => call(deskMiningSwitch, { params: { id: product.product_id }, body: { on, reason } }),
    touches,
    done: () => t(on ? 'started' : 'stopped'),
  })
  return (
    <ReasonDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`${t(on ? 'start' : 'stop')}: ${nameOf(product)}`}
      description={t(on ? 'startText' : 'stopText')}
      confirmLabel={t(on ? 'start' : 'stop')}
      {...(on ? {} : { confirmKind: 'danger' as const })}
      busy={deed.busy}
      failure={deed.failure}
      onConfirm={(reason) => void deed.run(reason).then((done) => done && onClose())}
    />
  )
}
