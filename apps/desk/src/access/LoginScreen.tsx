import { useNavigate } from '@tanstack/react-router'
import { deskLogin } from '@truemark/protocol/routes/desk'
import { PasswordInput } from '@truemark/ui/primitives/PasswordInput'
import { TextInput } from '@truemark/ui/primitives/TextInput'
import { useTranslations } from 'use-intl'
import { call } from '../data/http.ts'
import { useKept } from '../data/kept.ts'
import { sessionLost, signIn } from '../data/session.ts'
import { AccessFrame } from './AccessFrame.tsx'
import { CodeStep } from './CodeStep.tsx'
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
        <CodeStep form={form} label={t('totp')} submitLabel={t('submit')} />
        <p className="text-12 text-quiet">{t('help')}</p>
      </form>
    </AccessFrame>
  )
}
