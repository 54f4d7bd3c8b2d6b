import { serverNow } from '@truemark/ui/device/serverTime'
import {
  deskInvest,
  deskInvestClose,
  deskInvestDraftDrop,
  deskInvestPublish,
  type DeskInvestProduct,
} from '@truemark/protocol/routes/deskInvest'
import { Amount } from '@truemark/ui/primitives/Amount'
import { Badge, type BadgeTone } from '@truemark/ui/primitives/Badge'
import { Ban, Copy } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { call } from '../data/http.ts'
import { usePages } from '../data/lists.ts'
import { type Column, figureColumn } from '../table/door.ts'
import { percentOf } from '../markets/door.ts'
import { useDateTime } from '../i18n/door.ts'
import { ProductScreen, type ProductRow } from '../draft/door.ts'
import { draftOf, newDraft, type Draft } from './draft.ts'
import { DraftSheet } from './DraftSheet.tsx'

const everyMs = 15_000
const tones: Record<DeskInvestProduct['state'], BadgeTone> = {
  draft: 'info',
  on_sale: 'up',
  closed: 'warning',
  ended: 'plain',
}

/** Dual investments: drafts, what is on sale, and what has been. */
export function InvestScreen() {
  const t = useTranslations('desk')
  const list = usePages(['invest'], (query) => call(deskInvest, { query }), { everyMs, csv: { list: deskInvest } })
  return (
    <ProductScreen
      title={t('menu.invest')}
      explained={t('invest.explained')}
      empty={{ drawing: 'coins', title: t('invest.empty') }}
      list={list}
      columns={useColumns()}
      rowKey={(product) => product.draft_id}
      rowOf={useRow()}
      touches={['invest']}
      newDraft={() => newDraft(serverNow())}
      Sheet={DraftSheet}
    />
  )
}

/** A product is put on sale by a second person, its sale is ended, and another like it is written. */
function useRow() {
  const t = useTranslations('desk.invest')
  const nameOf = useNames()
  return (product: DeskInvestProduct): ProductRow<Draft> => {
    const { draft_id: id, product_id: productId, digest, state } = product
    const name = nameOf(product)
    if (state === 'draft') {
      const send = (reason: string) => call(deskInvestPublish, { params: { id }, body: { digest, reason } })
      const publish = { label: t('publish'), text: t('publishText'), done: t('published'), send }
      return { name, id, start: draftOf(product), publish, drop: () => call(deskInvestDraftDrop, { params: { id } }) }
    }
    const copy = { icon: Copy, label: t('copy'), write: draftOf(product) }
    if (state !== 'on_sale') return { name, acts: [copy] }
    const send = (reason: string) => call(deskInvestClose, { params: { id: productId ?? '' }, body: { reason } })
    const end = { icon: Ban, label: t('close'), text: t('closeText'), done: t('closed') }
    return { name, acts: [{ ...end, kind: 'danger', send }, copy] }
  }
}

function useNames() {
  const t = useTranslations('desk.invest')
  return ({ name, symbol, direction, holding_period: days }: DeskInvestProduct) =>
    name === '' ? `${symbol} · ${t(`direction.${direction}`)} · ${t('field.days', { days })}` : name
}

function useColumns(): readonly Column<DeskInvestProduct>[] {
  const t = useTranslations('desk')
  const nameOf = useNames()
  const dateTime = useDateTime()
  return [
    {
      key: 'name',
      head: t('invest.field.symbol'),
      cell: (product) => (
        <span className="inline-flex flex-wrap items-center gap-2">
          {nameOf(product)}
          {product.realm === 'demo' && <Badge>{t('common.demo')}</Badge>}
        </span>
      ),
    },
    {
      key: 'state',
      head: t('draft.state'),
      cell: ({ state }) => <Badge tone={tones[state]}>{t(`invest.state.${state}`)}</Badge>,
    },
    figureColumn('reference', t('invest.field.reference'), (product) => (
      <Amount value={product.linked_reference_price} decimalsMin={0} />
    )),
    figureColumn('rate', t('invest.field.rate'), (product) => (
      <Amount value={percentOf(product.annualized_return)} unit="%" decimalsMin={0} />
    )),
    figureColumn('price', t('invest.field.singlePrice'), (product) => (
      <Amount value={product.single_price} unit={product.currency} decimalsMin={0} />
    )),
    figureColumn('sold', t('invest.field.sold'), ({ sold, shares }) => `${sold} / ${shares}`),
    figureColumn('saleEnd', t('invest.field.saleEnd'), ({ sale_end: at }) => dateTime(at)),
    figureColumn('maturity', t('invest.field.maturity'), (product) => dateTime(product.maturity_date)),
  ]
}
