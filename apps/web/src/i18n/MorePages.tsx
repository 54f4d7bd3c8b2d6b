import { Button } from '@truemark/ui/primitives/Button'
import { NearEnd } from '@truemark/ui/primitives/NearEnd'
import { joined } from '@truemark/ui/primitives/joined'
import { useTranslations } from 'use-intl'
import { Refused } from '../parts/Refused.tsx'

interface Paged {
  readonly hasNextPage: boolean
  readonly isFetchingNextPage: boolean
  readonly isFetchNextPageError: boolean
  readonly fetchNextPage: () => unknown
}

interface MorePagesProps {
  query: Paged
  label: string
  kind?: 'quiet' | 'secondary'
  className?: string
}

/** The end of a list that goes on at a press; where the next page did not come, that it did not, and another try. */
export function MorePages({ query, label, kind = 'quiet', className }: MorePagesProps) {
  const shell = useTranslations('shell')
  if (!query.hasNextPage) return null
  const isFailed = query.isFetchNextPageError
  return (
    <div className={joined('flex flex-col items-center gap-1 self-center', className)}>
      <Refused text={isFailed ? shell('failure.loadTitle') : undefined} />
      <Button kind={kind} compact busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
        {isFailed ? shell('action.retry') : label}
      </Button>
    </div>
  )
}

/** The end of a list that goes on by itself as it comes near; after a failure it waits to be pressed. */
export function EndlessPages({ query }: { query: Paged }) {
  const shell = useTranslations('shell')
  if (query.isFetchNextPageError) return <MorePages query={query} label={shell('action.retry')} className="py-2" />
  return query.hasNextPage ? <NearEnd onNear={() => void query.fetchNextPage()} label={shell('state.loading')} /> : null
}
