import { client } from '@truemark/protocol/client'
import { forgotPassword } from '@truemark/protocol/routes/identity'
import { Button } from '@truemark/ui/primitives/Button'
import { PasswordInput } from '@truemark/ui/primitives/PasswordInput'
import { TextInput } from '@truemark/ui/primitives/TextInput'
import { toast } from 'sonner'
import { useState, type FormEvent } from 'react'
import { useTranslations } from 'use-intl'
import { useNavigate } from '../parts/router/useRouter.ts'
import { call } from '../data/api.ts'
import { TextLink } from '../parts/TextLink.tsx'
import { useErrorText } from '../i18n/door.ts'
import { isAccount, passwordComplaints } from './checks.ts'
import { CodeAgain } from './CodeAgain.tsx'
import { focusFault } from '../parts/focusFault.ts'
import { CodeField } from './CodeField.tsx'
import { GuestFrame } from './GuestFrame.tsx'
import { useCode, type CodeTarget } from './useCode.ts'
import { useComplaintText } from './useComplaintText.ts'
import { usePhoneJudge } from './usePhoneJudge.ts'

/** Sets a new password by a code: which account, then the code and the password. */
export function ForgotScreen() {
  const t = useTranslations('identity')
  const [account, setAccount] = useState('')
  const [error, setError] = useState<string>()
  const [step, setStep] = useState<'account' | 'password'>('account')
  const code = useCode('forgot')
  const isPhone = usePhoneJudge()
  const typed = account.trim()
  const target: CodeTarget = { method: typed.includes('@') ? 'email' : 'phone', address: typed }

  const next = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const known = isAccount(typed, isPhone)
    setError(known ? undefined : t('check.account'))
    if (!known) focusFault(event.currentTarget)
    else if (!code.busy && (code.waitSeconds > 0 || (await code.send(target)))) setStep('password')
  }

  if (step === 'password') return <PasswordStep target={target} code={code} />
  return (
    <GuestFrame title={t('forgot.title')} text={t('forgot.text')}>
      <form noValidate onSubmit={(event) => void next(event)} className="flex flex-col gap-4">
        <TextInput
          label={t('login.account')}
          autoComplete="username"
          inputMode="email"
          value={account}
          error={error}
          onChange={(event) => setAccount(event.target.value)}
        />
        <Button type="submit" wide busy={code.busy}>
          {t('forgot.next')}
        </Button>
        <TextLink to="/login" className="justify-center">
          {t('login.submit')}
        </TextLink>
      </form>
    </GuestFrame>
  )
}

function PasswordStep({ target, code }: { target: CodeTarget; code: ReturnType<typeof useCode> }) {
  const successes = useTranslations('successes')
  const t = useTranslations('identity')
  const action = useTranslations('shell.action')
  const complaintText = useComplaintText()
  const errorText = useErrorText()
  const navigate = useNavigate()
  const [typed, setTyped] = useState('')
  const [password, setPassword] = useState('')
  const [confirm, setConfirm] = useState('')
  const [tried, setTried] = useState(false)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  const complaints = passwordComplaints(password, confirm)
  const errors = tried ? complaintText(complaints) : {}
  const codeMissing = typed.length < client.codeLength
  const eye = { showLabel: action('show'), hideLabel: action('hide'), autoComplete: 'new-password' }

  const save = async () => {
    setBusy(true)
    setFailure(undefined)
    try {
      await call(forgotPassword, {
        body: { account: target.address, type: target.method, verify_code: typed, password },
      })
      toast.success(successes('password_reset'))
      await navigate({ to: '/login', replace: true })
    } catch (error) {
      setFailure(errorText(error))
    } finally {
      setBusy(false)
    }
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    setTried(true)
    if (codeMissing || Object.keys(complaints).length > 0) focusFault(event.currentTarget)
    else if (!busy) void save()
  }
  const codeError = failure ?? (tried && codeMissing ? t('check.code', { length: client.codeLength }) : undefined)

  return (
    <GuestFrame
      title={t('forgot.title')}
      text={t('register.codeText', { address: target.address, minutes: client.codeMinutes })}
    >
      <form noValidate onSubmit={submit} className="flex flex-col gap-4">
        <CodeField value={typed} onValueChange={setTyped} error={codeError} />
        <PasswordInput
          label={t('forgot.newPassword')}
          value={password}
          error={errors.password}
          onChange={(event) => setPassword(event.target.value)}
          {...eye}
        />
        <PasswordInput
          label={t('register.confirm')}
          value={confirm}
          error={errors.confirm}
          onChange={(event) => setConfirm(event.target.value)}
          {...eye}
        />
        <Button type="submit" wide busy={busy}>
          {t('forgot.submit')}
        </Button>
        <CodeAgain waitSeconds={code.waitSeconds} busy={code.busy} onSend={() => void code.send(target)} />
      </form>
    </GuestFrame>
  )
}
