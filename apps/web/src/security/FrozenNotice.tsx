import { Link } from '@tanstack/react-router'
import { Scale } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { useDateTime } from '../reader/door.ts'
import { useFreeze } from './access.ts'

/** Why money can't be withdrawn at present: the legal ground, its reference and since when. Nothing where it can. */
export function FrozenNotice() {
  const t = useTranslations('security.frozen')
  const dateTime = useDateTime()
  const freeze = useFreeze()
  if (freeze === null) return null
  return (
    <section aria-label={t('title')} className="flex gap-3 rounded-card bg-danger-soft px-4 py-3 text-14">
      <Scale size={20} strokeWidth={1.5} className="mt-0.5 shrink-0 text-danger" aria-hidden="true" />
      <div className="flex min-w-0 flex-col gap-1">
        <h2 className="font-medium">{t('title')}</h2>
        <p>{t(`ground.${freeze.ground}`)}</p>
        <p className="break-words text-secondary">
          {t('reference', { reference: freeze.reference })} <span className="figures">{dateTime(freeze.since)}</span>
        </p>
        <p className="text-secondary">{t('rest')}</p>
        <Link
          to="/setting/contact-us"
          className="-mb-1 inline-flex min-h-11 items-center self-start rounded-control font-medium underline underline-offset-2"
        >
          {t('contact')}
        </Link>
      </div>
    </section>
  )
}
