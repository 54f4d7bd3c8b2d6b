import type { InfiniteData } from '@tanstack/react-query'
import { ApiError } from '@truemark/protocol/calling'
import { Button } from '@truemark/ui/primitives/Button'
import { EmptyState } from '@truemark/ui/primitives/EmptyState'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { MorePages } from '../reader/door.ts'
import { Loaded } from './Loaded.tsx'

export interface Pages<T> {
  readonly data: InfiniteData<{ readonly items: readonly T[] }> | undefined
  readonly isError: boolean
  readonly error: unknown
  readonly refetch: () => unknown
  readonly hasNextPage: boolean
  readonly isFetchingNextPage: boolean
  readonly isFetchNextPageError: boolean
  readonly fetchNextPage: () => unknown
}

interface RecordPagesProps<T> {
  query: Pages<T>
  emptyTitle: string
  emptyText: string
  /** The one next step where there is none yet. */
  action: ReactNode
  /** Where the page's address means one record alone: leads to all of them. */
  onAll?: (() => void) | undefined
  children: (record: T) => ReactNode
}

/** Records, newest first; more of them on a press. */
export function RecordPages<T>({ query, emptyTitle, emptyText, action, onAll, children }: RecordPagesProps<T>) {
  const t = useTranslations('wallet')
  const all = onAll && (
    <Button kind="secondary" compact className="self-center" onClick={onAll}>
      {t('showAll')}
    </Button>
  )
  const missing = <EmptyState drawing="search" title={t('missing')} action={all} />
  // what is no id of ours names no record either
  if (all && query.error instanceof ApiError && query.error.reason === 'field_malformed') return missing
  return (
    <Loaded query={query}>
      {({ pages }) => {
        const records = pages.flatMap((page) => page.items)
        if (records.length === 0 && all) return missing
        if (records.length === 0) {
          return (
            <EmptyState
              drawing="ledger"
              title={emptyTitle}
              {...(emptyText === '' ? {} : { text: emptyText })}
              action={action}
            />
          )
        }
        return (
          <div className="flex flex-col gap-3">
            <ul className="grid items-start gap-3 desk:grid-cols-2">{records.map(children)}</ul>
            <MorePages query={query} label={t('showMore')} />
            {all}
          </div>
        )
      }}
    </Loaded>
  )
}
