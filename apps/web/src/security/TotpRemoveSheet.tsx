import { plainCode } from '@truemark/ui/figures/codeDigits'
import { Button } from '@truemark/ui/primitives/Button'
import { PasswordInput } from '@truemark/ui/primitives/PasswordInput'
import { TextInput } from '@truemark/ui/primitives/TextInput'
import { toast } from 'sonner'
import { useState, type FormEvent } from 'react'
import { useTranslations } from 'use-intl'
import { OwnSheet } from '../parts/OwnSheet.tsx'
import { usePasskeyProof } from '../wallet/door.ts'
import { useTotp } from './useTotp.ts'

const codeLengthMax = 16

interface TotpRemoveSheetProps {
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** Takes the authenticator app off the account, by the password and a code. */
export function TotpRemoveSheet({ open, onOpenChange }: TotpRemoveSheetProps) {
  const t = useTranslations('security')
  const action = useTranslations('shell.action')
  const passkey = useTranslations('identity.passkey')
  const { remove, passwordError, codeError, forget } = useTotp()
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const isWhole = password !== '' && code.trim() !== ''
  const hasPasskey = usePasskeyProof()
  const send = (byPasskey: boolean) => {
    if (remove.isPending) return
    remove.mutate(
      { password, totp: plainCode(code), byPasskey },
      {
        onSuccess: () => {
          toast.success(t('totp.switchedOff'))
          onOpenChange(false)
        },
      },
    )
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isWhole) send(false)
  }
  return (
    <OwnSheet
      open={open}
      onClose={() => onOpenChange(false)}
      title={t('totp.title')}
      description={t('totp.removeText')}
    >
      <form noValidate onSubmit={submit} className="flex flex-col gap-4">
        <PasswordInput
          label={t('oldPassword')}
          autoComplete="current-password"
          value={password}
          error={passwordError}
          showLabel={action('show')}
          hideLabel={action('hide')}
          onChange={(event) => {
            setPassword(event.target.value)
            forget()
          }}
        />
        <TextInput
          label={t('totp.anyCode')}
          autoComplete="one-time-code"
          maxLength={codeLengthMax}
          value={code}
          error={codeError}
          onChange={(event) => {
            setCode(event.target.value)
            forget()
          }}
        />
        <Button type="submit" kind="danger" wide busy={remove.isPending} disabled={!isWhole}>
          {t('totp.remove')}
        </Button>
        {hasPasskey && (
          <Button kind="secondary" wide busy={remove.isPending} disabled={password === ''} onClick={() => send(true)}>
            {passkey('use')}
          </Button>
        )}
      </form>
    </OwnSheet>
  )
}
