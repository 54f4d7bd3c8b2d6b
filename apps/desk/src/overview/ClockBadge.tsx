import { Badge } from '@truemark/ui/primitives/Badge'
import { useTranslations } from 'use-intl'
import { useDeskWaiting } from '../waiting/door.ts'

const minuteMs = 60_000

/** Says that the machine's clock differs from the exchange's time: somebody set it, and a person has to look. */
export function ClockBadge() {
  const t = useTranslations('desk.overview')
  const lead = useDeskWaiting().waiting?.clock_lead ?? 0
  if (lead === 0) return null
  const minutes = Math.max(1, Math.round(Math.abs(lead) / minuteMs))
  return <Badge tone="danger">{t(lead > 0 ? 'clockBehind' : 'clockAhead', { minutes })}</Badge>
}
