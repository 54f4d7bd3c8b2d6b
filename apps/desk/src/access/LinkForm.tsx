import type { deskLinkOpen } from '@truemark/protocol/routes/desk'
import type { AnswerOf } from '@truemark/protocol/routes/route'
import { Button } from '@truemark/ui/primitives/Button'
import { PasswordInput } from '@truemark/ui/primitives/PasswordInput'
import { Segmented } from '@truemark/ui/primitives/Segmented'
import { TextInput } from '@truemark/ui/primitives/TextInput'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { passkeysAtHand } from '@truemark/client/passkeys'
import { FailureNote, ScanFigure } from '../deed/door.ts'
import { CodeStep } from './CodeStep.tsx'
import { passwordLengthMin, type AccessForm } from './checks.ts'
import { useAccessForm } from './useAccessForm.ts'

export interface LinkFormProps {
  link: AnswerOf<typeof deskLinkOpen>
  onSend: (form: AccessForm, factor: Factor) => Promise<void>
}

/** By what an operator will sign in. */
export type Factor = 'app' | 'passkey'

/** Name and password, then a passkey, or the code to scan and what the authenticator shows for it. */
export function LinkForm({ link, onSend }: LinkFormProps) {
  const t = useTranslations('desk.link')
  const login = useTranslations('desk.login')
  const common = useTranslations('desk.common')
  const [factor, setFactor] = useState<Factor>('app')
  const form = useAccessForm({ fresh: true, code: factor === 'app' }, (filled) => onSend(filled, factor))
  return (
    <form noValidate onSubmit={form.submit} className="flex flex-col gap-4">
      <TextInput label={login('name')} name="username" autoComplete="username" {...form.field('name')} />
      <PasswordInput
        label={login('password')}
        name="password"
        autoComplete="new-password"
        hint={t('passwordHint', { min: String(passwordLengthMin) })}
        showLabel={common('show')}
        hideLabel={common('hide')}
        {...form.field('password')}
      />
      {passkeysAtHand() && (
        <div className="flex flex-col gap-1.5">
          <span aria-hidden="true" className="text-14 text-secondary">
            {t('factor')}
          </span>
          <Segmented
            label={t('factor')}
            value={factor}
            items={[
              { value: 'app', label: t('app') },
              { value: 'passkey', label: t('passkey') },
            ]}
            onValueChange={(next) => {
              setFactor(next)
              form.setFailure(null)
            }}
          />
        </div>
      )}
      {factor === 'app' ? (
        <>
          <ScanFigure uri={link.totp_uri} secret={link.totp_secret} />
          <CodeStep form={form} label={t('totp')} submitLabel={t('submit')} />
        </>
      ) : (
        <>
          <p className="text-14 text-secondary">{t('passkeyText')}</p>
          <FailureNote text={form.failure} />
          <Button type="submit" wide busy={form.busy}>
            {t('createPasskey')}
          </Button>
        </>
      )}
    </form>
  )
}
