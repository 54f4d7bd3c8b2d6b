import { useTranslations } from 'use-intl'
import { useLink } from '../data/link.ts'
import { useDateTime } from '../i18n/door.ts'

/** Of when what is shown is, and that nothing is traded by it. */
export function Stale() {
  const t = useTranslations('offline')
  const dateTime = useDateTime()
  const { down, asOf } = useLink((link) => link)
  if (!down) return null
  return (
    <span className="text-warning">
      {asOf !== null && <span className="figures">{t('asOf', { time: dateTime(asOf) })} </span>}
      {t('noTrading')}
    </span>
  )
}
