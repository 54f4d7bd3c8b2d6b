import type { Exposure } from '@truemark/protocol/routes/deskSettings'
import { Amount } from '@truemark/ui/primitives/Amount'
import { Badge } from '@truemark/ui/primitives/Badge'
import { Segmented } from '@truemark/ui/primitives/Segmented'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Heading, ListView, type Column } from '../listing/door.ts'
import { BoundBar } from './BoundBar.tsx'
import { boundShare, nearestFirst, nearness } from './bound.ts'
import { useExposure } from './useExposure.ts'

type Shown = 'all' | Exposure['realm']

/** The house's position in each market and realm, against its bound. */
export function ExposureScreen() {
  const t = useTranslations('desk')
  const [shown, setShown] = useState<Shown>('all')
  const list = useExposure()
  const rows = list.rows?.filter((row) => shown === 'all' || row.realm === shown)
  return (
    <>
      <Heading
        title={t('exposure.title')}
        text={t('exposure.explained')}
        actions={
          <Segmented
            label={t('exposure.realm')}
            className="w-64"
            value={shown}
            items={[
              { value: 'all', label: t('common.all') },
              { value: 'real', label: t('common.real') },
              { value: 'demo', label: t('common.demo') },
            ]}
            onValueChange={setShown}
          />
        }
      />
      <ListView
        label={t('exposure.title')}
        list={{ ...list, rows: rows && nearestFirst(rows) }}
        columns={useColumns()}
        rowKey={(row) => `${row.symbol} ${row.realm}`}
        empty={{ drawing: 'coins', title: t('exposure.empty') }}
      />
    </>
  )
}

function useColumns(): readonly Column<Exposure>[] {
  const t = useTranslations('desk')
  return [
    {
      key: 'symbol',
      head: t('exposure.symbol'),
      cell: (row) => (
        <span className="inline-flex items-center gap-2">
          {row.symbol}
          <Badge tone={row.realm === 'real' ? 'primary' : 'plain'}>{t(`common.${row.realm}`)}</Badge>
        </span>
      ),
    },
    {
      key: 'position',
      head: `${t('exposure.position')} · ${t('exposure.positionMax')}`,
      figures: true,
      cell: (row) => <Position row={row} />,
    },
    {
      key: 'value',
      head: t('exposure.value'),
      figures: true,
      cell: (row) => <Amount value={row.value ?? undefined} decimalsMax={2} />,
    },
    {
      key: 'index',
      head: t('exposure.index'),
      figures: true,
      cell: (row) => <Amount value={row.index ?? undefined} />,
    },
    { key: 'orders', head: t('exposure.openOrders'), figures: true, cell: (row) => row.open_orders },
    {
      key: 'volume',
      head: t('exposure.volume'),
      figures: true,
      cell: (row) => <Amount value={row.volume_24h} decimalsMax={2} />,
    },
    {
      key: 'fees',
      head: t('exposure.fees'),
      figures: true,
      cell: (row) => <Amount value={row.fees_24h} decimalsMax={2} />,
    },
  ]
}

const tones = { calm: 'text-text', near: 'text-warning', full: 'text-danger' }

function Position({ row }: { row: Exposure }) {
  const t = useTranslations('desk.exposure')
  const share = boundShare(row.position, row.position_max)
  return (
    <span className="ml-auto flex w-full max-w-56 flex-col wide:min-w-32 gap-1 py-1">
      <span className="flex flex-wrap items-baseline justify-between gap-x-3">
        <span className={tones[nearness(share)]}>
          <Amount value={row.position} decimalsMin={0} signed />
        </span>
        <span className="text-12 text-quiet">
          <Amount value={row.position_max} decimalsMin={0} />
        </span>
      </span>
      <BoundBar
        label={t('share', { symbol: row.symbol, percent: String(Math.ceil(share / 10)) })}
        position={row.position}
        positionMax={row.position_max}
      />
    </span>
  )
}
