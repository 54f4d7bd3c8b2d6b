import { useNavigate } from '@tanstack/react-router'
import { deskLogin } from '@truemark/protocol/routes/desk'
import { deskPasskeyLogin, deskPasskeyLoginOptions } from '@truemark/protocol/routes/deskSecurity'
import { Button } from '@truemark/ui/primitives/Button'
import { PasswordInput } from '@truemark/ui/primitives/PasswordInput'
import { TextInput } from '@truemark/ui/primitives/TextInput'
import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '../data/http.ts'
import { useStore } from 'zustand'
import { passkeysAtHand, signByPasskey } from '@truemark/client/passkeys'
import { sessionLost, signIn } from '../data/session.ts'
import { useErrorText } from '../i18n/door.ts'
import { AccessFrame } from './AccessFrame.tsx'
import { CodeStep } from './CodeStep.tsx'
import { useAccessForm } from './useAccessForm.ts'

/** Signs an operator in by a passkey, or by name, password and the authenticator's code. */
export function LoginScreen() {
  const t = useTranslations('desk.login')
  const common = useTranslations('desk.common')
  const navigate = useNavigate()
  const lost = useStore(sessionLost)
  const form = useAccessForm({ fresh: false, code: true }, async (body) => {
    signIn(await call(deskLogin, { body }))
    await navigate({ to: '/overview', replace: true })
  })
  const passkey = usePasskeyLogin(form.setFailure)
  return (
    <AccessFrame title={t('title')} text={lost ? common('sessionEnded') : undefined}>
      {passkeysAtHand() && (
        <div className="flex flex-col gap-4">
          <Button kind="secondary" wide busy={passkey.busy} onClick={passkey.ask}>
            <KeyRound size={18} strokeWidth={1.5} aria-hidden="true" />
            {t('passkey')}
          </Button>
          <p className="text-14 text-quiet">{t('or')}</p>
        </div>
      )}
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

/** Signs in by a passkey alone, which names its operator. */
function usePasskeyLogin(onFailure: (text: string | null) => void) {
  const errorText = useErrorText()
  const navigate = useNavigate()
  const [busy, setBusy] = useState(false)
  const run = async () => {
    setBusy(true)
    onFailure(null)
    try {
      const passkey = await signByPasskey(await call(deskPasskeyLoginOptions, {}))
      signIn(await call(deskPasskeyLogin, { body: { passkey } }))
      await navigate({ to: '/overview', replace: true })
    } catch (error) {
      onFailure(errorText(error))
    } finally {
      setBusy(false)
    }
  }
  return { busy, ask: () => void run() }
}
