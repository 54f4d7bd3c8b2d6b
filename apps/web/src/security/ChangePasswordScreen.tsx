import { useMutation } from '@tanstack/react-query'
import { ApiError } from '@truemark/protocol/calling'
import { client } from '@truemark/protocol/client'
import { changePassword, type CodePurpose, logout } from '@truemark/protocol/routes/identity'
import { Button } from '@truemark/ui/primitives/Button'
import { PasswordInput } from '@truemark/ui/primitives/PasswordInput'
import { Segmented } from '@truemark/ui/primitives/Segmented'
import { CodeInput } from '@truemark/ui/primitives/CodeInput'
import { TextInput } from '@truemark/ui/primitives/TextInput'
import { toast } from 'sonner'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useNavigate } from '../parts/router/useRouter.ts'
import { call } from '../data/api.ts'
import { signOut, userOf, useSession } from '../data/session.ts'
import { useTried } from '../parts/useTried.ts'
import { useErrorText } from '../i18n/door.ts'
import { signFor, usePasskeyProof } from '../wallet/door.ts'
import { useCode } from '../identity/door.ts'
import { type Change, changeFaults, type ChangeField, placesOfRefusals } from './changeFaults.ts'
import { SecurityFrame } from './SecurityFrame.tsx'

const empty = { code: '', old: '', password: '', confirm: '' } as const

/** Changes the password by the old one and a code; one logs in again with the new one. */
export function ChangePasswordScreen() {
  return (
    <SecurityFrame title="changePassword" demo="demo_no_password">
      <ChangeForm />
    </SecurityFrame>
  )
}

function ChangeForm() {
  const t = useTranslations('security')
  const action = useTranslations('shell.action')
  const account = useSession((state) => userOf(state)?.account ?? '')
  const hasPasskey = usePasskeyProof()
  const [chosen, choose] = useState<'code' | 'passkey' | null>(null)
  const [typed, setTyped] = useState<Omit<Change, 'byPasskey'>>(empty)
  const by = chosen ?? (hasPasskey ? 'passkey' : 'code')
  const form: Change = { ...typed, byPasskey: by === 'passkey' }
  const change = useChange(account)
  const faults = changeFaults(form)
  const { tried, onSubmit } = useTried(Object.keys(faults).length > 0, () => change.mutate(form), change.isPending)
  const errorAt = useErrorAt(tried ? faults : {}, change.error)
  const put = (field: ChangeField, value: string) => {
    setTyped({ ...typed, [field]: value })
    if (change.isError) change.reset()
  }
  const eye = { showLabel: action('show'), hideLabel: action('hide') }
  const isEmail = account.includes('@')
  return (
    <form noValidate onSubmit={onSubmit} className="flex flex-col gap-4 pt-4">
      <p className="text-14 text-secondary">
        {t(form.byPasskey ? 'changeByPasskey' : 'changeText', { address: account })}
      </p>
      <TextInput label={t(isEmail ? 'address' : 'phone')} value={account} readOnly autoComplete="username" />
      <ProofField
        by={by}
        offered={hasPasskey}
        account={account}
        code={form.code}
        error={errorAt('code')}
        onBy={choose}
        onCode={(code) => put('code', code)}
      />
      <PasswordInput
        label={t('oldPassword')}
        autoComplete="current-password"
        value={form.old}
        error={errorAt('old')}
        onChange={(event) => put('old', event.target.value)}
        {...eye}
      />
      {(['password', 'confirm'] as const).map((field) => (
        <PasswordInput
          key={field}
          label={t(field === 'password' ? 'newPassword' : 'confirm')}
          autoComplete="new-password"
          value={form[field]}
          error={errorAt(field)}
          onChange={(event) => put(field, event.target.value)}
          {...eye}
        />
      ))}
      {errorAt('form') !== undefined && (
        <p role="alert" className="rounded-control bg-danger-soft px-3.5 py-2.5 text-14 text-danger">
          {errorAt('form')}
        </p>
      )}
      <Button type="submit" wide busy={change.isPending}>
        {t('submit')}
      </Button>
    </form>
  )
}

interface ProofFieldProps {
  by: 'code' | 'passkey'
  /** Whether a passkey is at hand. */
  offered: boolean
  account: string
  code: string
  error: string | undefined
  onBy: (by: 'code' | 'passkey') => void
  onCode: (code: string) => void
}

/** A passkey, or the code that is sent. */
function ProofField({ by, offered, account, code, error, onBy, onCode }: ProofFieldProps) {
  const t = useTranslations('security')
  const stepUp = useTranslations('wallet.stepUp')
  return (
    <>
      {offered && (
        <Segmented
          label={stepUp('by')}
          value={by}
          items={[
            { value: 'passkey', label: stepUp('byPasskey') },
            { value: 'code', label: stepUp('byCode') },
          ]}
          onValueChange={onBy}
        />
      )}
      {by === 'passkey' ? (
        <p className="text-14 text-secondary">{stepUp('passkeyText')}</p>
      ) : (
        <CodeInput
          label={t('code')}
          value={code}
          error={error}
          onValueChange={onCode}
          after={<SendCodeButton purpose="change_password" address={account} />}
        />
      )}
    </>
  )
}

function useChange(account: string) {
  const successes = useTranslations('successes')
  const notices = useTranslations('notices')
  const navigate = useNavigate()
  return useMutation({
    mutationFn: async (form: Change) => {
      const email = account.includes('@') ? account : ''
      const proof = form.byPasskey ? { passkey: await signFor('change_password') } : { verify_code: form.code }
      const body = { email, old_password: form.old, new_password: form.password, ...proof }
      await call(changePassword, { body })
    },
    async onSuccess() {
      toast.success(notices('passwordUpdated'), { description: successes('password_changed') })
      // whatever the server says, this device asks for the new password
      await call(logout, {}).catch(() => undefined)
      signOut('demo')
      signOut('real')
      await navigate({ to: '/login', replace: true })
    },
    onError: () => toast.error(notices('passwordUpdateFailed')),
  })
}

/** The sentence at a field: what the form says, else what the server said. */
function useErrorAt(faults: ReturnType<typeof changeFaults>, failure: unknown) {
  const errors = useTranslations('errors')
  const notices = useTranslations('notices')
  const check = useTranslations('identity.check')
  const errorText = useErrorText()
  const place =
    failure === null ? null : failure instanceof ApiError ? (placesOfRefusals[failure.reason] ?? 'form') : 'form'
  return (field: ChangeField | 'form'): string | undefined => {
    const fault = field === 'form' ? undefined : faults[field]
    switch (fault) {
      case undefined:
        return place === field ? errorText(failure) : undefined
      case 'required':
        return notices('fieldsRequired')
      case 'code':
        return check('code', { length: client.codeLength })
      case 'mismatch':
        return notices('passwordsDiffer')
      case 'length':
        return errors('password_length', {
          min: String(client.passwordLengthMin),
          max: String(client.passwordLengthMax),
        })
      case 'unchanged':
        return errors('password_unchanged')
    }
  }
}

/** Sends a code to the account's verified address, and another once the wait is over. */
function SendCodeButton({ purpose, address }: { purpose: CodePurpose; address: string }) {
  const t = useTranslations('security')
  const again = useTranslations('identity.code')
  const code = useCode(purpose)
  const [sent, setSent] = useState(false)
  const send = async () => {
    if (await code.send({ method: address.includes('@') ? 'email' : 'phone', address })) setSent(true)
  }
  const wait = code.waitSeconds > 0
  return (
    <Button
      kind="quiet"
      compact
      busy={code.busy}
      disabled={wait}
      // the seconds would be read one by one
      aria-label={wait ? again('again') : undefined}
      className="figures shrink-0 px-3"
      onClick={() => void send()}
    >
      {wait ? again('wait', { seconds: code.waitSeconds }) : sent ? again('again') : t('sendCode')}
    </Button>
  )
}
