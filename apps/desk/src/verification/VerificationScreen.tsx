import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { ApiError } from '@truemark/protocol/calling'
import { deskVerificationRead, type DeskVerificationOne } from '@truemark/protocol/routes/deskVerification'
import { Card } from '@truemark/ui/primitives/Card'
import { EmptyState } from '@truemark/ui/primitives/EmptyState'
import { useTranslations } from 'use-intl'
import { call } from '../data/http.ts'
import { useMay } from '../data/session.ts'
import { Heading, LoadFailure, TableSkeleton } from '../listing/door.ts'
import { useErrorText } from '../reader/door.ts'
import { DecisionForm } from './DecisionForm.tsx'
import { Documents } from './Documents.tsx'
import { History } from './History.tsx'
import { RevokeForm } from './RevokeForm.tsx'
import { Submission } from './Submission.tsx'

/** One submission: the documents beside what was typed, and the decision. */
export function VerificationScreen() {
  const t = useTranslations('desk.verification')
  const errorText = useErrorText()
  const { id } = useParams({ from: '/desk/verifications/$id' })
  // each reading stands in the audit log, so nothing reads it again by itself
  const query = useQuery({
    queryKey: ['verification', id],
    queryFn: () => call(deskVerificationRead, { params: { id } }),
    staleTime: Infinity,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  const isUnknown = query.error instanceof ApiError && query.error.reason === 'verification_unknown'
  return (
    <>
      <Heading
        back={{ to: '/verifications', label: t('title') }}
        title={query.data ? <span className="break-all">{query.data.account || query.data.uid}</span> : t('title')}
        text={query.data && t('readLogged')}
      />
      {query.isPending && <TableSkeleton rows={6} />}
      {query.isError && (
        <Card>
          {isUnknown ? <EmptyState drawing="search" title={errorText(query.error)} /> : <LoadFailure query={query} />}
        </Card>
      )}
      {query.data && <Detail key={query.data.state} one={query.data} />}
    </>
  )
}

function Detail({ one }: { one: DeskVerificationOne }) {
  const mayWrite = useMay('desk_verification_write')
  return (
    <div className="flex flex-col gap-6">
      <div className="grid items-start gap-4 wide:grid-cols-2">
        {one.documents.length > 0 && <Documents one={one} />}
        <div className="flex min-w-0 flex-col gap-4">
          <Submission one={one} />
          {one.state === 'pending' && mayWrite && <DecisionForm one={one} />}
          {one.state === 'approved' && mayWrite && <RevokeForm one={one} />}
        </div>
      </div>
      {one.history.length > 0 && <History one={one} />}
    </div>
  )
}
