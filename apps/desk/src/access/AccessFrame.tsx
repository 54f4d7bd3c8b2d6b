import { Logo } from '@truemark/ui/marks/Logo'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { useAppData } from '../data/appData.ts'
import { LanguageSelect } from '../i18n/door.ts'

/** The page of one who is not signed in: the name on top, one form, the language. */
export function AccessFrame({ title, text, children }: { title: string; text?: ReactNode; children: ReactNode }) {
  const t = useTranslations('desk')
  const app = useAppData()?.app
  return (
    <main className="mx-auto flex min-h-dvh w-full max-w-112 flex-col justify-center gap-6 px-4 py-8">
      <header className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 px-1">
        <Logo size={30} name={app?.app_name ?? 'Truemark'} image={app?.app_logo} />
        <span className="text-14 text-quiet">{t('title')}</span>
      </header>
      <section className="flex flex-col gap-5 rounded-card bg-surface p-5 tablet:p-6">
        <div className="flex flex-col gap-1.5">
          <h1 className="text-20 font-semibold">{title}</h1>
          {text !== undefined && <p className="text-14 text-secondary">{text}</p>}
        </div>
        {children}
      </section>
      <div className="w-44">
        <LanguageSelect />
      </div>
    </main>
  )
}
