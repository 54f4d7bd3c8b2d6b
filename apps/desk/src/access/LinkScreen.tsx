import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { ApiError } from '@truemark/protocol/calling'
import { deskLinkComplete, deskLinkOpen } from '@truemark/protocol/routes/desk'
import { deskLinkPasskey } from '@truemark/protocol/routes/deskSecurity'
import type { AnswerOf } from '@truemark/protocol/routes/route'
import { Button, buttonClass } from '@truemark/ui/primitives/Button'
import { Skeleton } from '@truemark/ui/primitives/Skeleton'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '../data/http.ts'
import { makePasskey } from '@truemark/client/passkeys'
import { useDateTime, useErrorText } from '../i18n/door.ts'
import { AccessFrame } from './AccessFrame.tsx'
import { LinkForm } from './LinkForm.tsx'
import { signIn } from '../data/session.ts'

/** Uses a one-time link: name and password, then a passkey, or the authenticator's secret and a first code. */
export function LinkScreen() {
  const t = useTranslations('desk.link')
  const login = useTranslations('desk.login')
  const common = useTranslations('desk.common')
  const errorText = useErrorText()
  const { token } = useParams({ from: '/link/$token' })
  const link = useQuery({
    queryKey: ['link', token],
    queryFn: () => call(deskLinkOpen, { body: { token } }),
    staleTime: Infinity,
  })
  if (link.isPending) {
    return (
      <AccessFrame title={t('title')}>
        <output aria-label={common('loading')} className="flex flex-col gap-4">
          <Skeleton className="h-6 w-full" />
          <Skeleton className="mx-auto size-48 rounded-card" />
          <Skeleton className="h-12 w-full" />
          <Skeleton className="h-12 w-full" />
        </output>
      </AccessFrame>
    )
  }
  if (link.isError) {
    const gone = link.error instanceof ApiError && link.error.reason !== 'network'
    return (
      <AccessFrame title={t('title')} text={gone ? t('invalid') : errorText(link.error)}>
        {gone ? (
          <Link to="/login" className={buttonClass('secondary')}>
            {login('title')}
          </Link>
        ) : (
          <Button kind="secondary" onClick={() => void link.refetch()}>
            {common('retry')}
          </Button>
        )}
      </AccessFrame>
    )
  }
  return <OpenLink token={token} link={link.data} />
}

function OpenLink({ token, link }: { token: string; link: AnswerOf<typeof deskLinkOpen> }) {
  const t = useTranslations('desk.link')
  const role = useTranslations('desk.role')
  const dateTime = useDateTime()
  const navigate = useNavigate()
  const [code, setCode] = useState('')
  if (code !== '') return <SpokenCode code={code} />
  return (
    <AccessFrame title={t('title')} text={t('explained')}>
      <p className="flex flex-wrap justify-between gap-x-4 text-12 text-quiet">
        <span>{t('becomes', { role: role(link.role) })}</span>
        <span>{t('validUntil', { time: dateTime(link.valid_until) })}</span>
      </p>
      <LinkForm
        link={link}
        onSend={async ({ name, password, totp }, factor) => {
          const form = { token, name, password }
          const made =
            factor === 'app' ? { totp } : { passkey: await makePasskey(await call(deskLinkPasskey, { body: form })) }
          const joined = await call(deskLinkComplete, { body: { ...form, ...made } })
          if (joined.code !== '') return setCode(joined.code)
          signIn({ token: joined.token, operator: joined.operator })
          await navigate({ to: '/overview', replace: true })
        }}
      />
    </AccessFrame>
  )
}

/** What a new operator says to whoever confirms them; they sign in after that. */
function SpokenCode({ code }: { code: string }) {
  const t = useTranslations('desk.link')
  const login = useTranslations('desk.login')
  return (
    <AccessFrame title={t('waitTitle')} text={t('waitText')}>
      <output className="figures text-center text-28 font-semibold">{code}</output>
      <Link to="/login" className={buttonClass('secondary')}>
        {login('title')}
      </Link>
    </AccessFrame>
  )
}
