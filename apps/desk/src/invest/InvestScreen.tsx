import { serverNow } from '@truemark/ui/device/serverTime'
import { deskInvest, type DeskInvestProduct } from '@truemark/protocol/routes/deskInvest'
import { Amount } from '@truemark/ui/primitives/Amount'
import { Badge, type BadgeTone } from '@truemark/ui/primitives/Badge'
import { Ban, Copy } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '../data/http.ts'
import { usePages } from '../data/lists.ts'
import { useMay } from '../data/session.ts'
import { ListView, RowButton, type Column } from '../table/door.ts'
import { percentOf } from '../markets/door.ts'
import { useDateTime } from '../i18n/door.ts'
import { DraftActions, DraftHeading, useWriting } from '../draft/door.ts'
import { InvestDeed, type InvestDoing } from './Deeds.tsx'
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
  const mayWrite = useMay('desk_market_write')
  const nameOf = useNames()
  const list = usePages(['invest'], (query) => call(deskInvest, { query }), { everyMs, csv: { list: deskInvest } })
  const [doing, start] = useState<InvestDoing | null>(null)
  const { writing, write, setOpen } = useWriting<DeskInvestProduct, Draft>()
  return (
    <>
      <DraftHeading
        title={t('menu.invest')}
        text={t('invest.explained')}
        onAdd={() => write(null, newDraft(serverNow()))}
      />
      <ListView
        label={t('menu.invest')}
        list={list}
        columns={useColumns()}
        rowKey={(product) => product.draft_id}
        empty={{ drawing: 'coins', title: t('invest.empty') }}
        {...(mayWrite
          ? {
              actions: (product: DeskInvestProduct) => (
                <Actions product={product} name={nameOf(product)} onDo={start} onWrite={write} />
              ),
            }
          : {})}
      />
      {writing && <DraftSheet key={writing.turn} {...writing} onOpenChange={setOpen} />}
      {doing && <InvestDeed doing={doing} name={nameOf(doing.product)} onClose={() => start(null)} />}
    </>
  )
}

interface ActionsProps {
  product: DeskInvestProduct
  name: string
  onDo: (doing: InvestDoing) => void
  onWrite: (product: DeskInvestProduct | null, draft: Draft) => void
}

function Actions({ product, name, onDo, onWrite }: ActionsProps) {
  const t = useTranslations('desk.invest')
  if (product.state === 'draft') {
    return (
      <DraftActions
        of={name}
        publish={t('publish')}
        onPublish={() => onDo({ what: 'publish', product })}
        onEdit={() => onWrite(product, draftOf(product))}
        onDrop={() => onDo({ what: 'drop', product })}
      />
    )
  }
  return (
    <>
      {product.state === 'on_sale' && (
        <RowButton icon={Ban} label={t('close')} of={name} onPress={() => onDo({ what: 'close', product })} />
      )}
      <RowButton icon={Copy} label={t('copy')} of={name} onPress={() => onWrite(null, draftOf(product))} />
    </>
  )
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
    {
      key: 'reference',
      head: t('invest.field.reference'),
      figures: true,
      cell: (product) => <Amount value={product.linked_reference_price} decimalsMin={0} />,
    },
    {
      key: 'rate',
      head: t('invest.field.rate'),
      figures: true,
      cell: (product) => <Amount value={percentOf(product.annualized_return)} unit="%" decimalsMin={0} />,
    },
    {
      key: 'price',
      head: t('invest.field.singlePrice'),
      figures: true,
      cell: (product) => <Amount value={product.single_price} unit={product.currency} decimalsMin={0} />,
    },
    {
      key: 'sold',
      head: t('invest.field.sold'),
      figures: true,
      cell: ({ sold, shares }) => `${sold} / ${shares}`,
    },
    { key: 'saleEnd', head: t('invest.field.saleEnd'), figures: true, cell: ({ sale_end: at }) => dateTime(at) },
    {
      key: 'maturity',
      head: t('invest.field.maturity'),
      figures: true,
      cell: (product) => dateTime(product.maturity_date),
    },
  ]
}
