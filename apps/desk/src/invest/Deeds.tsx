import {
  deskInvestClose,
  deskInvestDraftDrop,
  deskInvestPublish,
  type DeskInvestProduct,
} from '@truemark/protocol/routes/deskInvest'
import { ConfirmDialog } from '@truemark/ui/primitives/ConfirmDialog'
import { useTranslations } from 'use-intl'
import { call } from '../data/http.ts'
import { FailureNote, ReasonDialog, useDeed } from '../deed/door.ts'

interface DeedProps {
  product: DeskInvestProduct
  /** What the product is called here. */
  name: string
  onClose: () => void
}

const touches = ['invest', 'audit'] as const

/** Asks for a draft to be put on sale: another operator decides on exactly its terms. */
export function PublishDialog({ product, name, onClose }: DeedProps) {
  const t = useTranslations('desk.invest')
  const { draft_id: id, digest } = product
  const deed = useDeed({
    send: (reason: string) => call(deskInvestPublish, { params: { id }, body: { digest, reason } }),
    touches,
    done: () => t('published'),
  })
  return (
    <ReasonDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`${t('publish')}: ${name}`}
      description={t('publishText')}
      confirmLabel={t('publish')}
      busy={deed.busy}
      failure={deed.failure}
      onConfirm={(reason) => void deed.run(reason).then((done) => done && onClose())}
    />
  )
}

/** Ends a sale at once. */
export function CloseDialog({ product, name, onClose }: DeedProps) {
  const t = useTranslations('desk.invest')
  const deed = useDeed({
    send: (reason: string) => call(deskInvestClose, { params: { id: product.product_id ?? '' }, body: { reason } }),
    touches,
    done: () => t('closed'),
  })
  return (
    <ReasonDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`${t('close')}: ${name}`}
      description={t('closeText')}
      confirmLabel={t('close')}
      confirmKind="danger"
      busy={deed.busy}
      failure={deed.failure}
      onConfirm={(reason) => void deed.run(reason).then((done) => done && onClose())}
    />
  )
}

/** Throws a draft away. */
export function DropDialog({ product, name, onClose }: DeedProps) {
  const t = useTranslations('desk')
  const deed = useDeed({
    send: (id: string) => call(deskInvestDraftDrop, { params: { id } }),
    touches,
    done: () => t('invest.dropped'),
  })
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`${t('invest.drop')}: ${name}`}
      description={t('invest.dropText')}
      confirmLabel={t('invest.drop')}
      confirmKind="danger"
      cancelLabel={t('common.cancel')}
      busy={deed.busy}
      onConfirm={() => void deed.run(product.draft_id).then((done) => done && onClose())}
    >
      <FailureNote text={deed.failure} />
    </ConfirmDialog>
  )
}
