import { useQuery } from '@tanstack/react-query'
import { realNameRead, type RealNameStanding } from '@truemark/protocol/routes/verification'
import { Page } from '@truemark/ui/primitives/Page'
import type { ReactNode } from 'react'
import { call } from '../data/api.ts'
import { useSession, userOf } from '../data/session.ts'
import { DemoBlocked } from '../identity/door.ts'
import { BackHeader } from '../parts/BackHeader.tsx'
import { Loaded } from '../parts/Loaded.tsx'

const refreshMs = 60_000

export const standingKey = ['realname'] as const

interface VerificationFrameProps {
  title: 'authentication' | 'primaryCertification' | 'advancedCertification'
  children: (standing: RealNameStanding) => ReactNode
}

/** The frame of each screen of verification: its head, where both levels stand, and what a demo account is told. */
export function VerificationFrame({ title, children }: VerificationFrameProps) {
  const isDemo = useSession((state) => state.mode === 'demo')
  return (
    <>
      <BackHeader name={title} />
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
  const uid = useSession((state) => userOf(state)?.uid)
  const query = useQuery({
    queryKey: [...standingKey, uid],
    queryFn: () => call(realNameRead, {}),
    // a decision comes while one looks
    refetchInterval: refreshMs,
  })
  return <Loaded query={query}>{children}</Loaded>
}
