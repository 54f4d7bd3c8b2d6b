import { plainCode } from '@truemark/ui/figures/codeDigits'
import { factorLost } from '@truemark/protocol/routes/factorReset'
import { login } from '@truemark/protocol/routes/identity'
import { Button } from '@truemark/ui/primitives/Button'
import { PasswordInput } from '@truemark/ui/primitives/PasswordInput'
import { TextInput } from '@truemark/ui/primitives/TextInput'
import { KeyRound } from 'lucide-react'
import { useState, type FormEvent } from 'react'
import { useTranslations } from 'use-intl'
import { useStore } from 'zustand'
import { codeOf, paramsOf } from '@truemark/protocol/errors'
import { Link } from '../parts/router/Link.tsx'
import { call } from '../data/api.ts'
import { ApiError } from '@truemark/protocol/calling'
import { endCause, signIn } from '../data/session.ts'
import { focusFault } from '../parts/focusFault.ts'
import { TextLink } from '../parts/TextLink.tsx'
import { useErrorText } from '../i18n/door.ts'
import { loginComplaints } from './checks.ts'
import { DemoOffer } from './DemoOffer.tsx'
import { GuestFrame } from './GuestFrame.tsx'
import { useComplaintText } from './useComplaintText.ts'
import { useGoOn } from './useGoOn.ts'
import { usePasskeyLogin } from './usePasskeyLogin.ts'

/** Logs in by phone or email and password. */
export function LoginScreen() {
  const t = useTranslations('identity.login')
  return (
    <GuestFrame title={t('title')}>
      <LoginForm />
      <DemoOffer fresh={false} />
    </GuestFrame>
  )
}

/** The same, with the demo first: a fresh account with play money. */
export function TestLoginScreen() {
  const t = useTranslations('identity.testlogine')
  return (
    <GuestFrame title={t('title')} text={t('text')}>
      <DemoOffer fresh prominent />
      <LoginForm quiet />
    </GuestFrame>
  )
}

/** What the login asks for beside the password comes after it was sent: there one goes on, and hears of it. */
const takeFocus = (input: HTMLInputElement | null): void => input?.focus()

function LoginForm({ quiet = false }: { quiet?: boolean }) {
  const t = useTranslations('identity.login')
  const action = useTranslations('shell.action')
  const passkeyText = useTranslations('identity.passkey')
  const form = useLogin()
  const passkey = usePasskeyLogin(form.setFailure)
  return (
    <form noValidate onSubmit={form.submit} className="flex flex-col gap-4">
      {form.failure === null && <EndCause />}
      <TextInput
        label={t('account')}
        name="username"
        autoComplete="username webauthn"
        inputMode="email"
        value={form.account}
        error={form.errors.account}
        onChange={(event) => form.setAccount(event.target.value)}
      />
      <PasswordInput
        label={t('password')}
        name="password"
        value={form.password}
        error={form.errors.password}
        showLabel={action('show')}
        hideLabel={action('hide')}
        onChange={(event) => form.setPassword(event.target.value)}
      />
      {form.asksTotp && (
        <TextInput
          ref={takeFocus}
          label={t('totp')}
          hint={t('totpHint')}
          autoComplete="one-time-code"
          maxLength={32}
          value={form.totp}
          onChange={(event) => form.setTotp(event.target.value)}
        />
      )}
      {form.asksTotp && <FactorLost account={form.account} password={form.password} onFailure={form.setFailure} />}
      {form.failure !== null && (
        <p role="alert" className="rounded-control bg-danger-soft px-3.5 py-2.5 text-14 text-danger">
          {form.failure}
        </p>
      )}
      <Button type="submit" wide kind={quiet ? 'secondary' : 'primary'} busy={form.busy} className="mt-1">
        {t('submit')}
      </Button>
      {passkey.offered && (
        <Button kind="secondary" wide busy={passkey.busy} onClick={passkey.ask}>
          <KeyRound size={18} strokeWidth={1.5} aria-hidden="true" />
          {passkeyText('use')}
        </Button>
      )}
      <div className="flex flex-wrap justify-between gap-x-4">
        <Link
          to="/forgot"
          className="inline-flex min-h-11 items-center rounded-control text-14 text-secondary hover:text-text"
        >
          {t('forgot')}
        </Link>
        <TextLink to="/register">{t('register')}</TextLink>
      </div>
    </form>
  )
}

interface FactorLostProps {
  account: string
  password: string
  onFailure: (text: string | null) => void
}

/** Says that neither the app nor a recovery code is there any more: customer service then looks at it. */
function FactorLost({ account, password, onFailure }: FactorLostProps) {
  const t = useTranslations('identity.login')
  const errorText = useErrorText()
  const [busy, setBusy] = useState(false)
  const [told, setTold] = useState(false)
  const tell = async () => {
    setBusy(true)
    onFailure(null)
    try {
      await call(factorLost, { body: { account: account.trim(), password } })
      setTold(true)
    } catch (error) {
      onFailure(errorText(error))
    } finally {
      setBusy(false)
    }
  }
  if (told) return <output className="rounded-control bg-raised px-3.5 py-2.5 text-14">{t('factorLostDone')}</output>
  return (
    <Button
      type="button"
      kind="quiet"
      compact
      className="-mt-2 self-start px-0"
      busy={busy}
      onClick={() => !busy && void tell()}
    >
      {t('factorLost')}
    </Button>
  )
}

/** Why the session before ended, where it was the server's doing and it said so. */
function EndCause() {
  const t = useTranslations('identity.login')
  const cause = useStore(endCause)
  const errorText = useErrorText()
  if (cause === null) return null
  return (
    <output className="flex flex-col gap-1 rounded-control bg-warning-soft px-3.5 py-2.5 text-14 text-warning">
      {errorText(new ApiError(cause, codeOf(cause), '', paramsOf(cause)))}
      {cause === 'user_disabled' && <span className="text-text">{t('disabledText')}</span>}
    </output>
  )
}

function useLogin() {
  const notices = useTranslations('notices')
  const complaintText = useComplaintText()
  const errorText = useErrorText()
  const goOn = useGoOn()
  const [account, setAccount] = useState('')
  const [password, setPassword] = useState('')
  const [totp, setTotp] = useState('')
  const [asksTotp, setAsksTotp] = useState(false)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const [tried, setTried] = useState(false)
  const complaints = loginComplaints(account, password)

  const send = async () => {
    setBusy(true)
    setFailure(null)
    try {
      const body = { account: account.trim(), password, ...(asksTotp ? { totp: plainCode(totp) } : {}) }
      signIn('real', await call(login, { body }))
      goOn()
    } catch (error) {
      const second = !asksTotp && error instanceof ApiError && error.reason === 'second_factor_required'
      if (second) setAsksTotp(true)
      else setFailure(`${notices('loginFailed')}. ${errorText(error)}`)
    } finally {
      setBusy(false)
    }
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    setTried(true)
    if (Object.keys(complaints).length > 0) focusFault(event.currentTarget)
    else if (!busy) void send()
  }
  const errors = { account: undefined, password: undefined, ...(tried ? complaintText(complaints) : {}) }
  return {
    account,
    setAccount,
    password,
    setPassword,
    totp,
    setTotp,
    asksTotp,
    busy,
    failure,
    setFailure,
    submit,
    errors,
  }
}
