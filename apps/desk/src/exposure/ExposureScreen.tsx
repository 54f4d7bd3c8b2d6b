import type { Exposure } from '@truemark/protocol/routes/deskSettings'
import { Amount } from '@truemark/ui/primitives/Amount'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import {
  type Column,
  figureColumn,
  Heading,
  ListView,
  RealmChoice,
  type RealmShown,
  useSymbolColumn,
} from '../table/door.ts'
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
    figureColumn('position', `${t('exposure.position')} · ${t('exposure.positionMax')}`, (row) => (
      <BoundPosition row={row} />
    )),
    figureColumn('value', t('exposure.value'), (row) => <Amount value={row.value ?? undefined} decimalsMax={2} />),
    figureColumn('index', t('exposure.index'), (row) => <Amount value={row.index ?? undefined} />),
    figureColumn('orders', t('exposure.openOrders'), (row) => row.open_orders),
    figureColumn('volume', t('exposure.volume'), (row) => <Amount value={row.volume_24h} decimalsMax={2} />),
    figureColumn('fees', t('exposure.fees'), (row) => <Amount value={row.fees_24h} decimalsMax={2} />),
  ]
}
