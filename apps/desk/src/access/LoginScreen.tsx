import { useNavigate } from '@tanstack/react-router'
import { deskLogin } from '@truemark/protocol/routes/desk'
import { Button } from '@truemark/ui/primitives/Button'
import { PasswordInput } from '@truemark/ui/primitives/PasswordInput'
import { TextInput } from '@truemark/ui/primitives/TextInput'
import { useTranslations } from 'use-intl'
import { call } from '../data/http.ts'
import { useKept } from '../data/kept.ts'
import { sessionLost, signIn } from '../data/session.ts'
import { AccessFrame } from './AccessFrame.tsx'
import { FailureNote } from '../deed/door.ts'
import { useAccessForm } from './useAccessForm.ts'

/** Signs an operator in by name, password and the authenticator's code. */
export function LoginScreen() {
  const t = useTranslations('desk.login')
  const common = useTranslations('desk.common')
  const navigate = useNavigate()
  const lost = useKept(sessionLost)
  const form = useAccessForm(false, async (body) => {
    signIn(await call(deskLogin, { body }))
    await navigate({ to: '/overview', replace: true })
  })
  return (
    <AccessFrame title={t('title')} text={lost ? common('sessionEnded') : undefined}>
      <form noValidate onSubmit={form.submit} className="flex flex-col gap-4">
        <TextInput label={t('name')} name="username" autoComplete="username" {...form.field('name')} />
        <PasswordInput
          label={t('password')}
          name="password"
          showLabel={common('show')}
          hideLabel={common('hide')}
          {...form.field('password')}
        />
        <TextInput
          label={t('totp')}
          name="totp"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={7}
          {...form.field('totp')}
        />
        <FailureNote text={form.failure} />
        <Button type="submit" wide busy={form.busy} className="mt-1">
          {t('submit')}
        </Button>
        <p className="text-12 text-quiet">{t('help')}</p>
      </form>
    </AccessFrame>
  )
}
