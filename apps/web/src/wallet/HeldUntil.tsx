import { useTranslations } from 'use-intl'
import { useClock } from '../data/clock.ts'
import { useDateTime } from '../i18n/door.ts'

/** From when something saved can be used, while that is still to come. */
export function HeldUntil({ usableFrom }: { usableFrom: number }) {
  const t = useTranslations('wallet.address')
  const dateTime = useDateTime()
  const now = useClock()
  if (usableFrom <= now) return null
  return <span className="figures text-warning">{t('usableFrom', { time: dateTime(usableFrom) })}</span>
}
