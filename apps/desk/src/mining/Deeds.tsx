import {
  deskMiningDraftDrop,
  deskMiningPublish,
  deskMiningSwitch,
  type DeskMiningProduct,
  type MiningDraft,
} from '@truemark/protocol/routes/deskMining'
import { useTranslations } from 'use-intl'
import { call } from '../data/http.ts'
import { ReasonDeed } from '../deed/door.ts'
import { DropDraft } from '../draft/door.ts'
import { nameOf } from './draft.ts'
import { RatesSheet } from './RatesSheet.tsx'

/** What is done with a draft, or with a product whose terms are in force. */
export type MiningDoing =
  | { readonly what: 'publish' | 'drop'; readonly draft: MiningDraft }
  | { readonly what: 'switch' | 'rates'; readonly product: DeskMiningProduct }

/** Asks once for what is done with a draft or a product. */
export function MiningDeed({ doing, onClose }: { doing: MiningDoing; onClose: () => void }) {
  const t = useTranslations('desk.mining')
  const all = { touches: ['mining', 'audit'], onClose }
  switch (doing.what) {
    case 'publish':
      return (
        <ReasonDeed
          {...all}
          label={t('publish')}
          of={nameOf(doing.draft)}
          text={t('publishText')}
          done={t('published')}
          send={(reason) => {
            const { draft_id: id, digest } = doing.draft
            return call(deskMiningPublish, { params: { id }, body: { digest, reason } })
          }}
        />
      )
    case 'drop':
      return (
        <DropDraft
          {...all}
          of={nameOf(doing.draft)}
          send={() => call(deskMiningDraftDrop, { params: { id: doing.draft.draft_id } })}
        />
      )
    case 'switch':
      return <SwitchDeed {...all} product={doing.product} />
    case 'rates':
      return <RatesSheet product={doing.product} onClose={onClose} />
  }
}

interface SwitchDeedProps {
  product: DeskMiningProduct
  touches: readonly string[]
  onClose: () => void
}

/** Stops new orders at once, or asks for them to be taken again. */
function SwitchDeed({ product, ...all }: SwitchDeedProps) {
  const t = useTranslations('desk.mining')
  const on = !product.on
  return (
    <ReasonDeed
      {...all}
      label={t(on ? 'start' : 'stop')}
      of={nameOf(product)}
      kind={on ? 'primary' : 'danger'}
      text={t(on ? 'startText' : 'stopText')}
      done={t(on ? 'started' : 'stopped')}
      send={(reason) => call(deskMiningSwitch, { params: { id: product.product_id }, body: { on, reason } })}
    />
  )
}
