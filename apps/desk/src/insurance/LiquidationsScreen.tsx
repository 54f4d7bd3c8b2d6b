import type { PublicLiquidation } from '@truemark/protocol/routes/derivative'
import { liquidationsPublic } from '@truemark/protocol/routes/transparency'
import { signOf } from '@truemark/ui/figures/format'
import { Amount } from '@truemark/ui/primitives/Amount'
import { Badge } from '@truemark/ui/primitives/Badge'
import { Select } from '@truemark/ui/primitives/Select'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '../data/http.ts'
import { usePages } from '../data/lists.ts'
import {
  type Column,
  figureColumn,
  Filters,
  Heading,
  ListView,
  RealmChoice,
  type RealmShown,
  useSymbolColumn,
} from '../table/door.ts'
import { useMarkets } from '../markets/door.ts'
import { useDateTime } from '../i18n/door.ts'

const refreshMs = 5_000
const everyMarket = 'all'

/** The closing fills and take-overs of liquidations, newest first. */
export function LiquidationsScreen() {
  const t = useTranslations('desk')
  const [shown, setShown] = useState<RealmShown>('all')
  const [symbol, setSymbol] = useState(everyMarket)
  const markets = useMarkets().rows ?? []
  const query = {
    ...(shown === 'all' ? {} : { realm: shown }),
    ...(symbol === everyMarket ? {} : { symbol }),
  }
  const list = usePages(['liquidations', query], (page) => call(liquidationsPublic, { query: { ...query, ...page } }), {
    everyMs: refreshMs,
    csv: { list: liquidationsPublic, query },
  })
  return (
    <>
      <Heading
        title={t('menu.liquidations')}
        text={t('liquidations.explained')}
        actions={<RealmChoice shown={shown} onChoose={setShown} />}
      />
      <Filters>
        <Select
          label={t('common.symbol')}
          value={symbol}
          options={[
            { value: everyMarket, label: t('common.all') },
            ...markets.map((market) => ({ value: market.symbol, label: market.symbol })),
          ]}
          onValueChange={setSymbol}
        />
      </Filters>
      <ListView
        label={t('menu.liquidations')}
        list={list}
        columns={useColumns()}
        rowKey={(row) => row.id}
        empty={{ drawing: 'orders', title: t('liquidations.empty') }}
      />
    </>
  )
}

function useColumns(): readonly Column<PublicLiquidation>[] {
  const t = useTranslations('desk')
  const dateTime = useDateTime()
  const symbol = useSymbolColumn<PublicLiquidation>()
  return [
    { key: 'time', head: t('common.time'), cell: (row) => <span className="figures">{dateTime(row.time)}</span> },
    symbol,
    {
      key: 'side',
      head: t('liquidations.closed'),
      cell: (row) => (
        <span className="inline-flex flex-wrap items-center gap-1.5 max-wide:justify-end">
          {row.side === 'sell' ? t('liquidations.long') : t('liquidations.short')}
          {row.taken_over && <Badge tone="warning">{t('liquidations.takenOver')}</Badge>}
        </span>
      ),
    },
    figureColumn('lots', t('house.lots'), (row) => <Amount value={row.lots} decimalsMin={0} />),
    figureColumn('mark', t('liquidations.mark'), (row) => <Amount value={row.mark} />),
    figureColumn('price', t('liquidations.price'), (row) => <Amount value={row.price} />),
    figureColumn('insurance', t('liquidations.insurance'), (row) =>
      signOf(row.insurance) === 0 ? '–' : <Amount value={row.insurance} signed />,
    ),
  ]
}
