import { useQuery, type QueryKey } from '@tanstack/react-query'
import { ApiError } from '@truemark/protocol/calling'
import type { Reason } from '@truemark/protocol/errors'
import { Card } from '@truemark/ui/primitives/Card'
import { EmptyState } from '@truemark/ui/primitives/EmptyState'
import type { ReactNode } from 'react'
import { useErrorText } from '../i18n/door.ts'
import { Heading } from './Heading.tsx'
import { TableSkeleton } from './ListView.tsx'
import { LoadFailure } from './LoadFailure.tsx'

interface LoggedReadingProps<T> {
  /** The list that it is read from. */
  back: { readonly to: '/tickets' | '/verifications'; readonly label: string }
  /** That the reading stands in the audit log. */
  text: string
  queryKey: QueryKey
  read: () => Promise<T>
  /** Why there is none of this id. */
  unknown: Reason
  children: (one: T) => ReactNode
}

/** What one person sent in. Each reading stands in the audit log, so nothing reads it again by itself. */
export function LoggedReading<T extends { readonly account: string; readonly uid: string }>({
  back,
  text,
  queryKey,
  read,
  unknown,
  children,
}: LoggedReadingProps<T>) {
  const errorText = useErrorText()
  const query = useQuery({
    queryKey,
    queryFn: read,
    staleTime: Infinity,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  const { data, error } = query
  const isUnknown = error instanceof ApiError && error.reason === unknown
  return (
    <>
      <Heading
        back={back}
        title={data ? <span className="break-all">{data.account || data.uid}</span> : back.label}
        text={data && text}
      />
      {query.isPending && <TableSkeleton rows={6} />}
      {query.isError && (
        <Card>
          {isUnknown ? <EmptyState drawing="search" title={errorText(error)} /> : <LoadFailure query={query} />}
        </Card>
      )}
      {data && children(data)}
    </>
  )
}
