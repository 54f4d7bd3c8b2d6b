import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { realNameRead, type RealNameStanding } from '@truemark/protocol/routes/verification'
import { Page } from '@truemark/ui/primitives/Page'
import { PageHeader } from '@truemark/ui/primitives/PageHeader'
import { SkeletonRows } from '@truemark/ui/primitives/Skeleton'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '../data/api.ts'
import { useSession, userOf } from '../data/session.ts'
import { DemoBlocked } from '../identity/door.ts'
import { LoadFailed } from '../parts/LoadFailed.tsx'

const refreshMs = 60_000

export const standingKey = ['realname'] as const

interface VerificationFrameProps {
  title: 'authentication' | 'primaryCertification' | 'advancedCertification'
  children: (standing: RealNameStanding) => ReactNode
}

/** The frame of each screen of verification: its head, where both levels stand, and what a demo account is told. */
export function VerificationFrame({ title, children }: VerificationFrameProps) {
  const shell = useTranslations('shell')
  const router = useRouter()
  const isDemo = useSession((state) => state.mode === 'demo')
  return (
    <>
      <PageHeader
        title={shell(`title.${title}`)}
        onBack={() => router.history.back()}
        backLabel={shell('action.back')}
      />
      {isDemo ? (
        <DemoBlocked block="demo_no_authentication" />
      ) : (
        <Page width="reading">
          <Standing>{children}</Standing>
        </Page>
      )}
    </>
  )
}

function Standing({ children }: Pick<VerificationFrameProps, 'children'>) {
  const shell = useTranslations('shell')
  const uid = useSession((state) => userOf(state)?.uid)
  const query = useQuery({
    queryKey: [...standingKey, uid],
    queryFn: () => call(realNameRead, {}),
    // a decision comes while one looks
    refetchInterval: refreshMs,
  })
  if (query.data !== undefined) return children(query.data)
  if (query.isError) {
    return <LoadFailed onRetry={() => void query.refetch()} />
  }
  return (
    <div className="rounded-card bg-surface">
      <SkeletonRows rows={4} label={shell('state.loading')} />
    </div>
  )
}
