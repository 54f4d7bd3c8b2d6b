import {
  deskInvestClose,
  deskInvestDraftDrop,
  deskInvestPublish,
  type DeskInvestProduct,
} from '@truemark/protocol/routes/deskInvest'
import { useTranslations } from 'use-intl'
import { call } from '../data/http.ts'
import { ReasonDeed } from '../deed/door.ts'
import { DropDraft } from '../draft/door.ts'

/** What is done with a product: it is put on sale by a second person, its sale is ended, its draft is thrown away. */
export interface InvestDoing {
  readonly what: 'publish' | 'close' | 'drop'
  readonly product: DeskInvestProduct
}

interface InvestDeedProps {
  doing: InvestDoing
  /** What the product is called here. */
  name: string
  onClose: () => void
}

/** Asks once for what is done with a product. */
export function InvestDeed({ doing: { what, product }, name, onClose }: InvestDeedProps) {
  const t = useTranslations('desk.invest')
  const { draft_id: id, product_id: productId, digest } = product
  const all = { of: name, touches: ['invest', 'audit'], onClose }
  if (what === 'drop') {
    return <DropDraft {...all} send={() => call(deskInvestDraftDrop, { params: { id } })} />
  }
  return what === 'publish' ? (
    <ReasonDeed
      {...all}
      label={t('publish')}
      text={t('publishText')}
      done={t('published')}
      send={(reason) => call(deskInvestPublish, { params: { id }, body: { digest, reason } })}
    />
  ) : (
    <ReasonDeed
      {...all}
      label={t('close')}
      kind="danger"
      text={t('closeText')}
      done={t('closed')}
      send={(reason) => call(deskInvestClose, { params: { id: productId ?? '' }, body: { reason } })}
    />
  )
}
