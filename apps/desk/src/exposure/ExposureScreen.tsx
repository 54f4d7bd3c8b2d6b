import type { Exposure } from '@truemark/protocol/routes/deskSettings'
import { Amount } from '@truemark/ui/primitives/Amount'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Heading, ListView, RealmChoice, type Column, type RealmShown, useSymbolColumn } from '../table/door.ts'
import { BoundPosition } from './BoundPosition.tsx'
import { nearestFirst } from './bound.ts'
import { useExposure } from './useExposure.ts'

/** The house's position in each market and realm, against its bound. */
export function ExposureScreen() {
  const t = useTranslations('desk')
  const [shown, setShown] = useState<RealmShown>('all')
  const list = useExposure()
  const rows = list.rows?.filter((row) => shown === 'all' || row.realm === shown)
  return (
    <>
      <Heading
        title={t('exposure.title')}
        text={t('exposure.explained')}
        actions={<RealmChoice shown={shown} onChoose={setShown} />}
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
  const symbol = useSymbolColumn<Exposure>()
  return [
    symbol,
    {
      key: 'position',
      head: `${t('exposure.position')} · ${t('exposure.positionMax')}`,
      figures: true,
      cell: (row) => <BoundPosition row={row} />,
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
