import { ApiError } from '@truemark/protocol/calling'
import { Button } from '@truemark/ui/primitives/Button'
import { EmptyState } from '@truemark/ui/primitives/EmptyState'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { PagedList, type Pages } from './PagedList.tsx'

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
  const none = (
    <EmptyState
      drawing="ledger"
      title={emptyTitle}
      {...(emptyText === '' ? {} : { text: emptyText })}
      action={action}
    />
  )
  return (
    <PagedList query={query} empty={all ? missing : none} more={t('showMore')} end={all}>
      {(records) => <ul className="grid items-start gap-3 desk:grid-cols-2">{records.map(children)}</ul>}
    </PagedList>
  )
}
