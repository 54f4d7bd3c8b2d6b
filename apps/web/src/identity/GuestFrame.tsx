import { Logo } from '@truemark/ui/marks/Logo'
import { type ReactNode, Suspense, useEffect, useState } from 'react'
import { localeOf } from '@truemark/protocol/locale'
import { Globe } from 'lucide-react'
import { lazyPart } from '@truemark/ui/primitives/lazyPart'
import { useTranslations } from 'use-intl'
import { Link } from '../parts/router/Link.tsx'
import { useAppData } from '../data/appData.ts'
import { useSession } from '../data/session.ts'

/** The frame of a guest's screens: the mark, one question, and on a wide window the watch face beside it. */
export function GuestFrame({ title, text, children }: { title: string; text?: ReactNode; children: ReactNode }) {
  // The next question starts at the top, wherever the last one was scrolled to.
  useEffect(() => {
    window.scrollTo(0, 0)
  }, [title])
  const app = useAppData()?.app
  return (
    <div className="flex min-h-dvh flex-1 flex-col">
      <header className="flex min-h-16 items-center justify-between gap-4 px-4 tablet:px-8">
        <Link to="/login" className="inline-flex min-h-11 items-center rounded-control">
          <Logo size={30} name={app?.app_name ?? 'Truemark'} image={app?.app_logo} />
        </Link>
        <LanguageButton />
      </header>
      <div className="mx-auto flex w-full max-w-112 flex-1 flex-col gap-6 px-4 pt-6 pb-10 tablet:justify-center tablet:pt-0 tablet:pb-24">
        <div className="flex flex-col gap-1">
          <h1 className="text-28 font-semibold">{title}</h1>
          {text !== undefined && <p className="text-16 text-secondary">{text}</p>}
        </div>
        {children}
      </div>
    </div>
  )
}

const LanguageSheet = lazyPart(() => import('./LanguageSheet.tsx').then((m) => m.LanguageSheet))

/** The language by its own name; a press offers the others. */
function LanguageButton() {
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
