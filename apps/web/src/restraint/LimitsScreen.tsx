import { useRouter } from '@tanstack/react-router'
import type { RestraintsAnswer } from '@truemark/protocol/routes/restraint'
import { ErrorState } from '@truemark/ui/primitives/ErrorState'
import { Page } from '@truemark/ui/primitives/Page'
import { PageHeader } from '@truemark/ui/primitives/PageHeader'
import { SkeletonRows } from '@truemark/ui/primitives/Skeleton'
import { useTranslations } from 'use-intl'
import { DisclosureCard } from './DisclosureCard.tsx'
import { LimitCard } from './LimitCard.tsx'
import { PauseCard } from './PauseCard.tsx'
import { useRestraints } from './restraints.ts'
import { RestraintTexts } from './texts.tsx'

/** The pause and the limits that a person puts on themselves. */
export function LimitsScreen() {
  const shell = useTranslations('shell')
  const router = useRouter()
  return (
    <>
      <PageHeader
        title={shell('title.ownLimits')}
        onBack={() => router.history.back()}
        backLabel={shell('action.back')}
      />
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
  const { data, isError, refetch } = useRestraints()
  if (data !== undefined) return <Cards restraints={data} />
  if (!isError) return <SkeletonRows rows={5} label={shell('state.loading')} />
  return (
    <ErrorState
      title={shell('failure.loadTitle')}
      text={shell('failure.loadText')}
      retryLabel={shell('action.retry')}
      onRetry={() => void refetch()}
    />
  )
}

function Cards({ restraints }: { restraints: RestraintsAnswer }) {
  const t = useTranslations('restraint')
  return (
    <div className="flex flex-col gap-4 pt-2">
      <p className="text-14 text-secondary">{t('intro')}</p>
      {restraints.limits.map((one) => (
        <LimitCard key={one.limit} own={one} lost={one.limit === 'loss_day' ? restraints.lost_today : null} />
      ))}
      <PauseCard pause={restraints.pause} />
      <DisclosureCard />
    </div>
  )
}
