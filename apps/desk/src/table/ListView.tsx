import type { DrawingName } from '@truemark/ui/marks/Drawing'
import { Button } from '@truemark/ui/primitives/Button'
import { EmptyState } from '@truemark/ui/primitives/EmptyState'
import { ErrorState } from '@truemark/ui/primitives/ErrorState'
import { Skeleton } from '@truemark/ui/primitives/Skeleton'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import type { List } from '../data/lists.ts'
import { useDateTime } from '../i18n/door.ts'
import { DataTable, type DataTableProps } from './DataTable.tsx'
import { ExportButton } from './ExportButton.tsx'
import { useWide } from './useWide.ts'

export interface ListFrameProps<Row> {
  list: List<Row>
  empty: { readonly drawing: DrawingName; readonly title: string; readonly text?: string; readonly action?: ReactNode }
  /** What stands while the list is on its way; a table unless said otherwise. */
  waiting?: ReactNode
  children: (rows: readonly Row[]) => ReactNode
}

/** A list in each of its states: on its way, failed, empty, there, and there but not as new as it should be. */
export function ListFrame<Row>({ list, empty, waiting = <TableSkeleton />, children }: ListFrameProps<Row>) {
  const t = useTranslations('desk')
  const dateTime = useDateTime()
  const { rows, failed, retry } = list
  if (rows === undefined) {
    if (!failed) return waiting
    return (
      <div className="rounded-card bg-surface">
        <ErrorState
          title={t('failure.loadTitle')}
          text={t('failure.loadText')}
          retryLabel={t('common.retry')}
          onRetry={retry}
        />
      </div>
    )
  }
  return (
    <div className="flex flex-col gap-3">
      {failed && (
        <p
          role="alert"
          className="flex flex-wrap items-center justify-between gap-x-3 rounded-control bg-warning-soft px-3.5 py-1 text-14 text-warning"
        >
          {t('failure.stale', { time: dateTime(list.readAt, 'time') })}
          <Button kind="quiet" compact onClick={retry}>
            {t('common.retry')}
          </Button>
        </p>
      )}
      {rows.length === 0 ? (
        <div className="rounded-card bg-surface">
          <EmptyState {...empty} />
        </div>
      ) : (
        children(rows)
      )}
      {list.csv && rows.length > 0 && <ExportButton csv={list.csv} />}
      {list.more && (
        <Button kind="secondary" compact className="self-center" busy={list.fetchingMore} onClick={list.more}>
          {t('common.loadMore')}
        </Button>
      )}
    </div>
  )
}

export type ListViewProps<Row> = Omit<ListFrameProps<Row>, 'children'> & Omit<DataTableProps<Row>, 'rows'>

/** A list as a table, in each of its states. */
export function ListView<Row>({ list, empty, ...table }: ListViewProps<Row>) {
  return (
    <ListFrame list={list} empty={empty}>
      {(rows) => <DataTable {...table} rows={rows} />}
    </ListFrame>
  )
}

/** A table to come, or its cards. */
export function TableSkeleton({ rows = 8 }: { rows?: number }) {
  const t = useTranslations('desk.common')
  if (useWide()) return <RowsSkeleton rows={rows} />
  return (
    <output aria-label={t('loading')} className="grid gap-2 tablet:grid-cols-2">
      {Array.from({ length: 4 }, (_, card) => (
        <span key={card} className="flex flex-col gap-3 rounded-card bg-surface p-4">
          <Skeleton className="h-6 w-36" />
          <Skeleton className="h-4 w-full" />
          <Skeleton className="h-4 w-full" />
          <Skeleton className="h-4 w-full" />
        </span>
      ))}
    </output>
  )
}

/** Rows to come. */
export function RowsSkeleton({ rows }: { rows: number }) {
  const t = useTranslations('desk.common')
  return (
    <output aria-label={t('loading')} className="flex flex-col rounded-card bg-surface">
      {Array.from({ length: rows }, (_, row) => (
        <span key={row} className="flex h-12 items-center gap-6 px-4 hairline-b last:shadow-none">
          <Skeleton className="h-4 w-32" />
          <Skeleton className="h-4 w-24 max-tablet:hidden" />
          <span className="flex-1" />
          <Skeleton className="h-4 w-20" />
        </span>
      ))}
    </output>
  )
}
