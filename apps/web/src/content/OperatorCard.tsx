import { BrandMark } from '@truemark/ui/marks/Logo'
import { useTranslations } from 'use-intl'
import { useAppData } from '../data/appData.ts'

/** Who runs this installation, by the names and the site that they gave; the app's own name where they gave none. */
export function OperatorCard() {
  const t = useTranslations('content')
  const app = useAppData()?.app
  if (app === undefined) return null
  const { app_full_name, app_name, app_logo, official_name, official_logo, official_link } = app
  return (
    <section className="flex items-center gap-4 rounded-card bg-surface p-4">
      <BrandMark size={48} image={official_logo || app_logo} />
      <div className="flex min-w-0 flex-col gap-0.5">
        <p className="text-16 font-semibold break-words">{app_full_name || app_name}</p>
        {official_name !== '' && (
          <p className="text-14 break-words text-secondary">{t('runBy', { name: official_name })}</p>
        )}
        {official_link !== '' && (
          <a
            href={official_link}
            target="_blank"
            rel="noreferrer"
            className="inline-flex min-h-11 items-center text-14 break-all text-primary hover:underline"
          >
            {official_link.replace(/^https?:\/\/|\/$/g, '')}
          </a>
        )}
      </div>
    </section>
  )
}
