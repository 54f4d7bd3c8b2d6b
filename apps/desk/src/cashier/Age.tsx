import { dayMs } from '@truemark/core/money/units'
import { Badge } from '@truemark/ui/primitives/Badge'
import { useTranslations } from 'use-intl'

const minuteMs = 60_000

/** How long something had waited at `now` against the time that it may: the nearer the end, the louder. */
export function Age({ since, deadline, now }: { since: number; deadline?: number; now: number }) {
  const t = useTranslations('desk.cashier')
  const minutes = Math.max(0, Math.floor((now - since) / minuteMs))
  const end = deadline ?? since + dayMs
  const isLate = now > end
  const isNear = !isLate && now > since + ((end - since) * 3) / 4
  return (
    <Badge tone={isLate ? 'danger' : isNear ? 'warning' : 'plain'}>
      {isLate ? t('late', { time: waited(minutes) }) : t('waited', { time: waited(minutes) })}
    </Badge>
  )
}

/** Minutes as hours and minutes: 1:05. */
function waited(minutes: number): string {
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`
}
