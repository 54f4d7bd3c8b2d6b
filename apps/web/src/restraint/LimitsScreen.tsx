import type { RestraintsAnswer } from '@truemark/protocol/routes/restraint'
import type { SessionLimitAnswer } from '@truemark/protocol/routes/sessionLimit'
import { Page } from '@truemark/ui/primitives/Page'
import { SkeletonRows } from '@truemark/ui/primitives/Skeleton'
import { useTranslations } from 'use-intl'
import { BackHeader } from '../parts/BackHeader.tsx'
import { LoadFailed } from '../parts/LoadFailed.tsx'
import { DisclosureCard } from './DisclosureCard.tsx'
import { LimitCard } from './LimitCard.tsx'
import { PauseCard } from './PauseCard.tsx'
import { useRestraints } from './restraints.ts'
import { SessionCard } from './SessionCard.tsx'
import { useHasSessionLimit, useSessionLimit } from './sessionLimit.ts'
import { RestraintTexts } from './texts.tsx'

/** The pause and the limits that a person puts on themselves. */
export function LimitsScreen() {
  return (
    <>
      <BackHeader name="ownLimits" />
      <Page width="reading">
        <RestraintTexts>
          <Restraints />
        </RestraintTexts>
      </Page>
    </>
  )
}

function Restraints() {
  const shell = useTranslations('shell')
  const restraints = useRestraints()
  const limit = useSessionLimit()
  const hasLimit = useHasSessionLimit()
  if (restraints.data !== undefined && (!hasLimit || limit.data !== undefined)) {
    return <Cards restraints={restraints.data} session={hasLimit ? limit.data : undefined} />
  }
  if (!restraints.isError && !limit.isError) return <SkeletonRows rows={5} label={shell('state.loading')} />
  return (
    <LoadFailed
      onRetry={() => {
        if (restraints.isError) void restraints.refetch()
        if (limit.isError) void limit.refetch()
      }}
    />
  )
}

interface CardsProps {
  restraints: RestraintsAnswer
  session: SessionLimitAnswer | undefined
}

function Cards({ restraints, session }: CardsProps) {
  const t = useTranslations('restraint')
  return (
    <div className="flex flex-col gap-4 pt-2">
      <p className="text-14 text-secondary">{t('intro')}</p>
      {restraints.limits.map((one) => (
        <LimitCard key={one.limit} own={one} lost={one.limit === 'loss_day' ? restraints.lost_today : null} />
      ))}
      {session && <SessionCard own={session} />}
      <PauseCard pause={restraints.pause} />
      <DisclosureCard />
    </div>
  )
}
