import { localeOf, locales } from '@truemark/protocol/locale'
import { Sheet } from '@truemark/ui/primitives/Sheet'
import { rowClass } from '@truemark/ui/primitives/ListRow'
import { Check, Globe } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { chooseLocale, useSession } from '../data/session.ts'

/** The language by its own name; a press offers the others. */
export function LanguageButton() {
  const t = useTranslations()
  const locale = useSession((state) => state.locale)
  const [open, setOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        aria-label={`${t('setting.language')}: ${localeOf(locale).name}`}
        onClick={() => setOpen(true)}
        className="feedback inline-flex min-h-11 items-center gap-2 rounded-control px-3 text-14 text-secondary hover:bg-raised hover:text-text"
      >
        <Globe size={18} strokeWidth={1.5} aria-hidden="true" />
        {localeOf(locale).name}
      </button>
      <LanguageSheet open={open} onOpenChange={setOpen} />
    </>
  )
}

/** All languages, each by its own name. */
export function LanguageSheet({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) {
  const t = useTranslations()
  const current = useSession((state) => state.locale)
  return (
    <Sheet open={open} onOpenChange={onOpenChange} title={t('setting.language')} closeLabel={t('shell.action.close')}>
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
    </Sheet>
  )
}
