import { localeOf } from '@truemark/protocol/locale'
import { Globe } from 'lucide-react'
import { lazyPart } from '@truemark/ui/primitives/lazyPart'
import { Suspense, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useSession } from '../data/session.ts'

const LanguageSheet = lazyPart(() => import('./LanguageSheet.tsx').then((m) => m.LanguageSheet))

/** The language by its own name; a press offers the others. */
export function LanguageButton() {
  const t = useTranslations()
  const locale = useSession((state) => state.locale)
  const [wanted, setWanted] = useState(false)
  const [open, setOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        aria-label={`${t('setting.language')}: ${localeOf(locale).name}`}
        onClick={() => {
          setWanted(true)
          setOpen(true)
        }}
        className="feedback -mr-3 inline-flex min-h-11 items-center gap-2 rounded-control px-3 text-14 text-secondary hover:bg-raised hover:text-text"
      >
        <Globe size={18} strokeWidth={1.5} aria-hidden="true" />
        {localeOf(locale).name}
      </button>
      <Suspense>{wanted && <LanguageSheet open={open} onOpenChange={setOpen} />}</Suspense>
    </>
  )
}
