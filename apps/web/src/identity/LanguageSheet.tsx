import { locales } from '@truemark/protocol/locale'
import { rowClass } from '@truemark/ui/primitives/ListRow'
import { Check } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { chooseLocale, useSession } from '../data/session.ts'
import { OwnSheet } from '../parts/OwnSheet.tsx'

/** All languages, each by its own name. */
export function LanguageSheet({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) {
  const t = useTranslations()
  const current = useSession((state) => state.locale)
  return (
    <OwnSheet open={open} onClose={() => onOpenChange(false)} title={t('setting.language')}>
      <ul className="-mx-5">
        {locales.map((locale) => (
          <li key={locale.id}>
            <button
              type="button"
              lang={locale.tag}
              aria-pressed={locale.id === current}
              className={`${rowClass} px-5`}
              onClick={() => {
                chooseLocale(locale.id)
                onOpenChange(false)
              }}
            >
              <span className="flex-1 text-16">{locale.name}</span>
              {locale.id === current && (
                <Check size={20} strokeWidth={1.5} className="text-primary" aria-hidden="true" />
              )}
            </button>
          </li>
        ))}
      </ul>
    </OwnSheet>
  )
}
