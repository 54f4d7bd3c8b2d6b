import { useParams } from '@tanstack/react-router'
import { deskVerificationRead, type DeskVerificationOne } from '@truemark/protocol/routes/deskVerification'
import { useTranslations } from 'use-intl'
import { call } from '../data/http.ts'
import { useMay } from '../data/session.ts'
import { LoggedReading } from '../table/door.ts'
import { DecisionForm } from './DecisionForm.tsx'
import { Documents } from './Documents.tsx'
import { History } from './History.tsx'
import { RevokeForm } from './RevokeForm.tsx'
import { Submission } from './Submission.tsx'

/** One submission: the documents beside what was typed, and the decision. */
export function VerificationScreen() {
  const t = useTranslations('desk.verification')
  const { id } = useParams({ from: '/desk/verifications/$id' })
  return (
    <LoggedReading
      back={{ to: '/verifications', label: t('title') }}
      text={t('readLogged')}
      queryKey={['verification', id]}
      read={() => call(deskVerificationRead, { params: { id } })}
      unknown="verification_unknown"
    >
      {(one) => <Detail key={one.state} one={one} />}
    </LoggedReading>
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
