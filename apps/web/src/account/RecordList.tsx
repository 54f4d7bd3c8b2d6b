import type { Record as LedgerRecord } from '@truemark/protocol/routes/account'
import { EmptyState } from '@truemark/ui/primitives/EmptyState'
import { SkeletonRows } from '@truemark/ui/primitives/Skeleton'
import { useMemo, useState } from 'react'
import { useTranslations } from 'use-intl'
import { WindowVirtualizer } from 'virtua'
import { LoadFailed } from '../parts/LoadFailed.tsx'
import { EndlessPages } from '../reader/door.ts'
import { RecordRow } from './RecordRow.tsx'
import { RecordSheet } from './RecordSheet.tsx'
import { useRecords, type RecordFilter } from './useRecords.ts'

const pageSize = 100

export interface RecordListProps {
  filter: RecordFilter
  /** Only so many, without more on scrolling. */
  first?: number
}

/** Lines of the ledger; the next page comes as the end comes near. */
export function RecordList({ filter, first }: RecordListProps) {
  const t = useTranslations('account.records')
  const shell = useTranslations('shell')
  const query = useRecords(filter, first ?? pageSize)
  const pages = query.data?.pages
  const lines = useMemo(() => pages?.flatMap((page) => page.items), [pages])
  const [opened, open] = useState<LedgerRecord | null>(null)
  if (lines === undefined) {
    if (query.isError) {
      return <LoadFailed onRetry={() => void query.refetch()} />
    }
    return (
      <div className="rounded-card bg-surface">
        <SkeletonRows rows={6} label={shell('state.loading')} />
      </div>
    )
  }
  if (lines.length === 0) {
    const filtered = first === undefined && Object.keys(filter).length > 0
    return (
      <div className="rounded-card bg-surface">
        <EmptyState drawing="ledger" title={t('emptyTitle')} text={filtered ? t('emptyFiltered') : t('emptyText')} />
      </div>
    )
  }
  const sheet = opened && <RecordSheet record={opened} onClose={() => open(null)} />
  if (first !== undefined) {
    return (
      <div className="overflow-hidden rounded-card bg-surface">
        {lines.slice(0, first).map((record) => (
          <RecordRow key={record.id} record={record} onOpen={open} />
        ))}
        {sheet}
      </div>
    )
  }
  return (
    <>
      <div className="overflow-hidden rounded-card bg-surface">
        <WindowVirtualizer data={lines}>
          {(record) => <RecordRow key={record.id} record={record} onOpen={open} />}
        </WindowVirtualizer>
      </div>
      {sheet}
      {query.hasNextPage ? (
        <EndlessPages query={query} />
      ) : (
        <p className="py-4 text-center text-12 text-quiet">{t('end')}</p>
      )}
    </>
  )
}
