import { Button } from '@truemark/ui/primitives/Button'
import { PasswordInput } from '@truemark/ui/primitives/PasswordInput'
import { Sheet } from '@truemark/ui/primitives/Sheet'
import { TextInput } from '@truemark/ui/primitives/TextInput'
import { toast } from 'sonner'
import { useState, type FormEvent } from 'react'
import { useTranslations } from 'use-intl'
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
  const { remove, passwordError, codeError, forget } = useTotp()
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const isWhole = password !== '' && code.trim() !== ''
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isWhole || remove.isPending) return
    remove.mutate(
      { password, totp: code.trim() },
      {
        onSuccess: () => {
          toast.success(t('totp.switchedOff'))
          onOpenChange(false)
        },
      },
    )
  }
  return (
    <Sheet
      open={open}
      onOpenChange={onOpenChange}
      title={t('totp.title')}
      description={t('totp.removeText')}
      closeLabel={action('close')}
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
      </form>
    </Sheet>
  )
}
