import { serverNow } from '@truemark/ui/device/serverTime'
import type { DeskVerification } from '@truemark/protocol/routes/deskVerification'
import { Badge } from '@truemark/ui/primitives/Badge'
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { EscalatedBadge } from '../waiting/door.ts'

const minuteMs = 60_000
/** From this part of the time on, a submission that waits stands out. */
const nearPart = 0.75

/** Where a submission stands; while it waits, its age against the deadline. */
export function VerificationBadge({
  one,
}: {
  one: Pick<DeskVerification, 'state' | 'submitted' | 'deadline' | 'escalated'>
}) {
  const t = useTranslations('desk.verification')
  const { state, submitted, deadline } = one
  const now = useMinute()
  if (state !== 'pending') {
    return <Badge tone={state === 'approved' ? 'up' : 'danger'}>{t(`states.${state}`)}</Badge>
  }
  const time = waited(Math.max(0, now - submitted))
  if (now > deadline) {
    return (
      <span className="inline-flex flex-wrap gap-1">
        <EscalatedBadge of={one} />
        <Badge tone="danger">{t('late', { time })}</Badge>
      </span>
    )
  }
  const isNear = now - submitted > (deadline - submitted) * nearPart
  return <Badge tone={isNear ? 'warning' : 'plain'}>{t('waited', { time })}</Badge>
}

/** The time, told again each minute. */
function useMinute(): number {
  const [now, setNow] = useState(serverNow)
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), minuteMs)
    return () => clearInterval(timer)
  }, [])
  return now
}

/** A time as hours and minutes: 1:05. */
function waited(time: number): string {
  const minutes = Math.floor(time / minuteMs)
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`
}
