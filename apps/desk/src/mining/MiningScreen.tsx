import { serverNow } from '@truemark/ui/device/serverTime'
import {
  deskMining,
  deskMiningDraftDrop,
  deskMiningDrafts,
  deskMiningPublish,
  deskMiningSwitch,
  type DeskMiningProduct,
  type MiningDraft,
} from '@truemark/protocol/routes/deskMining'
import { Amount } from '@truemark/ui/primitives/Amount'
import { Badge } from '@truemark/ui/primitives/Badge'
import { Ban, CalendarPlus, Pencil, Play } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '../data/http.ts'
import { type List, type PageQuery, usePages } from '../data/lists.ts'
import { type Column, figureColumn } from '../table/door.ts'
import { percentOf } from '../markets/door.ts'
import { ProductScreen, RealmField, type ProductRow } from '../draft/door.ts'
import { draftOf, nameOf, newDraft, type Draft } from './draft.ts'
import { DraftSheet } from './DraftSheet.tsx'
import { RatesSheet } from './RatesSheet.tsx'

const everyMs = 15_000

type Row =
  | { readonly kind: 'draft'; readonly of: MiningDraft }
  | { readonly kind: 'product'; readonly of: DeskMiningProduct }

type Realm = Draft['realm']

/** Locked mining: drafts, products, and the rates of the days ahead. */
export function MiningScreen() {
  const t = useTranslations('desk')
  const [realm, setRealm] = useState<Realm>('real')
  return (
    <ProductScreen
      title={t('menu.mining')}
      explained={t('mining.explained')}
      empty={{ drawing: 'coins', title: t('mining.empty') }}
      list={useRows(realm)}
      columns={useColumns()}
      rowKey={({ kind, of }) => (kind === 'draft' ? of.draft_id : of.product_id)}
      rowOf={useRow()}
      touches={['mining']}
      newDraft={() => newDraft(realm)}
      Sheet={DraftSheet}
    >
      <div className="max-w-80 pb-4">
        <RealmField value={realm} onChange={setRealm} />
      </div>
    </ProductScreen>
  )
}

/** A draft is published by a second person; new orders of a product are stopped at once, and asked for to be taken again. */
function useRow() {
  const t = useTranslations('desk.mining')
  return (row: Row): ProductRow<Draft> => {
    const name = nameOf(row.of)
    if (row.kind === 'draft') {
      const { draft_id: id, digest } = row.of
      const send = (reason: string) => call(deskMiningPublish, { params: { id }, body: { digest, reason } })
      const publish = { label: t('publish'), text: t('publishText'), done: t('published'), send }
      return { name, id, start: draftOf(row.of), publish, drop: () => call(deskMiningDraftDrop, { params: { id } }) }
    }
    const product = row.of
    const on = !product.on
    const turn = on
      ? ({ icon: Play, label: t('start'), kind: 'primary', text: t('startText'), done: t('started') } as const)
      : ({ icon: Ban, label: t('stop'), kind: 'danger', text: t('stopText'), done: t('stopped') } as const)
    const sheet = (onClose: () => void) => <RatesSheet product={product} onClose={onClose} />
    const send = (reason: string) =>
      call(deskMiningSwitch, { params: { id: product.product_id }, body: { on, reason } })
    return {
      name,
      acts: [
        { icon: CalendarPlus, label: t('rates.open'), sheet },
        { icon: Pencil, label: t('change'), write: draftOf(product) },
        { ...turn, send },
      ],
    }
  }
}

/** Drafts, then products; what is left of either is read on. */
function useRows(realm: Realm): List<Row> {
  const drafts = usePages(
    ['mining', realm, 'drafts'],
    (page: PageQuery) => call(deskMiningDrafts, { query: { realm, ...page } }),
    { everyMs, csv: { list: deskMiningDrafts, query: { realm } } },
  )
  const products = usePages(
    ['mining', realm, 'products'],
    (page: PageQuery) => call(deskMining, { query: { realm, ...page } }),
    { everyMs, csv: { list: deskMining, query: { realm } } },
  )
  const isThere = drafts.rows !== undefined && products.rows !== undefined
  const first = (drafts.rows ?? []).map((of): Row => ({ kind: 'draft', of }))
  const then = (products.rows ?? []).map((of): Row => ({ kind: 'product', of }))
  return {
    rows: isThere ? [...first, ...then] : undefined,
    failed: drafts.failed || products.failed,
    readAt: Math.min(drafts.readAt, products.readAt),
    retry: () => {
      drafts.retry()
      products.retry()
    },
    more: drafts.more ?? products.more,
    fetchingMore: drafts.fetchingMore || products.fetchingMore,
    csv: products.rows?.length === 0 ? drafts.csv : products.csv,
  }
}

function StateBadge({ row }: { row: Row }) {
  const t = useTranslations('desk.mining')
  if (row.kind === 'product') {
    return <Badge tone={row.of.on ? 'up' : 'warning'}>{t(row.of.on ? 'state.on' : 'state.off')}</Badge>
  }
  const hasSource = (row.of.yield_source.en?.trim() ?? '') !== ''
  return (
    <span className="inline-flex flex-wrap gap-1">
      <Badge tone="info">{t('state.draft')}</Badge>
      {!hasSource && <Badge tone="warning">{t('missing')}</Badge>}
    </span>
  )
}

function useColumns(): readonly Column<Row>[] {
  const t = useTranslations('desk.mining')
  const draft = useTranslations('desk.draft')
  return [
    { key: 'name', head: t('field.name'), cell: ({ of }) => nameOf(of) },
    { key: 'state', head: draft('state'), cell: (row) => <StateBadge row={row} /> },
    figureColumn(
      'rates',
      t('field.rates'),
      ({ of }) => `${percentOf(of.daily_return_rate_min)} – ${percentOf(of.daily_return_rate_max)} %`,
    ),
    figureColumn('days', t('field.days'), ({ of }) => of.lockup_period),
    figureColumn('capacity', t('field.capacity'), ({ of }) => (
      <Amount value={of.capacity} unit={of.currency} decimalsMin={0} />
    )),
    figureColumn('locked', t('field.locked'), ({ kind, of }) =>
      kind === 'draft' ? '–' : <Amount value={of.locked} unit={of.currency} decimalsMin={0} />,
    ),
    figureColumn('early', t('field.early'), ({ of }) => (
      <Amount value={percentOf(of.early_redemption_rate)} unit="%" decimalsMin={0} />
    )),
    figureColumn('published', t('field.published'), ({ kind, of }) =>
      kind === 'draft' ? '–' : of.rates.filter(({ date }) => date > serverNow()).length,
    ),
  ]
}
