import type { LocaleId } from '@truemark/protocol/locale'
import { Languages } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { useSession } from '../data/session.ts'

/** Says that a text is shown in English because the reader's language has none; nothing where it has one. */
export function InEnglish({ lang }: { lang: LocaleId }) {
  const t = useTranslations('content')
  const locale = useSession((state) => state.locale)
  if (lang === locale) return null
  return (
    <p className="flex items-center gap-2.5 rounded-control bg-info-soft px-3.5 py-2.5 text-14 text-secondary">
      <Languages size={18} strokeWidth={1.5} className="shrink-0 text-info" aria-hidden="true" />
      {t('inEnglish')}
    </p>
  )
}

/** The same in a row of a list: a small line. */
export function InEnglishLine({ lang }: { lang: LocaleId }) {
  const t = useTranslations('content')
  const locale = useSession((state) => state.locale)
  if (lang === locale) return null
  return (
    <span className="flex items-center gap-1.5 text-12 text-quiet">
      <Languages size={14} strokeWidth={1.5} className="shrink-0" aria-hidden="true" />
      {t('inEnglish')}
    </span>
  )
}
