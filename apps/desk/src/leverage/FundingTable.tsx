import type { DeskFunding } from '@truemark/protocol/routes/deskDerivative'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { type Column, figureColumn, ListView, OneRealm, useSymbolColumn } from '../table/door.ts'
import { useDateTime } from '../i18n/door.ts'
import { useRate } from './leverageColumns.tsx'
import { useFunding } from './useDerivatives.ts'

/** What positions pay each other and the house every eight hours: the rate so far, and the last one. */
export function FundingTable() {
  const t = useTranslations('desk')
  const [realm, setRealm] = useState<DeskFunding['realm']>('demo')
  const list = useFunding()
  return (
    <section className="flex flex-col pt-8">
      <div className="flex flex-wrap items-center justify-between gap-3 pb-1">
        <h2 className="text-20 font-semibold">{t('leverage.funding')}</h2>
        <OneRealm shown={realm} onChoose={setRealm} />
      </div>
      <p className="max-w-[72ch] pb-4 text-14 text-pretty text-secondary">{t('leverage.fundingExplained')}</p>
      <ListView
        label={t('leverage.funding')}
        list={{ ...list, rows: list.rows?.filter((row) => row.realm === realm) }}
        columns={useColumns()}
        rowKey={(row) => row.symbol}
        empty={{ drawing: 'market', title: t('leverage.empty') }}
      />
    </section>
  )
}

function useColumns(): readonly Column<DeskFunding>[] {
  const t = useTranslations('desk')
  const rate = useRate()
  const dateTime = useDateTime()
  const symbol = useSymbolColumn<DeskFunding>()
  return [
    symbol,
    figureColumn('rate', t('leverage.fundingNow'), (row) => rate(row.rate, true)),
    figureColumn('premium', t('leverage.premium'), (row) => rate(row.premium, true)),
    figureColumn('next', t('leverage.fundingNext'), (row) => dateTime(row.next_time)),
    figureColumn('last', t('leverage.fundingLast'), (row) =>
      row.last_rate === null || row.last_time === null ? (
        '–'
      ) : (
        <span className="inline-flex flex-col">
          <span>{rate(row.last_rate, true)}</span>
          <span className="text-12 text-quiet">{dateTime(row.last_time)}</span>
        </span>
      ),
    ),
  ]
}
