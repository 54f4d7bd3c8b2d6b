import type { Record as LedgerRecord } from '@truemark/protocol/routes/account'
import { EmptyState } from '@truemark/ui/primitives/EmptyState'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { WindowVirtualizer } from 'virtua'
import { Amount } from '@truemark/ui/primitives/Amount'
import { ListRowContent, rowClass } from '@truemark/ui/primitives/ListRow'
import { joined } from '@truemark/ui/primitives/joined'
import { PagedList } from '../parts/PagedList.tsx'
import { useDateTime } from '../i18n/door.ts'
import { RecordSheet } from './RecordSheet.tsx'
import { type RecordFilter, useRecords } from './useRecords.ts'
import { Owned } from './Owned.tsx'

const pageSize = 100

export interface RecordListProps {
  filter: RecordFilter
  /** A fixed number of rows, without more on scrolling. */
  first?: number
}

/** Lines of the ledger; the next page comes as the end comes near. */
export function RecordList({ filter, first }: RecordListProps) {
  const t = useTranslations('account.records')
  const query = useRecords(filter, first ?? pageSize)
  const [opened, open] = useState<LedgerRecord | null>(null)
  const row = (record: LedgerRecord) => <RecordRow key={record.id} record={record} onOpen={open} />
  const filtered = first === undefined && Object.keys(filter).length > 0
  return (
    <PagedList
      query={first === undefined ? query : { ...query, hasNextPage: false }}
      rows={6}
      empty={
        <div className="rounded-card bg-surface">
          <EmptyState drawing="ledger" title={t('emptyTitle')} text={filtered ? t('emptyFiltered') : t('emptyText')} />
        </div>
      }
      end={first === undefined && <p className="py-1 text-center text-12 text-quiet">{t('end')}</p>}
    >
      {(lines) => (
        <div className="overflow-hidden rounded-card bg-surface">
          {first === undefined ? (
            <WindowVirtualizer data={lines}>{row}</WindowVirtualizer>
          ) : (
            lines.slice(0, first).map(row)
          )}
          {opened && <RecordSheet record={opened} onClose={() => open(null)} />}
        </div>
      )}
    </PagedList>
  )
}

/** One line of the ledger: what it was, when, how much, and the balance after it. A press opens it. */
function RecordRow({ record, onOpen }: { record: LedgerRecord; onOpen: (record: LedgerRecord) => void }) {
  const t = useTranslations('account')
  const dateTime = useDateTime()
  return (
    <button type="button" onClick={() => onOpen(record)} className={joined(rowClass, 'min-h-16 hairline-b')}>
      <ListRowContent
        title={t(`category.${record.category}`)}
        note={
          <span className="figures">
            {dateTime(record.date)} · {t(`kind.${record.type}`)}
          </span>
        }
        value={
          <Amount
            value={record.amount}
            unit={record.currency}
            signed
            decimalsMax={8}
            className={joined('font-medium', record.isDeposit ? 'text-up' : 'text-text')}
          />
        }
        valueNote={
          <>
            {t('records.balance')} <Owned value={record.balance} decimalsMax={8} />
          </>
        }
      />
    </button>
  )
}
