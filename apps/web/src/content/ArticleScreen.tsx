import { useQuery } from '@tanstack/react-query'
import { agreementMine } from '@truemark/protocol/routes/content'
import { Page } from '@truemark/ui/primitives/Page'
import { useTranslations } from 'use-intl'
import { call } from '../data/api.ts'
import { useSession } from '../data/session.ts'
import { useDateTime } from '../reader/door.ts'
import { Article } from './Article.tsx'
import { ContentHeader } from './ContentHeader.tsx'
import { OperatorCard } from './OperatorCard.tsx'

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
