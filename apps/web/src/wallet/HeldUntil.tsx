import { useTranslations } from 'use-intl'
import { useClock } from '../data/clock.ts'
import { useDeadline } from '../i18n/door.ts'

/** From when something saved can be used, while that is still to come. */
export function HeldUntil({ usableFrom }: { usableFrom: number }) {
  const t = useTranslations('wallet.address')
  const deadline = useDeadline()
  const now = useClock()
  if (usableFrom <= now) return null
  return <span className="figures text-warning">{t('usableFrom', { time: deadline(usableFrom) })}</span>
}
