import { EmptyState } from '@truemark/ui/primitives/EmptyState'
import { ErrorState } from '@truemark/ui/primitives/ErrorState'
import { SkeletonRows } from '@truemark/ui/primitives/Skeleton'
import { useTranslations } from 'use-intl'
import { MorePages } from '../reader/door.ts'
import { OptionRow } from './OptionRow.tsx'
import { useOptionHistory, type OptionFilter } from './optionsQuery.ts'

/** The options that have ended, newest first. */
export function OptionHistory({ filter }: { filter: OptionFilter }) {
  const t = useTranslations('option')
  const spot = useTranslations('spot')
  const shell = useTranslations('shell')
  const query = useOptionHistory(filter)
  if (query.data === undefined) {
    if (!query.isError) return <SkeletonRows rows={4} label={shell('state.loading')} />
    return (
      <ErrorState
        title={shell('failure.loadTitle')}
        text={shell('failure.loadText')}
        retryLabel={shell('action.retry')}
        onRetry={() => void query.refetch()}
      />
    )
  }
  const options = query.data.pages.flatMap((page) => page.items)
  return (
    <div className="@container flex flex-col">
      {options.length === 0 && <EmptyState drawing="orders" title={t('noHistory')} />}
      <ul>
        {options.map((option) => (
          <li key={option.order_id}>
            <OptionRow option={option} />
          </li>
        ))}
      </ul>
      <MorePages query={query} label={spot('showMore')} className="m-3" />
    </div>
  )
}
