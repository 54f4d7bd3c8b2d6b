import { useQuery } from '@tanstack/react-query'
import { agreementMine } from '@truemark/protocol/routes/content'
import { Page } from '@truemark/ui/primitives/Page'
import { useTranslations } from 'use-intl'
import { BrandMark } from '@truemark/ui/marks/Logo'
import { call } from '../data/api.ts'
import { useSession } from '../data/session.ts'
import { useDateTime } from '../i18n/door.ts'
import { useAppData } from '../data/appData.ts'
import { Article } from './Article.tsx'
import { ContentHeader } from './ContentHeader.tsx'

/** Who runs this installation. */
export function AboutScreen() {
  return (
    <>
      <ContentHeader name="aboutUs" />
      <Page width="reading" className="flex flex-col gap-3">
        <OperatorCard />
        <Article kind="aboutUs" />
      </Page>
    </>
  )
}

/** What was agreed to on registering, and what is in force. */
export function AgreementScreen() {
  return (
    <>
      <ContentHeader name="userAgreement" />
      <Page width="reading" className="flex flex-col gap-3">
        <Agreed />
        <Article kind="userAgreement" />
      </Page>
    </>
  )
}

/** Which version the reader has agreed to, and whether another one is in force by now. */
function Agreed() {
  const t = useTranslations('content')
  const dateTime = useDateTime()
  const locale = useSession((state) => state.locale)
  const { data } = useQuery({
    queryKey: ['content', 'agreed', locale],
    queryFn: () => call(agreementMine, {}),
  })
  const agreed = data?.agreed
  if (data === undefined || !agreed) return null
  const isSame = agreed.version === data.current.version && agreed.lang === data.current.lang
  return (
    <p className="rounded-control bg-surface px-4 py-3 text-14 text-secondary">
      {agreed.version === 0
        ? t('agreedNone', { time: dateTime(agreed.time, 'day') })
        : t('agreed', { version: agreed.version, time: dateTime(agreed.time, 'day') })}
      {!isSame && data.current.version > 0 && ` ${t('agreedOther')}`}
    </p>
  )
}

/** Who runs this installation, by the names and the site that they gave; the app's own name where they gave none. */
function OperatorCard() {
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
