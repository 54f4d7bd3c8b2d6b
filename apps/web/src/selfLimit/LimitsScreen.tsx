import type { SelfLimitsAnswer } from '@truemark/protocol/routes/selfLimit'
import type { SessionLimitAnswer } from '@truemark/protocol/routes/sessionLimit'
import { Page } from '@truemark/ui/primitives/Page'
import { SkeletonRows } from '@truemark/ui/primitives/Skeleton'
import { useTranslations } from 'use-intl'
import { Button } from '@truemark/ui/primitives/Button'
import { useState } from 'react'
import { serverNow } from '@truemark/ui/device/serverTime'
import { BackHeader } from '../parts/BackHeader.tsx'
import { LoadFailed } from '../parts/LoadFailed.tsx'
import { useDisclosures } from '../disclosure/door.ts'
import { useDateTime } from '../i18n/door.ts'
import { Later, LimitCard } from './LimitCard.tsx'
import { PauseCard } from './PauseCard.tsx'
import { useSelfLimits } from './selfLimits.ts'
import { useHasSessionLimit, useNearTime, useSessionLimit, useSpan } from './sessionLimit.ts'
import { SelfLimitTexts } from './texts.tsx'
import { SessionSheet } from './SessionSheet.tsx'

/** The pause and the limits that a person puts on themselves. */
export function LimitsScreen() {
  return (
    <>
      <BackHeader name="ownLimits" />
      <Page width="reading">
        <SelfLimitTexts>
          <SelfLimits />
        </SelfLimitTexts>
      </Page>
    </>
  )
}

function SelfLimits() {
  const shell = useTranslations('shell')
  const selfLimits = useSelfLimits()
  const limit = useSessionLimit()
  const hasLimit = useHasSessionLimit()
  if (selfLimits.data !== undefined && (!hasLimit || limit.data !== undefined)) {
    return <Cards selfLimits={selfLimits.data} session={hasLimit ? limit.data : undefined} />
  }
  if (!selfLimits.isError && !limit.isError) return <SkeletonRows rows={5} label={shell('state.loading')} />
  return (
    <LoadFailed
      onRetry={() => {
        if (selfLimits.isError) void selfLimits.refetch()
        if (limit.isError) void limit.refetch()
      }}
    />
  )
}

interface CardsProps {
  selfLimits: SelfLimitsAnswer
  session: SessionLimitAnswer | undefined
}

function Cards({ selfLimits, session }: CardsProps) {
  const t = useTranslations('selfLimit')
  return (
    <div className="flex flex-col gap-4 pt-2">
      <p className="text-14 text-secondary">{t('intro')}</p>
      {selfLimits.limits.map((one) => (
        <LimitCard key={one.limit} own={one} lost={one.limit === 'loss_day' ? selfLimits.lost_today : null} />
      ))}
      {session && <SessionCard own={session} />}
      <PauseCard pause={selfLimits.pause} />
      <DisclosureCard />
    </div>
  )
}

/** What a person was told of the risks of each product and understood, word by word, and when. */
function DisclosureCard() {
  const t = useTranslations('selfLimit.disclosures')
  const dateTime = useDateTime()
  const { data } = useDisclosures()
  if (data === undefined) return null
  const understood = data.flatMap(({ product, accepted }) => accepted.map((one) => ({ ...one, product })))
  return (
    <section aria-labelledby="disclosures" className="flex flex-col gap-3 rounded-card bg-surface p-4">
      <h2 id="disclosures" className="text-16 font-medium">
        {t('title')}
      </h2>
      {understood.length === 0 && <p className="text-14 text-secondary">{t('none')}</p>}
      {understood.map(({ product, version, time, lines: [title, ...lines] }) => (
        <details key={`${product} ${version}`} className="group text-14">
          <summary className="feedback flex min-h-11 cursor-pointer flex-col justify-center rounded-control">
            <span className="font-medium">{title}</span>
            <span className="figures text-12 text-quiet">{t('accepted', { version, time: dateTime(time) })}</span>
          </summary>
          <div className="flex flex-col gap-2 pt-2 text-secondary">
            {lines.map((line) => (
              <p key={line}>{line}</p>
            ))}
          </div>
        </details>
      ))}
    </section>
  )
}

/** How long the person stays signed in at most, when this session ends by it, and what will hold later. */
function SessionCard({ own }: { own: SessionLimitAnswer }) {
  const { looser } = own
  const t = useTranslations('selfLimit')
  const span = useSpan()
  const nearTime = useNearTime()
  const [open, setOpen] = useState(false)
  const [now] = useState(serverNow)
  const name = t('session.name')
  return (
    <section aria-label={name} className="flex flex-col gap-2 rounded-card bg-surface p-4">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <h2 className="text-16 font-medium">{name}</h2>
        {own.minutes === null ? (
          <span className="text-16 text-secondary">{t('none')}</span>
        ) : (
          <span className="figures text-20 font-medium">{span(own.minutes)}</span>
        )}
      </div>
      <p className="text-14 text-secondary">{t('session.text')}</p>
      {own.ends !== null && (
        <p className="figures text-14 text-secondary">{t('session.ends', { time: nearTime(own.ends, now) })}</p>
      )}
      {looser && <Later amount={looser.minutes === null ? t('none') : span(looser.minutes)} from={looser.from} />}
      <Button kind="secondary" wide aria-label={`${t('change')}: ${name}`} onClick={() => setOpen(true)}>
        {t('change')}
      </Button>
      {open && <SessionSheet own={own} onClose={() => setOpen(false)} />}
    </section>
  )
}
