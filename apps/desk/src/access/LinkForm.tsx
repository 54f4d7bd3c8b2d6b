import type { deskLinkOpen } from '@truemark/protocol/routes/desk'
import type { AnswerOf } from '@truemark/protocol/routes/route'
import { PasswordInput } from '@truemark/ui/primitives/PasswordInput'
import { TextInput } from '@truemark/ui/primitives/TextInput'
import { QRCodeSVG } from 'qrcode.react'
import { useTranslations } from 'use-intl'
import { CopyButton } from '../deed/door.ts'
import { CodeStep } from './CodeStep.tsx'
import { passwordLengthMin, type AccessForm } from './checks.ts'
import { useAccessForm } from './useAccessForm.ts'

export interface LinkFormProps {
  link: AnswerOf<typeof deskLinkOpen>
  onSend: (form: AccessForm) => Promise<void>
}

/** Name and password, then the code to scan, then what the authenticator shows for it. */
export function LinkForm({ link, onSend }: LinkFormProps) {
  const t = useTranslations('desk.link')
  const login = useTranslations('desk.login')
  const common = useTranslations('desk.common')
  const form = useAccessForm(true, onSend)
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
      <figure className="flex flex-col items-center gap-3">
        <figcaption className="self-start text-14 text-secondary">{t('scan')}</figcaption>
        {/* A camera wants dark on light, in both themes. */}
        <QRCodeSVG
          value={link.totp_uri}
          size={192}
          marginSize={3}
          bgColor="#FFFFFF"
          fgColor="#121212"
          title={t('scan')}
          className="rounded-card"
        />
      </figure>
      <div className="flex flex-col gap-1">
        <span className="text-14 text-secondary">{t('secret')}</span>
        <div className="flex items-center gap-1 rounded-control bg-raised pl-3.5">
          <code className="figures min-w-0 flex-1 py-2.5 text-14 break-words">{inFours(link.totp_secret)}</code>
          <CopyButton text={link.totp_secret} />
        </div>
      </div>
      <CodeStep form={form} label={t('totp')} submitLabel={t('submit')} />
    </form>
  )
}

function inFours(secret: string): string {
  return secret.replace(/(.{4})(?=.)/g, '$1 ')
}
